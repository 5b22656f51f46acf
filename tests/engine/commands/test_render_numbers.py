"""`render` of numbers: to the last bit, with the words and the scene that they belong to."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

from engine.commands import numbers
from engine.commands.render import Wanted, wanted
from engine.files.examples import GALLERY
from engine.scene import Scene
from engine.shown.view import varied_of

MUDDY = GALLERY["bank-muddy"]


def asked(*arguments: str, out: str = "a.png") -> Wanted:
    return wanted([*arguments, "--out", out])


def saved(out: Path, *arguments: str) -> Wanted:
    got = wanted([*arguments, "--out", str(out)])
    assert numbers.save(got) == 0
    return got


def matrix(got: Wanted) -> np.ndarray:
    assert got.capture is not None
    now = varied_of(got.scene, got.capture)
    weights: np.ndarray = now.capture.attention(got.scene.layer, int(got.scene.head), now.spec).weights[0, 0]
    return weights


def test_the_matrix_to_the_last_bit(tmp_path: Path) -> None:
    given = (MUDDY.text, "--layer", "2", "--head", "5", "--scale", "3", "--variant", "causal")
    expected = matrix(got := saved(tmp_path / "a.npz", *given))
    kept = np.load(tmp_path / "a.npz")
    assert kept["weights"].dtype == np.float32
    np.testing.assert_allclose(kept["weights"], expected, rtol=2e-6, atol=1e-8)
    assert kept["weights"].tobytes() == _rows(got).tobytes()
    assert kept["tokens"].tolist()[2] == "bank"
    saved(tmp_path / "a.json", *given)
    record = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert (record["layer"], record["head"], record["scale"], record["variant"]) == (2, 5, 3, "causal")
    assert np.array(record["weights"], np.float32).tobytes() == kept["weights"].tobytes()
    saved(tmp_path / "a.csv", *given)
    lines = [line.split(",") for line in (tmp_path / "a.csv").read_text("utf-8").splitlines()]
    assert lines[0][:3] == ["query", "[CLS]", "the"]
    assert np.array([line[1:] for line in lines[1:]], np.float32).tobytes() == kept["weights"].tobytes()


def _rows(got: Wanted) -> np.ndarray:
    from engine.maps.rows import stage_rows

    assert got.capture is not None
    now = varied_of(got.scene, got.capture)
    rows: np.ndarray = stage_rows(
        now.capture, got.scene.layer, got.scene.head, now.spec, "weights", 0, len(got.capture.tokens)
    )[0]
    return rows


def test_the_scores_of_all_heads(tmp_path: Path) -> None:
    got = saved(tmp_path / "h.npz", MUDDY.text, "--view", "heads")
    kept = np.load(tmp_path / "h.npz")
    assert kept["entropy"].shape == (6, 12)
    assert got.capture is not None
    weights = np.asarray(got.capture.attention(2, 7).weights[0, 0], np.float64)
    assert kept["own"][2, 7] == pytest.approx(np.diag(weights).mean(), abs=0.2)
    saved(tmp_path / "h.csv", MUDDY.text, "--view", "heads")
    lines = (tmp_path / "h.csv").read_text("utf-8").splitlines()
    assert len(lines) == 1 + 6 * 12
    names, line = lines[0].split(","), lines[1 + 2 * 12 + 7].split(",")
    assert line[:2] == ["2", "7"]
    assert float(line[names.index("entropy")]) == kept["entropy"][2, 7]
    saved(tmp_path / "h.json", MUDDY.text, "--view", "heads")
    assert json.loads((tmp_path / "h.json").read_text("utf-8"))["entropy"][2][7] == kept["entropy"][2, 7]


def test_hidden_scores_are_minus_infinity_and_in_json_null(tmp_path: Path) -> None:
    scene = tmp_path / "s.json"
    scene.write_text(Scene(stage="masked", variant="causal").to_json(), "utf-8")
    saved(tmp_path / "a.csv", "--scene", str(scene))
    assert "-inf" in (tmp_path / "a.csv").read_text("utf-8").splitlines()[1]
    saved(tmp_path / "a.json", "--scene", str(scene))
    assert json.loads((tmp_path / "a.json").read_text("utf-8"))["masked"][0][1] is None


def test_numbers_that_cannot_be_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scene = tmp_path / "s.json"
    scene.write_text(Scene(workspace="flash", shape=(4096, 64), block_q=4, block_k=4).to_json(), "utf-8")
    assert numbers.save(asked("--scene", str(scene), out=str(tmp_path / "a.csv"))) == 2
    assert re.fullmatch(
        r"[\d,]+ steps are too many to be written out; 200,000 are the most.\n", capsys.readouterr().err
    )
    scene.unlink()
    (folder := tmp_path / "b").mkdir()
    got = asked(MUDDY.text, out=str(folder / "a.csv"))
    folder.rmdir()
    assert numbers.save(got) == 2
    assert capsys.readouterr().err == "“a.csv” cannot be saved: No such file or directory.\n"
    assert list(tmp_path.iterdir()) == []


def test_the_scene_is_inside_and_opens_the_same_view(tmp_path: Path) -> None:
    got = saved(tmp_path / "a.json", MUDDY.text, "--layer", "2", "--query", "river")
    record = json.loads((tmp_path / "a.json").read_text("utf-8"))
    assert Scene.from_json(json.dumps(record["scene"])) == got.scene
    assert (record["text"], record["tokens"][2]) == (MUDDY.text, "bank")
    saved(tmp_path / "a.npz", MUDDY.text, "--layer", "2", "--query", "river")
    about = json.loads(str(np.load(tmp_path / "a.npz")["about"]))
    assert about == {name: record[name] for name in about}


def test_the_steps_of_flash_and_what_the_rows_have(tmp_path: Path) -> None:
    given = (MUDDY.text, "--view", "flash", "--block-q", "4", "--block-k", "4")
    got = saved(tmp_path / "f.npz", *given)
    kept = np.load(tmp_path / "f.npz")
    assert got.capture is not None
    dense = got.capture.attention(0, 4)
    np.testing.assert_allclose(kept["row_output"], dense.output[0, 0], rtol=1e-5, atol=1e-6)
    assert dense.lse is not None
    np.testing.assert_allclose(kept["row_lse"], dense.lse[0, 0], rtol=1e-6)
    saved(tmp_path / "f.json", *given)
    record = json.loads((tmp_path / "f.json").read_text("utf-8"))
    assert np.array(record["row_output"], np.float32).tobytes() == kept["row_output"].tobytes()
    assert record["done"] == record["scene"]["step"] == len(record["op"])
    assert sum(record["read"]) == record["hbm_read"]
    saved(tmp_path / "f.csv", *given)
    lines = [line.split(",") for line in (tmp_path / "f.csv").read_text("utf-8").splitlines()]
    assert lines[0] == ["step", "op", "i", "j", "read", "written", "operations", "split"]
    assert [line[1] for line in lines[1:]] == record["op"]
    assert sum(int(line[6]) for line in lines[1:]) == record["operations_total"]


def test_before_the_end_only_what_is_done_counts(tmp_path: Path) -> None:
    given = (MUDDY.text, "--view", "flash", "--block-q", "4", "--block-k", "4", "--step", "0")
    saved(tmp_path / "f.npz", *given)
    assert not np.load(tmp_path / "f.npz")["row_output"].any()
