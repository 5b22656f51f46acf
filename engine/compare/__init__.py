"""Two views beside each other: what is pinned, which words stand for each other, and where their maps differ."""
