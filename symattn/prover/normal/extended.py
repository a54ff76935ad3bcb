"""Normal forms of scores in ℝ ∪ {−∞} and of their exponentials, where masks are."""

from __future__ import annotations

from ...kernel.rules import Theorem
from ...kernel.syntax import TRUE
from ...kernel.terms import Const, Term, app, const
from ..library.facts import fact, infer
from ..logic.derived_rules import ap_term, chain, is_refl, left, right, symmetric
from ..logic.formulas import ONE, ZERO, ind
from ..logic.parts import args_of, argument_of
from .normalising import Normalising
from .positivity import positive


def normal_extended_exp(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ eexp e = …, distributing over sums of scores and reading off embedded numbers and masks."""
    step = extended_exp_step(normaliser, t)
    return normaliser.arguments(t) if step is None else normaliser.then(step)


def extended_exp_step(normaliser: Normalising, t: Term) -> Theorem | None:
    """Return ⊢ eexp e = … for the last operation of a score e, or None where there is none to take apart."""
    eexp, e = const("eexp"), argument_of(t)
    head = normaliser.head_normal(e)
    if not is_refl(head):
        return ap_term(eexp, head)
    for name, arity, rule in (("plus", 2, "eexp_plus"), ("emb", 1, "eexp_emb"), ("allow", 1, "eexp_allow")):
        if (args := args_of(e, name, arity)) is not None:
            return fact(rule, *args)
    if isinstance(e, Const) and e.name == "ninf":
        return fact("eexp_ninf")
    args = args_of(e, "times", 2)
    scaled = None if args is None else _scaled(normaliser, *args)
    return None if scaled is None else ap_term(eexp, scaled)


def normal_extended(normaliser: Normalising, t: Term) -> Theorem:
    """Return ⊢ e = e' for an extended real, with positive factors moved inwards."""
    if (args := args_of(t, "times", 2)) is not None:
        scaled = _scaled(normaliser, *args)
        if scaled is not None:
            return normaliser.then(scaled)
    if (args := args_of(t, "allow", 1)) is not None and (decided := _decided(normaliser, *args)) is not None:
        rule = "allow_true" if right(decided) is TRUE else "allow_false"
        return chain(ap_term(const("allow"), decided), fact(rule))
    inner = normaliser.arguments(t)
    if (args := args_of(right(inner), "plus", 2)) is not None:
        masks = [args_of(part, "allow", 1) for part in args]
        if masks[0] is not None and masks[1] is not None:
            return normaliser.then(chain(inner, fact("plus_allow", *masks[0], *masks[1])))
    for rule in ("allow_true", "allow_false"):
        if right(inner) is left(fact(rule)):
            return chain(inner, fact(rule))
    return inner


def _decided(normaliser: Normalising, p: Term) -> Theorem | None:
    """Return ⊢ p = ⊤ or ⊢ p = ⊥ where the normal form of its indicator is 1 or 0, or None."""
    indicator = normaliser.normal(ind(p))
    for value, rule in ((ONE, "ind_true"), (ZERO, "ind_false")):
        if right(indicator) is value:
            return infer("ind_injective", chain(indicator, symmetric(fact(rule))))
    return None


def _scaled(normaliser: Normalising, c: Term, e: Term) -> Theorem | None:
    """Return ⊢ times c e = … with the scaling moved inwards, where c is proved positive."""
    head = normaliser.head_normal(e)
    if not is_refl(head):
        return ap_term(app(const("times"), c), head)
    sign = positive(normaliser, c)
    if sign is None:
        return None
    for name, rule in (("plus", "times_plus"), ("emb", "times_emb"), ("allow", "times_allow")):
        args = args_of(e, name, 2 if name == "plus" else 1)
        if args is not None:
            return fact(rule, c, *args, premises=(sign,))
    if isinstance(e, Const) and e.name == "ninf":
        return infer("times_ninf", sign)
    if (args := args_of(e, "times", 2)) is not None:
        other = positive(normaliser, args[0])
        if other is not None:
            premises = (sign,) if sign.conclusion is other.conclusion else (sign, other)
            return fact("times_times", c, *args, premises=premises)
    return None
