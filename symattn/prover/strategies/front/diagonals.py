"""Read a ≤ b as 0 ≤ M i i, or 0 ≤ tr M, for a matrix M: it holds where the form xᵀMx is never negative.

At a place i of a goal, M i j is b − a where the second of two i in a product is j, and what has no i is multiplied by
the identity.  For traces the place is the index of the sums.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ....kernel.terms import Abs, App, Term, Var, abstract, app, const, equation, fin, open_body, substitute
from ...library.matrices import added, scaled, shape
from ...logic.conversions import beta_normal_form, fresh
from ...logic.derived_rules import right
from ...logic.formulas import ONE, ZERO, ind, minus, plus, times
from ...logic.parts import args_of, operand, operands, parts_of
from ...normal.context import Context
from ...normal.polynomials import polynomial_term
from ..laws.laws import entry_parts
from ..words.matrix_combinations import mirrored
from ..words.matrix_traces import unfolded_word
from ..words.matrix_words import Words


@dataclass(frozen=True)
class Diagonal:
    """Hold a matrix, and the place of an entry on its diagonal; without a place its trace is meant."""

    matrix: Term
    place: Var | None


def diagonals(goal: Term) -> Iterator[Diagonal]:
    """Yield the matrices of which a ≤ b says that an entry on the diagonal, or the trace, is not negative."""
    order = args_of(goal, "≤", 2)
    if order is None:
        return
    a, b = (right(beta_normal_form(_unfolded(side))) for side in order)
    for i in sorted((v for v in goal.free if v.type.size is not None), key=str):
        if (matrix := _matrix(plus(b, minus(a)), i)) is not None:
            yield Diagonal(matrix, i)
    sums = (operand(part, "sum") for side in (a, b) for part in parts_of(side))
    for size in dict.fromkeys(f.binder.size for f in sums if isinstance(f, Abs) and not f.loose):
        if size is None:
            continue
        i = fresh(fin(size), goal, stem="i")
        within = [_inside(side, i) for side in (a, b)]
        if within[0] is not None and within[1] is not None:
            matrix = _matrix(plus(within[1], minus(within[0])), i)
            if matrix is not None:
                yield Diagonal(matrix, None)


def _unfolded(t: Term) -> Term:
    """Return a number with words of matrices, such as traces, written out."""
    for name in ("+", "*"):
        if (pair := operands(t, name)) is not None:
            return app(const(name), *map(_unfolded, pair))
    found = unfolded_word(t, Context())
    return t if found is None else right(found)


def _inside(t: Term, i: Var) -> Term | None:
    """Return what a number is the sum of over all places i, or None."""
    if (pair := operands(t, "+")) is not None:
        one, other = (_inside(part, i) for part in pair)
        return None if one is None or other is None else plus(one, other)
    if (pair := operands(t, "*")) is not None:
        c, rest = pair if operand(pair[0], "sum") is None else pair[::-1]
        inner = _inside(rest, i)
        return None if inner is None else times(c, inner)
    if t is ZERO:
        return t
    if i.type.size is not None and t is const("#", i.type.size):
        return ONE
    f = operand(t, "sum")
    return open_body(f, i) if isinstance(f, Abs) and f.binder is i.type else None


def _matrix(number: Term, i: Var) -> Term | None:
    """Return λi j. M i j for a number M i i, or None."""
    j = fresh(i.type, number, stem="j")
    entry = _spread(number, i, j)
    return None if entry is None else abstract(i, abstract(j, entry))


def _spread(t: Term, i: Var, j: Var) -> Term | None:
    """Return M i j for a number M i i."""
    if i not in t.free:
        return t if t is ZERO else times(t, ind(equation(i, j)))
    if (pair := operands(t, "+")) is not None:
        one, other = (_spread(part, i, j) for part in pair)
        return None if one is None or other is None else plus(one, other)
    if (pair := operands(t, "*")) is not None:
        a, b = pair
        if i in a.free and i in b.free:
            return times(a, substitute(b, {i: j}))
        of_i, other = (a, b) if i in a.free else (b, a)
        entry = _spread(of_i, i, j)
        return None if entry is None else times(other, entry)
    f = operand(t, "sum")
    if isinstance(f, Abs) and isinstance(t, App):
        k = fresh(f.binder, t, j, stem="k")
        entry = _spread(open_body(f, k), i, j)
        return None if entry is None else app(t.function, abstract(k, entry))
    m, *indices = entry_parts(t) or (t,)
    return app(m, i, j) if indices == [i, i] and i not in m.free else None


def within_congruence(matrix: Term) -> tuple[Term, Term] | None:
    """Return M and B where a matrix is B·M·Bᵀ, as its words say, or None."""
    combination = Words().combination(matrix)
    firsts = {word[:1] for word in combination}
    if len(firsts) != 1 or any(len(word) < 2 or word[-1:] != mirrored(word[:1]) for word in combination):
        return None
    ((before,),) = firsts
    size, words = shape(before)[1], Words()
    parts = [scaled(polynomial_term(number), words.term(word[1:-1], size)) for word, number in combination.items()]
    whole = parts[0]
    for part in parts[1:]:
        whole = added(whole, part)
    return whole, before
