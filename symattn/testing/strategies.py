"""Hypothesis strategies of what the assertions draw: sizes, numbers and masks, for tests that users write themselves.

Hypothesis is an option: this module is imported by those who have it, and by nothing else of symattn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from hypothesis import strategies as st

from symattn.testing.inputs import PROFILES, SIZES, Instance, Problem, draw, mask_values, read_problem
from symattn.testing.number_types import number_type


def sizes() -> st.SearchStrategy[int]:
    """Draw a size from both sides of 8, 16 and 32, small ones first.

    >>> from hypothesis import find
    >>> find(sizes(), lambda size: size > 8)
    9
    """
    return st.sampled_from(SIZES)


@st.composite
def masks(draw_: Any, rows: int, keys: int) -> Any:
    """Draw an array of bool, True where a key is seen: any keys, a prefix, one key, …; each row sees one."""
    pattern, seed = draw_(st.integers(0, 6)), draw_(st.integers(0, 2**16))
    return mask_values(np.random.default_rng(seed), (rows, keys), pattern) == 0


@st.composite
def matrices(draw_: Any, rows: int, columns: int, dtype: str = "float64") -> Any:
    """Draw a matrix of one of the profiles: grid, normal, huge, ties, large, sparse, offset, tiny, …"""
    profile, seed = draw_(st.sampled_from(list(PROFILES))), draw_(st.integers(0, 2**16))
    kind = number_type(dtype)
    drawn = PROFILES[profile](np.random.default_rng(seed), (rows, columns), 2, 2.0**-6)
    return kind.rounded(drawn).astype(dtype)


@st.composite
def arguments(
    draw_: Any, expr: Any, signature: str, dtype: str = "float64", sizes: Mapping[Any, Any] | None = None
) -> Any:
    """Draw the arrays of one call of a function that computes an expression, in their order.

    Masks are arrays of bool, True where a key is seen; numbers are numbers of Python.
    """
    problem: Problem = read_problem(expr, signature, sizes)
    number, seed = draw_(st.integers(0, 39)), draw_(st.integers(0, 2**16))
    instance: Instance = draw(problem, number_type(dtype), seed, number)
    arrays = []
    for layout in problem.signature.inputs:
        name = layout.written.name
        packed = layout.pack(instance.values[name], instance.sizes)
        if name in problem.masks():
            arrays.append(packed == 0)
        else:
            arrays.append(packed.astype(dtype) if packed.ndim else packed.item())
    return tuple(arrays)
