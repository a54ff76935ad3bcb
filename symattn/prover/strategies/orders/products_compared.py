"""Inequalities between products: factor by factor, where e^(Σ f) is Π e^f, and by their logarithms.

Π f ≤ Π g where 0 ≤ f ≤ g at each index; Π f ≤ eᵛ and eᵛ ≤ Π f where Σ log f is so to v, for f > 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial, reduce
from itertools import permutations

from ....kernel.rules import Theorem
from ....kernel.syntax import forall
from ....kernel.terms import Abs, Term, abstract, app, const, open_body
from ...library.facts import fact
from ...logic.conversions import rewrite_proposition
from ...logic.derived_rules import ProofError, gen, symmetric
from ...logic.formulas import EXP, LOG, ZERO, le, minus, number, plus, times, total
from ...logic.parts import args_of
from ...logic.term_order import key, next_opened
from ...normal.linear_arithmetic import Inequality, in_normal_form
from ...normal.normaliser import Normaliser
from ...normal.polynomials import Polynomial, read_polynomial, scaled_term
from ...normal.positivity import positive

MOST_PRODUCTS = 4

Prove = Callable[[Term], Theorem]


def between_products(normaliser: Normaliser, goal: Polynomial, prove: Prove) -> Iterator[Inequality]:
    """Yield inequalities between the products of a goal, and between these and its exponentials."""
    atoms = sorted({atom for monomial in goal for atom, _ in monomial}, key=key)
    products = [inside[0] for atom in atoms if (inside := args_of(atom, "product", 1)) is not None]
    tables = [f for f in products[:MOST_PRODUCTS] if isinstance(f, Abs) and f.binder.size is not None]
    if not tables:
        return
    exponents = list(dict.fromkeys(filter(None, map(_exponent, sorted(goal, key=str)))))[:MOST_PRODUCTS]
    sums = [(f, same) for v in exponents if (made := _as_product(normaliser, v, tables[0])) for f, same in [made]]
    for low, high in permutations([*((f, None) for f in tables), *sums], 2):
        if (low[1] is None or high[1] is None) and low[0].binder is high[0].binder:
            yield from _factor_by_factor(normaliser, prove, low, high)
    for f in tables:
        for v in exponents:
            yield from _by_logarithms(normaliser, prove, f, v)


def _exponent(monomial: tuple[tuple[Term, int], ...]) -> Term | None:
    """Return the sum of the exponents of the exponentials in a product, or None where there are none."""
    parts = [times(number(e), inside[0]) for a, e in monomial if (inside := args_of(a, "exp", 1))]
    return reduce(plus, parts) if parts else None


def _as_product(normaliser: Normaliser, v: Term, like: Abs) -> tuple[Abs, Theorem] | None:
    """Return λi. e^(f i) and ⊢ Π e^f = e^(Σ f), where v is Σ f over the indices of another product, or None."""
    x = next_opened(like.binder, v, *normaliser.context.assumed)
    parts: list[Term] = []
    for monomial, coefficient in read_polynomial(v).items():
        sums = [(a, s[0]) for a, e in monomial if e == 1 and (s := args_of(a, "sum", 1)) is not None]
        here = [(a, f) for a, f in sums if isinstance(f, Abs) and f.binder is like.binder]
        if not here:
            return None
        whole, f = here[0]
        rest = scaled_term(coefficient, tuple(pair for pair in monomial if pair[0] is not whole))
        parts.append(times(rest, open_body(f, x)))
    if not parts:
        return None
    summand = abstract(x, reduce(plus, parts))
    table = abstract(x, app(EXP, reduce(plus, parts)))
    same = fact("product_of_exponentials", {"n": like.binder.size}, summand)  # type: ignore[dict-item]
    return (table, same) if isinstance(table, Abs) else None


def _factor_by_factor(
    normaliser: Normaliser, prove: Prove, low: tuple[Abs, Theorem | None], high: tuple[Abs, Theorem | None]
) -> Iterator[Inequality]:
    """Yield Π f ≤ Π g where 0 ≤ f and f ≤ g are proved at each index."""
    (f, first), (g, second) = low, high
    x = next_opened(f.binder, f, g, *normaliser.context.assumed)
    with suppress(ProofError):
        order = prove(forall(x, le(open_body(f, x), open_body(g, x))))
        sign = prove(forall(x, le(ZERO, open_body(f, x))))
        below = fact("product_le", {"n": f.binder.size}, f, g, premises=(sign, order))  # type: ignore[dict-item]
        below = rewrite_proposition(below, *(same for same in (first, second) if same is not None))
        sides = [same.sides[1] if same is not None and same.sides else _product(t) for t, same in (low, high)]
        yield _difference(normaliser, below, *sides)


def _by_logarithms(normaliser: Normaliser, prove: Prove, f: Abs, v: Term) -> Iterator[Inequality]:
    """Yield Π f ≤ eᵛ or eᵛ ≤ Π f, where f is positive, from Σ log f ≤ v or v ≤ Σ log f."""
    x = next_opened(f.binder, f, v, *normaliser.context.assumed)
    sign = positive(normaliser, open_body(f, x))
    if sign is None or f.binder.size is None:
        return
    same = fact("product_as_exponential", {"n": f.binder.size}, f, premises=(gen(x, sign),))
    logarithm = total(f.binder.size, abstract(x, app(LOG, open_body(f, x))))
    for low, high in ((logarithm, v), (v, logarithm)):
        with suppress(ProofError):
            below = fact("exp_le", {}, low, high, premises=(prove(le(low, high)),))
            sides = (_product(f) if t is logarithm else app(EXP, t) for t in (low, high))
            yield _difference(normaliser, rewrite_proposition(below, symmetric(same)), *sides)
            return


def _product(f: Abs) -> Term:
    return app(const("product", f.binder.size), f)  # type: ignore[arg-type]


def _difference(normaliser: Normaliser, below: Theorem, low: Term, high: Term) -> Inequality:
    known = partial(fact, "sub_nonneg", {}, low, high, premises=(below,))
    return in_normal_form(normaliser, known, plus(high, minus(low)), False)
