"""Assert a theorem that relates several functions: decoding with a cache computes what prefill does.

Each function stands for its own expression, and has its own signature; the theorem is stated with one F for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from symattn.errors import UsageError
from symattn.language.words.attention import Attention
from symattn.testing.calls import Caller, check_arguments, check_conventions, name_of
from symattn.testing.detectors import DECODE_IS_PREFILL, DECODING, PREFILL
from symattn.testing.inputs import read_problem
from symattn.testing.layouts import names_of
from symattn.testing.libraries import check_types, library_of
from symattn.testing.number_types import Declared, arithmetic_for
from symattn.testing.satisfies import TRIALS, Assertion, Part
from symattn.testing.settings import Clock, chosen
from symattn.testing.statements import Marks, Of, read_theorem


@dataclass(frozen=True)
class Implementation:
    """Hold a function with what it is to compute and how its arrays lie, as ``assert_satisfies`` takes them."""

    function: Callable[..., Any]
    of: Any = Attention
    signature: str = ""
    mask: str | None = None
    returns: str | None = None
    library: Any = None


def assert_agree(
    implementations: Sequence[Implementation],
    relation: Any,
    *,
    dtypes: Any = ("float64",),
    arithmetic: Declared = None,
    sizes: Mapping[Any, Any] | None = None,
    unproved: bool = False,
    shapes: int | None = None,
    tile: int | None = None,
    views: str | Sequence[str] | None = None,
    device: str | None = None,
    trials: int | None = None,
    seconds: float | None = None,
    seed: int | None = None,
    shrink: bool | int | None = None,
) -> str:
    """Assert that functions have what a theorem says of their expressions; return what was decided of the theorem.

    ``relation`` takes one F for each function, in their order, and returns the two sides. The functions have the same
    batch axes. Raise Violation where they do not have it, UsageError as ``assert_satisfies`` does.

    >>> import numpy as np
    >>> from sympy import MatrixSymbol
    >>> from symattn import RowSoftmax, dims
    >>> A = MatrixSymbol("A", *dims("r n"))
    >>> def softmax(a):
    ...     e = np.exp(a - a.max(-1, keepdims=True))
    ...     return e / e.sum(-1, keepdims=True)
    >>> def scaled(a):
    ...     return 2*softmax(a)
    >>> first = Implementation(softmax, RowSoftmax(A), "A: r n -> r n")
    >>> second = Implementation(scaled, 2*RowSoftmax(A), "A: r n -> r n")
    >>> assert_agree([first, second], lambda F, G: (2*F(A), G(A)), trials=3)
    'proved'
    """
    __tracebackhide__ = True
    seed, trials = chosen(seed, trials, TRIALS)
    if len(implementations) < 2:
        raise UsageError("assert_agree is about two functions or more; assert_satisfies is about one")
    marks = Marks()
    labels = [name_of(each.function) for each in implementations]
    if len(set(labels)) < len(labels):
        labels = [f"{label} {k}" for k, label in enumerate(labels, start=1)]
    functions = [
        Of(each.of, names_of(each.signature), label, marks) for each, label in zip(implementations, labels, strict=True)
    ]
    theorem = read_theorem(relation, functions, unproved)
    for dtype in check_types(dtypes):
        kind = arithmetic_for(dtype, arithmetic)
        parts = []
        for each, of in zip(implementations, functions, strict=True):
            library = library_of(each.function, each.library, device)
            count = library.shapes if shapes is None else shapes
            plain = read_problem(of.expr, each.signature, None, None, count)
            known = {*plain.sizes, *plain.signature.batch}
            own = {name: given for name, given in (sizes or {}).items() if str(name) in known}
            problem = read_problem(of.expr, each.signature, own, shape_count=count, tile=tile, views=views)
            check_conventions(problem, each.mask, None)
            check_arguments(each.function, problem)
            parts.append(Part(of, problem, Caller(each.function, library, kind, each.mask, each.returns)))
        Assertion(theorem, parts, seed, shrink).run(trials, Clock(seconds))
    return theorem.verdict.status if theorem.verdict is not None else "unknown"


def assert_decodes(
    decode: Callable[..., Any],
    prefill: Callable[..., Any],
    *,
    decode_signature: str,
    prefill_signature: str,
    library: Any = None,
    **options: Any,
) -> str:
    """Assert that decoding with a cache computes the last rows of prefill, which is causal attention.

    ``decode`` takes r queries with the r + k keys and values that are there when they have been added to a cache of k,
    ``prefill`` takes n queries, keys and values. With ``sizes={"r": 1}`` one token is decoded at a time.

    >>> import numpy as np
    >>> def prefill(q, k, v):
    ...     s = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    ...     r, n = s.shape[-2:]
    ...     s = np.where(np.arange(n) <= np.arange(r)[:, None] + n - r, s, -np.inf)
    ...     p = np.exp(s - s.max(-1, keepdims=True))
    ...     return p / p.sum(-1, keepdims=True) @ v
    >>> def decode(q, k, v):
    ...     return prefill(q, k, v)
    >>> signatures = {"prefill_signature": "Q: b n ell, K: b n ell, V: b n d -> b n d"}
    >>> signatures["decode_signature"] = "Q: b r ell, K: b r+k ell, V: b r+k d -> b r d"
    >>> assert_decodes(decode, prefill, **signatures, trials=3)
    'proved'
    """
    __tracebackhide__ = True
    return assert_agree(
        [
            Implementation(decode, DECODING, decode_signature, library=library),
            Implementation(prefill, PREFILL, prefill_signature, library=library),
        ],
        DECODE_IS_PREFILL,
        **options,
    )
