"""What `render` is asked for: the scene and its capture, and one sentence for all that is impossible."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.commands.render import Wanted, wanted
from engine.files.examples import GALLERY
from engine.scene import Scene
from tests.engine.commands.running import Run

MUDDY = GALLERY["bank-muddy"]
BANK = str(MUDDY.path)
HEADS = "--view heads --measure entropy --threshold 0.25 --sort score"
FLASH = "--view flash --algorithm fa1 --direction backward --block-q 3 --block-k 5 --step 7"


def asked(*arguments: str, out: str = "a.png") -> Wanted:
    return wanted([*arguments, "--out", out])


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(arguments: Sequence[str]) -> int:
        wanted(arguments)
        return 0

    return Run(command, capsys)


def test_a_text_alone_is_the_first_start_in_light() -> None:
    got = asked(MUDDY.text)
    assert got.scene == Scene(theme="light", query=2)
    assert (got.size, got.dpr, got.kind, got.last) == ((1440, 900), 1.0, ".png", True)
    assert got.capture is not None
    assert got.capture.text == MUDDY.text


def test_choices_are_those_of_the_scene() -> None:
    given = (
        "--view attention --layer 3 --head max --query river --variant window --param width=3 --scale 8 --theme dark"
    )
    got = asked(MUDDY.text, *given.split(), "--size", "960x600", "--dpr", "2")
    scene = Scene(
        workspace="attention",
        layer=3,
        head="max",
        query=5,
        variant="window",
        parameters={"width": 3},
        scale=8,
        theme="dark",
    )
    assert got.scene == scene
    assert (got.size, got.dpr) == ((960, 600), 2.0)


def test_choices_of_heads_and_flash() -> None:
    heads = asked(MUDDY.text, *HEADS.split()).scene
    assert (heads.workspace, heads.measure, heads.threshold, heads.sorting) == ("heads", "entropy", 0.25, "score")
    flash = asked(MUDDY.text, *FLASH.split())
    scene = flash.scene
    assert (scene.algorithm, scene.direction, scene.block_q, scene.block_k, scene.step) == ("fa1", "backward", 3, 5, 7)
    assert not flash.last


@pytest.mark.parametrize(
    ("choice", "view"), [("--step 0", "flash"), ("--threshold 0", "heads"), ("--layer 1", "attention")]
)
def test_the_view_follows_from_the_choices(choice: str, view: str) -> None:
    assert asked(MUDDY.text, *choice.split()).scene.workspace == view


def test_a_capture_is_its_own_source() -> None:
    got = asked("--file", BANK)
    assert (got.scene.source, got.scene.text, got.scene.query) == (str(MUDDY.path.resolve()), MUDDY.text, 2)


def test_a_file_of_text(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(MUDDY.text + "\n", "utf-8")
    assert asked("--file", str(file)).scene.text == MUDDY.text


def test_a_scene_is_drawn_as_it_is_and_choices_change_it(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    scene = Scene(layer=2, query=4, key=5, workspace="flash", step=3, theme="dark")
    file.write_text(scene.to_json(), "utf-8")
    got = asked("--scene", str(file))
    assert (got.scene, got.last) == (scene, False)
    changed = asked("--scene", str(file), "--view", "attention", "--query", "bank").scene
    assert (changed.workspace, changed.query, changed.key, changed.layer) == ("attention", 2, None, 2)
    other = asked(GALLERY["bank-river"].text, "--scene", str(file)).scene
    assert (other.text, other.query, other.key) == (GALLERY["bank-river"].text, 5, None)


def test_a_shape_needs_no_text_and_a_repeat_reads_random_tokens(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    file.write_text(Scene(workspace="flash", shape=(4096, 64)).to_json(), "utf-8")
    assert asked("--scene", str(file)).capture is None
    assert asked(MUDDY.text, "--scene", str(file)).capture is not None
    file.write_text(Scene(workspace="heads", measured_on="repeat", repeats=8).to_json(), "utf-8")
    capture = asked("--scene", str(file)).capture
    assert capture is not None
    assert len(capture.tokens) == 2 * 8 + 2


def test_a_text_that_is_no_example_is_read_by_the_model() -> None:
    got = asked("river bank", "--view", "attention")
    assert got.capture is not None
    assert [token.label for token in got.capture.tokens] == ["[CLS]", "river", "bank", "[SEP]"]
    assert got.scene.query == 1


def test_what_is_usual_for_a_kind(tmp_path: Path) -> None:
    assert asked(MUDDY.text, out="a.SVG").dpr == 2
    gif = wanted([MUDDY.text, "--view", "flash", "--out", "a.gif", "--every", "3", "--fps", "20"])
    assert (gif.size, gif.dpr, gif.every, gif.frames, gif.fps) == ((1200, 720), 1, 3, None, 20)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--out a.png", "Give a text, --file or --scene."),
        ("x", "The following arguments are required: --out."),
        ("x --file a --out a.png", "Argument --file: not allowed with argument TEXT."),
        ("x --out a.jpg", "ends in one of .png, .svg, .pdf, .gif, .csv, .json, .npz, not 'a.jpg'."),
        ("x --out /none/a.png", "there is no folder /none."),
        ("x --out a.png --view kitchen", "invalid choice: 'kitchen'"),
        ("x --view heads --measure beauty --out a.png", "Unknown measure 'beauty'; known: previous, next,"),
        ("x --out a.png --size 959x600", "from 960x600 to 8192x8192, not '959x600'."),
        ("x --out a.png --size 960x599", "not '960x599'."),
        ("x --out a.png --size 8193x900", "not '8193x900'."),
        ("x --out a.png --size big", "not 'big'."),
        ("x --out a.png --dpr 0.5", "a device pixel ratio is a number from 1 to 4, not '0.5'."),
        ("x --out a.png --dpr nan", "not 'nan'."),
        ("x --out a.gif --fps 51", "what is shown a second is a number from 0.5 to 50, not '51'."),
        ("x --out a.gif --frames 0", "a whole number from 1, not '0'."),
        ("x --out a.gif --every 1.5", "a whole number from 1, not '1.5'."),
        ("x --view flash --out a.gif --every 2 --frames 3", "Give --every or --frames, not both."),
        ("x --view flash --out a.gif --step 3", "A GIF begins at the first step: leave out --step."),
        ("x --out a.gif", "Only --view flash moves, so that it can be a GIF."),
        ("x --view heads --out a.gif", "Only --view flash moves, so that it can be a GIF."),
        ("x --out a.png --fps 5", "--fps belongs to a GIF."),
        ("x --view heads --block-q 4 --step 2 --out a.png", "--block-q and --step belong to --view flash."),
        ("x --view attention --measure entropy --out a.png", "--measure belongs to --view heads."),
        ("x --out a.png --model gpt9", "Unknown model 'gpt9'"),
        ("x --out a.png --model=", "Unknown model ''"),
        (f"x --out {'a' * 300}.png", "no such file can be written (file name too long)."),
        ("x --out a.png --layer 6", "MiniLM-L6-v2 has layers 0 to 5, not 6."),
        ("x --out a.png --head 12", "MiniLM-L6-v2 has heads 0 to 11, not 12."),
        ("x --out a.png --head most", "a head is a number from 0, mean or max, not 'most'."),
        ("x --out a.png --scale 0.1", "A scale is a number from 0.5 to 64, not 0.1."),
        ("x --out a.png --variant wavy", "'wavy'"),
        ("x --out a.png --variant window --param height=3", "height"),
        ("x --view flash --block-q 0 --out a.png", "lock_q is a number of tokens from 1 to 1024, not 0."),
        ("x --view flash --step -1 --out a.png", "tep is a number from 0, not -1."),
        ("x --out a.png --scene none.json", "There is no file “none.json”."),
        ("--file none.txt --out a.png", "There is no file “none.txt”."),
        (f"--file {BANK} --query the --out a.png", "“the” stands 2 times"),
        (f"--file {BANK} --query sea --out a.png", "There is no “sea” among the 10 tokens that were read."),
        (f"--file {BANK} --model smollm2 --out a.png", "is of MiniLM-L6-v2, not of"),
    ],
)
def test_what_is_impossible_is_one_sentence(run: Run, arguments: str, sentence: str) -> None:
    assert sentence in run.refused(*arguments.split())


def test_an_empty_text_and_a_folder_are_refused(run: Run, tmp_path: Path) -> None:
    assert run.refused(" ", "--out", "a.png") == "The text is empty: give at least one word."
    (tmp_path / "b.png").mkdir()
    assert run.refused("x", "--out", str(tmp_path / "b.png")).endswith("is a folder.")


def test_a_scene_never_runs_its_own_function_and_that_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scene = tmp_path / "scene.json"
    scene.write_text(Scene(function="/somewhere/mine.py").to_json(), "utf-8")
    assert asked("--scene", str(scene)).scene.function == ""
    assert "own function /somewhere/mine.py was not run" in capsys.readouterr().err
