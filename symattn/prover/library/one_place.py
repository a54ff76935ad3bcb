"""Lemmas about the one index at a position b − a: it is counted once, and functions of what stands there."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume
from ...kernel.syntax import negation
from ...kernel.terms import BOOL, NAT, REAL, app, equation, fin, fun, var
from ..logic.cached_rules import ring
from ..logic.conversions import replaced
from ..logic.derived_rules import ap_term, chain, discharge, gen, right, symmetric
from ..logic.formulas import ind, minus, n, plus, pos_of, times, total_over
from ..logic.numerals import real
from .facts import fact, infer, lemma
from .outlines import claim, rewriting, some, through, use
from .propositions import by_cases
from .search import implied, said_of
from .sums import under_sum

_I = var("i", fin(n))
_A, _B = var("a", NAT), var("b", NAT)


_AT = "Σ i:[n]. ind (pos{n} i + real a = real b)"


@lemma(f"∀a b:ℕ. real a ≤ real b ⇒ real b + 1 ≤ #{{n}} + real a ⇒ ({_AT}) = 1")
def count_at() -> None:
    """One index has the position b − a: as many as there are up to b − a, without those up to b − a − 1."""


@lemma(f"∀a b:ℕ. ({_AT}) = ind (real a ≤ real b) * ind (real b + 1 ≤ #{{n}} + real a)")
def count_at_most_one() -> None:
    """An index has the position b − a where that is one, and none has it elsewhere."""


@lemma(
    "∀g:ℝ→ℝ, f:[n]→ℝ, a b:ℕ. real a ≤ real b ⇒ real b + 1 ≤ #{n} + real a"
    " ⇒ g (Σ i:[n]. ind (pos{n} i + real a = real b) * f i) = (Σ i:[n]. ind (pos{n} i + real a = real b) * g (f i))"
)
def function_at(some: Theorem, few: Theorem) -> Theorem:
    """A function of what stands at one place is what stands there of its values."""
    f, g = var("f", fun(fin(n), REAL)), var("g", fun(REAL, REAL))
    here = equation(plus(pos_of(_I), real(_A)), real(_B))
    value = total_over(_I, times(ind(here), app(f, _I)))
    at = f"∀f:[n]→ℝ, i:[n], a b:ℕ. real b = pos{{n}} i + real a ⇒ ({_AT} * f i) = f i"
    at = at.replace("Σ i:[n]. ind (pos{n} i", "Σ j:[n]. ind (pos{n} j").replace("* f i) =", "* f j) =")
    stands = said_of(at, (f, _I, _A, _B), symmetric(assume(here)))
    same = discharge(here, ap_term(g, stands))
    each = infer("ind_same", same)
    one = infer("count_at", some, few)
    kept = replaced(said_of(f"∀a b:ℕ, y:ℝ. ({_AT} * y) = y * ({_AT})", (_A, _B, app(g, value))), one)
    return chain(ring(app(g, value), right(kept)), symmetric(kept), under_sum(_I, each))


@lemma(
    "∀g:ℝ→ℝ, a b:ℕ. (Σ i:[n]. ind (pos{n} i + real a = real b) * g (pos{n} i))"
    " = ind (real a ≤ real b) * ind (real b + 1 ≤ #{n} + real a) * g (real b + -1 * real a)"
)
def value_at_most_one() -> Theorem:
    """A function of the position is, where it is b − a, its value there."""
    g, position = var("g", fun(REAL, REAL)), pos_of(_I)
    here, there = equation(plus(position, real(_A)), real(_B)), plus(real(_B), minus(real(_A)))
    same = ring(position, plus(plus(position, real(_A)), minus(real(_A))))
    same = discharge(here, ap_term(g, replaced(same, assume(here))))
    each = infer("ind_same", same)
    kept = said_of(f"∀a b:ℕ, y:ℝ. ({_AT} * y) = ({_AT}) * y", (_A, _B, app(g, there)))
    return chain(under_sum(_I, each), replaced(kept, fact("count_at_most_one", _A, _B)))


_HERE, _POWER, _THERE = "ind (pos{n} i + real a = real b)", "power y (nat{n} i)", "power y b * inv (power y a)"
_POWERS = f"λi:[n]. {_HERE} * (g (pos{{n}} i) * {_POWER})"
_VALUE = f"ind (real a ≤ real b) * ind (real b + 1 ≤ #{{n}} + real a) * (g (real b + -1 * real a) * ({_THERE}))"


@lemma(
    f"∀y:ℝ, a b:ℕ, i:[n]. y ≠ 0 ⇒ pos{{n}} i + real a = real b ⇒ {_POWER} = {_THERE}",
    by=through(
        "real (nadd (nat{n} i) a) = real b",
        use("real_injective", "nadd (nat{n} i) a", "b"),
        use("power_nadd", "y", "nat{n} i", "a"),
        use("power_ne", "y", "a"),
        claim(f"power y b = {_POWER} * power y a", then=rewriting),
        use("∀u v w:ℝ. u = v * w ⇒ w ≠ 0 ⇒ v = u * inv w", "power y b", _POWER, "power y a"),
    ),
)
def power_of_difference() -> None:
    """A power whose exponent is b − a is a quotient."""


@lemma(
    f"∀g:ℝ→ℝ, y:ℝ, a b:ℕ. y ≠ 0 ⇒ (Σ i:[n]. {_HERE} * (g (pos{{n}} i) * {_POWER})) = {_VALUE}",
    by=through(
        use("value_at_most_one", f"λx:ℝ. g x * ({_THERE})", "a", "b"),
        claim(
            f"∀i:[n]. {_HERE} * (g (pos{{n}} i) * {_POWER}) = {_HERE} * (g (pos{{n}} i) * ({_THERE}))",
            claim(
                f"pos{{n}} i + real a = real b ⇒ {_POWER} = {_THERE}", use("power_of_difference", "y", "a", "b", "i")
            ),
            use("ind_same", "pos{n} i + real a = real b", _POWER, _THERE),
            use("∀p u v g:ℝ. p * u = p * v ⇒ p * (g * u) = p * (g * v)", *(_HERE, _POWER, _THERE, "g (pos{n} i)")),
        ),
        use(
            "∀f h:[n]→ℝ, s:ℝ. (∀i:[n]. f i = h i) ⇒ (Σ i:[n]. h i) = s ⇒ (Σ i:[n]. f i) = s",
            *(_POWERS, _POWERS.replace(_POWER, f"({_THERE})"), _VALUE),
        ),
    ),
)
def power_at_most_one() -> None:
    """A power beside a function of its exponent is, where that is b − a, a quotient beside the value there."""


@lemma("∀f:[n]→ℝ, e:[n]. f e = (Σ i:[n]. ind (pos{n} i = pos{n} e) * f i)")
def at_position() -> None:
    """What stands at an index is the sum of what stands where that is."""


_COUNTED = "(Σ i:[n]. ind (c i)) = 1"
_MOST = "(∀j:[n]. ind (c j) ≤ ind (c w))"


@lemma(f"∀c:[n]→𝔹, w:[n]. {_COUNTED} ⇒ {_MOST} ⇒ (∀i:[n]. c i = (i = w))")
def only_place(one: Theorem, most: Theorem) -> Theorem:
    """What holds at one place in all holds there alone, and the indicator is largest there."""
    c, w = var("c", fun(fin(n), BOOL)), var("w", fin(n))
    above = implied(f"∀c:[n]→𝔹, w:[n]. {_COUNTED} ⇒ {_MOST} ⇒ 0 < ind (c w)", one, most)
    here, there, holds = assume(equation(_I, w)), assume(negation(equation(_I, w))), app(c, w)
    denied = implied("∀p:𝔹. ¬p ⇒ 0 < ind p ⇒ ind p = 1", assume(negation(holds)), above)
    value = by_cases(holds, implied("∀p:𝔹. p ⇒ ind p = 1", assume(holds)), denied)
    at_it = "∀c:[n]→𝔹, w i:[n]. ind (c w) = 1 ⇒ i = w ⇒ ind (c i) = ind (i = w)"
    second = f"∀c:[n]→𝔹, w i:[n]. {_COUNTED} ⇒ ind (c w) = 1 ⇒ i ≠ w ⇒ ind (c i) = 0"
    elsewhere = said_of(second, (c, w, _I), one, value, there)
    elsewhere = chain(elsewhere, symmetric(implied("∀p:𝔹. ¬p ⇒ ind p = 0", there)))
    same = by_cases(here.conclusion, said_of(at_it, (c, w, _I), value, here), elsewhere)
    return gen(_I, infer("ind_injective", same))


@lemma(
    f"∀c:[n]→𝔹, p:𝔹. {_COUNTED} ⇒ (∀w:[n]. (∀i:[n]. c i = (i = w)) ⇒ p) ⇒ p",
    by=through(
        some("w:[n]", "∀j:[n]. ind (c j) ≤ ind (c w)", "largest", "λi:[n]. ind (c i)"),
        claim("∀i:[n]. c i = (i = w)", use("only_place", "c", "w", "i")),
        use(1, "w"),
    ),
)
def named_place() -> None:
    """What follows of any name for the only place at which something holds follows."""
