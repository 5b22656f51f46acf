"""scaled_dot_product_attention in eleven lines of PyTorch, as the chapters show it."""

from __future__ import annotations

from typing import Final

LINES: Final = (
    "def scaled_dot_product_attention(Q, K, V, mask=None):",
    "    d_k = Q.size(-1)",
    "    scores = torch.matmul(Q, K.transpose(-2, -1))",
    "    scores = scores / math.sqrt(d_k)",
    "    if mask is not None:",
    '        scores = scores.masked_fill(mask == 0, float("-inf"))',
    "    weights = torch.softmax(scores, dim=-1)",
    "    output = torch.matmul(weights, V)",
    "    return output, weights",
)
