"""The chapters of Learn, one a file, in the order in which they are read."""
