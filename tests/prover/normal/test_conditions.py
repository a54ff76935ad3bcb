"""Conditions on positions: what follows from the ranges of indices and from what is given, and what nearly does."""

import itertools
import random

import pytest

from symattn.prover.logic.derived_rules import ProofError

KINDS = {"i": "[n]", "j": "[n]", "l": "[m]", "u": "[n+k]", "p": "[m*n]", "a": "ℕ", "b": "ℕ", "x": "[n]→ℝ", "t": "ℝ"}
SHORT = {"I": "pos{n} i", "J": "pos{n} j", "L": "pos{m} l", "U": "pos{n+k} u", "P": "pos{m*n} p"}
SHORT |= {"A": "real a", "B": "real b", "N": "#{n}", "M": "#{m}", "W": "#{w}"}


def written(text):
    """Write I for the position of i, N for the size n, and so on."""
    return " ".join(SHORT.get(word, word) for word in text.replace("(", "( ").replace(")", " )").split())


#: goal, hypotheses
FOLLOWS = [
    ("ind (I < N) = 1", ()),
    ("ind (I + 1 ≤ N) = 1", ()),
    ("ind (N ≤ I) = 0", ()),
    ("ind (J < I + N) = 1", ()),
    ("ind (I ≤ J + N + -1) = 1", ()),
    ("ind (U < N + #{k}) = 1", ()),
    ("ind (I < J + 1) = ind (I ≤ J)", ()),
    ("ind (I + 3 ≤ J + 3) = ind (I ≤ J)", ()),
    ("ind (I ≤ J) * ind (J < I + N) = ind (I ≤ J)", ()),
    ("ind (I ≤ J) * ind (J < I) = 0", ()),
    ("ind (I ≤ J) * ind (J < I + 1) = ind (i = j)", ()),
    ("ind (I ≤ J) + ind (J ≤ I) = 1 + ind (i = j)", ()),
    ("ind (I = J) = ind (i = j)", ()),
    ("ind (I = N + -1) = ind (i = last{n})", ()),
    ("ind (I + 1 = N) = ind (i = last{n})", ()),
    ("ind (I = 0) = ind (i = 0@[n])", ()),
    ("ind (L = I) = ind (L ≤ I) * ind (I ≤ L)", ()),
    ("ind (I + J = N) = ind (I + J ≤ N) * ind (N < I + J + 1)", ()),
    ("ind (A < B + 1) = ind (A ≤ B)", ()),
    ("ind (A ≤ B) * ind (B ≤ A + 4) = ind (A ≤ B) + ind (B ≤ A + 4) + -1", ()),
    ("ind (J < I + W) = 1", ("N ≤ W",)),
    ("ind (J < I + W) = 1", ("N < W + 1",)),
    ("ind (J < I + W) = 1", ("N ≤ M", "M ≤ W")),
    ("ind (I < A) = 0", ("A < 1",)),
    ("ind (0 < A) = 1", ("1 ≤ A",)),
    ("ind (1 ≤ A) = 1", ("0 < A",)),
    ("ind (A + 1 ≤ B) = 1", ("A < B",)),
    ("A + 1 ≤ B", ("A < B",)),
    ("ind (P < M * N) = 1", ()),
    ("ind (L * N + I < M * N) = 1", ()),
    ("ind (I < N * M) = 1", ()),
    ("(Σ k:[n]. ind (pos{n} k ≤ I) * x k) = x i + (Σ k:[n]. ind (pos{n} k < I) * x k)", ()),
    ("(Σ k:[n]. x k) = (Σ k:[n]. ind (pos{n} k ≤ I) * x k) + (Σ k:[n]. ind (I < pos{n} k) * x k)", ()),
    ("plus (allow (I ≤ J)) (allow (J < I + 1)) = allow (i = j)", ()),
    ("plus (emb t) (allow (I < J + 1)) = plus (emb t) (allow (I ≤ J))", ()),
]
DOES_NOT = [
    ("ind (I + 2 ≤ N) = 1", ()),  # n may be 1
    ("ind (I < N + -1) = 1", ()),
    ("ind (J < I + N + -1) = 1", ()),
    ("ind (I < M) = 1", ()),
    ("ind (U < N) = 1", ()),
    ("ind (I < J) = ind (I ≤ J)", ()),
    ("ind (I < J + 2) = ind (I ≤ J)", ()),
    ("ind (I ≤ J) * ind (J < I + 2) = ind (i = j)", ()),
    ("ind (I ≤ J) * ind (J ≤ I + W) = ind (i = j)", ()),
    ("ind (I ≤ J) + ind (J ≤ I) = 1", ()),
    ("ind (I = L) = 1", ()),
    ("ind (I + 2 = N) = ind (i = last{n})", ()),
    ("ind (I = 1) = ind (i = 0@[n])", ()),
    ("ind (J < I + W) = 1", ("N ≤ W + 1",)),
    ("ind (J < I + W) = 1", ("W ≤ N",)),
    ("ind (J < I + W) = 1", ("N ≤ M",)),
    ("ind (0 < A) = 1", ("0 ≤ A",)),
    ("ind (A + 1 ≤ B) = 1", ("A ≤ B",)),
    ("A + 2 ≤ B", ("A < B",)),
    ("ind (1 ≤ t) = 1", ("0 < t",)),  # no whole number
    ("ind (t < 1) = ind (t ≤ 0)", ()),
    ("ind (L * N + I + 1 < M * N) = 1", ()),
    ("ind (A ≤ B) * ind (B + 1 ≤ A + -1) = ind (A ≤ B)", ()),
    ("(Σ k:[n]. ind (pos{n} k ≤ I) * x k) = (Σ k:[n]. ind (pos{n} k < I) * x k)", ()),
    ("(Σ k:[n]. x k) = (Σ k:[n]. ind (pos{n} k ≤ I) * x k) + (Σ k:[n]. ind (I ≤ pos{n} k) * x k)", ()),
    ("plus (allow (I ≤ J)) (allow (J < I + 2)) = allow (i = j)", ()),
    ("plus (emb t) (allow (I < J)) = plus (emb t) (allow (I ≤ J))", ()),
    ("plus (allow (I ≤ J)) (allow (J < I)) = allow (i = j)", ()),
]


@pytest.mark.parametrize("goal, given", FOLLOWS)
def test_what_follows(logic, goal, given):
    logic.prove(written(goal), *(logic.term(written(text), **KINDS) for text in given), **KINDS)


@pytest.mark.parametrize("goal, given", DOES_NOT)
def test_what_nearly_follows(logic, goal, given):
    with pytest.raises(ProofError):
        logic.prove(written(goal), *(logic.term(written(text), **KINDS) for text in given), **KINDS)


def condition(chance):
    """Return a condition 0 ≤ c₀ + c₁·i + … as text, and as a function of i, j, l, m, n."""
    weights = [chance.choice((-2, -1, -1, 0, 0, 1, 1, 2)) for _ in range(5)]
    constant = chance.randint(-2, 2)
    text = " + ".join([str(constant), *(f"{w} * {name}" for w, name in zip(weights, "IJLMN", strict=True) if w)])
    return f"0 ≤ {text}", lambda *values: constant + sum(w * v for w, v in zip(weights, values, strict=True)) >= 0


def instances():
    for m, n in itertools.product(range(1, 5), repeat=2):
        for i, j, l in itertools.product(range(n), range(n), range(m)):
            yield i, j, l, m, n


@pytest.mark.parametrize("seed", range(60))
def test_random_conditions_are_decided_as_their_instances_say(logic, seed):
    chance = random.Random(seed)
    (p, holds_p), (q, holds_q) = condition(chance), condition(chance)
    goals = [
        (f"ind ({p}) = 1", lambda *v: holds_p(*v)),
        (f"ind ({p}) = 0", lambda *v: not holds_p(*v)),
        (f"ind ({p}) * ind ({q}) = ind ({p})", lambda *v: not holds_p(*v) or holds_q(*v)),
        (f"ind ({p}) * ind ({q}) = 0", lambda *v: not (holds_p(*v) and holds_q(*v))),
        (f"ind ({p}) + ind ({q}) = 1 + ind ({p}) * ind ({q})", lambda *v: holds_p(*v) or holds_q(*v)),
        (f"ind ({p}) = ind ({q})", lambda *v: holds_p(*v) == holds_q(*v)),
    ]
    for goal, is_true in goals:
        if not all(is_true(*values) for values in instances()):
            with pytest.raises(ProofError):
                logic.prove(written(goal), **KINDS)
