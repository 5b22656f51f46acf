"""A capture for tests that need no model, and its file taken apart."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from engine.capture import Capture, Layer, Token
from engine.layers.rotation import Rotation

Header = dict[str, Any]
TEXT = "a bé 🎉"
TURNED = Rotation(base=1e5, layout="interleaved", fraction=2 / 3, scaling=(("type", "linear"), ("factor", 4)))


def tiny(dtype: str = "float32", mask: str = "none", rotation: Rotation | None = None) -> Capture:
    """Two layers of four query heads on two key heads, five tokens, keys of size 3 and values of size 2.

    `rotation` is that of the second layer, and turns two of the three.
    """
    random = np.random.default_rng(0)
    q, k, v = (random.standard_normal(shape).astype(dtype) for shape in ((4, 5, 3), (2, 5, 3), (2, 5, 2)))
    tokens = (
        Token(101, "[CLS]", "[CLS]", 0, 0, True, None),
        Token(7, "a", "a", 0, 1, False, 0),
        Token(8, "b", "b", 2, 3, False, 1),
        Token(9, "##e", "é", 3, 4, False, 1),
        Token(100, "[UNK]", "🎉", 5, 6, False, 2),
    )
    layers = (Layer(q, k, v, 0.5, mask), Layer(-q, k, v, 1 / 3, mask, rotation))
    return Capture(TEXT, "minilm", "MiniLM", tokens, layers, read=6, dtype=dtype, limit=512)


def parts(path: Path) -> tuple[Header, bytes]:
    data = path.read_bytes()
    end = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:end]), data[end:]


def forge(path: Path, header: Header | bytes, data: bytes) -> None:
    raw = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(len(raw).to_bytes(8, "little") + raw + data)
