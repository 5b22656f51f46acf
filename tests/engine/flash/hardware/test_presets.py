"""The tiles of real kernels, against the tables that their sources hold."""

import importlib.util
import re
from pathlib import Path

import pytest

from engine.flash.hardware.presets import KERNELS, fa1_tile, preset_for, presets_for

# d: FA2 A100; FA3 H100 full, causal; FlexAttention A100, H100
TABLE = """\
 64 | 128x128 | 192x192 192x128 | 128x64 128x128
 96 | 128x64  | 192x144 192x144 | -
128 | 128x64  | 128x176 128x128 | 128x64 128x64
192 | 128x64  | 128x112 128x112 | -
256 | 128x64  | 128x80  128x80  | 32x64  64x32
"""


def tile(kernel: str, d: int, causal: bool = False) -> str:
    preset = preset_for(kernel, d, causal)
    assert preset is not None
    return f"{preset.block_q}x{preset.block_k}"


@pytest.mark.parametrize("line", TABLE.splitlines())
def test_the_published_table(line: str) -> None:
    size, fa2, fa3, flex = (part.split() for part in line.split("|"))
    d = int(size[0])
    assert [tile("fa2-a100", d)] == [tile("fa2-a100", d, True)] == fa2
    assert [tile("fa3-h100", d), tile("fa3-h100", d, True)] == fa3
    if flex != ["-"]:
        assert [tile("flex-a100", d), tile("flex-h100", d)] == flex


def test_flex_attention_as_the_installed_torch_has_it() -> None:
    """PyTorch's own table, read from its file: importing it would need a GPU."""
    torch = importlib.util.find_spec("torch")
    assert torch is not None and torch.origin is not None
    text = (Path(torch.origin).parent / "_inductor/template_heuristics/triton.py").read_text("utf-8")
    for name in ("a100", "h100"):
        table = text.split(f"self.{name}_default_flex_config = {{")[1].split("}")[0]
        theirs = re.findall(r"float16, (\d+)\): FlexConfig\((\d+), (\d+),", table.replace("bfloat16", "b16"))
        assert {int(d): (int(q), int(k)) for d, q, k in theirs} == KERNELS[f"flex-{name}"].full
        assert tile(f"flex-{name}", 32) == tile(f"flex-{name}", 96) == "64x64"


def test_a_size_between_takes_the_next_larger_tile() -> None:
    assert tile("fa2-a100", 32) == "128x128"
    assert tile("fa2-a100", 65) == tile("fa2-a100", 96) == "128x64"
    assert tile("fa3-h100", 1, True) == tile("fa3-h100", 64, True) == "192x128"
    assert tile("fa3-h100", 97) == "128x176"
    assert [tile("decoding-a100", d) for d in (32, 80, 192)] == ["64x256", "64x128", "64x64"]


def test_a_kernel_that_takes_no_such_keys() -> None:
    assert [name for name in KERNELS if preset_for(name, 256) is None] == []
    assert [name for name in KERNELS if preset_for(name, 257) is not None] == []
    assert presets_for(512) == ()


def test_all_presets_of_a_head_dimension() -> None:
    presets = presets_for(64, causal=True)
    assert [preset.kernel for preset in presets] == list(KERNELS)
    assert {preset.algorithm for preset in presets} == {"fa2", "decoding"}
    assert (presets[1].block_q, presets[1].block_k) == (192, 128)
    assert all(preset.source and preset.title for preset in presets)


@pytest.mark.parametrize(("d", "tile_"), [(64, (64, 384)), (128, (128, 192)), (32, (32, 768)), (1024, (24, 24))])
def test_the_rule_of_algorithm_1_at_192_kib(d: int, tile_: tuple[int, int]) -> None:
    assert fa1_tile(192 * 1024, d) == tile_
    assert fa1_tile(192 * 1024, d, itemsize=1)[1] == 2 * tile_[1]


def test_the_rule_leaves_at_least_one_row_and_column() -> None:
    assert fa1_tile(2, 64) == (1, 1)
    assert fa1_tile(1, 64) == (1, 1)


def test_what_is_no_kernel_or_no_size() -> None:
    with pytest.raises(ValueError, match=r"^Unknown kernel 'fa9'; known: fa2-a100, .*\.$"):
        preset_for("fa9", 64)
    with pytest.raises(ValueError, match=r"^The size of a key must be a whole number from 1 to \d+, not 0\.$"):
        preset_for("fa2-a100", 0)
    with pytest.raises(ValueError, match=r"^The size of the SRAM must be"):
        fa1_tile(0, 64)
