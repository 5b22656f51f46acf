"""A step in words, and as a line of pseudocode."""
