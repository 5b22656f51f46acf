"""Benchmarks: ratios measured in one run, never tests. `python -m tests.bench`."""
