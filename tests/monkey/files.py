"""Files to drop on a window, to open and to save: good ones, broken ones and hostile ones; and texts of all lengths."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Final

from engine.files.examples import FOLDER
from engine.scene import Scene

EIGHT: Final = "The cat sat because it was very tired."
TEXTS: Final = (
    *("", " ", "\n\n", "a\0b", "The bank of the river was muddy.", EIGHT),
    *("the " * 300, "word " * 3000, " ".join(f"word{number}" for number in range(300))),
    *("שלום עולם", "👩‍👩‍👧 🦊", "[CLS] [SEP] <|im_start|>"),
    "Mr and Mrs Dursley were proud to say that Mr and Mrs Dursley were perfectly normal.",
)
NOWHERE: Final = "no folder"


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
        "score.py": b"def score_mod(score, b, h, q_idx, k_idx):\n    return score - 0.1 * (q_idx - k_idx)\n",
        "wrong.py": b"def mask_mod(b, h, q_idx):\n    return 1/0\n",
        NOWHERE: b"below a file nothing can be saved, by the owner of the machine neither",
        "hangs.py": b"def mask_mod(b, h, q_idx, k_idx):\n    while True:\n        pass\n",
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [*captures, *(folder / name for name in contents), folder / "gone.txt", folder]
