"""Imports go one way, gui -> engine -> libraries, and no file grows beyond what one can read."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
QT = {"PySide6", "shiboken6", "pyqtgraph", "superqt", "qtpy"}
MODELS = {"torch", "tokenizers", "transformers"}
LONGEST = 250


def sources(*folders: str) -> dict[str, Path]:
    """Module name -> file, for everything below the folders; ("main") is main.py."""
    files = [p for folder in folders for p in [ROOT / f"{folder}.py", *(ROOT / folder).rglob("*.py")] if p.exists()]
    return {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in files}


def imports(source: str, module: str, is_package: bool = False, *, at_start: bool = False) -> set[str]:
    """Every module that the source imports, by its full name; at_start leaves out what only a call imports."""
    found: set[str] = set()
    for node in _nodes(ast.parse(source), at_start):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            package = module.split(".")[: (1 if is_package else 0) - node.level or None] if node.level else []
            name = ".".join([*package, *([node.module] if node.module else [])])
            found |= {name} | {f"{name}.{alias.name}" for alias in node.names}
    return found


def _nodes(tree: ast.AST, at_start: bool) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if at_start and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if at_start and isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        yield node
        yield from _nodes(node, at_start)


@cache
def imports_of(module: str, path: Path, *, at_start: bool = False) -> set[str]:
    return imports(path.read_text("utf-8"), module, path.name == "__init__.py", at_start=at_start)


def under(names: Iterable[str], roots: Iterable[str]) -> set[str]:
    """The names that are one of the roots or lie below one."""
    return {name for name in names for root in roots if name == root or name.startswith(f"{root}.")}


def loaded_at_start(module: str, known: dict[str, Path]) -> set[str]:
    """Everything that importing the module imports, through our own modules too."""
    seen: set[str] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        parents = {".".join(name.split(".")[:n]) for n in range(1, name.count(".") + 1)}
        waiting |= parents | (imports_of(name, known[name], at_start=True) if name in known else set())
        waiting -= seen
    return seen


def offenders(modules: dict[str, Path], forbidden: Iterable[str]) -> dict[str, set[str]]:
    found = {module: under(imports_of(module, path), forbidden) for module, path in modules.items()}
    return {module: names for module, names in found.items() if names}


def test_the_engine_never_imports_qt_or_the_window() -> None:
    assert offenders(sources("engine"), {*QT, "gui", "main"}) == {}


def test_the_window_never_imports_a_model_library() -> None:
    assert offenders(sources("gui"), {*MODELS, "engine.models.minilm", "main"}) == {}


def test_opening_the_window_loads_no_model_library_through_the_engine() -> None:
    known = sources("main", "engine", "gui")
    loaded = {module: under(loaded_at_start(module, known), MODELS) for module in sources("gui")}
    assert {module: names for module, names in loaded.items() if names} == {}


def test_main_loads_nothing_heavy_before_it_knows_what_is_wanted() -> None:
    known = sources("main", "engine", "gui")
    assert under(loaded_at_start("main", known), QT | MODELS | {"numpy", "safetensors", "gui.app"}) == set()


def test_only_the_app_knows_the_widgets_and_no_widget_knows_the_app() -> None:
    rooms = {module: path for module, path in sources("gui").items() if path.parent != ROOT / "gui"}
    assert offenders(rooms, {"gui.app"}) == {}


def test_no_file_is_longer_than_one_can_read() -> None:
    lengths = {m: len(p.read_text("utf-8").splitlines()) for m, p in sources("main", "engine", "gui").items()}
    assert {module: length for module, length in lengths.items() if length > LONGEST} == {}


def test_the_reader_of_imports_sees_every_form() -> None:
    assert imports("import torch.nn as n", "gui.a") == {"torch.nn"}
    assert imports("def f():\n  from gui import app", "gui.x.a") == {"gui", "gui.app"}
    assert imports("from ..app import w", "gui.x.a") == {"gui.app", "gui.app.w"}
    assert imports("from . import b", "gui.x", is_package=True) == {"gui.x", "gui.x.b"}
    assert imports("from . import b", "gui.x.a") == {"gui.x", "gui.x.b"}
    assert imports("def f():\n  import torch\nif TYPE_CHECKING:\n  import numpy", "a", at_start=True) == set()
    assert imports("class A:\n  import torch", "a", at_start=True) == {"torch"}
    assert under({"torch", "torch.nn", "torchvision"}, {"torch"}) == {"torch", "torch.nn"}
