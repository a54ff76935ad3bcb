"""flax.nnx.dot_product_attention: values of another width than the keys, a mask for the second of two batch axes."""

from installed import need

need("flax", "jax")

import jax.numpy as jnp
from flax import nnx


def attempt(said: str, *shapes: tuple[int, ...], mask: tuple[int, ...] | None = None) -> None:
    """Print the shape of the result, or the error."""
    seen = None if mask is None else jnp.ones(mask, bool)
    try:
        print(f"{said}: {nnx.dot_product_attention(*map(jnp.ones, shapes), mask=seen).shape}")
    except (TypeError, ValueError) as error:
        print(f"{said}: {type(error).__name__}: {error}")


attempt("values as wide as keys", (2, 5, 1, 4), (2, 7, 1, 4), (2, 7, 1, 4))
attempt("values of another width", (2, 5, 1, 4), (2, 7, 1, 4), (2, 7, 1, 6))
queries, keys = (2, 3, 5, 1, 4), (2, 3, 7, 1, 4)
attempt("a mask for all of two batch axes", queries, keys, keys, mask=(1, 1, 1, 5, 7))
attempt("a mask for the second of them", queries, keys, keys, mask=(2, 1, 1, 5, 7))
