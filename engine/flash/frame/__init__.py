"""What one frame of the Flash workspace shows."""
