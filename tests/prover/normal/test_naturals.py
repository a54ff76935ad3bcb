"""Natural numbers in the prover: normal forms, induction, closed forms of powers, literal numbers of blocks."""

import pytest

from symattn.kernel.syntax import forall, parse
from symattn.kernel.terms import NAT, REAL, Size, app, const, equation, fun, literal, var
from symattn.prover.library.definitions import defined
from symattn.prover.library.values import same_natural, value
from symattn.prover.limits import LARGEST_NATURAL
from symattn.prover.logic.derived_rules import ProofError, left, right
from symattn.prover.logic.numerals import NONE, nadd, numeral, real, suc
from symattn.prover.normal.context import Context, split_blocks
from symattn.prover.normal.normaliser import Normaliser
from symattn.prover.strategies.core.goals import Facts, NotProved
from symattn.prover.strategies.front.prove import prove_entrywise

a, b, c = (var(name, NAT) for name in "abc")
x = var("x", REAL)
n = Size.variable("n")
M = var("M", parse("λA:[n]→[n]→ℝ. A").type.domain)
POWER, MATPOW = app(defined("power"), x), app(defined("matpow", n), M)


def normal(t):
    return right(Normaliser(Context()).normal(t))


def test_numerals_have_their_values():
    for number in (0, 1, 2, 7, 10, 513):
        theorem = value(numeral(number))
        assert left(theorem) is real(numeral(number)) and normal(right(theorem)) is literal(number, REAL)


def test_sums_have_one_normal_form():
    forms = {normal(t) for t in (nadd(a, suc(b)), nadd(suc(b), a), suc(nadd(b, a)), nadd(b, nadd(suc(NONE), a)))}
    assert len(forms) == 1 and normal(nadd(NONE, a)) is a
    assert normal(nadd(a, a)) is not a
    with pytest.raises(ProofError, match="too large"):
        normal(numeral(LARGEST_NATURAL + 1))


def test_only_equal_sums_are_the_same():
    assert same_natural(nadd(a, b), nadd(b, a)).conclusion is equation(nadd(a, b), nadd(b, a))
    for s, t in ((a, b), (a, suc(a)), (nadd(a, a), a)):
        with pytest.raises(Exception, match="ring"):
            same_natural(s, t)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (app(POWER, nadd(a, b)), app(POWER, nadd(b, a))),
        (app(MATPOW, suc(suc(a))), app(MATPOW, nadd(numeral(2), a))),
        (app(MATPOW, numeral(0)), defined("identity", n)),
        (app(defined("power"), literal(1, REAL), a), literal(1, REAL)),
    ],
)
def test_powers_that_agree(first, second):
    theorem, _ = prove_entrywise(equation(first, second), Facts())
    assert theorem.conclusion is equation(first, second) and theorem.hypotheses == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (app(POWER, a), app(POWER, suc(a))),
        (app(MATPOW, a), app(MATPOW, b)),
        (app(defined("power"), literal(2, REAL), a), literal(1, REAL)),  # true at 0 only
        (app(defined("power"), literal(0, REAL), a), literal(0, REAL)),  # the step holds, the base does not
        (a, nadd(a, b)),
    ],
)
def test_induction_does_not_prove_what_is_false(first, second):
    with pytest.raises(ProofError):
        prove_entrywise(equation(first, second), Facts())


def test_no_induction_on_a_number_that_a_hypothesis_speaks_of():
    given = equation(app(POWER, a), literal(1, REAL))
    with pytest.raises(NotProved):
        prove_entrywise(equation(app(POWER, nadd(a, b)), literal(1, REAL)), Facts(others=(given,)))


def test_a_function_that_is_a_homomorphism_at_0_only():
    f = var("f", fun(NAT, REAL))
    start = equation(app(f, NONE), literal(1, REAL))
    with pytest.raises(NotProved):
        prove_entrywise(equation(app(f, a), app(defined("power"), app(f, suc(NONE)), a)), Facts(others=(start,)))
    step = forall(a, forall(b, equation(app(f, nadd(a, b)), app(const("*"), app(f, a), app(f, b)))))
    goal = equation(app(f, c), app(defined("power"), app(f, suc(NONE)), c))
    theorem, _ = prove_entrywise(goal, Facts(others=(start, step)))
    assert set(theorem.hypotheses) <= {start, step}


def test_blocks_of_a_literal_number_are_split():
    four, two = Size.number(4), Size.number(2)
    context = Context(splits={Size.number(8): ("*", four, two), n * two: ("*", n, two)})
    assert split_blocks(context)
    assert context.splits[four] == ("+", Size.number(1), Size.number(3)) and n not in context.splits
    assert not split_blocks(Context(splits={n * two: ("*", n, two)}))
