"""What the files of the built-in models are called, and where what was made of them is kept; needs no torch.

The same names and digests stand where the models are run; a test holds them together.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

MINILM_FILE: Final = "model/model.safetensors"
MINILM_WEIGHTS: Final = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SMOLLM2_KEPT: Final = "smollm2-135m-instruct-q4_1-1"


def kept_file(name: str) -> Path:
    """Where a model's converted weights are kept; they may not be there yet. Beside them stands their SHA-256."""
    from platformdirs import user_cache_path

    return user_cache_path("qkvista", appauthor=False) / f"{name}.safetensors"
