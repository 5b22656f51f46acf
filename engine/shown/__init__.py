"""The frozen numbers that the Attention workspace shows, their tables and their copy as PyTorch."""
