"""A proof that claims share serves each under its own hypotheses; what stands behind a proof is all of it."""

from sympy import MatrixSymbol, Ne, OneMatrix, Symbol

from symattn import decide
from symattn.certificates.record import axioms_in, inferences, inferences_behind
from symattn.language import InvertibleSymbol, RowSoftmax, dims

n = dims("n")
x, y = Symbol("x", real=True), Symbol("y", real=True)


def test_an_obligation_that_was_met_under_a_hypothesis_is_not_met_without_it():
    assert decide(y / x, y * (1 / x), given=[Ne(x, 0)]).status == "proved"
    for _ in range(2):
        bare = decide(y / x, y * (1 / x))
        assert bare.status == "unknown" and bare.missing == ("x ≠ 0",)
    assert decide(y / x, y * (1 / x), given=[Ne(y, 0)]).status == "unknown"
    again = decide(y / x, y * (1 / x), given=[Ne(x, 0)])
    assert again.status == "proved" and again.hypotheses == ("Ne(x, 0)",)


def test_that_an_inverse_exists_is_proved_of_each_claim_by_its_own_sides():
    A, g = MatrixSymbol("A", n, n), InvertibleSymbol("g", n)
    assert decide((g * g).inv(), g.inv() * g.inv()).status == "proved"
    assert decide((A * A).inv(), A.inv() * A.inv()).status == "unknown"
    assert decide((g * g).inv(), g.inv() * g.inv()).status == "proved"


def test_what_stands_behind_a_proof_is_every_inference_of_it():
    theorem = decide(RowSoftmax(MatrixSymbol("A", n, n)) * OneMatrix(n, 1), OneMatrix(n, 1)).theorem
    order = inferences(theorem)
    assert inferences_behind(theorem) == set(order) and len(order) > 10
    assert axioms_in(inferences_behind(theorem)) == axioms_in(order)
    premise = max(order[:-1], key=lambda each: len(inferences(each)))
    assert inferences_behind(theorem, premise) == set(order)
    assert inferences_behind(premise) == set(inferences(premise)) < set(order)
    assert inferences_behind() == set()
