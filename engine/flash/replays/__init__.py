"""A schedule on real numbers, up to any step."""
