"""FlashAttention forward in Pallas, with bugs that can be planted in it: the name of one is ``fault``."""

from functools import partial

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

FAULTS = (
    "edge of a tile",
    "no rescaling",
    "last key of a new tile left out",
    "offset of the queries",
    "scale of the values",
    "first largest score kept",
)


def kernel(q_ref, k_ref, v_ref, o_ref, *, rows, keys, tile, scale, causal, fault):
    q, j = q_ref[...], pl.program_id(0) * tile + jnp.arange(tile)
    offset = 0 if fault == "offset of the queries" else keys - rows

    def step(number, state):
        top, total, acc = state
        place = pl.ds(number * tile, tile)
        k, v, i = k_ref[place, :], v_ref[place, :], number * tile + jnp.arange(tile)
        s = (q @ k.T) * scale
        seen = i[None, :] < keys
        if causal:
            reach = j[:, None] + offset + ((fault == "edge of a tile") & (j[:, None] % tile == tile - 1))
            seen = seen & (i[None, :] <= reach)
        s = jnp.where(seen, s, -jnp.inf)
        new = jnp.maximum(top, s.max(1))
        if fault == "first largest score kept":
            new = jnp.where(top == -jnp.inf, new, top)
        safe = jnp.where(new == -jnp.inf, 0.0, new)
        p, factor = jnp.exp(s - safe[:, None]), jnp.exp(top - safe)
        if fault == "no rescaling":
            factor = jnp.where(top == -jnp.inf, 0.0, 1.0)
        return new, total * factor + p.sum(1), acc * factor[:, None] + p @ v

    start = jnp.full(tile, -jnp.inf), jnp.zeros(tile), jnp.zeros((tile, v_ref.shape[1]))
    _, total, acc = jax.lax.fori_loop(0, pl.cdiv(keys - (fault == FAULTS[2]), tile), step, start)
    o_ref[...] = acc / jnp.where(total == 0, 1.0, total)[:, None]


@partial(jax.jit, static_argnames=("causal", "fault", "tile"))
def flash_attention(q, k, v, causal=False, fault="", tile=16):
    """Attention of h×n×ℓ arrays, one head after the other."""

    def padded(x):
        return jnp.pad(x, ((0, -len(x) % tile), (0, 0)))

    def one(q, k, v):
        rows, keys = len(q), len(k)
        scale = (v if fault == "scale of the values" else q).shape[1] ** -0.5
        compute = partial(kernel, rows=rows, keys=keys, tile=tile, scale=scale, causal=causal, fault=fault)
        q, k, v = padded(q), padded(k), padded(v)
        out = pl.pallas_call(
            compute,
            grid=(len(q) // tile,),
            in_specs=[
                pl.BlockSpec((tile, q.shape[1]), lambda j: (j, 0)),
                pl.BlockSpec(k.shape, lambda j: (0, 0)),
                pl.BlockSpec(v.shape, lambda j: (0, 0)),
            ],
            out_specs=pl.BlockSpec((tile, v.shape[1]), lambda j: (j, 0)),
            out_shape=jax.ShapeDtypeStruct((len(q), v.shape[1]), q.dtype),
            interpret=True,
        )(q, k, v)
        return out[:rows]

    return jnp.stack([one(*head) for head in zip(q, k, v, strict=True)])
