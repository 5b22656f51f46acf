"""Chapter 10: how attention came to be what it is."""

from engine.learn.records import Chapter, Event, Heading, Para, Timeline, Try
from engine.learn.scenes import BANK, DURSLEY


def _event(date: str, title: str, text: str, source: str, paper: str) -> Event:
    """An event with its paper on arXiv."""
    return Event(date, title, text, f"{source}, arXiv {paper}", f"https://arxiv.org/abs/{paper}")


EVENTS = (
    _event(
        "September 2014",
        "Attention in translation",
        "A recurrent translator learns to look back at the words of its source while it writes.",
        "Bahdanau, Cho and Bengio, Neural Machine Translation by Jointly Learning to Align and Translate",
        "1409.0473",
    ),
    _event(
        "June 2017",
        "The Transformer",
        "Vaswani and others keep the attention and leave out recurrence and convolution. Scaled dot products, several "
        "heads, and training in parallel.",
        "Vaswani et al., Attention Is All You Need",
        "1706.03762",
    ),
    _event(
        "October 2018",
        "BERT",
        "Attention in both directions, trained on hidden words. MiniLM is a small one of this family.",
        "Devlin et al., BERT",
        "1810.04805",
    ),
    _event(
        "November 2019",
        "Multi-query attention",
        "All heads share one key and one value head, so that writing needs less memory.",
        "Shazeer, Fast Transformer Decoding: One Write-Head is All You Need",
        "1911.02150",
    ),
    _event(
        "April 2020",
        "Longformer",
        "Windows and a few global tokens: cost grows with N, for long documents.",
        "Beltagy, Peters and Cohan, Longformer",
        "2004.05150",
    ),
    _event(
        "April 2021",
        "RoPE",
        "Su and others turn queries and keys by their absolute positions. The score then depends on the distance.",
        "Su et al., RoFormer: Enhanced Transformer with Rotary Position Embedding",
        "2104.09864",
    ),
    _event(
        "August 2021",
        "ALiBi",
        "A penalty for distance in place of position vectors; texts may be longer than in training.",
        "Press, Smith and Lewis, Train Short, Test Long",
        "2108.12409",
    ),
    _event(
        "May 2022",
        "FlashAttention",
        "Dao and others compute exact attention in tiles. They count reads and writes between HBM and SRAM, and the N "
        "× N map is never written.",
        "Dao et al., FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness",
        "2205.14135",
    ),
    _event(
        "May 2023",
        "Grouped-query attention",
        "Groups of heads share keys and values: between multi-head and multi-query.",
        "Ainslie et al., GQA",
        "2305.13245",
    ),
    _event(
        "July 2023",
        "FlashAttention-2",
        "Query blocks outside, key blocks inside: fewer rescales, and better use of the GPU.",
        "Dao, FlashAttention-2: Faster Attention with Better Parallelism and Work Partitioning",
        "2307.08691",
    ),
    _event(
        "September 2023",
        "Paged keys, and sinks",
        "PagedAttention keeps keys and values in pages. In the same month StreamingLLM shows why models need their "
        "first tokens (arXiv 2309.17453).",
        "Kwon et al., Efficient Memory Management for Large Language Model Serving with PagedAttention",
        "2309.06180",
    ),
    _event(
        "May 2024",
        "Latent attention",
        "DeepSeek-V2 keeps one small vector a token, and makes keys and values of it.",
        "DeepSeek-AI, DeepSeek-V2",
        "2405.04434",
    ),
    _event(
        "July 2024",
        "FlashAttention-3",
        "For Hopper GPUs: loading, products and softmax overlap; FP8 too.",
        "Shah et al., FlashAttention-3: Fast and Accurate Attention with Asynchrony and Low-precision",
        "2407.08608",
    ),
    _event(
        "December 2024",
        "FlexAttention",
        "Masks and score changes as short functions that are compiled into one kernel.",
        "Dong et al., Flex Attention: A Programming Model for Generating Optimized Attention Kernels",
        "2412.05496",
    ),
    _event(
        "March 2026",
        "FlashAttention-4",
        "For Blackwell GPUs, where softmax became the slow part: rescale only when the maximum grows enough.",
        "Zadouri et al., FlashAttention-4: Algorithm and Kernel Pipelining Co-Design for Asymmetric Hardware Scaling",
        "2603.05451",
    ),
)

CHAPTER = Chapter(
    name="history",
    title="History",
    lead="The formula has hardly changed since 2017. Masks, positions, shared keys and kernels have.",
    blocks=(
        Heading("What came when", "timeline"),
        Para("A date is that of the first version on arXiv. A link opens only when you click it."),
        Timeline(EVENTS),
    ),
    tries=(
        Try("2017: the plain formula", "Attention, MiniLM", BANK | {"workspace": "attention"}),
        Try("2021: with RoPE", "Attention, SmolLM2", DURSLEY | {"workspace": "attention"}),
        Try(
            "2022: FlashAttention",
            "Flash, its first algorithm",
            BANK | {"algorithm": "fa1", "block_q": 4, "block_k": 4, "workspace": "flash"},
        ),
        Try(
            "2026: fewer rescales",
            "Flash, lazy rescaling",
            BANK | {"lazy": True, "block_q": 4, "block_k": 4, "workspace": "flash"},
        ),
    ),
    line=None,
    sources="Each event names its paper.",
    seed=("History: June 2017", "History: April 2021", "History: May 2022"),
)
