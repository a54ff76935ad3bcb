"""Replay refutations as golden vectors: a counterexample says what a correct function returns at exact inputs.

What is false of attention is false of a correct function too: where a claim was refuted, the function has to return the
values that refute it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from flint import arb, ctx

from symattn.language.words.attention import Attention
from symattn.render.text import text
from symattn.testing.bounds import PRECISION
from symattn.testing.calls import Caller, Defect, Violation, check_arguments, check_conventions, name_of, place_text
from symattn.testing.inputs import Drawn, read_problem
from symattn.testing.layouts import names_of, size_name
from symattn.testing.libraries import check_types, library_of
from symattn.testing.number_types import Declared, arithmetic_for
from symattn.testing.satisfies import Assertion, Exactly, Part
from symattn.testing.statements import Of, Theorem, read_theorem


def assert_reproduces(
    function: Callable[..., Any],
    refuted: Any,
    *,
    of: Any = Attention,
    signature: str,
    dtypes: Any = ("float64",),
    arithmetic: Declared = None,
    mask: str | None = None,
    returns: str | None = None,
    library: Any = None,
) -> int:
    """Assert that a function returns what the counterexample of a refuted claim says; return how many calls it took.

    ``refuted`` is the id of a claim, a verdict, or a statement about F, and the other arguments are those of
    ``assert_satisfies``. Every occurrence of the expression is computed by the function at the counterexample's values.
    Raise Violation where a result is another one, UsageError for what is not refuted by values.

    >>> import numpy as np
    >>> from sympy import MatrixSymbol
    >>> from symattn import Attention, PermutationSymbol, decide, dims
    >>> r, n, ell, d = dims("r n ell d")
    >>> Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    >>> verdict = decide(Attention(Q, PermutationSymbol("sigma", n)*K, V), Attention(Q, K, V))
    >>> def attention(q, k, v):
    ...     p = np.exp(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]))
    ...     return p / p.sum(-1, keepdims=True) @ v
    >>> assert_reproduces(attention, verdict, signature="Q: b r ell, K: b n ell, V: b n d -> b r d")
    2
    """
    __tracebackhide__ = True
    made = Of(of, names_of(signature))
    problem = read_problem(made.expr, signature)
    check_conventions(problem, mask, None)
    check_arguments(function, problem)
    theorem = read_theorem(refuted, [made], refuted=True)
    found, calls = library_of(function, library), 0
    for dtype in check_types(dtypes):
        caller = Caller(function, found, arithmetic_for(dtype, arithmetic), mask, returns)
        with ctx.workprec(PRECISION):
            try:
                calls += _replay(Assertion(theorem, [Part(made, problem, caller)], 0))
            except Defect as defect:
                raise _violation(name_of(function), theorem, dtype, defect) from defect.__cause__
    return calls


def _replay(assertion: Assertion) -> int:
    verdict: Any = assertion.theorem.verdict
    counterexample = verdict.counterexample
    bindings: Mapping[Any, Any] = counterexample.instance.bindings
    sizes = dict.fromkeys(assertion.batch, 1) | counterexample.sizes
    values = {symbol: sizes.get(size_name(symbol), value) for symbol, value in bindings.items()}
    index = (0,) * len(assertion.shared)
    exactly = Exactly(assertion, Drawn(sizes, {index: values}, "counterexample", "plain"))
    place = exactly.places[0]
    for node, occurrence in assertion.theorem.marks.made.items():
        part = assertion.parts[occurrence.of]
        call = exactly.call(node, part, occurrence.arguments)
        result = part.caller(part.problem, call.instance)[place]
        true: Any = exactly.walker(place).matrix(assertion.theorem.marks.meant[node])
        for j, row in enumerate(true):
            for i, x in enumerate(row):
                off = arb(float(result[j, i])) - arb(x) if np.isfinite(result[j, i]) else None
                if off is None or not abs(off) <= arb(float(call.radii[place][j, i])):
                    where = place_text((*place, j, i), assertion.batch)
                    shown = f"{text(assertion.theorem.marks.meant[node])} at {where} is {float(arb(x).mid()):.9g}"
                    raise Defect(f"{shown}; it returned {float(result[j, i]):.9g}")
        exactly.known[place][node] = tuple(
            tuple(arb(float(x)) + arb(0, float(e)) for x, e in zip(values, errors, strict=True))
            for values, errors in zip(result, call.radii[place], strict=True)
        )
    return len(assertion.theorem.marks.made)


def _violation(name: str, theorem: Theorem, dtype: str, defect: Defect) -> Violation:
    verdict: Any = theorem.verdict
    lines = [f"{name} does not reproduce a counterexample in {dtype}: {defect.reason}", str(verdict)]
    return Violation("\n".join(lines))
