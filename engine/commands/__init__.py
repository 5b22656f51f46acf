"""What runs without a screen: a file a command, each a function of its arguments that returns the exit status."""
