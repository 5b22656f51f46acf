"""All that is seen. Matrix products are small here: threads of the matrix library would only stall them."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # read when numpy is first imported
