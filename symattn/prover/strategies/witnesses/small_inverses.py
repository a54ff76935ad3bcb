"""What A·B = 1 says of matrices of two or three rows: det A · det B = 1, and each entry of B by cofactors of A.

Both are read off the entries: det (A·B) is det A · det B, and adj A · (A·B) is det A · B, in every commutative ring.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from ....kernel.rules import Theorem, assume
from ....kernel.terms import Abs, Size, Term, Var, abstract, app, equation, open_body
from ...library.facts import fact
from ...logic.cached_rules import ring
from ...logic.conversions import fresh, replaced, to
from ...logic.derived_rules import ap_term, chain, discharge, left, mp, right, spec, strip, symmetric
from ...logic.formulas import MUL, ONE, ZERO, inv, plus, times
from ...logic.matching import rule_of
from ...logic.parts import args_of, head_and_arguments, operands
from ...logic.places import place
from ...normal.context import Context
from ...normal.normaliser import Normaliser
from ..hypotheses.adding import add_theorem
from .written_inverses import MOST_COFACTORS, Rows, cofactor, determinant


def add_small_inverses(context: Context, hypotheses: Iterable[Term]) -> bool:
    """Let a proof use what hypotheses A·B = 1 say of small matrices; return whether there are any."""
    plain = Normaliser(Context(splits=context.splits, opaque=context.opaque))
    eliminated: set[Term] = set()
    found = False
    for hypothesis in hypotheses:
        theorem = assume(hypothesis)
        given = _factors(theorem)
        entries = None if given is None else _entries(plain, theorem, *given)
        if entries is None:
            continue
        found = True
        a, b, products = entries
        product = _product_of_determinants(a, b, products)
        apart = _apart_from_zero(determinant(a), determinant(b), product)
        add_theorem(context, apart)
        matrix = _matrix(b)
        known = {v for row in a for entry in row for v in entry.free}
        if matrix is None or matrix in known or eliminated & known:
            add_theorem(context, product)
            continue
        eliminated.add(matrix)
        context.rules += [rule_of(frozenset(), by) for by in _by_cofactors(a, b, products, apart)]
    return found


def _factors(theorem: Theorem) -> tuple[Term, Term, Size] | None:
    """Return A, B and their size for ⊢ ∀i j. (A·B) i j = … of a few rows, or None."""
    variables, premises, stripped = strip(theorem)
    if premises or stripped.sides is None or len(variables) != 2:
        return None
    (i, j), (whole, _) = variables, stripped.sides
    size = i.type.size
    if size is None or size.variables() or not 2 <= size.least() <= MOST_COFACTORS or j.type is not i.type:
        return None
    named, total = args_of(whole, "matmul", 4), args_of(whole, "sum", 1)
    if named is not None and named[2:] == [i, j] and not {i, j} & (named[0].free | named[1].free):
        return (named[0], named[1], size) if head_and_arguments(whole)[0].sizes == (size,) * 3 else None  # type: ignore[attr-defined]
    if total is None or not isinstance(total[0], Abs) or total[0].binder is not i.type:
        return None
    k = fresh(i.type, whole)
    pair = operands(open_body(total[0], k), "*")
    if pair is None or j in pair[0].free or i in pair[1].free:
        return None
    return abstract(i, abstract(k, pair[0])), abstract(k, abstract(j, pair[1])), size


Products = list[list[Theorem]]


def _entries(plain: Normaliser, theorem: Theorem, A: Term, B: Term, size: Size) -> tuple[Rows, Rows, Products] | None:
    """Return the entries of A and of B, and ⊢ Σ a·b = 1 or 0 for each entry of their product; None for another one."""
    places = [place(at, size) for at in range(size.least())]
    a, b = ([[right(plain.normal(app(M, p, q))) for q in places] for p in places] for M in (A, B))
    products: Products = []
    for row, p in enumerate(places):
        products.append([])
        for column, q in enumerate(places):
            said = spec(theorem, p, q)
            pair = said.sides
            if pair is None:
                return None
            whole, value = plain.normal(pair[0]), plain.normal(pair[1])
            if right(value) is not (ONE if row == column else ZERO):
                return None
            written = reduce(plus, (times(a[row][at], b[at][column]) for at in range(len(places))))
            products[-1].append(chain(ring(written, right(whole)), symmetric(whole), said, value))
    return a, b, products


def _product_of_determinants(a: Rows, b: Rows, products: Products) -> Theorem:
    """Return ⊢ det A · det B = 1."""
    rows = [[left(theorem) for theorem in row] for row in products]
    whole = ring(times(determinant(a), determinant(b)), determinant(rows))
    return to(replaced(whole, *_distinct(products)), ONE)


def _distinct(products: Sequence[Sequence[Theorem]]) -> Iterable[Theorem]:
    return {left(theorem): theorem for row in products for theorem in row}.values()


def _apart_from_zero(a: Term, b: Term, product: Theorem) -> Theorem:
    """Return ⊢ a ≠ 0 from ⊢ a·b = 1."""
    zero = assume(equation(a, ZERO))
    nothing = to(replaced(ring(times(a, b), times(a, b)), zero), ZERO)
    return discharge(zero.conclusion, mp(fact("one_ne_zero"), chain(symmetric(product), nothing)))


def _matrix(b: Rows) -> Var | None:
    """Return the variable of which all entries of B are those, or None."""
    heads = {head_and_arguments(entry)[0] for row in b for entry in row}
    head = next(iter(heads))
    distinct = {entry for row in b for entry in row}
    return head if len(heads) == 1 and isinstance(head, Var) and len(distinct) == len(b) ** 2 else None


def _by_cofactors(a: Rows, b: Rows, products: Products, apart: Theorem) -> Iterable[Theorem]:
    """Yield ⊢ b = (its cofactor in A)·(det A)⁻¹ for each entry of B."""
    count, whole = range(len(a)), determinant(a)
    one = fact("inv_mul", {}, whole, premises=(apart,))
    for p in count:
        for q in count:
            combined = [times(cofactor(a, p, at), left(products[at][q])) for at in count]
            scaled = ring(times(whole, b[p][q]), reduce(plus, combined))
            scaled = to(replaced(scaled, *_distinct([[products[at][q] for at in count]])), cofactor(a, p, q))
            apart_from_it = chain(ring(b[p][q], times(b[p][q], ONE)), ap_term(app(MUL, b[p][q]), symmetric(one)))
            moved = to(apart_from_it, times(inv(whole), times(whole, b[p][q])))
            yield chain(moved, ap_term(app(MUL, inv(whole)), scaled))
