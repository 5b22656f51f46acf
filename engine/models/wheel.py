"""The files of a data wheel, found without running the package's code and checked before use."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from engine.models import ModelError, ModelInfo
from engine.models.published import sha256_of


def installed(info: ModelInfo) -> bool:
    """Whether the model's wheel is there. Costs no more than a look into the import path."""
    return _folder(info) is not None


def checked_file(info: ModelInfo, name: str, sha256: str) -> Path:
    """A file of the model's wheel. ModelError if the wheel is missing or the file is not the published one.

    Every start checks anew: 90 MB take 0.05 s, a cached verdict would not be worth its doubt.
    """
    folder = _folder(info)
    if folder is None:
        raise ModelError(f"{info.title} is not installed: {info.install}")
    path = folder / name
    try:
        digest = sha256_of(path)
    except OSError as error:
        raise ModelError(f"{path} cannot be read ({error.strerror}): {_again(info)}") from error
    if digest != sha256:
        raise ModelError(f"{path} is damaged, its SHA-256 is not the published one: {_again(info)}")
    return path


def _folder(info: ModelInfo) -> Path | None:
    found = find_spec(info.package)
    return Path(found.submodule_search_locations[0]) if found and found.submodule_search_locations else None


def _again(info: ModelInfo) -> str:
    return info.install.replace("pip install", "pip install --force-reinstall")
