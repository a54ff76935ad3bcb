"""A nested sum as Σ_x f(x)·g(x): its summand falls in two where an index is taken out that all others hang on.

So Σ_ij x_i·A_ij·y_j is the sum over i of x_i and of (A y)_i, and the sum over j of (Aᵀx)_j and of y_j.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from ....kernel.terms import Term, Var, abstract
from ...logic.formulas import total
from ...logic.parts import index_size
from ...normal.polynomials import Monomial, factors, product_term

MOST_PARTS = 4  # that hang on one index


def cuts(binders: tuple[Var, ...], summand: Monomial) -> Iterator[tuple[Var, Term, Term]]:
    """Yield x, f and g with Σ summand = Σ_x f·g for the indices x of a sum over more than one."""
    for x in binders if len(binders) > 1 else ():
        parts = _parts(x, binders, factors(summand))
        if not 2 <= len(parts) <= MOST_PARTS:
            continue
        for count in range(1, len(parts) // 2 + 1):
            for chosen in combinations(range(len(parts)), count):
                if 2 * count == len(parts) and 0 not in chosen:
                    continue  # the other half was chosen before
                yield x, _joined(parts, chosen, True), _joined(parts, chosen, False)


def _joined(parts: list[Term], chosen: tuple[int, ...], inside: bool) -> Term:
    return product_term([p for place, p in enumerate(parts) if (place in chosen) is inside])


def _parts(x: Var, binders: tuple[Var, ...], terms: list[Term]) -> list[Term]:
    """Return the sums over the other indices that are left when an index is taken out."""
    groups: list[tuple[list[Term], set[Var]]] = []
    for t in terms:
        bound = {v for v in binders if v is not x and v in t.free}
        met = [group for group in groups if not group[1].isdisjoint(bound)]
        groups = [group for group in groups if group not in met]
        groups.append(([*(p for group in met for p in group[0]), t], bound.union(*(group[1] for group in met))))
    found = []
    for inside, bound in groups:
        body = product_term(inside)
        for v in reversed([v for v in binders if v in bound]):
            body = total(index_size(v), abstract(v, body))
        found.append(body)
    return found
