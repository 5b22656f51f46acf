"""SmolLM2 as transformers runs it, from the same GGUF file: read, un-permuted and named by its own loader."""

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gguf
import pytest
import torch

from engine.models import MODELS
from engine.models.gguffile import Reader

CONFIG = {  # of HuggingFaceTB/SmolLM2-135M-Instruct
    "vocab_size": 49152,
    "hidden_size": 576,
    "intermediate_size": 1536,
    "num_hidden_layers": 30,
    "num_attention_heads": 9,
    "num_key_value_heads": 3,
    "max_position_embeddings": 8192,
    "rms_norm_eps": 1e-5,
    "rope_theta": 100_000,
    "tie_word_embeddings": True,
}


def gguf_file() -> Path:
    found = find_spec(MODELS["smollm2"].package)
    assert found is not None
    assert found.submodule_search_locations
    return Path(found.submodule_search_locations[0]) / "SmolLM2-135M-Instruct.Q4_1.gguf"


def reference() -> Any:
    """The eager model. transformers' loader spends half a minute on words of the vocabulary, which are kept from it."""
    from transformers import LlamaConfig, LlamaForCausalLM
    from transformers.modeling_gguf_pytorch_utils import load_gguf_checkpoint

    class Wordless(Reader):
        def __init__(self, path: Path) -> None:
            super().__init__(path)
            for name in ("tokens", "token_type", "merges"):
                del self.fields[f"tokenizer.ggml.{name}"]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gguf, "GGUFReader", Wordless)
        model = LlamaForCausalLM(LlamaConfig(**CONFIG, attn_implementation="eager"))
        read = load_gguf_checkpoint(gguf_file(), return_tensors=True, model_to_load=model)
    for name in CONFIG.keys() - {"rms_norm_eps"}:
        assert read["config"][name] == CONFIG[name], name
    missing, unexpected = model.load_state_dict(read["tensors"], strict=False)
    assert (missing, unexpected) == (["lm_head.weight"], [])
    model.tie_weights()
    return model.eval().requires_grad_(False)


def answer(model: Any, ids: list[int]) -> Any:
    """Attentions and hidden states for these tokens."""
    with torch.no_grad():
        return model(torch.tensor([ids]), output_attentions=True, output_hidden_states=True)
