"""Lemmas about waves summed over n places whose frequencies are whole turns in n places: they are orthogonal."""

from __future__ import annotations

from ...kernel.rules import Theorem, assume, deduct_antisym
from ...kernel.syntax import negation, parse
from ...kernel.terms import REAL, Term, app, equation, fin, literal, var
from ..logic.conversions import replaced, rewrite_proposition, to
from ..logic.derived_rules import ap_term, gen
from ..logic.formulas import COS, IND, ONE, ZERO, n, nat_of
from .facts import fact, infer, lemma
from .goals import Goal
from .propositions import by_cases
from .search import implied, said_of, searched

_X = var("x", REAL)
_I, _J, _T = (var(name, fin(n)) for name in "ijt")
_FIRST = literal(0, fin(n))


def _waves(wave: str, x: str = "x") -> str:
    return f"(Σ t:[n]. {wave} (pos{{n}} t * {x}))"


def _sum_of(wave: str, turns: Theorem, ends: str) -> Theorem:
    """Return ⊢ a sum of waves = v·[cos x = 1]: each is that at 0, or else both ends of a geometric sum are the same."""
    whole = assume(equation(app(COS, _X), ONE))
    value = f"{_waves(wave)} = {'#{n}' if wave == 'cos' else '0'} * ind (cos x = 1)"
    each = fact("turns_repeated", _X, nat_of(_T), premises=(whole,))
    each = gen(_T, rewrite_proposition(each, fact("real_nat", _T)))
    same = implied(f"∀x:ℝ. cos x = 1 ⇒ (∀t:[n]. cos (pos{{n}} t * x) = 1) ⇒ {value}", whole, each)
    at_x = {"c": "cos x", "d": "sin x", "C": "cos (#{n} * x)", "D": "sin (#{n} * x)"}
    summed = said_of(f"∀x:ℝ. 2 * (1 + -1 * cos x) * {_waves(wave)} = {ends.format(**at_x)}", (_X,))
    letters = ends.format(**{name: name for name in at_x})
    product = f"∀c d C D s:ℝ. 2 * (1 + -1 * c) * s = {letters} ⇒ C = 1 ⇒ D = 0 ⇒ (1 + -1 * c) * s = 0"
    nothing = implied(product, summed, turns, implied("∀x:ℝ. cos x = 1 ⇒ sin x = 0", turns))
    other = assume(negation(whole.conclusion))
    nothing = infer("mul_zero", nothing, implied("∀x:ℝ. cos x ≠ 1 ⇒ 1 + -1 * cos x ≠ 0", other))
    none = implied(f"∀x:ℝ. cos x ≠ 1 ⇒ {_waves(wave)} = 0 ⇒ {value}", other, nothing)
    return by_cases(whole.conclusion, same, none)


@lemma(f"∀x:ℝ. cos (#{{n}} * x) = 1 ⇒ {_waves('cos')} = #{{n}} * ind (cos x = 1)")
def sum_of_cosines(turns: Theorem) -> Theorem:
    """A geometric sum, whose ends are the same; or each is 1."""
    return _sum_of("cos", turns, "1 + -1 * {c} + -1 * {C} + {C} * {c} + {D} * {d}")


@lemma(f"∀x:ℝ. cos (#{{n}} * x) = 1 ⇒ {_waves('sin')} = 0 * ind (cos x = 1)")
def sum_of_sines(turns: Theorem) -> Theorem:
    """A geometric sum, whose ends are the same; or each is 0."""
    return _sum_of("sin", turns, "{d} + -1 * {D} + {D} * {c} + -1 * {C} * {d}")


def _turn(sign: int, j: str = "j") -> str:
    """Return the statement of the angle of i + j or i − j turns in n places."""
    return f"(2 * (pi * ((pos{{n}} i + {sign} * pos{{n}} {j}) * inv #{{n}})))"


@lemma(f"∀i j:[n]. (cos {_turn(-1)} = 1) = (i = j)")
def same_frequency() -> Theorem:
    """They are less than a whole turn apart."""
    whole = assume(Goal.of(f"∀i j:[n]. cos {_turn(-1)} = 1").conclusion)
    bounds = []
    for sign in ("", "-1 * "):
        near = said_of(f"∀i j:[n]. {sign}(pos{{n}} i + -1 * pos{{n}} j) < #{{n}}", (_I, _J))
        scaled = f"∀d n p:ℝ. {sign}d < n ⇒ 0 < n ⇒ 0 < p ⇒ {sign}(2 * (p * (d * inv n))) < 2 * p"
        bounds.append(implied(scaled, near, fact("size_pos", {"n": n}), fact("pi_pos")))
    zero = infer("within_one_turn", whole, *bounds)
    there = infer("pos_injective", implied(f"∀i j:[n]. {_turn(-1)} = 0 ⇒ pos{{n}} i = pos{{n}} j", zero))
    back = implied(f"∀i j:[n]. i = j ⇒ cos {_turn(-1)} = 1", assume(there.conclusion))
    return deduct_antisym(back, there)


def _product(*waves: str) -> str:
    """Return the statement of the sum over k of products of waves of i turns, and of j turns, in n places."""
    at = (f"{w} (2 * (pi * (pos{{n}} {p} * (pos{{n}} k * inv #{{n}}))))" for w, p in zip(waves, "ij", strict=False))
    return f"(Σ k:[n]. {' * '.join(at)})"


def _parts(wave: str, sign: int = 1) -> str:
    return f"1/2 * ({_waves(wave, _turn(-1))} + {sign} * {_waves(wave, _turn(1))})"


def _by_parts(product: str, parts: str, j: Term = _J) -> Theorem:
    """Return ⊢ a sum of products of waves of i and j turns = the sums of those of i − j and i + j turns, summed."""
    at = "pos{n} j = 0 ⇒ " if j is _FIRST else ""
    formula = said_of(f"∀i j:[n]. {at}{product} = {parts}", (_I, j), *((fact("pos_zero", {"n": n}),) if at else ()))
    turns = (said_of(f"∀i j:[n]. cos (#{{n}} * {_turn(sign)}) = 1", (_I, j)) for sign in (-1, 1))
    rule = "sum_of_cosines" if "Σ t:[n]. cos" in parts else "sum_of_sines"
    return replaced(formula, *(infer(rule, turn) for turn in turns), ap_term(IND, fact("same_frequency", _I, j)))


def _alike(sign: int) -> str:
    return f"1/2 * (#{{n}} * ind (i = j) + {sign} * (#{{n}} * ind (cos {_turn(1)} = 1)))"


@lemma(f"∀i j:[n]. {_product('cos', 'cos')} = {_alike(1)}")
def cosines_orthogonal() -> Theorem:
    """By cos (x − y) + cos (x + y)."""
    return _by_parts(_product("cos", "cos"), _parts("cos"))


@lemma(f"∀i j:[n]. {_product('sin', 'sin')} = {_alike(-1)}")
def sines_orthogonal() -> Theorem:
    """By cos (x − y) − cos (x + y)."""
    return _by_parts(_product("sin", "sin"), _parts("cos", -1))


@lemma(f"∀i j:[n]. {_product('sin', 'cos')} = 0")
def sine_and_cosine_orthogonal() -> Theorem:
    """By sin (x − y) + sin (x + y)."""
    return to(_by_parts(_product("sin", "cos"), _parts("sin")), ZERO)


@lemma(f"∀i:[n]. {_product('cos')} = #{{n}} * ind (i = 0@[n])")
def cosines_summed() -> Theorem:
    """Of i − 0 turns."""
    return _by_parts(_product("cos"), _waves("cos", _turn(-1)), _FIRST)


@lemma(f"∀i:[n]. {_product('sin')} = 0")
def sines_summed() -> Theorem:
    """Of i − 0 turns."""
    return to(_by_parts(_product("sin"), _waves("sin", _turn(-1)), _FIRST), ZERO)


_ONE_TURN = "(2 * (pi * inv #{n}))"


@lemma(f"(cos {_ONE_TURN} = 1) = (#{{n}} = 1)")
def one_of_n_turns() -> Theorem:
    """A part of a turn is no whole turn."""
    whole = assume(parse(f"cos {_ONE_TURN} = 1"))
    turn = infer("least_turn", whole, searched(f"0 < {_ONE_TURN}"))
    divided = "∀n p:ℝ. 2 * p ≤ 2 * (p * inv n) ⇒ 0 < n ⇒ 0 < p ⇒ n ≤ 1"
    few = implied(divided, turn, fact("size_pos", {"n": n}), fact("pi_pos"))
    one = infer("le_antisym", few, searched("1 ≤ #{n}"))
    return deduct_antisym(implied(f"#{{n}} = 1 ⇒ cos {_ONE_TURN} = 1", assume(one.conclusion)), one)


_ROOTS = "(Σ k:[n]. {} (2 * (pi * (pos{{n}} k * inv #{{n}}))))"


def _roots(wave: str, rule: str) -> Theorem:
    """Return ⊢ the sum of the real or the imaginary parts of all roots of unity = n or 0 times [n = 1]."""
    formula = searched(f"{_ROOTS.format(wave)} = {_waves(wave, _ONE_TURN)}")
    total = infer(rule, searched(f"cos (#{{n}} * {_ONE_TURN}) = 1"))
    return replaced(formula, total, ap_term(IND, fact("one_of_n_turns", {"n": n})))


@lemma(f"{_ROOTS.format('cos')} = #{{n}} * ind (#{{n}} = 1)")
def cosines_of_roots() -> Theorem:
    """The sum over all roots of unity is 0, unless 1 is the only one."""
    return _roots("cos", "sum_of_cosines")


@lemma(f"{_ROOTS.format('sin')} = 0")
def sines_of_roots() -> Theorem:
    """The sum over all roots of unity is real."""
    return to(_roots("sin", "sum_of_sines"), ZERO)
