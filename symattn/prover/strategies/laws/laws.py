"""Laws of operations: conjectured for any matrices in place of those at hand, proved once, then instantiated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from ....kernel.rules import Theorem, instantiate, instantiate_sizes
from ....kernel.terms import App, Const, Size, Term, Type, Var, equation, sides, substitute, substitute_sizes, var
from ...limits import LAW_BUDGET
from ...logic.derived_rules import ProofError
from ...logic.parts import is_matrix, parts_of
from ...normal.context import Context, add_bijection
from ...normal.glance import differ_where_moved
from ..core.goals import Facts, ProveAlone

ALGEBRA = frozenset(("matmul", "matadd", "matscale", "transpose", "permutation", "identity", "zeros", "ones"))
NOTHING = Facts()
MATRIX = "•A"  # begins the name of a variable of a law

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
        conjecture = equation(before, after)
        names = Names.of(*chain.from_iterable(facts.bijections), *facts.others, conjecture)
        bijections = tuple((names.general(there), names.general(back)) for there, back in facts.bijections)
        known = Facts(bijections, tuple(map(names.general, facts.others)), self.context.opaque)
        law = self._law(names.general(conjecture), known)
        if law is None:
            return None
        theorem, unfolded = law
        self.context.unfolded |= unfolded
        return names.at_hand(theorem, values)

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


@dataclass(frozen=True)
class Names:
    """Name the sizes and the variables of a law by their places, so that one proof serves under all names."""

    sizes: dict[str, Size]
    variables: dict[Var, str]

    @classmethod
    def of(cls, *terms: Term) -> Names:
        """Give the sizes and the free variables of some terms names that no user can write, sizes of operations first.

        The variables of a law keep theirs: laws of one operation speak of the same matrices.
        """
        parts = list(parts_of(*terms))
        of_operations = (size.variables() for part in parts if isinstance(part, Const) for size in part.sizes)
        sizes = chain(of_operations, (part.type.size_variables() for part in parts))
        names = dict.fromkeys(name for each in sizes for name in sorted(each))
        others = [part for part in parts if isinstance(part, Var)]
        return cls(
            {name: Size.variable(f"•n{place}") for place, name in enumerate(names)},
            {v: v.name if v.name.startswith(MATRIX) else f"•v{place}" for place, v in enumerate(others)},
        )

    def general(self, t: Term) -> Term:
        """Return a term with the names by place."""
        types = {v: v.type.substitute(self.sizes) for v in self.variables}
        others = {var(v.name, types[v]): var(name, types[v]) for v, name in self.variables.items()}
        return substitute(substitute_sizes(t, self.sizes), others)

    def at_hand(self, theorem: Theorem, values: Mapping[Var, Term]) -> Theorem:
        """Return a theorem about names by place with the names at hand, and values in place of their variables."""
        moved = instantiate_sizes({str(by_place): Size.variable(n) for n, by_place in self.sizes.items()}, theorem)
        return instantiate({var(name, v.type): values.get(v, v) for v, name in self.variables.items()}, moved)


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
    return var(f"{MATRIX}{place}", ty)


def entry_parts(t: Term) -> tuple[Term, Term, Term] | None:
    """Return M, i and j for an entry M i j of a matrix, or None."""
    if not isinstance(t, App) or not isinstance(t.function, App) or not is_matrix(t.function.function.type):
        return None
    return t.function.function, t.function.argument, t.argument
