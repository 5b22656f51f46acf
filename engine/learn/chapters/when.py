"""Chapter 9: when attention is worth its price, with the price in numbers."""

from engine.learn.records import Chapter, Figure, Heading, Live, Para, Points, Table, Try

LONG = {"workspace": "flash", "shape": (8192, 64), "block_q": 128, "block_k": 128}

CHAPTER = Chapter(
    name="when",
    title="When to use it, or not",
    lead="Attention reaches any word in one step. The price grows with the square of the length.",
    blocks=(
        Heading("Use it when", "use"),
        Points(
            (
                "**Things far apart belong together.** In text, audio or a time series any two places are one step "
                "apart, not N steps.",
                "**Training should run in parallel.** A recurrent network needs step t before step t + 1. Attention "
                "computes all rows at once.",
                "**What a thing means depends on its context.** The weights are made anew for each input; those of a "
                "convolution are the same for all.",
            )
        ),
        Heading("Think twice when", "avoid"),
        Points(
            (
                "**The sequence is very long**, more than about 10,000 tokens, and the map is kept. See the table.",
                "**Memory is slow or small**, and no kernel such as FlashAttention is at hand: then the N × N map "
                "travels through memory several times.",
                "**The data is small and its pattern local.** Attention has to learn that neighbours matter; a "
                "convolution knows it.",
                "**Each step must cost the same**, as in a stream without end. The cache of keys and values grows "
                "with each token; a state of fixed size does not.",
            )
        ),
        Heading("The N × N map in bytes", "memory"),
        Table(
            ("Tokens", "Map N × N, one head", "FlashAttention keeps"),
            (
                ("1,024", "{n:2 MiB}", "{n:4 KiB}"),
                ("10,000", "{n:191 MiB}", "{n:39 KiB}"),
                ("131,072", "{n:32 GiB}", "{n:512 KiB}"),
            ),
            "Computed: 2 bytes a weight; FlashAttention keeps one number of 4 bytes a row. Q, K, V and O come on top "
            "in both.",
        ),
        Live("memory", LONG, "Bytes of the N × N map, and of what tiles keep, on a logarithmic scale. Drag along it."),
        Para(
            "A layer with 32 heads needs the map 32 times: at 10,000 tokens {n:6.0 GiB}. With tiles memory grows only "
            "with N. Measured by the authors:"
        ),
        Figure(
            "17,024 → 836 MiB",
            "at 4,096 tokens: 16 texts, 8 heads, d = 64, forward and backward; our formula gives the same",
            "Dao et al., arXiv 2205.14135, table 21",
            "table_21_4096",
        ),
        Figure(
            "13,376 MiB",
            "at 65,536 tokens with FlashAttention, where the standard way no longer fits",
            "Dao et al., arXiv 2205.14135, table 21",
            "table_21_65536",
        ),
        Heading("What tiles do not save", "operations"),
        Para(
            "The arithmetic stays quadratic: 4 N{^2} d operations a head. At 8,192 tokens and d = 64 that is {n:17.2} "
            "billion, at twice the length four times as many. At 131,072 tokens it is {n:4.4} trillion: {n:14} ms for "
            "one head on an A100 at its full speed."
        ),
        Heading("How far models read", "limits"),
        Figure(
            "131,072 tokens",
            "Llama 3.1 reads at most",
            "Llama Team, The Llama 3 Herd of Models, arXiv 2407.21783, sec. 1",
        ),
        Figure(
            "16 GiB",
            "of keys and values for one such text in Llama 3.1 8B: 32 layers × 8 key heads × 128 × 2 × 2 bytes a token",
            "Computed from arXiv 2407.21783, table 3",
            "llama_cache",
        ),
        Figure(
            "1 million tokens",
            "Gemini 1.5 Pro takes in production; tested up to 10 million",
            "Gemini Team, arXiv 2403.05530, abstract and sec. 1",
        ),
        Para(
            "So long texts are possible today. Kernels such as FlashAttention removed the map, shared {k:key} heads "
            "shrank the cache, and clusters share the arithmetic. It is paid for in time and money. Whoever has more "
            "to read than that looks at windows, sparse masks, linear attention or retrieval first."
        ),
    ),
    tries=(
        Try("Bytes at 8,192 tokens", "Flash, a shape without numbers", LONG | {"beside": "standard"}),
        Try("How it grows with N", "Flash, the curve over N", LONG | {"plot": "n"}),
        Try("Compute or memory bound?", "Flash, the roofline of an A100", LONG | {"plot": "roofline"}),
    ),
    line=None,
    sources="Vaswani et al., arXiv 1706.03762, sec. 4 and table 1. Images and few data: Dosovitskiy et al., "
    "arXiv 2010.11929, "
    "sec. 1. A100, 312 TFLOP/s: NVIDIA’s white paper (2020).",
    seed=("Use When", "Avoid When"),
)
