"""Conversions: functions that take a term t and return a theorem ⊢ t = t'.

Rewriting with given equations, also inside propositions, β-normal forms, and equational chains; nothing here knows any
mathematics.
"""

from __future__ import annotations

from collections.abc import Callable

from ...kernel.rules import Theorem, abstraction, assume, congruence, eq_mp
from ...kernel.terms import Abs, App, Term, Type, Var, open_body, var
from .cached_rules import refl, ring
from .derived_rules import ap_term, ap_thm, beta_spine, chain, cut, eq_mp_back, is_refl, left, right, strip, symmetric

Conversion = Callable[[Term], Theorem]


def fresh(ty: Type, *terms: Term, stem: str = "y") -> Var:
    """Return a variable of the type that is free in none of the terms."""
    number = 0
    while any(v.name == f"{stem}{number}" for t in terms for v in t.free):
        number += 1
    return var(f"{stem}{number}", ty)


def under_binder(t: Abs, conversion: Conversion) -> Theorem:
    """Convert the body of an abstraction."""
    x = fresh(t.binder, t)
    inner = conversion(open_body(t, x))
    return refl(t) if is_refl(inner) else abstraction(x, inner)


def in_application(t: App, function: Theorem, argument: Theorem) -> Theorem:
    """Combine conversions of a function and its argument; reflexive ones cost nothing."""
    if is_refl(function) and is_refl(argument):
        return refl(t)
    if is_refl(function):
        return ap_term(t.function, argument)
    return congruence(function, argument)


def rewrite(t: Term, *equations: Theorem) -> Theorem:
    """Replace every occurrence of the left sides by the right sides, outermost first, once."""
    return converted(t, {left(each): each for each in equations}.get)


def converted(t: Term, conversion: Callable[[Term], Theorem | None]) -> Theorem:
    """Convert the outermost parts of a term that a conversion changes; it returns None for others."""
    return _converted(t, conversion, {}) or refl(t)


def _converted(
    t: Term, conversion: Callable[[Term], Theorem | None], memo: dict[Term, Theorem | None]
) -> Theorem | None:
    """Return ⊢ t = t' by a conversion of parts, or None where nothing is changed."""
    if t in memo:
        return memo[t]
    found = conversion(t)
    if found is None and isinstance(t, App):
        function, argument = (_converted(part, conversion, memo) for part in (t.function, t.argument))
        found = _changed(t, function, argument)
    elif found is None and isinstance(t, Abs):
        x = fresh(t.binder, t)
        inner = _converted(open_body(t, x), conversion, memo)
        found = None if inner is None else abstraction(x, inner)
    memo[t] = None if found is None or is_refl(found) else found
    return memo[t]


def _changed(t: App, function: Theorem | None, argument: Theorem | None) -> Theorem | None:
    """Combine what becomes of a function and of its argument, where None is no change."""
    if function is None:
        return None if argument is None else ap_term(t.function, argument)
    return congruence(function, refl(t.argument) if argument is None else argument)


def replaced(theorem: Theorem, *equations: Theorem) -> Theorem:
    """Infer Γ ⊢ a = b' from Γ ⊢ a = b by rewriting b with the equations, one after the other."""
    for equation in equations:
        theorem = chain(theorem, rewrite(right(theorem), equation))
    return theorem


def rearranged(a: Term, b: Term) -> Theorem:
    """Infer ⊢ a = b for two arrangements of one polynomial; nothing is inferred where they are the same term."""
    return refl(a) if a is b else ring(a, b)


def to(theorem: Theorem, target: Term) -> Theorem:
    """Infer Γ ⊢ a = target from Γ ⊢ a = b, where b = target in every commutative ring."""
    return chain(theorem, ring(right(theorem), target)) if right(theorem) is not target else theorem


_REDEX: dict[Term, bool] = {}


def has_redex(t: Term) -> bool:
    """Tell whether a β-redex occurs in the term."""
    found = _REDEX.get(t)
    if found is None:
        if type(t) is App:
            found = type(t.function) is Abs or has_redex(t.function) or has_redex(t.argument)
        else:
            found = isinstance(t, Abs) and has_redex(t.body)
        _REDEX[t] = found
    return found


_NORMAL_FORMS: dict[Term, Theorem] = {}


def beta_normal_form(t: Term) -> Theorem:
    """Reduce every β-redex of the term."""
    if t not in _NORMAL_FORMS:
        _NORMAL_FORMS[t] = _reduced(t) if has_redex(t) else refl(t)
    return _NORMAL_FORMS[t]


def _reduced(t: Term) -> Theorem:
    if isinstance(t, Abs):
        return under_binder(t, beta_normal_form)
    if not isinstance(t, App):
        return refl(t)
    function, argument = (beta_normal_form(s) if has_redex(s) else None for s in (t.function, t.argument))
    parts = _changed(t, function, argument) or refl(t)
    head = beta_spine(right(parts))
    return parts if is_refl(head) else chain(parts, head, beta_normal_form(right(head)))


def beta_sides(theorem: Theorem) -> Theorem:
    """Infer the equation with both sides in β-normal form."""
    return chain(symmetric(beta_normal_form(left(theorem))), theorem, beta_normal_form(right(theorem)))


def at_entries(theorem: Theorem) -> tuple[tuple[Var, ...], tuple[Term, ...], Theorem]:
    """Turn ⊢ ∀x…. p ⇒ a = b into {p} ⊢ a i j = b i j, as ``strip`` does: rows and matrices are equal at all indices."""
    variables, premises, stripped = strip(theorem)
    while (
        (pair := stripped.sides) is not None
        and pair[0].type.domain is not None
        and pair[0].type.domain.size is not None
    ):
        variables = (*variables, fresh(pair[0].type.domain, *pair, *variables, stem="?row"))
        stripped = beta_sides(ap_thm(stripped, variables[-1]))
    return variables, premises, stripped


def rewrite_proposition(theorem: Theorem, *equations: Theorem) -> Theorem:
    """Infer Γ ⊢ p' from Γ ⊢ p by rewriting p with the equations."""
    return eq_mp(replaced(refl(theorem.conclusion), *equations), theorem)


def beta_conclusion(theorem: Theorem) -> Theorem:
    """Infer the theorem with its conclusion in β-normal form."""
    reduced = beta_normal_form(theorem.conclusion)
    return theorem if is_refl(reduced) else eq_mp(reduced, theorem)


def beta_hypotheses(theorem: Theorem) -> Theorem:
    """Infer the theorem with its hypotheses in β-normal form."""
    for hypothesis in theorem.hypotheses:
        reduced = beta_normal_form(hypothesis)
        if not is_refl(reduced):
            theorem = cut(eq_mp_back(reduced, assume(right(reduced))), theorem)
    return theorem
