"""The command palette and the sheet of keys; all but the button is imported when one of them is first opened."""
