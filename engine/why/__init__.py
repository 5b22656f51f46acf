"""Why a head looks where it looks, and what comes of it: products, values, parts of the output, rollout."""
