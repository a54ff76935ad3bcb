"""What does not depend on a symbol: the second value is one of which the same is given."""

import pytest
from sympy import Abs, Add, Identity, Idx, Inverse, MatMul, MatrixSymbol, Mul, Symbol, log, sqrt
from sympy.core.relational import Ge, Gt, Ne

from symattn import (
    Equation,
    Fails,
    ForAll,
    FreeOf,
    Injective,
    Invertible,
    UnsupportedExpression,
    decide,
    dims,
)
from symattn.elaborate import elaborate_many
from symattn.kernel.terms import REAL, app, const, open_body, var
from symattn.prover.logic.derived_rules import match_forall, match_implication
from symattn.render.terms import term_text

n = dims("n")
x, y, a = (Symbol(name, real=True) for name in ("x", "y", "a"))
p = Symbol("p", positive=True)
v, A, B = MatrixSymbol("v", n, 1), MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
i = Idx("i", n)


def minus_itself(f):
    return Add(f, Mul(-1, f, evaluate=False), evaluate=False)


def unevaluated(*factors):
    return Mul(*factors, evaluate=False)


#: What does not depend on its symbol where that is as given.
GIVEN = {
    "a root": (FreeOf(minus_itself(sqrt(x)), x), [Ge(x, 0)]),
    "a logarithm": (FreeOf(minus_itself(log(v[0, 0])), v), [Gt(v[0, 0], 0)]),
    "a fraction of a size": (FreeOf(minus_itself(1 / (n - 3)), n), [Ne(n, 3)]),
    "a fraction": (FreeOf(unevaluated(0, 1 / x), x), [Ne(x, 0)]),
    "a quotient": (FreeOf(unevaluated(x, 1 / x), x), [Ne(x, 0)]),
    "a sign": (FreeOf(Abs(x) / x, x), [x > 0]),
    "entries": (FreeOf(Abs(v[i, 0]) - v[i, 0], v), [ForAll(i, v[i, 0] >= 0)]),
    "an inverse that there is": (
        FreeOf(MatMul(Inverse(A), A, evaluate=False), A),
        [Equation(A * B, Identity(n))],
    ),
}


@pytest.mark.parametrize("name", GIVEN)
def test_what_is_given_of_a_symbol_holds_of_the_second_value(name):
    stated, given = GIVEN[name]
    (elaborated,) = elaborate_many([stated], given)
    goal, premises = elaborated.goal, []
    while (quantified := match_forall(goal)) is not None:
        goal = open_body(quantified, var(f"second{len(premises)}", quantified.binder))
    while (pair := match_implication(goal)) is not None:
        premises.append(pair[0])
        goal = pair[1]
    assert len(premises) >= len(given)
    assert decide(stated, given=given).status == "proved"


#: Nearly the same: nothing is given, or not enough for both values.
DEPENDS = {
    "a sign of two": (FreeOf(Abs(x) / x, x), [Ne(x, 0)]),
    "a reciprocal": (FreeOf(1 / x, x), [Ne(x, 0)]),
    "itself": (FreeOf(x, x), [x >= 0]),
    "a positive number": (FreeOf(p**2, p), []),
    "an entry": (FreeOf(v[0, 0], v), [ForAll(i, v[i, 0] >= 0)]),
}


@pytest.mark.parametrize("name", DEPENDS)
def test_what_depends_on_it_is_refuted_by_two_values_that_are_as_given(name):
    stated, given = DEPENDS[name]
    verdict = decide(stated, given=given)
    assert verdict.status == "refuted", verdict


UNDEFINED = {
    "a root": (FreeOf(minus_itself(sqrt(x)), x), []),
    "a fraction": (FreeOf(unevaluated(0, 1 / x), x), [x >= 0]),
    "a fraction of a size": (FreeOf(minus_itself(1 / (n - 3)), n), [n > 2]),
}


@pytest.mark.parametrize("name", UNDEFINED)
def test_what_is_not_defined_is_unknown(name):
    stated, given = UNDEFINED[name]
    assert decide(stated, given=given).status == "unknown"


#: Nothing follows from these hypotheses: they are true of every y, for all x that are as given.
EMPTY = {
    "a quotient": [FreeOf(unevaluated(y, x, 1 / x), x), Ne(x, 0)],
    "a modulus": [FreeOf(unevaluated(y, Abs(x) - x), x), x >= 0],
    "an inverse": [FreeOf(y * MatMul(Inverse(A), A, evaluate=False), A), Equation(A * B, Identity(n))],
}


@pytest.mark.parametrize("name", EMPTY)
def test_a_hypothesis_says_nothing_of_values_that_are_not_as_given(name):
    given = EMPTY[name]
    assert decide(y, 0 * y, given=given).status != "proved"
    assert decide(Fails(given[0]), given=given[1:]).status != "proved"


@pytest.mark.parametrize(
    "stated, given",
    [
        (FreeOf(x * y, x), [FreeOf(x * y, y)]),
        (Equation(y, 0), [Injective(x / (x - 1), x), Ne(x, 1)]),
        (Equation(y, 0), [Fails(Injective(y / x, x)), Ne(x, 0)]),
        (Injective(1 / x, x), [Ne(x, 0)]),
    ],
)
def test_what_speaks_of_all_values_has_no_room_for_what_is_given_of_one(stated, given):
    with pytest.raises(UnsupportedExpression, match="runs through all values"):
        decide(stated, given=given)


def test_two_statements_of_all_values_stand_together():
    assert decide(FreeOf(Abs(x) - x, x), given=[x >= 0, FreeOf(Abs(x) - x, x)]).status == "proved"
    assert decide(Injective(2 * x, x), given=[]).status == "proved"


def test_invertible_matrices_stay_as_they_were():
    stated = FreeOf(MatMul(Inverse(A), A, evaluate=False), A)
    assert decide(stated, given=[Invertible(A)]).status == "proved"
    assert decide(stated).status == "unknown"


def test_the_second_value_is_named_after_the_symbol():
    left, second, other = var("x", REAL), var("ι0", REAL), var("ι1", REAL)
    root = app(const("sqrt"), second)
    assert term_text(root, (left,)) == "√(x′)"
    assert term_text(root, (left, var("a", REAL))) == "√t"  # whose value it is cannot be told
    assert term_text(root, (left, other)) == "√t"
    assert term_text(root, (left, var("x'", REAL))) == "√t"
