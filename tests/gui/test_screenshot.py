"""What `python main.py screenshot` shows: the scene's own workspace and theme, unless others are asked for."""

from pathlib import Path

import pytest

from engine.scene import Scene
from gui import screenshot as taken


def test_what_cannot_be_saved_is_said_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(taken, "_picture", lambda scene, size: b"a picture")
    for name in ("QT_QPA_PLATFORM", "QT_SCALE_FACTOR"):
        monkeypatch.setenv(name, "1")
    out = tmp_path / "a.png"
    out.mkdir()
    assert taken.screenshot(None, None, (300, 200), 1.0, None, out) == 2
    assert capsys.readouterr().err == "“a.png” cannot be saved: Is a directory.\n"


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
