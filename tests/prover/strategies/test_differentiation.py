"""Differentiation gives theorems of the kernel, under the hypotheses that it needs; equal fractions are equal."""

import pytest

from symattn.kernel.syntax import parse
from symattn.kernel.terms import app, literal
from symattn.prover.library.facts import closed_fact
from symattn.prover.logic.derived_rules import ProofError
from symattn.prover.normal.context import Context
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.strategies.core.goals import Facts
from symattn.prover.strategies.core.search import Ask
from symattn.prover.strategies.derivatives.differentiation import Differentiator
from symattn.prover.strategies.front.prove import prove


@pytest.mark.parametrize(
    "statement",
    [
        "∀x:ℝ. deriv (λt:ℝ. t * t * t) x (3 * (x * x))",
        "∀x:ℝ. deriv exp x (exp x)",
        "∀x y:ℝ. deriv (λt:ℝ. y * sin (y * t)) x (y * y * cos (y * x))",
        "∀x:ℝ. 0 < x ⇒ deriv (λt:ℝ. log (sqrt t)) x (inv 2 * inv x)",
        "∀f:[n]→ℝ, x:ℝ. deriv (λt:ℝ. Σ i:[n]. f i * t) x (Σ i:[n]. f i)",
        "∀M:[n]→𝔹, x:ℝ. deriv (λt:ℝ. Σ i:[n]. eexp (plus (emb t) (allow (M i)))) x (Σ i:[n]. ind (M i) * exp x)",
        "∀x:ℝ. ∀q:𝔹. (∀c:ℝ. deriv (λt:ℝ. inv (1 + t * t)) x c ⇒ q) ⇒ q",
        "∀q:𝔹. (∀D:ℝ→ℝ. (∀t:ℝ. deriv sin t (D t)) ⇒ (∀t:ℝ. deriv D t (-1 * sin t)) ⇒ q) ⇒ q",
        "∀x:ℝ. 0 < x ⇒ inv (1 + x) + x * inv (1 + x) = 1",
        "∀x:ℝ. 0 < x ⇒ inv x + -1 * inv (1 + x) = inv (x * (1 + x))",
    ],
)
def test_proved_without_hypotheses(statement):
    theorem, _ = prove(parse(statement), Facts())
    assert theorem.conclusion is parse(statement) and theorem.hypotheses == ()


def test_a_function_without_a_rule_is_not_differentiated():
    differentiator = Differentiator(Ask(Normaliser(Context())))
    zero = literal(0, parse("exp 0").type)
    for function in ("λt:ℝ. ind (t ≤ 0)", "λt:ℝ. pos{3} 1@[3] * ind (0 ≤ t)", "λt:ℝ. real (suc 0@ℕ) * log t"):
        with pytest.raises(ProofError):
            differentiator.derivative(parse(function), zero)
    found = differentiator.derivative(parse("λt:ℝ. exp t"), zero)
    assert found.conclusion is app(parse("deriv (λt:ℝ. exp t) 0"), found.conclusion.argument)


def test_the_lemma():
    assert closed_fact("deriv_scale").hypotheses == ()
