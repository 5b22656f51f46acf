"""`flash`: the promised totals, the largest difference to dense attention, one sentence for whatever is wrong."""

import pytest

from engine.commands.flash import flash
from engine.files.examples import GALLERY
from engine.flash import schedule
from engine.flash.hardware.devices import DEVICES
from engine.masks import causal
from tests.engine.commands.running import Run

BANK = str(GALLERY["bank-muddy"].path)
NAMES = "tiles_total tiles_visited hbm_read hbm_written operations sram_peak steps"
PROMISED = ("--n", "128", "--d", "32", "--block-q", "16", "--block-k", "16", "--causal")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(flash, capsys)


# A shape alone


def test_the_promised_schedule(run: Run) -> None:
    answer = run.json(*PROMISED, "--algorithm", "fa2", "--format", "json")
    assert " ".join(answer) == NAMES
    assert (answer["steps"], answer["tiles_visited"], answer["tiles_total"]) == (204, 36, 64)
    assert answer["hbm_read"] + answer["hbm_written"] == 88.25 * 1024
    assert run.err == ""
    standard = run.json(*PROMISED, "--algorithm", "standard")
    assert standard["hbm_read"] + standard["hbm_written"] == 160 * 1024


def test_36_of_64_tiles(run: Run) -> None:
    sizes = ("--n", "1024", "--d", "64", "--block-q", "128", "--block-k", "128")
    answer = run.json(*sizes, "--algorithm", "fa2", "--causal")
    assert (answer["tiles_visited"], answer["tiles_total"]) == (36, 64)
    assert answer["operations"] == 36 * 128 * 128 * 2 * 128


@pytest.mark.parametrize("algorithm", ["standard", "fa1", "fa2", "decoding"])
@pytest.mark.parametrize("direction", ["forward", "backward"])
def test_every_argument_reaches_the_schedule(run: Run, algorithm: str, direction: str) -> None:
    if (algorithm, direction) == ("decoding", "backward"):
        return
    given = f"--n 50 --n-k 70 --d 8 --dv 5 --block-q 16 --block-k 32 --itemsize 4 --algorithm {algorithm}"
    splits = 3 if algorithm == "decoding" else 1
    answer = run.json(*given.split(), "--direction", direction, "--splits", str(splits))
    made = schedule(
        50,
        70,
        8,
        block_q=16,
        block_k=32,
        d_v=5,
        itemsize=4,
        algorithm=algorithm,
        direction=direction,
        splits=splits,
    )
    assert answer == {name: len(made) if name == "steps" else getattr(made, name) for name in NAMES.split()}


def test_both_alignments_of_a_causal_mask(run: Run) -> None:
    sizes = ["--n", "16", "--n-k", "64", "--d", "8", "--block-q", "4", "--block-k", "16", "--causal"]
    for top_left in ([], ["top-left"]):
        assert run.json(*sizes, *top_left)["tiles_visited"] == 4
        assert run.err == "The causal mask starts at the top left: query i sees keys 0 to i.\n"
    assert run.json(*sizes, "bottom-right")["tiles_visited"] == 16
    assert run.err == ""


def test_tiles_are_16_by_16_or_those_of_a_kernel(run: Run) -> None:
    assert run.json("--n", "384", "--d", "64")["tiles_total"] == 24 * 24
    fa3 = ("--n", "384", "--d", "64", "--tiles", "fa3-h100")
    assert run.json(*fa3)["tiles_total"] == 2 * 2
    assert run.json(*fa3, "--causal")["tiles_total"] == 2 * 3
    assert run.json(*fa3, "--block-k", "96")["tiles_total"] == 2 * 4
    split = run.json("--n", "1", "--n-k", "1024", "--d", "64", "--tiles", "decoding-a100", "--splits", "4")
    assert (split["tiles_total"], split["steps"] > 4 * 6) == (4, True)


def test_a_long_text_is_no_matter(run: Run) -> None:
    answer = run.json("--n", "131072", "--d", "128", "--block-q", "128", "--block-k", "128", "--causal")
    assert answer["tiles_visited"] == 1024 * 1025 // 2


def test_the_roofline_of_a_device(run: Run) -> None:
    plain = run.json(*PROMISED)
    answer = run.json(*PROMISED, "--device", "a100")
    assert answer["intensity"] == pytest.approx(plain["operations"] / (88.25 * 1024))
    assert (answer["device"], answer["bound"]) == ("a100", "memory")
    assert answer["attainable"] == pytest.approx(answer["intensity"] * DEVICES["a100"].bandwidth)
    assert answer["seconds"] == pytest.approx(88.25 * 1024 / 1555e9)
    assert plain.items() < answer.items()


# What is wrong is one sentence


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("", "Give a shape, --n and --d, or a text, --text or --file."),
        ("--n 10", "Give a shape, --n and --d, or a text, --text or --file."),
        ("--n 10 --d 4 --head 3", "A shape alone has no --head: give a text with --text or --file."),
        (
            "--n 10 --d 4 --variant causal --scale 2",
            "A shape alone has no --variant and no --scale: give a text with --text or --file.",
        ),
        ("--text a --n 4", "The text and its model give the sizes: leave out --n."),
        (f"--file {BANK} --n-k 4 --dv 2", "The text and its model give the sizes: leave out --n-k and --dv."),
        ("--text a --file b", "Argument --file: not allowed with argument --text."),
        ("--n x --d 4", "Argument --n: this is a whole number, not 'x'."),
        ("--n 1.5 --d 4", "Argument --n: this is a whole number, not '1.5'."),
        ("--text a --head mean", "Argument --head: tiles are those of one head, a number from 0, not 'mean'."),
        ("--text a --head 12", "MiniLM-L6-v2 has heads 0 to 11, not 12."),
        ("--text a --layer 6", "MiniLM-L6-v2 has layers 0 to 5, not 6."),
        ("--n 8 --d 512 --tiles fa2-a100", "FlashAttention-2, A100 takes no keys of size 512."),
        ("--n 8 --d 4 --itemsize 3", "An element has 1, 2, 4 or 8 bytes, not 3."),
        ("--n 8 --d 4 --splits 2", "Only decoding splits the keys; fa2 has 1 split, not 2."),
        ("--n 8 --n-k 9 --d 4 --causal --itemsize 3", "An element has 1, 2, 4 or 8 bytes, not 3."),
        ("--n 8 --d 4 bank", "Unrecognized arguments: bank."),
    ],
)
def test_a_choice_that_cannot_be(run: Run, arguments: str, sentence: str) -> None:
    assert run.refused(*arguments.split()) == sentence


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("--n 0 --d 4", "The number of queries must be a whole number from 1 to"),
        ("--n 99999999999 --d 4", "The number of queries must be a whole number from 1 to"),
        ("--n 8 --d 0", "The size of a key must be a whole number from 1 to"),
        ("--n 8 --d 4 --block-q 0", "The rows of a tile must be a whole number from 1 to"),
        ("--n 8 --d 4 --algorithm fa4", "invalid choice: 'fa4'"),
        ("--n 8 --d 4 --algorithm decoding --direction backward", "decoding has no backward pass"),
        ("--n 8 --d 4 --device abacus", "invalid choice: 'abacus'"),
        ("--n 8 --d 4 --causal left", "invalid choice: 'left'"),
        (f"--file {BANK} --variant sparsemax", "threshold"),
        (f"--file {BANK} --variant sigmoid", "running sum"),
        (f"--file {BANK} --direction backward --variant sparsemax", "threshold"),
        (f"--file {BANK} --variant nothing", "Unknown variant 'nothing'"),
        ("--file /none/at/all", "There is no file"),
    ],
)
def test_another_choice_that_cannot_be(run: Run, arguments: str, words: str) -> None:
    assert words.casefold() in run.refused(*arguments.split()).casefold()


def test_a_head_that_is_not_there_costs_no_loading(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.commands.sources.open_model", lambda name: pytest.fail("loaded"))
    run.refused("--text", "a", "--head", "12")
    run.refused("--text", "a", "--param", "width=3")
    run.refused("--text", "a", "--variant", "sparsemax", "--tiles", "nothing")


def test_the_causal_mask_of_the_command_is_that_of_the_engine(run: Run) -> None:
    made = schedule(33, 33, 4, block_q=8, block_k=8, mask=causal())
    assert run.json(*["--n", "33", "--d", "4", "--block-q", "8", "--block-k", "8", "--causal"])["steps"] == len(made)
