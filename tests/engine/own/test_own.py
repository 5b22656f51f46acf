"""A person's functions in their own process: what torch's flex_attention makes of them, whatever they are added to."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention import flex_attention as flex

from engine.attention import Spec, attend
from engine.own import Approved, GivenUp, OwnError, OwnFunction, heeding, open_own, patience, process, read_own, run_own
from engine.scene import Scene
from engine.shown.saturation import ALL_DIVISORS, all_rows
from engine.variants import vary
from tests.engine.conftest import MakeCapture

OWN = """
import torch

slopes = torch.tensor([0.5, 0.25, 0.125, 0.0625])
groups = torch.arange(64) // 5


def within(n):
    def near(b, h, q_idx, kv_idx):
        return (q_idx - kv_idx).abs() <= n
    return near


def mask_mod(b, h, q_idx, kv_idx):
    print("printed")
    return within(4)(b, h, q_idx, kv_idx) | (groups[q_idx] == groups[kv_idx]) | (h == 3)


def score_mod(score, b, h, q_idx, kv_idx):
    return torch.tanh(score) * 3 - slopes[h] * (q_idx - kv_idx)
"""
HANGS = """
def score_mod(score, b, h, q_idx, kv_idx):
    while True:
        pass
"""


def write(folder: Path, source: str) -> Path:
    path = folder / "own.py"
    path.write_text(source, "utf-8")
    return path


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OwnFunction]:
    made = open_own(write(tmp_path_factory.mktemp("own"), OWN))
    yield made
    made.close()


@pytest.fixture
def functions() -> dict[str, Any]:
    """The same functions in this process, for torch."""
    names: dict[str, Any] = {}
    exec(OWN, names)
    return names


def flexed(q: Any, k: Any, v: Any, mask: Any, score: Any, scale: float) -> Any:
    """torch's own answer, without tracing, which takes seconds."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flex, "_FLEX_ATTENTION_DISABLE_COMPILE_DEBUG", True)
        block = flex.create_block_mask(mask, None, None, q.shape[2], k.shape[2], device="cpu")
        output = flex.flex_attention(torch.as_tensor(q), torch.as_tensor(k), torch.as_tensor(v), score, block, scale)
        return np.asarray(output)


@pytest.mark.parametrize("scale", [0.35, 2.0])
def test_it_is_what_flex_attention_makes_of_it(own: OwnFunction, functions: dict[str, Any], scale: float) -> None:
    q, k, v = np.random.default_rng(1).standard_normal((3, 1, 4, 20, 8)).astype(np.float32)
    ours = attend(q, k, v, Spec(scale, own.score, own.mask)).output
    theirs = flexed(q, k, v, functions["mask_mod"], functions["score_mod"], scale)
    np.testing.assert_allclose(ours, theirs, atol=2e-6)


def test_with_variants_and_a_scale_masks_add_up_and_its_score_comes_last(
    own: OwnFunction, functions: dict[str, Any], random_capture: MakeCapture
) -> None:
    capture = random_capture(12)
    made = vary(capture, 0, "window+alibi", {"window.width": 6}, 0.7, own)
    layer, heads = capture.layers[0], capture.heads
    slope = 2.0 ** (-8 * torch.arange(1, heads + 1) / heads)

    def mask(b: Any, h: Any, q: Any, k: Any) -> Any:
        return (q >= k) & (q - k < 6) & functions["mask_mod"](b, h, q, k)

    def score(s: Any, b: Any, h: Any, q: Any, k: Any) -> Any:
        return functions["score_mod"](s - slope[h] * (q - k).abs(), b, h, q, k)

    group = heads // len(layer.k)
    q, k, v = (np.asarray(x)[None] for x in (layer.q, layer.k.repeat(group, 0), layer.v.repeat(group, 0)))
    for head in range(heads):
        ours = made.capture.attention(0, head, made.spec).output[0, 0]
        np.testing.assert_allclose(ours, flexed(q, k, v, mask, score, 0.7)[0, head], atol=3e-6)
    assert made.own is own and vary(capture, 0, "as-trained").own is None


def test_rows_of_a_head_get_their_own_numbers(own: OwnFunction) -> None:
    q, k, v = np.random.default_rng(2).standard_normal((3, 1, 4, 9, 8)).astype(np.float32)
    spec = Spec(score=own.score, mask=own.mask)
    part = attend(q[:, 3:, 5:8], k[:, 3:], v[:, 3:], spec.shifted(3, 5))
    np.testing.assert_allclose(part.weights, attend(q, k, v, spec).weights[:, 3:, 5:8], atol=1e-6)


def test_the_study_of_all_rows_has_its_score(own: OwnFunction, random_capture: MakeCapture) -> None:
    capture, scene = random_capture(8), Scene(head=1)
    curves = all_rows(scene, vary(capture, 0, "as-trained", own=own), lambda: False)
    at = 20
    scaled = vary(capture, 0, "as-trained", scale=1 / ALL_DIVISORS[at], own=own)
    weights = capture.attention(0, 1, scaled.spec).weights[0, 0]
    assert curves is not None
    assert curves.largest[at] == pytest.approx(weights.max(-1).mean(), abs=1e-6)


def test_nan_is_shown_and_not_refused(tmp_path: Path) -> None:
    own = open_own(
        write(tmp_path, "import torch\ndef score_mod(s, b, h, q, k):\n    return torch.where(h == 1, torch.nan, s)\n")
    )
    x = np.ones((1, 2, 3, 4), np.float32)
    weights = attend(x, x, x, Spec(score=own.score)).weights
    own.close()
    assert np.isfinite(weights[:, 0]).all() and np.isnan(weights[:, 1]).all()


def call(own: OwnFunction) -> Any:
    x = np.ones((1, 1, 2, 4), np.float32)
    return attend(x, x, x, Spec(score=own.score, mask=own.mask)).weights


def test_a_hang_is_stopped_at_its_line_and_not_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "LIMIT", 0.5)
    own = open_own(write(tmp_path, HANGS))
    child = own.process.pid
    with pytest.raises(OwnError, match=r"Line [34] of own.py, .*did not end within 0.5 seconds") as first:
        call(own)
    with pytest.raises(OwnError) as again:
        call(own)
    assert again.value is first.value
    assert own.process.pid == 0 and gone(child)
    own.close()


def test_a_hang_is_left_alone_by_who_has_no_patience(tmp_path: Path) -> None:
    own = open_own(write(tmp_path, HANGS))

    @heeding
    def job(a: int, b: int, c: int, cancelled: Any) -> Any:
        return call(own)

    started = time.monotonic()
    assert job(0, 0, 0, lambda: time.monotonic() > started + 0.1) is None
    with patience(lambda: True), pytest.raises(GivenUp):
        call(own)
    assert time.monotonic() < started + 20
    own.close()


def test_an_answer_that_came_too_late_is_not_taken_for_the_next(tmp_path: Path) -> None:
    slow = "import time\ndef score_mod(s, b, h, q, k):\n    time.sleep(0.3)\n    return s + h\n"
    own = open_own(write(tmp_path, slow))
    assert own.score is not None
    index = [np.zeros((1, 1, 1, 1), np.int64)] * 4
    started = time.monotonic()
    with patience(lambda: time.monotonic() > started + 0.05), pytest.raises(GivenUp):
        own.score(np.full((1, 1, 1, 2), 7.0), *index)
    assert own.score(np.full((1, 1, 1, 3), 1.0), index[0], index[0] + 4, *index[2:]).tolist() == [[[[5, 5, 5]]]]
    own.close()


def test_a_child_that_is_killed_in_a_call_costs_that_call_alone(tmp_path: Path) -> None:
    slow = "    time.sleep(60 * os.path.exists(__file__ + '.slow'))\n"
    own = open_own(write(tmp_path, f"import time, os\ndef score_mod(s, b, h, q, k):\n{slow}    return s\n"))
    (tmp_path / "own.py.slow").touch()
    killer = threading.Timer(0.4, lambda: os.kill(own.process.pid, signal.SIGKILL))
    killer.start()
    with pytest.raises(OwnError, match=r"own.py: its process ended \(signal 9\)"):
        call(own)
    (tmp_path / "own.py.slow").unlink()
    assert call(own) == pytest.approx(0.5)
    own.close()


def test_what_a_mask_said_is_kept_and_given_for_the_same_cells_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = open_own(write(tmp_path, "def mask_mod(b, h, q, k):\n    return q + h >= k\n"))
    assert own.mask is not None
    flat, one = np.arange(6).reshape(1, 1, 6, 1), np.zeros((1, 1, 1, 1), np.int64)
    asked = []
    send = type(own.process)._answer

    def counting(self: Any, *request: Any) -> Any:
        asked.append(request)
        return send(self, *request)

    monkeypatch.setattr(type(own.process), "_answer", counting)
    first = own.mask(one, one, flat, one + 3)
    assert np.array_equal(own.mask(one, one, flat, one + 3), first)
    zero = np.zeros((), np.int64)
    assert np.array_equal(own.mask(zero, zero, flat[0, 0], one[0, 0] + 3), first[0, 0])  # the same along other axes
    assert len(asked) == 1
    assert own.mask(one, one + 1, flat, one + 3).sum() == first.sum() + 1
    assert own.mask(one, one, flat[:, :, :3], one + 3).shape == (1, 1, 3, 1)
    monkeypatch.setattr(process, "KEPT", 8)
    own.mask(one, one, flat, one + 4)
    assert len(own.process._masks) == 1
    own.close()


def test_a_crash_names_its_line(tmp_path: Path) -> None:
    crash = "import ctypes\ndef mask_mod(b, h, q, k):\n    ctypes.string_at(0)\n"
    own = open_own(write(tmp_path, crash))
    with pytest.raises(OwnError, match=r"Line 3 of own.py, “ctypes.string_at\(0\)”: its process crashed: Segmentation"):
        call(own)
    own.close()


def test_an_end_at_once_and_a_question_have_their_line(tmp_path: Path) -> None:
    asks = "import os\ntry:\n    input()\nexcept EOFError:\n    pass\ndef mask_mod(b, h, q, k):\n    os._exit(3)\n"
    own = open_own(write(tmp_path, asks))
    with pytest.raises(OwnError, match=r"Line 7 of own.py, “os._exit\(3\)”: it ends its process with exit\(3\)"):
        call(own)
    own.close()


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    starts = "import subprocess, pathlib\nchild = subprocess.Popen(['sleep', '600'])\n"
    starts += (
        "pathlib.Path(__file__ + '.pid').write_text(str(child.pid))\ndef mask_mod(b, h, q, k):\n    return q >= k\n"
    )
    own = open_own(write(tmp_path, starts))
    sleeper, child = int((tmp_path / "own.py.pid").read_text()), own.process.pid
    own.close()
    assert gone(child) and gone(sleeper)
    assert not [thread for thread in threading.enumerate() if thread.name == "qkvista-own" and thread.daemon is False]


def test_a_process_that_left_it_and_holds_its_pipe_is_not_waited_for(tmp_path: Path) -> None:
    leaves = "import os, pathlib, time\npath = pathlib.Path(__file__ + '.pid')\nif os.fork() == 0:\n    os.setsid()\n"
    leaves += (
        "    path.write_text(str(os.getpid()))\n    time.sleep(600)\ndef mask_mod(b, h, q, k):\n    return q >= k\n"
    )
    own = open_own(write(tmp_path, leaves))
    written = tmp_path / "own.py.pid"
    while not (written.exists() and written.read_text()):
        time.sleep(0.01)
    started = time.monotonic()
    own.close()
    took = time.monotonic() - started
    os.kill(int(written.read_text()), signal.SIGKILL)
    assert took < 20


@pytest.mark.parametrize("noise", [b"{noise\n", b"[]\n", b'{"bytes": -1}\n', b'{"bytes": 4611686018427387904}\n'])
def test_noise_in_its_pipe_is_an_end_and_said_so(tmp_path: Path, noise: bytes) -> None:
    writes = f"import os\nfor number in range(3, 30):\n    try:\n        os.write(number, {noise!r})\n"
    writes += "    except OSError:\n        pass\ndef mask_mod(b, h, q, k):\n    return q >= k\n"
    with pytest.raises(OwnError, match=r"^own\.py: its process ended"):
        open_own(write(tmp_path, writes)).close()


def test_only_what_was_approved_is_found_and_only_as_it_was(tmp_path: Path) -> None:
    approved, path = Approved(), write(tmp_path, "def mask_mod(b, h, q, k):\n    return q >= k\n")
    assert approved.find(str(path)) is None
    function = approved.approve(read_own(path))
    assert approved.find(str(path)) is function
    os.utime(path, (1, 1))  # written again, and the same
    assert approved.find(str(path)) is function
    child = function.process.pid
    path.write_text("def mask_mod(b, h, q, k):\n    return q <= k\n")
    assert approved.find(str(path)) is None and gone(child)
    approved.approve(read_own(path))
    path.unlink()
    assert approved.find(str(path)) is None
    approved.close()


def test_what_was_read_is_what_runs_although_the_file_changes_before_the_answer(tmp_path: Path) -> None:
    approved, path = Approved(), write(tmp_path, "def mask_mod(b, h, q, k):\n    return q >= k\n")
    shown = read_own(path)
    path.write_text("raise SystemExit\n")
    function = approved.approve(shown)
    assert np.isclose(call(function)[0, 0, 0], [1, 0]).all()
    assert approved.find(str(path)) is None
    approved.close()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    approved, paths = Approved(), [tmp_path / "one.py", tmp_path / "other.py"]
    for path in paths:
        path.write_text("def mask_mod(b, h, q, k):\n    return q >= k\n")
    one, other = (approved.approve(read_own(path)) for path in paths)
    first = one.process.pid
    assert approved.find(str(paths[1])) is other and other.process.pid and gone(first)
    assert approved.find(str(paths[0])) is one and np.isclose(call(one)[0, 0, 0], [1, 0]).all()
    pids = one.process.pid, other.process.pid
    approved.close()
    assert pids[0] and not pids[1] and gone(pids[0])


def test_a_file_that_fails_leaves_nothing_running(tmp_path: Path) -> None:
    before = threading.active_count()
    with pytest.raises(OwnError, match=r"Line 1 of own\.py, “boom”"):
        run_own(read_own(write(tmp_path, "boom\n")))
    assert threading.active_count() == before


def gone(pid: int) -> bool:
    """Whether a process has ended (or is nobody's any more), within two seconds."""
    until = time.monotonic() + 2
    while time.monotonic() < until:
        try:
            with open(f"/proc/{pid}/stat") as file:
                if file.read().rpartition(")")[2].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.02)
    return False
