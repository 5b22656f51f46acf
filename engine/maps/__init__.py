"""Rows of a map from q and k, and the pixels that show them: nothing N x N is kept."""
