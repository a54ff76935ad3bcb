"""Inequalities with |·| as a number of its own, of which u ≤ |u|, −u ≤ |u|, 0 ≤ |u| and |u|² = u² are known.

So |·| may stand under sums and within maxima, where there are no cases: ‖x‖₁² ≤ n·‖x‖², |Σ w·x| ≤ ‖x‖_∞.  Of what is
bounded, −c·|u|, both cases are shown; each leaves one |·| less.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ...kernel.rules import Theorem
from ...kernel.terms import REAL, Abs, App, Term, Var, app, open_body, var
from ..library.facts import fact
from ..library.inequalities import about
from ..logic.cached_rules import ring
from ..logic.conversions import beta_normal_form, rewrite_proposition
from ..logic.derived_rules import gen, mp, right, spec
from ..logic.formulas import ZERO, minus, number, plus, times
from ..logic.matching import rule_of
from ..logic.parts import is_application_of
from ..logic.term_order import key, next_opened
from ..normal.context import Context
from ..normal.normaliser import Normaliser
from ..normal.polynomials import polynomial_term, read_polynomial
from .inequalities import moved_to

MOST_MODULI = 4
MOST_CASES = 2
_SIGNS = ("∀x:ℝ. 0 ≤ abs x", "∀x:ℝ. x ≤ abs x", "∀x:ℝ. -1 * x ≤ abs x")
_SQUARE = "∀x:ℝ. abs x * abs x = x * x"

Sign = Callable[[Context, Term, bool], Theorem | None]


def sign_with_moduli(context: Context, difference: Term, strict: bool, sign: Sign) -> tuple[Theorem, Term] | None:
    """Return ⊢ 0 ≤ t or ⊢ 0 < t and t, for the form t of a difference in which |·| is kept, or None.

    ``sign`` takes a context, a normal term and whether it is to be positive to the same about that term, or to None.
    """
    inner = replace(context.extended(), opaque=context.opaque | {"abs"})
    t = right(Normaliser(inner).normal(difference))
    if not _moduli(t):
        return None
    x = var("?x", REAL)
    square = spec(about("abs", _SQUARE), x)
    inner.products.append(rule_of(frozenset((x,)), square))
    inner.truths += [about("abs", statement) for statement in _SIGNS]
    normal = Normaliser(inner).normal(difference)
    found = _by_cases(inner, right(normal), strict, sign, MOST_CASES)
    return None if found is None else (found, right(normal))


def _by_cases(context: Context, t: Term, strict: bool, sign: Sign, most: int) -> Theorem | None:
    """Show the sign of a normal term with −c·|u| by that with −c·u and with c·u."""
    polynomial = read_polynomial(t)
    bounded = [
        m for m, c in polynomial.items() if c < 0 and len(m) == 1 and m[0][1] == 1 and _inside(m[0][0]) is not None
    ]
    if not bounded or not most:
        inner = context.extended()
        inner.truths += _bounds(inner, t)
        return sign(inner, t, strict)
    monomial = bounded[0]
    u = _inside(monomial[0][0]) or ZERO
    scale = -polynomial[monomial]
    rest = polynomial_term({m: c for m, c in polynomial.items() if m != monomial})
    order = "<" if strict else "≤"
    shown = []
    for part in (u, minus(u)):
        case = plus(rest, minus(times(number(scale), part)))
        normal = Normaliser(context).normal(case)
        found = _by_cases(context, right(normal), strict, sign, most - 1)
        if found is None:
            return None
        shown.append(moved_to(found, normal, strict))
    cases = " ⇒ ".join(f"0 {order} y + -1 * (c * {value})" for value in ("x", "(-1 * x)", "abs x"))
    statement = f"∀x y c:ℝ. {cases}"
    both = spec(about("abs", statement), u, rest, number(scale))
    for premise in shown:
        both = mp(both, premise)
    whole = plus(rest, minus(times(number(scale), monomial[0][0])))
    return rewrite_proposition(both, ring(whole, t))


def _inside(atom: Term) -> Term | None:
    """Return u for |u|, or None for another atom."""
    args = is_application_of(atom, "abs", 1)
    return args[0] if args is not None else None


def _moduli(t: Term) -> list[Term]:
    """Return the absolute values in a term, without repetition."""
    found: dict[Term, None] = {}
    stack, seen = [t], set[Term]()
    while stack:
        part = stack.pop()
        if part in seen:
            continue
        seen.add(part)
        if _inside(part) is not None:
            found[part] = None
        if isinstance(part, App):
            stack += (part.function, part.argument)
        elif isinstance(part, Abs):
            stack.append(part.body)
    return list(found)


def _bounds(context: Context, t: Term) -> list[Theorem]:
    """Return u ≤ |u| and −u ≤ |u| for what stands in a normal term, also for all indices of a sum or a maximum."""
    found: list[Theorem] = []
    for modulus in sorted((m for m in _moduli(t) if not m.loose), key=key)[:MOST_MODULI]:
        found += _about(modulus)
    for atom in sorted({a for m in read_polynomial(t) for a, _ in m}, key=key):
        summed, largest = is_application_of(atom, "sum", 1), is_application_of(atom, "top", 1)
        if summed is not None and isinstance(summed[0], Abs) and summed[0].binder.size is not None:
            x = next_opened(summed[0].binder, atom, *context.assumed)
            inside = [m for m in _moduli(open_body(summed[0], x)) if not m.loose and x in m.free]
            found += [gen(x, theorem) for m in sorted(inside, key=key)[:MOST_MODULI] for theorem in _about(m)]
        if largest is not None:
            found += _below(context, atom)
    return found


def _about(modulus: Term) -> list[Theorem]:
    u = _inside(modulus) or ZERO
    return [spec(about("abs", statement), u) for statement in _SIGNS[1:]]


def _below(context: Context, largest: Term) -> list[Theorem]:
    """Return |u| ≤ max |u|, u ≤ max |u| and −u ≤ max |u| for all indices, where a largest number is that of moduli."""
    variables: list[Var] = []
    known: Theorem | None = None
    value = largest
    while (inside := is_application_of(value, "top", 1)) is not None:
        (f,) = inside
        indices = f.type.domain
        if indices is None or indices.size is None:
            return []
        variables.append(next_opened(indices, largest, *variables, *context.assumed))
        here = app(f, variables[-1])
        below = fact("top_ge", {"n": indices.size}, f, variables[-1])
        below = rewrite_proposition(below, beta_normal_form(here)) if isinstance(f, Abs) else below
        here = (is_application_of(below.conclusion, "≤", 2) or [value])[0]
        known = below if known is None else fact("le_trans", {}, here, value, largest, premises=(below, known))
        value = here
    if known is None or _inside(value) is None:
        return []
    u = _inside(value) or ZERO
    both = [
        fact("le_trans", {}, side, value, largest, premises=(theorem, known))
        for side, theorem in zip((u, minus(u)), _about(value), strict=True)
    ]
    return [_for_all(variables, theorem) for theorem in (known, *both)]


def _for_all(variables: list[Var], theorem: Theorem) -> Theorem:
    for x in reversed(variables):
        theorem = gen(x, theorem)
    return theorem
