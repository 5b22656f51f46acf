"""What is on screen, into a file or onto the clipboard: the menu, the dialog, the work beside the window."""
