"""Files to drop on a window: good ones, broken ones and hostile ones."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from engine.examples import FOLDER
from engine.scene import Scene


def write_files(folder: Path) -> list[Path]:
    """One of each kind, in `folder`."""
    captures = sorted(FOLDER.glob("*.safetensors"))
    contents = {
        "text.txt": b"The cat sat on the mat because it was tired.",
        "long.txt": b"many words " * 2000,
        "empty.txt": b"",
        "noise.bin": bytes(range(256)) * 20,
        "half.safetensors": captures[0].read_bytes()[:5000],
        "huge.safetensors": (2**62).to_bytes(8, "little") + b"{}",
        "scene.json": replace(Scene(), workspace="flash", head=2).to_json().encode(),
        "broken.json": b'{"qkvista": 1, "layer": ' + b"[" * 5000,
        "wrong.json": b'{"qkvista": 1, "layer": -3}',
        "own.py": b"def mask_mod(b, h, q_idx, k_idx):\n    return q_idx >= k_idx\n",
        "wrong.py": b"def mask_mod(b, h, q_idx):\n    return 1/0\n",
    }
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [*captures, *(folder / name for name in contents), folder / "gone.txt", folder]
