"""Every question ends: what is long is given up after counted work, and what is deep is still shown, or said to be."""

import gc
import sys
from itertools import pairwise
from multiprocessing import get_context
from resource import RLIMIT_CPU, RUSAGE_SELF, getrusage, setrlimit

import pytest
from flint import arb, fmpq
from sympy import (
    Derivative,
    Identity,
    Idx,
    Lt,
    MatMul,
    MatPow,
    MatrixSymbol,
    Ne,
    Sum,
    Symbol,
    Trace,
    exp,
    factorial,
    sin,
    symbols,
)

from symattn import ForAll, SymattnError, certificate, cost, evaluate, latex, leading_term, spot_check
from symattn.deciding.decide import decide, decided
from symattn.depth import TOO_DEEP
from symattn.language import (
    Attention,
    Epanechnikov,
    Equation,
    KernelMatrix,
    PermutationSymbol,
    RowSoftmax,
    SelfAttention,
    SinusoidalVector,
    dims,
)
from symattn.numeric.enclosure import Encloser
from symattn.numeric.refute import Budget
from symattn.prover.limits import MOST_EFFORT
from symattn.prover.normal.context import BudgetExceeded, Context
from symattn.render.text import text
from symattn.testing import assert_claim, assert_implements, theorems_about

pytestmark = pytest.mark.sampled

n, d, r, h = dims("n d r h")
A, B, C = (MatrixSymbol(name, n, n) for name in "ABC")
X, Y = MatrixSymbol("X", r, d), MatrixSymbol("Y", n, d)
x, y, z = symbols("x y z", real=True)
ORTHONORMAL = MatrixSymbol("q", d, d)
LARGE = {name: MatrixSymbol(name, 1000, 1000) for name in "WUV"}


def stack(rows, layers):
    """Return a stack of self-attention layers with weights of their own."""
    for layer in range(layers):
        rows = SelfAttention(rows, *(MatrixSymbol(f"S{name}{layer}", d, d) for name in "QKV"))
    return rows


def nested(depth):
    """Return a sine of a sine of …."""
    result = x
    for _ in range(depth):
        result = sin(result)
    return result


def layers(depth):
    """Return a softmax of a softmax of …."""
    result = A
    for _ in range(depth):
        result = RowSoftmax(result)
    return result


#: name: (left side, right side, hypotheses, what may come out)
LONG = {
    "a power of a sum of three matrices": (MatPow(A + B + C, 7), MatMul(*[A + B + C] * 7), (), "proved unknown"),
    "a power of a sum of numbers": ((x + y + z) ** 12, (x + y + z) ** 11 * (z + y + x), (), "proved unknown"),
    "products of commuting matrices": (MatMul(*[A, B] * 5), MatMul(*[B, A] * 5), (Equation(A * B, B * A),), "proved"),
    "a kernel and an orthonormal matrix": (
        KernelMatrix(Epanechnikov(), X * ORTHONORMAL * ORTHONORMAL, Y * ORTHONORMAL * ORTHONORMAL),
        KernelMatrix(Epanechnikov(), X, Y),
        (Equation(ORTHONORMAL.T * ORTHONORMAL, Identity(d)),),
        "proved unknown",
    ),
    "stacked self-attention": (
        stack(Y * ORTHONORMAL, 2),
        stack(Y, 2) * ORTHONORMAL,
        (Equation(ORTHONORMAL.T * ORTHONORMAL, Identity(d)),),
        "refuted unknown",
    ),
    "a large position": (SinusoidalVector(10**6, 2 * h), SinusoidalVector(10**6 + 1, 2 * h), (), "refuted unknown"),
    "large literal sizes": (Attention(*LARGE.values()), LARGE["V"], (), "refuted unknown"),
    "many layers": (layers(300), RowSoftmax(layers(300)), (), "refuted unknown"),
    "many numbers": (
        sum(Symbol(f"a{k}", real=True) * Symbol(f"b{k}", real=True) for k in range(200)),
        x,
        (),
        "refuted unknown",
    ),
    "a high power": (x**100_000, x**100_000 + y, (), "refuted unknown"),
}


@pytest.mark.parametrize("name", LONG)
def test_what_is_long_ends(name):
    left, right, given, allowed = LONG[name]
    assert decide(left, right, given).status in allowed.split()


def test_effort_is_counted_and_shared_by_what_is_extended():
    context = Context()
    context.charge_effort(MOST_EFFORT - 1)
    with pytest.raises(BudgetExceeded, match="too many, or too long"):
        context.extended().charge_effort(2)
    with pytest.raises(BudgetExceeded):
        context.charge_effort(0.5)


def test_no_clock_ends_a_search(monkeypatch):
    assert {*vars(Budget())} == {"candidates", "work", "held", "error", "begins"}  # what is left, what was seen
    monkeypatch.setattr("time.monotonic", lambda: 1e18)
    assert decide(A * B, B * A).status == "refuted"


def test_long_rationals_are_enclosed(monkeypatch):
    monkeypatch.setattr("symattn.numeric.enclosure.MOST_BITS", 8)
    value = Encloser({x: fmpq(1, 1009), y: fmpq(1, 1013)}).value(x * y)
    assert isinstance(value, arb) and value.contains(fmpq(1, 1009 * 1013))


@pytest.mark.parametrize("depth", [100, 300])
def test_what_is_deep_is_shown_or_said_to_be(depth):
    limit = sys.getrecursionlimit()
    verdict = decided(nested(depth), nested(depth) + exp(y), ())
    assert verdict.status in ("refuted", "unknown")
    for shown in (str(verdict), repr(verdict), latex(verdict), latex(verdict.claim), text(verdict.claim)):
        assert "sin" in shown or TOO_DEEP in shown
    assert sys.getrecursionlimit() == limit


# Little time and little memory for what a person types

SECONDS, GIGABYTE = 10, 10**9
i, j = Idx("i", n), Idx("j", n)
row = MatrixSymbol("v", 1, n)
nine = tuple(Idx(f"i{k}", n) for k in range(9))
of_nine = sum(row[0, index] for index in nine)
MANY = 10**5000
sigma = PermutationSymbol("sigma", n)
SQUARES = ((of_nine + 1) ** 2, of_nine**2 + 2 * of_nine + 1)

#: name: (what is asked, what may come out: a status, or a part of what is said)
TYPED = {
    "nine free indices": (lambda: decide(*SQUARES), "proved"),
    "a false claim about nine free indices": (lambda: decide(SQUARES[0], SQUARES[1] + 1), "refuted"),
    "a spot check at nine free indices": (lambda: spot_check(*SQUARES), "max_error"),
    "nine free indices of a hypothesis": (lambda: decide(*SQUARES, given=[of_nine >= 0]), "proved"),
    "nine free indices that differ": (
        lambda: decide(*SQUARES, given=[Ne(a, b) for a, b in pairwise(nine)]),
        "proved",
    ),
    "a false claim about nine indices in order": (
        lambda: decide(SQUARES[0], SQUARES[1] + 1, given=[Lt(a, b) for a, b in pairwise(nine)]),
        "refuted",
    ),
    "a hypothesis that nothing satisfies": (
        lambda: decide(RowSoftmax(A)[0, 0] + x, 3, given=[Equation(RowSoftmax(A)[0, 0], 2)]),
        "contradicts itself",
    ),
    "a hypothesis about all pairs of entries": (
        lambda: decide(row[0, 0] >= 0, given=[ForAll((i, j), Equation(row[0, i] + row[0, j], 0))]),
        "proved",
    ),
    "an exponential of more digits than are written": (
        lambda: decide(exp(10_000 * x), exp(10_000 * x + 1)),
        "refuted",
    ),
    "a certificate about a number of more digits": (
        lambda: certificate(decide(exp(10_000 * x), exp(10_000 * x + 1))),
        "symattn certificate",
    ),
    "a proved claim about a number of more digits": (lambda: repr(decide(x * MANY + x, x * (MANY + 1))), "proved"),
    "its certificate": (lambda: certificate(decide(x * MANY + x, x * (MANY + 1))), "too many digits"),
    "a factorial of many digits": (lambda: latex(decide(factorial(3000) * x, x)), "9{,}131"),
    "what a number of many digits costs": (lambda: cost(MANY * x), "5,001 digits"),
    "a trace of a large identity matrix": (lambda: decide(Trace(Identity(10**5)), 10**5), "proved"),
    "a false trace of a large identity matrix": (lambda: decide(Trace(Identity(10**5)), 10**5 + 1), ""),
    "a high derivative": (lambda: decide(Derivative(exp(x * y), x, 7), y**7 * exp(x * y)), "proved"),
    "a false claim about a high derivative": (lambda: decide(Derivative(exp(x * y), x, 8), y**7 * exp(x * y)), ""),
    "a very small number": (lambda: decide(exp(-100_000) * x, 0), "refuted"),
    "a size of many digits": (lambda: decide(Trace(Identity(MANY)), MANY), "below 10**100"),
    "a size of many divisors": (lambda: decide(Trace(Identity(10**99)), 10**99), "proved"),
    "a range of many digits": (
        lambda: decide(Sum(x, (Symbol("k", integer=True), 0, MANY)), MANY * x),
        "below 10**100",
    ),
    "an index whose own range is shorter": (lambda: decide(Sum(row[0, i], (i, 0, MANY)), 0), "(5,001 digits)"),
    "the sign of a number of many digits": (lambda: decide(10**100_000 * x >= 9**100_000 * x, given=[x >= 0]), "x"),
    "a number beyond floating point": (lambda: evaluate(10**400 * x, {x: 1.0}), "out of the reach of floating point"),
    "a large power of a sum": (lambda: decide((x + y) ** 1000, (x + y) ** 1000), "proved"),
    "a false claim about it": (lambda: decide((x + y) ** 1000, (x - y) * (x + y) ** 999), "refuted"),
    "an open claim about it": (lambda: decide((x + y) ** 700, (x + y) ** 699 * x + y * (x + y) ** 699), "="),
    "a permutation that is written out": (lambda: evaluate(sigma, {sigma: range(20_000)}), "20,000 × 20,000 values"),
    "fewer trials than none": (lambda: spot_check(A, A, trials=-3), "from 0 to 100,000, not -3"),
    "too many trials": (lambda: spot_check(A, A, trials=10**7), "from 0 to 100,000"),
    "a long polynomial": (lambda: leading_term((n + d + 1) ** 200, n, d), "may have more than 10,000 terms"),
    "a polynomial of one size": (lambda: leading_term((n + 1) ** 500, n), "n**500"),
    "what a large power costs": (lambda: cost(A**1000), "more than 64 matrices"),
    "large sizes of a test": (lambda: implements(sizes={n: 10**6}), "up to 10,000, not 1000000"),
    "sizes that are none": (lambda: implements(sizes=[3]), "sizes= is a mapping"),
    "a number for a number type": (lambda: implements(dtypes=3), "not 3"),
    "no sets of sizes": (lambda: implements(shapes=0), "at least 1, not 0"),
    "theorems about a class": (lambda: theorems_about(RowSoftmax), "about expressions, as RowSoftmax(A)"),
    "a claim without a name": (lambda: assert_claim(3), "named by its id, a str, not by 3"),
    "the derivative of a large power": (lambda: decide(Derivative(x**701, x), 701 * x**700), "proved"),
    "the derivative of a larger power": (lambda: decide(Derivative(x**1000, x), 1000 * x**999), "proved"),
    "a false claim about its derivative": (lambda: decide(Derivative(x**1000, x), 1001 * x**999), ""),
}


def implements(**named):
    """Test the function that returns its argument, with some arguments of `assert_implements`."""
    return assert_implements(lambda a: a, Y, signature="Y: n d -> n d", **named)


def answer_within_limits(question):
    """Return what a question is answered with in a process of its own, after at most 10 s of computing and 1 GB."""
    receiving, sending = get_context("fork").Pipe(duplex=False)

    def ask():
        gc.freeze()  # what the tests before have left is not looked through again
        setrlimit(RLIMIT_CPU, (SECONDS, SECONDS))
        before = getrusage(RUSAGE_SELF).ru_maxrss  # a forked process begins with what the tests before have taken
        try:
            answered = str(question())
        except SymattnError as error:
            answered = f"{type(error).__name__}: {error}"
        sending.send((answered, (getrusage(RUSAGE_SELF).ru_maxrss - before) * 1024))

    process = get_context("fork").Process(target=ask)
    process.start()
    sending.close()
    try:
        answered, memory = receiving.recv()
    except EOFError:
        pytest.fail(f"no answer within {SECONDS} s")
    finally:
        process.join()
    assert memory < GIGABYTE
    return answered


@pytest.mark.parametrize("name", TYPED)
def test_what_a_person_types_is_answered_within_seconds_and_a_gigabyte(name):
    question, expected = TYPED[name]
    answered = answer_within_limits(question)
    assert expected in answered
    assert "nested too deeply" not in answered and "could not read this to its end" not in answered
