"""Equations between extended reals, as hypotheses: what they say of truth values and of real numbers.

The exponential of extended reals is injective, so that e = e' may be used as eexp e = eexp e', an equation of real
numbers. Where both sides are entries of masks, their truth values are equal.
"""

from __future__ import annotations

from ....kernel.rules import Theorem
from ....kernel.syntax import FALSE, TRUE
from ....kernel.terms import Const, Term, Var, const
from ...library.facts import fact, infer
from ...logic.cached_rules import refl
from ...logic.derived_rules import ap_term, chain, left, right, symmetric
from ...logic.parts import head_and_arguments, operand
from ...logic.term_order import key

EEXP = const("eexp")


def exponentials(theorem: Theorem) -> Theorem:
    """Infer Γ ⊢ eexp e = eexp e' from Γ ⊢ e = e'."""
    return ap_term(EEXP, theorem)


def truth_values_equal(theorem: Theorem) -> Theorem | None:
    """Infer Γ ⊢ p = q from an equation between entries of masks; None for other sides.

    The entry 0 is that of the truth value ⊤, and −∞ that of ⊥. On the left stands the entry of a variable, the greater
    one of two, so that no rules turn in a circle.
    """
    first, second = (mask_entry(side) for side in (left(theorem), right(theorem)))
    if first is None or second is None:
        return None
    (p, is_first), (q, is_second) = first, second
    equal = infer("allow_injective", chain(symmetric(is_first), theorem, is_second))
    ranks = [(isinstance(head_and_arguments(side)[0], Var), key(side)) for side in (p, q)]
    return equal if ranks[0] >= ranks[1] else symmetric(equal)


def mask_entry(e: Term) -> tuple[Term, Theorem] | None:
    """Return a truth value p with ⊢ e = allow p, or None."""
    if (args := operand(e, "allow")) is not None:
        return args, refl(e)
    if e is right(fact("allow_true")):
        return TRUE, symmetric(fact("allow_true"))
    if isinstance(e, Const) and e.name == "ninf":
        return FALSE, symmetric(fact("allow_false"))
    return None
