"""The names of the looks: apart from the scene, so that they are known before numpy is loaded."""

from typing import Final

THEMES: Final = ("system", "light", "dark")
COLOURS: Final = ("violet", "viridis", "cividis", "grey")
