"""What a schedule means on real devices: traffic, roofline, tiles of real kernels, the papers' numbers."""
