"""Chapter 8: the same numbers with fewer trips to memory."""

from engine.learn.records import Chapter, Figure, Formula, Heading, Live, Para, Points, Table, Try
from engine.learn.scenes import BANK, LOCKS

TILES = BANK | {"block_q": 4, "block_k": 4}
SCORES, RESCALED = 8, 11  # steps after which the scores of the second tile are there, and its rescale is done

CHAPTER = Chapter(
    name="flash",
    title="FlashAttention",
    lead="FlashAttention computes the same attention tile by tile, so that the N × N map never travels to memory.",
    blocks=(
        Heading("Moving costs more than computing", "io"),
        Para(
            "A GPU has a large memory (HBM) and, beside its arithmetic, small fast ones (SRAM). An A100 reads its HBM "
            "at {n:1,555} GB a second. Each of its {n:108} multiprocessors has {n:192} KiB of SRAM."
        ),
        Para(
            "The standard way writes the scores S to HBM, reads them for softmax, writes the weights P, and reads "
            "these for the product with {v:V}. That is four trips of N × N numbers, and the arithmetic waits for them."
        ),
        Heading("Tiles", "tiles"),
        Para(
            "FlashAttention cuts {q:Q} into blocks of rows, and {k:K} and {v:V} into blocks of keys. One block of "
            "{q:Q} stays in SRAM while the blocks of {k:K} and {v:V} come by. Each small tile of scores is made, "
            "used, and forgotten there. What goes back to HBM is the output, and one number for each row."
        ),
        Live(
            "tiles",
            TILES | {"step": SCORES},
            "Our sentence in tiles of 4 × 4: {n:9} tiles, {n:51} steps. Play it, or step with the arrows.",
        ),
        Heading("Online softmax", "online"),
        Para(
            "One thing seems to need the whole row: softmax divides by a sum over all keys. And before raising e to "
            "scores one takes off their maximum, so that nothing overflows. Both can be kept **as one goes**: a "
            "running maximum m, a running sum ℓ, and the output so far, not yet divided."
        ),
        Formula("online", "m new is the larger of m and the maximum of the tile. a is e to m minus m new."),
        Formula(
            "sums",
            "l new is a l plus the sum of e to S minus m new. O new is a O plus e to S minus m new, times V.",
        ),
        Para("Take the row of “bank” in tiles of four keys:"),
        Table(
            ("Tile of keys", "m, maximum", "a, factor", "ℓ, sum"),
            (
                ("0: [CLS] the bank of", "{n:3.00}", "–", "{n:2.25}"),
                ("1: the river was muddy", "{n:5.05}", "{n:0.128}", "{n:1.86}"),
                ("2: . [SEP]", "{n:5.05}", "{n:1.000}", "{n:1.91}"),
            ),
            "Computed by the app: MiniLM-L6-v2, layer 0, head 4.",
        ),
        Para(
            "Tile 1 brings “river” and a larger maximum. What was summed before was measured from {n:3.00}; it has "
            "to be measured from {n:5.05}. One factor does that for the sum and the output: a = e{^3.00 − 5.05} = "
            "{n:0.128}. In tile 2 the maximum stays, and a is {n:1}."
        ),
        Live(
            "closeup",
            TILES | {"step": RESCALED},
            "The row of “bank” as its keys arrive. Each rescale shrinks all bars so far.",
        ),
        Heading("Why it is exact", "exact"),
        Formula("rescale", "e to s minus m new equals e to s minus m times e to m minus m new."),
        Para(
            "That is the whole proof. Multiplying by a turns each old term into the term it would have been with the "
            "new maximum. After the last tile m is the maximum of the row and ℓ the sum of the row, so O / ℓ is "
            "softmax times {v:V}. Nothing was left out or approximated; only rounding differs, because sums run in "
            "another order. On this sentence the outputs differ by less than {n:0.000001}."
        ),
        Para(
            "The same rule merges two parts that were computed apart, in any order. Flash-Decoding and attention over "
            "several GPUs live on that."
        ),
        Heading("What it saves", "saves"),
        Para(
            "Numbers moved for one head: the standard way against FlashAttention-2, where T{_r} counts the blocks of "
            "rows."
        ),
        Formula(
            "traffic",
            "Standard: 4 N squared plus 4 N d elements. FlashAttention 2: 2 N d plus 2 N d T r plus N, T r row blocks.",
        ),
        Figure(
            "{n:8.5} → {n:2.25} MiB",
            "moved for one head, N = 1,024, d = 64, 16 bits, tiles of 128 × 128, forward",
            "Counted by the app from its schedules",
            "moved_1024",
        ),
        Figure(
            "40.3 → 4.4 GB",
            "measured on an A100: GPT-2 medium, N = 1,024, 64 texts, forward and backward",
            "Dao et al., arXiv 2205.14135, figure 2",
        ),
        Points(
            (
                "The count of multiplications stays the same. It even grows a little in training, because the "
                "backward pass computes scores again instead of keeping them.",
                "Small tiles do not pay. Our {n:10} tokens in tiles of 4 × 4 move {n:5,140} bytes; the standard way "
                "moves {n:3,360}. Each block of {q:Q} reads all of {k:K} and {v:V} again: few large blocks, few reads.",
                "A mask skips whole tiles. Causal, N = 1,024, 128 × 128: {n:36} of {n:64} tiles are visited.",
            )
        ),
    ),
    tries=(
        Try("This sentence, tile by tile", "Flash, 4 × 4", TILES | {"workspace": "flash"}),
        Try("A longer text", "Flash, 59 tokens, 8 × 8", LOCKS | {"block_q": 8, "block_k": 8, "workspace": "flash"}),
        Try(
            "Against the standard way",
            "Flash, 1,024 tokens of d = 64, both side by side",
            {"workspace": "flash", "shape": (1024, 64), "block_q": 128, "block_k": 128, "beside": "standard"},
        ),
    ),
    line=None,
    sources="Dao et al., FlashAttention, arXiv 2205.14135, algorithms 0 and 1; Dao, FlashAttention-2, arXiv "
    "2307.08691. Online "
    "softmax: Milakov and Gimelshein, arXiv 1805.02867. A100: NVIDIA’s white paper (2020).",
    seed=("Common Variants: FlashAttention", "History: FlashAttention, tiling, HBM and SRAM"),
)
