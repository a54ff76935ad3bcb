"""Laws of operations: conjectured for any matrices in place of those at hand, proved once, then instantiated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ....kernel.rules import Theorem, instantiate
from ....kernel.terms import REAL, App, Term, Type, Var, equation, sides, var
from ...limits import LAW_BUDGET
from ...logic.derived_rules import ProofError
from ...normal.context import Context, add_bijection
from ...normal.glance import differ_where_moved
from ..core.goals import Facts, ProveAlone

ALGEBRA = frozenset(("matmul", "matadd", "matscale", "transpose", "permutation", "identity", "zeros", "ones"))
NOTHING = Facts()

_PROVED: dict[tuple[Term, Facts], tuple[Theorem, frozenset[str]] | None] = {}


@dataclass(frozen=True)
class Laws:
    """Prove laws, each at its first use, for what a context knows."""

    context: Context
    prove: ProveAlone

    def instance(self, before: Term, after: Term, values: Mapping[Var, Term], facts: Facts = NOTHING) -> Theorem | None:
        """Return ⊢ before = after with values in place of their variables, or None where that is not proved."""
        if before is after or before.type is not after.type:
            return None
        law = self._law(equation(before, after), Facts(facts.bijections, facts.others, self.context.opaque))
        if law is None:
            return None
        theorem, unfolded = law
        self.context.unfolded |= unfolded
        return instantiate(values, theorem)

    def _law(self, conjecture: Term, facts: Facts) -> tuple[Theorem, frozenset[str]] | None:
        if (conjecture, facts) not in _PROVED:
            _PROVED[conjecture, facts] = None  # a law that would need itself is none
            if fails_where_moved(conjecture, facts):
                return None
            try:
                theorem, used = self.prove(conjecture, facts, LAW_BUDGET)
            except ProofError:
                return None
            _PROVED[conjecture, facts] = theorem, frozenset(used.unfolded)
        return _PROVED[conjecture, facts]


def fails_where_moved(goal: Term, facts: Facts) -> bool:
    """Tell whether matrices are seen to differ where the maps among the facts, of which nothing more is said, move."""
    pair = sides(goal)
    if pair is None or facts.others or not facts.bijections or not is_matrix(pair[0].type):
        return False
    context = Context()
    for each in facts.bijections:
        add_bijection(context, *each)
    return differ_where_moved(*pair, context.bijections)


def any_matrix(place: int, ty: Type) -> Var:
    """Return a variable for a law: its name is one that no user can write."""
    return var(f"•A{place}", ty)


def entry_parts(t: Term) -> tuple[Term, Term, Term] | None:
    """Return M, i and j for an entry M i j of a matrix, or None."""
    if not isinstance(t, App) or not isinstance(t.function, App) or not is_matrix(t.function.function.type):
        return None
    return t.function.function, t.function.argument, t.argument


def is_matrix(ty: Type) -> bool:
    """Tell whether the type is that of a real matrix."""
    row = ty.codomain
    return (
        row is not None
        and row.codomain is REAL
        and all(each.domain is not None and each.domain.size is not None for each in (ty, row))
    )
