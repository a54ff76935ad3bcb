"""Inequalities from inequalities, terms of sums and cases; and the near misses that must not follow."""

import random
from fractions import Fraction

import pytest
from sympy import Symbol

from symattn import decide
from symattn.kernel.rules import assume
from symattn.kernel.terms import REAL, var
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.logic.formulas import ZERO, le, lt
from symattn.prover.normal.linear_arithmetic import Inequality, follows
from symattn.prover.normal.polynomials import polynomial_term, read_polynomial

KINDS = {"x": "ℝ", "y": "ℝ", "z": "ℝ", "u": "[n]→ℝ", "e": "[n]→ℝ∞", "i": "[n]", "j": "[n]", "w": "[n]", "p": "𝔹"}

#: goal, hypotheses
FOLLOWS = [
    ("x ≤ z", ("x ≤ y", "y ≤ z")),
    ("x < z", ("x ≤ y", "y < z")),
    ("x < z", ("x < y", "y ≤ z")),
    ("2 * x + 3 * y ≤ 5 * z + 1", ("x ≤ z", "y ≤ z")),
    ("x = y", ("x ≤ y", "y ≤ x")),
    ("0 ≤ x * y + z", ("0 ≤ x * y", "0 ≤ z")),
    ("x ≤ y", ("sqrt (x * x) ≤ sqrt (y * y)", "x * x ≤ y * y ⇒ x ≤ y", "x ≤ y")),
    ("x * x ≤ y * y", ("sqrt (x * x) ≤ sqrt (y * y)",)),
    ("exp (u i) * inv (Σ k:[n]. exp (u k)) ≤ 1", ()),
    ("eexp (e i) ≤ (Σ k:[n]. eexp (e k))", ()),
    ("exp (u i) ≤ (Σ k:[n]. exp (u k)) + exp x", ()),
    ("exp (u i) < (Σ k:[n]. exp (u k)) + exp x", ()),
    ("ind p * exp x ≤ exp x", ("ind p * exp x ≤ exp x",)),
    ("ind p ≤ 2", ()),
    ("x < 3", ("x ≤ 2",)),
    # cases
    ("x ≤ max x y", ()),
    ("max x y = max y x", ()),
    ("max x y + min x y = x + y", ()),
    ("max 0 x ≤ max 0 y", ("x ≤ y",)),
    ("abs (x + y) ≤ abs x + abs y", ()),
    ("ind (x ≤ y) + ind (y ≤ x) = 1 + ind (x ≤ y) * ind (y ≤ x)", ()),
    ("ind (y ≤ 1) ≤ ind (x ≤ 1)", ("x ≤ y",)),
    # from a contradiction, anything
    ("x ≤ z", ("x < y", "y < x")),
    ("x = z", ("x < y", "y ≤ x")),
    ("x ≤ 0", ("1 ≤ 0 * x",)),
]

DOES_NOT = [
    ("x < z", ("x ≤ y", "y ≤ z")),
    ("z ≤ x", ("x ≤ y", "y ≤ z")),
    ("x = y", ("x ≤ y",)),
    ("2 * x + 3 * y ≤ 5 * z + -1", ("x ≤ z", "y ≤ z")),
    ("x * z ≤ y * z", ("x ≤ y",)),
    ("x ≤ y", ("x * x ≤ y * y",)),
    ("x ≤ y", ("sqrt x ≤ sqrt y",)),  # the roots of negative numbers are anything
    ("exp (u i) * inv (Σ k:[n]. exp (u k)) < 1", ()),  # n may be 1
    ("exp (u i) + exp (u j) ≤ (Σ k:[n]. exp (u k))", ()),  # i may be j
    ("u i ≤ (Σ k:[n]. u k)", ()),  # terms may be negative
    ("(Σ k:[n]. exp (u k)) ≤ exp (u i)", ()),
    ("x * inv y ≤ 1", ("x ≤ y",)),  # y may be negative
    ("ind p ≤ 0", ()),
    ("1 ≤ ind p", ()),
    ("max x y ≤ x", ()),
    ("max 0 x < max 0 y", ("x < y",)),
    ("abs x + abs y ≤ abs (x + y)", ()),
    ("ind (x ≤ 1) ≤ ind (y ≤ 1)", ("x ≤ y",)),
    ("ind (x ≤ y) + ind (y ≤ x) = 1", ()),
    ("x ≤ 0", ("x ≤ 1",)),
    ("x ≤ 2", ("x < 2 ⇒ x ≤ 2",)),
]


@pytest.mark.parametrize("goal, given", FOLLOWS)
def test_what_follows(logic, goal, given):
    logic.prove(goal, *(logic.term(text, **KINDS) for text in given), **KINDS)


@pytest.mark.parametrize("goal, given", DOES_NOT)
def test_what_does_not_follow(logic, goal, given):
    with pytest.raises(ProofError):
        logic.prove(goal, *(logic.term(text, **KINDS) for text in given), **KINDS)


def test_functions_of_an_indicator(logic):
    for f, at_zero in (("exp", "1"), ("sin", "0"), ("cos", "1")):
        logic.prove(f"{f} (ind p * x) = {at_zero} + ind p * ({f} x + -1 * {at_zero})", **KINDS)
        with pytest.raises(ProofError):
            logic.prove(f"{f} (ind p * x) = ind p * {f} (2 * x)", **KINDS)
    logic.prove("exp (x + ind p * (y + -1 * x)) = exp x + ind p * (exp y + -1 * exp x)", **KINDS)


def assumed(polynomial, strict):
    t = polynomial_term(polynomial)
    return Inequality(polynomial, strict, assume(lt(ZERO, t) if strict else le(ZERO, t)))


@pytest.mark.parametrize("seed", range(30))
def test_random_combinations_follow(seed):
    """A combination with weights ≥ 0 plus a constant ≥ 0 follows, and what contradicts a point does not."""
    chance = random.Random(seed)
    unknowns = [((var(name, REAL), 1),) for name in "xyz"]
    point = {m: Fraction(chance.randint(-3, 3)) for m in unknowns}
    known, goal = [], {(): Fraction(chance.randint(0, 2))}
    for _ in range(chance.randint(1, 5)):
        row = {m: Fraction(chance.randint(-3, 3)) for m in unknowns}
        row[()] = chance.randint(0, 2) - sum(c * point[m] for m, c in row.items())  # holds at the point
        row = {m: c for m, c in row.items() if c}
        known.append(assumed(row, False))
        weight = Fraction(chance.randint(0, 3), chance.randint(1, 3))
        for m, c in row.items():
            goal[m] = goal.get(m, 0) + weight * c
    goal = {m: c for m, c in goal.items() if c}
    theorem = follows(goal, False, known)
    assert theorem is not None and theorem.conclusion is le(ZERO, polynomial_term(goal))
    assert set(theorem.hypotheses) <= {inequality.theorem.conclusion for inequality in known}
    at_the_point = sum(c * point.get(m, 1) for m, c in goal.items())
    false = {**goal, (): goal.get((), Fraction(0)) - at_the_point - 1}
    assert follows({m: c for m, c in false.items() if c}, False, known) is None


def test_a_combination_may_be_strict():
    x, y = (read_polynomial(var(name, REAL)) for name in "xy")
    both = {**x, **y}
    assert follows(both, True, [assumed(x, True), assumed(y, False)]) is not None
    assert follows(both, True, [assumed(x, False), assumed(y, False)]) is None
    assert follows(both, False, [assumed(x, True), assumed(y, True)]) is not None


def test_products_of_hypotheses_and_squares_of_differences():
    w, x, y, z = (Symbol(name, real=True) for name in "wxyz")
    unit = [w >= 0, w <= 1]
    assert decide(w * (1 - w) >= 0, given=unit).status == decide(w**2 <= w, given=unit).status == "proved"
    assert decide(x**2 + y**2 >= 2 * x * y).status == decide(x * y <= (x**2 + y**2) / 2).status == "proved"
    assert decide(x**2 + y**2 + z**2 >= x * y + y * z + z * x).status == "proved"
    assert decide(x * z <= y * z, given=[x <= y, z >= 0]).status == "proved"
    nearly = [(x * z <= y * z, [x <= y]), (x * y >= 0, [x >= 0]), (x**2 <= 1, [x <= 1]), (x**2 >= 2 * x * y, [])]
    nearly += [(x**2 + y**2 > 2 * x * y, []), (w * (1 - w) > 0, unit), (w * (1 - w) >= 0, [w >= 0])]
    assert {decide(claim, given=given).status for claim, given in nearly} == {"refuted"}
