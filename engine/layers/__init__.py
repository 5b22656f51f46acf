"""What is more than a mask: rotation, grouped heads, latent keys, differences, linear attention."""
