"""All heads of a model at once: a small map of each, and numbers that say what it does."""
