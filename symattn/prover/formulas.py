"""Terms of the kernel that proofs write often, and the few steps of reasoning that lemmas share.

``x``, ``y`` … are free variables, ``n``, ``m``, ``k`` sizes; ``close`` binds what is free at the end of a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..kernel.rules import Theorem, eq_mp
from ..kernel.syntax import negation
from ..kernel.terms import (
    BOOL,
    REAL,
    Size,
    Term,
    Var,
    abstract,
    app,
    const,
    literal,
    var,
)
from .cached_rules import refl, ring
from .conversions import replaced
from .library import fact
from .logic import (
    contradiction,
    discharge,
    gen,
    mp,
)

p, q = var("p", BOOL), var("q", BOOL)
x, y, z = var("x", REAL), var("y", REAL), var("z", REAL)
ADD, MUL, LE, IND = const("+"), const("*"), const("≤"), const("ind")
ZERO, ONE, MINUS = literal(0, REAL), literal(1, REAL), literal(-1, REAL)
n, m, k = Size.variable("n"), Size.variable("m"), Size.variable("k")
TWO = Size.number(2)
UNIT = Size.number(1)


def plus(a: Term, b: Term) -> Term:
    """Return a + b."""
    return app(ADD, a, b)


def times(a: Term, b: Term) -> Term:
    """Return a * b."""
    return app(MUL, a, b)


def minus(a: Term) -> Term:
    """Return −a."""
    return app(MUL, MINUS, a)


def inv(a: Term) -> Term:
    """Return a⁻¹."""
    return app(const("inv"), a)


def le(a: Term, b: Term) -> Term:
    """Return a ≤ b."""
    return app(LE, a, b)


def lt(a: Term, b: Term) -> Term:
    """Return a < b."""
    return negation(le(b, a))


def ind(proposition: Term) -> Term:
    """Return the indicator of a proposition."""
    return app(IND, proposition)


def number(value: int | Fraction) -> Term:
    """Return a rational number as a real literal."""
    return literal(value, REAL)


def close(theorem: Theorem, *variables: Var) -> Theorem:
    """Bind the variables by ∀, the first one outermost."""
    for variable in reversed(variables):
        theorem = gen(variable, theorem)
    return theorem


def rewrite_proposition(theorem: Theorem, *equations: Theorem) -> Theorem:
    """Infer Γ ⊢ p' from Γ ⊢ p by rewriting p with the equations."""
    return eq_mp(replaced(refl(theorem.conclusion), *equations), theorem)


def truth_values(body: Callable[[Term], Term], value: Term, at_true: Theorem, at_false: Theorem) -> Theorem:
    """Infer ⊢ body(value) for any proposition ``value`` from ⊢ body(⊤) and ⊢ body(⊥)."""
    return fact("bool_cases", {}, abstract(p, body(p)), value, premises=(at_true, at_false))


def by_cases(proposition: Term, if_true: Theorem, if_false: Theorem) -> Theorem:
    """Infer Γ ∪ Δ ⊢ q from Γ, p ⊢ q and Δ, ¬p ⊢ q."""
    return fact(
        "cases",
        {},
        proposition,
        if_true.conclusion,
        premises=(discharge(proposition, if_true), discharge(negation(proposition), if_false)),
    )


def absurd(theorem: Theorem, negated: Theorem, goal: Term) -> Theorem:
    """Infer any goal from ⊢ p and ⊢ ¬p."""
    return contradiction(mp(negated, theorem), goal)


def inverse_of_literal(value: Fraction) -> Theorem:
    """Infer ⊢ inv q = 1/q for a rational number q, 0 for q = 0."""
    if value == 0:
        return fact("inv_zero")
    product = ring(times(number(value), number(1 / value)), ONE)
    return fact("inv_unique", {}, number(value), number(1 / value), premises=(product,))
