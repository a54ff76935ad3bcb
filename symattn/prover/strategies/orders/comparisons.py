"""Goals that compare two numbers, a = b, a ≤ b or a < b: each says the same of 0 and of the normal form of b − a."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ....kernel.rules import Theorem, eq_mp
from ....kernel.terms import Term, app, equation
from ...library.facts import fact, infer
from ...logic.cached_rules import refl
from ...logic.conversions import rewrite_proposition, to
from ...logic.derived_rules import ap_term, ap_thm, chain, left, right, symmetric
from ...logic.formulas import LE, MUL, ZERO, le, lt, minus, plus
from ...normal.linear_arithmetic import order_of
from ...normal.normaliser import Normaliser
from ...normal.positivity import nonnegative, positive
from ..hypotheses.adding import difference_is_zero
from .lifting import difference, weighted_sum

#: The ways to compare two numbers, and how each is said.
SAY: dict[str, Callable[[Term, Term], Term]] = {"=": equation, "≤": le, "<": lt}


@dataclass(frozen=True)
class Compared:
    """Hold the goal a = b, a ≤ b or a < b between numbers."""

    a: Term
    b: Term
    relation: str
    normaliser: Normaliser

    @property
    def goal(self) -> Term:
        """What is to be proved."""
        return SAY[self.relation](self.a, self.b)

    @property
    def strict(self) -> bool:
        """Whether the goal is a < b."""
        return self.relation == "<"

    @property
    def is_equation(self) -> bool:
        """Whether the goal is a = b."""
        return self.relation == "="

    @cached_property
    def difference(self) -> Theorem:
        """⊢ b − a = t for the normal form t."""
        return self.normaliser.normal(plus(self.b, minus(self.a)))

    @property
    def t(self) -> Term:
        """The normal form of b − a."""
        return right(self.difference)

    @cached_property
    def forms(self) -> tuple[Theorem, Theorem]:
        """What is compared, each ⊢ u = u′ with its normal form: both sides of an equation, or else 0 and b − a."""
        if self.is_equation:
            return self.normaliser.normal(self.a), self.normaliser.normal(self.b)
        return refl(ZERO), self.difference

    @property
    def normal(self) -> tuple[Term, Term]:
        """The normal forms of what is compared."""
        return right(self.forms[0]), right(self.forms[1])

    def said_of(self, u: Term, v: Term) -> Term:
        """Say the same of other numbers."""
        return SAY[self.relation](u, v)

    def by_forms(self, known: Theorem | None, *same: Theorem) -> Theorem | None:
        """Infer the goal from what is said of two numbers: the normal forms, or those that are the ``same``."""
        if known is None:
            return None
        first, second = (chain(*both) for both in zip(self.forms, same, strict=True)) if same else self.forms
        if self.is_equation:
            return chain(first, known, symmetric(second))
        return by_difference(self.a, self.b, known, second)

    def by_sign(self, known: Theorem | None, *same: Theorem) -> Theorem | None:
        """Infer the goal from what is said of 0 and t, or of 0 and t′ where ⊢ t = t′."""
        return by_difference(self.a, self.b, known, chain(self.difference, *same))

    def by_zero(self, *nothing: Theorem) -> Theorem | None:
        """Infer a = b from a chain ⊢ t = … = 0."""
        return self.by_sign(symmetric(chain(*nothing)))

    def by_shape(self) -> Theorem | None:
        """Infer the goal where both sides of an equation have one normal form, or each monomial of t the sign."""
        if self.is_equation:
            return self.by_forms(refl(self.normal[0])) if self.normal[0] is self.normal[1] else None
        return self.by_sign((positive if self.strict else nonnegative)(self.normaliser, self.t))

    def by_multiple(self, weight: Term, known: Theorem | None) -> Theorem | None:
        """Infer the goal from what is said of x and y where t = w·(y − x) with a weight w that has the sign."""
        return self.by_sign(None if known is None else of_multiple(self.normaliser, weight, known, self.t))


def moved_to(known: Theorem, same: Theorem) -> Theorem:
    """Infer ⊢ 0 = t, ⊢ 0 ≤ t or ⊢ 0 < t from the same about t′ and ⊢ t = t′; t′ may be 0 itself."""
    back, t = symmetric(same), right(same)
    if known.conclusion is equation(ZERO, t):
        return chain(known, back)
    if known.conclusion is le(ZERO, t):
        return eq_mp(ap_term(app(LE, ZERO), back), known)
    return rewrite_proposition(known, ap_thm(ap_term(LE, back), ZERO))


def by_difference(a: Term, b: Term, known: Theorem | None, same: Theorem) -> Theorem | None:
    """Infer ⊢ a = b, ⊢ a ≤ b or ⊢ a < b from the same about 0 and t, and ⊢ b − a = t; nothing follows from nothing."""
    if known is None:
        return None
    moved = moved_to(known, same)
    if order_of(moved.conclusion) is None:
        return symmetric(infer("equal_of_difference", symmetric(moved)))
    return fact("le_of_nonneg" if moved.conclusion is le(ZERO, left(same)) else "lt_of_pos", a, b, premises=(moved,))


def of_multiple(normaliser: Normaliser, weight: Term, known: Theorem, t: Term) -> Theorem | None:
    """Infer ⊢ 0 R t for t = w·(b − a) from ⊢ a R b, where w > 0 unless R is =; None if it does not follow."""
    order = order_of(known.conclusion)
    if order is None:
        zero = ap_term(app(MUL, weight), difference_is_zero(symmetric(known)))
        normal = normaliser.normal(left(zero))
        return chain(symmetric(to(zero, ZERO)), normal) if right(normal) is t else None
    product = weighted_sum(normaliser, (), weight, difference(*order, lambda: known))
    if product is None or product[2] is not order[2]:
        return None
    normal = normaliser.normal(product[1])
    return rewrite_proposition(product[0](), normal) if right(normal) is t else None
