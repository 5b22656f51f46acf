"""Files in and out: captures, tensors, scenes, pictures; checked before memory is taken, saved whole or not at all."""
