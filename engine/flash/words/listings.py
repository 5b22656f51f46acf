"""The pseudocode of each algorithm, as plain text: two spaces a level, and after # the operation that does the line.

Letters of blocks carry their block's index, Q_i and K_j; ^T is transposed; ∘ multiplies cell by cell. Written after
Algorithms 0, 1, 3 and 4 of arXiv 2205.14135 and 1 and 2 of arXiv 2307.08691, in the order of our steps.
"""

from typing import Final

_ONLINE: Final = """\
    S ← scale · Q_i K_j^T                     # scores
    if the mask cuts the tile: mask S         # mask
    m’ ← max(m, rowmax S)                     # max
    α ← exp(m - m’)
"""
_SUM: Final = """\
    ℓ, O ← α ℓ, α O                           # rescale
    P ← exp(S - m’)
    ℓ, O ← ℓ + rowsum P, O + P V_j            # accumulate
"""

FA2: Final = f"""\
for each row block i
  load Q_i                                    # load_q
  m, ℓ, O ← -∞, 0, 0
  for each key block j it may see
    load K_j, V_j                             # load_kv
{_ONLINE}{_SUM}\
  store O / ℓ and m + ln ℓ                    # store
"""

DECODING: Final = f"""\
for each row block i, each range of keys
  load Q_i                                    # load_q
  m, ℓ, O ← -∞, 0, 0
  for each key block j of the range it may see
    load K_j, V_j                             # load_kv
{_ONLINE}{_SUM}\
  store O / ℓ and m + ln ℓ as float32         # store_partial
for each row block i
  L, O ← -∞, 0
  for each range of keys
    load its L’, O’
    L” ← ln(exp L + exp L’)
    O ← exp(L - L”) O + exp(L’ - L”) O’       # merge
  store O and L                               # store
"""

FA1: Final = f"""\
O, ℓ, m ← 0, 0, -∞ in HBM
for each key block j
  load K_j, V_j                               # load_kv
  for each row block i that may see it
    load Q_i, O_i, ℓ, m                       # load_q
{_ONLINE}\
    ℓ, O_i ← α ℓ, α ℓ O_i                     # rescale
    P ← exp(S - m’)
    ℓ ← ℓ + rowsum P
    O_i ← (O_i + P V_j) / ℓ                   # accumulate
    store O_i, ℓ, m’                          # store
"""

STANDARD: Final = """\
for each row block i
  load Q_i                                    # load_q
  for each key block j
    load K_j, from HBM the first time         # load_k
    S ← scale · Q_i K_j^T                     # scores
    if the mask hides any of it: mask S       # mask
    store S                                   # store_s
for each row block i
  load its S, all of it                       # load_s
  P ← exp(S - rowmax S), over its rowsum      # softmax
  store P                                     # store_p
for each row block i
  O ← 0
  for each key block j
    load P                                    # load_p
    load V_j, from HBM the first time         # load_v
    O ← O + P V_j                             # accumulate
  store O                                     # store
"""

_GRADIENTS: Final = """\
    dQ_i ← dQ_i + scale · dS K_j              # grad_q
    store dQ_i                                # store_dq
    dK_j ← dK_j + scale · dS^T Q_i            # grad_k
  store dK_j, dV_j                            # store_dkv
"""

FA1_BACKWARD: Final = f"""\
dQ ← 0 in HBM
for each key block j
  load K_j, V_j                               # load_kv
  dK_j, dV_j ← 0, 0
  for each row block i that may see it
    load Q_i, O_i, dO_i, dQ_i, ℓ, m           # load_q
    S ← scale · Q_i K_j^T                     # scores
    if the mask cuts the tile: mask S         # mask
    P ← exp(S - m) / ℓ                        # weights
    dV_j ← dV_j + P^T dO_i                    # grad_v
    dP ← dO_i V_j^T                           # grad_p
    D ← rowsum(dO_i ∘ O_i)                    # delta
    dS ← P ∘ (dP - D)                         # grad_s
{_GRADIENTS}"""

FA2_BACKWARD: Final = f"""\
for each row block i
  load O_i, dO_i                              # load_o
  D ← rowsum(dO_i ∘ O_i)                      # delta
  store D                                     # store_delta
dQ ← 0 in HBM
for each key block j
  load K_j, V_j                               # load_kv
  dK_j, dV_j ← 0, 0
  for each row block i that may see it
    load Q_i, dO_i, dQ_i, L, D                # load_q
    S ← scale · Q_i K_j^T                     # scores
    if the mask cuts the tile: mask S         # mask
    P ← exp(S - L)                            # weights
    dV_j ← dV_j + P^T dO_i                    # grad_v
    dP ← dO_i V_j^T                           # grad_p
    dS ← P ∘ (dP - D)                         # grad_s
{_GRADIENTS}"""

STANDARD_BACKWARD: Final = """\
for each key block j
  dV_j ← 0
  for each row block i
    load P                                    # load_p
    load dO_i, from HBM the first time        # load_do
    dV_j ← dV_j + P^T dO_i                    # grad_v
  store dV_j                                  # store_dv
for each row block i
  load dO_i                                   # reload_do
  for each key block j
    load V_j, from HBM the first time         # load_v
    dP ← dO_i V_j^T                           # grad_p
    store dP                                  # store_dp
for each row block i
  load its P and dP, all of them              # load_p_dp
  dS ← P ∘ (dP - rowsum(P ∘ dP))              # grad_s
  store dS                                    # store_ds
for each row block i
  dQ_i ← 0
  for each key block j
    load dS                                   # load_ds
    load K_j, from HBM the first time         # load_k
    dQ_i ← dQ_i + scale · dS K_j              # grad_q
  store dQ_i                                  # store_dq
for each key block j
  dK_j ← 0
  for each row block i
    load dS                                   # reload_ds
    load Q_i, from HBM the first time         # load_q
    dK_j ← dK_j + scale · dS^T Q_i            # grad_k
  store dK_j                                  # store_dk
"""

LISTINGS: Final[dict[tuple[str, str], str]] = {
    ("standard", "forward"): STANDARD,
    ("fa1", "forward"): FA1,
    ("fa2", "forward"): FA2,
    ("decoding", "forward"): DECODING,
    ("standard", "backward"): STANDARD_BACKWARD,
    ("fa1", "backward"): FA1_BACKWARD,
    ("fa2", "backward"): FA2_BACKWARD,
}
