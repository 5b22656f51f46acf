"""What `python main.py screenshot` shows: the scene's own workspace and theme, unless others are asked for."""

from pathlib import Path

import pytest

from engine.scene import Scene
from gui import screenshot as taken


@pytest.mark.parametrize(
    ("workspace", "theme", "saved", "shown"),
    [
        (None, None, None, ("attention", "light")),
        (None, None, Scene(workspace="heads", theme="dark"), ("heads", "dark")),
        ("flash", None, Scene(workspace="heads", theme="dark"), ("flash", "dark")),
        (None, "light", Scene(workspace="heads", theme="dark"), ("heads", "light")),
        ("learn", "dark", None, ("learn", "dark")),
    ],
)
def test_the_scene_says_what_is_shown(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    workspace: str | None,
    theme: str | None,
    saved: Scene | None,
    shown: tuple[str, str],
) -> None:
    drawn: list[Scene] = []

    def picture(scene: Scene, size: tuple[int, int]) -> bytes:
        drawn.append(scene)
        return b"a picture"

    monkeypatch.setattr(taken, "_picture", picture)
    for name in ("QT_QPA_PLATFORM", "QT_SCALE_FACTOR"):
        monkeypatch.setenv(name, "1")  # so that both come back after the test
    scene = None
    if saved is not None:
        scene = tmp_path / "a.json"
        scene.write_text(saved.to_json(), "utf-8")
    assert taken.screenshot(workspace, theme, (300, 200), 1.0, scene, tmp_path / "a.png") == 0
    assert [(one.workspace, one.theme) for one in drawn] == [shown]
    assert (tmp_path / "a.png").read_bytes() == b"a picture"
