"""What is written is what is decided: SymPy captures no bound symbol, lets none escape, and sums up nothing unasked."""

import subprocess
import sys

import pytest
from sympy import (
    Abs,
    Dummy,
    Eq,
    Function,
    FunctionMatrix,
    Identity,
    Idx,
    Integral,
    KroneckerDelta,
    Lambda,
    Le,
    MatAdd,
    MatrixSymbol,
    OneMatrix,
    Piecewise,
    Product,
    Sum,
    Symbol,
    Trace,
    Tuple,
    exp,
    oo,
    signsimp,
    symbols,
)

from symattn import (
    Equation,
    Expectation,
    FrobeniusNorm,
    HeadFamily,
    HeadSum,
    InnerProduct,
    ProbabilitySymbol,
    RowSoftmax,
    UnsupportedExpression,
    Variance,
    decide,
    dims,
    evaluate,
)
from symattn.language import Node
from symattn.language.base import automatic, hygiene
from symattn.language.base.occurrences import free_parts

n, p, H = dims("n p H")
u, v, s, t, e = symbols("u v s t e", integer=True)
x = Symbol("x", real=True)
i, j = Idx("i", n), Idx("j", n)
K, X, A = MatrixSymbol("K", n, p), MatrixSymbol("X", n, n), MatrixSymbol("A", n, n)
S = (s, 0, n - 1)
T = (t, 0, n - 1)
SUMS = FunctionMatrix(n, n, Lambda((u, v), Sum(X[u, s], S)))
SOFTMAX = FunctionMatrix(n, n, Lambda((u, v), exp(X[u, v]) / Sum(exp(X[u, s]), S)))


def part(a):
    return Sum(Piecewise((K[t, a], t <= j), (0, True)), T)


def full(a):
    return Sum(K[t, a], T)


def causal(row, column):
    return FunctionMatrix(n, n, Lambda((row, column), Piecewise((0, column <= row), (-oo, True))))


# ---------------------------------------------------------------------------------------------------------- statements

FALSE = {
    "a condition stays in its sum": lambda: (
        Sum(part(s) ** 2, (s, 0, p - 1)),
        Sum(part(s) * full(s), (s, 0, p - 1)),
    ),
    "an entry keeps the sum in it apart": lambda: (Sum(SUMS[s, t], T, S), n**2 * Sum(X[s, s], S)),
    "an entry is not the diagonal": lambda: (SUMS[i, t], Sum(X[s, s], S)),
    "a function of a sum": lambda: (
        Sum(Lambda((u, v), Sum(X[u, s] * X[s, v], S))(s, s), S),
        Sum(X[s, s] ** 2, S, T),
    ),
    "a matrix of sums at its own index": lambda: (
        Sum(FunctionMatrix(n, n, Lambda((s, t), Sum(X[s, u] * X[u, t], (u, 0, n - 1))))[u, u], (u, 0, n - 1)),
        Sum(X[u, u] ** 2, (u, 0, n - 1), T),
    ),
    "a substitution into a sum": lambda: (Sum(Sum(X[s, u], S).subs(u, s), S), Sum(X[s, s], S, T)),
    "a condition in a condition": lambda: (
        Sum(Piecewise((1, Sum(Piecewise((1, t <= j), (0, True)), T) > 1), (0, True)) * X[t, t], T),
        Sum(Piecewise((X[t, t], t <= j), (0, True)), T),
    ),
    "a sum inside a matrix is not summed up": lambda: (
        2 * FunctionMatrix(n, n, Lambda((u, v), Sum(KroneckerDelta(2 * s, u), S))),
        2 * FunctionMatrix(n, n, Lambda((u, v), Piecewise((1, (u >= 0) & (u <= 2 * n - 2)), (0, True)))),
    ),
}
TRUE = {
    "the rows of a softmax": lambda: (Sum(SOFTMAX[s, t], T, S), n),
    "an entry keeps the sum in it apart": lambda: (Sum(SUMS[s, t], T, S), n * Sum(X[s, t], T, S)),
    "a condition stays in its family": lambda: (
        Sum(HeadSum(Piecewise((1, Eq(e, 0)), (0, True)) * A, (e, 0, H - 1))[0, 0], (e, 0, n - 1)),
        n * A[0, 0],
    ),
    "a condition stays in its mask": lambda: (
        Sum(RowSoftmax(A + causal(u, e))[i, e] * Piecewise((1, e <= i), (0, True)), (e, 0, n - 1)),
        1,
    ),
    "a row of a masked softmax": lambda: (Sum(RowSoftmax(A + causal(e, t))[i, e], (e, 0, n - 1)), 1),
    "a condition stays in its expectation": lambda: (
        Sum(Expectation(ProbabilitySymbol("P", n), Piecewise((1, Eq(s, 0)), (0, True)), s) * X[s, s], S),
        ProbabilitySymbol("P", n)[0, 0] * Sum(X[s, s], S),
    ),
    "the same letter free and bound": lambda: (
        RowSoftmax(A)[i, j],
        exp(A[i, j]) / Sum(exp(A[i, j]), (j, 0, n - 1)),
    ),
    "the same letter bound twice": lambda: (Sum(exp(A[i, t]) / Sum(exp(A[i, t]), T), T), 1),
    "a swap of names": lambda: (
        Sum(Lambda((u, v), Sum(X[u, v], S))(v, u), (u, 0, n - 1), (v, 0, n - 1)),
        n * Sum(X[u, v], (u, 0, n - 1), (v, 0, n - 1)),
    ),
    "a sum inside a matrix times 2": lambda: (
        2 * FunctionMatrix(n, n, Lambda((u, v), Sum(X[u, s], S))),
        2 * X * OneMatrix(n, n),
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_statement_about_bound_indices_is_never_proved(name):
    assert decide(Equation(*FALSE[name]())).status == "refuted"


@pytest.mark.parametrize("name", TRUE)
def test_a_true_statement_about_bound_indices_is_proved(name):
    assert decide(Equation(*TRUE[name]())).status == "proved"


# ------------------------------------------------------------------------------------------------------ order of import

BUILD = """
from sympy import *
{first}
n, s, t, u, v = Symbol("n", integer=True, positive=True), *symbols("s t u v", integer=True)
X = MatrixSymbol("X", n, n)
G = FunctionMatrix(n, n, Lambda((u, v), Sum(X[u, s], (s, 0, n - 1))))
try:
    left, right = {statement}
    {second}
    print(decide(Equation(left, right)).status)
except Exception as error:
    print(error)
"""
ENTRIES = "Sum(G[s, t], (t, 0, n - 1), (s, 0, n - 1)), n**2*Sum(X[s, s], (s, 0, n - 1))"
ESCAPED = (
    "Sum(Sum(Piecewise((X[t, s], t <= s), (0, True)), (t, 0, n - 1)), (s, 0, n - 1)), "
    "Sum(Sum(X[t, s], (t, 0, n - 1))*Sum(Piecewise((1, t <= s), (0, True)), (t, 0, n - 1)), (s, 0, n - 1))"
)


def printed(first, second, statement):
    program = BUILD.format(first=first, second=second, statement=statement)
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize(
    "first",
    [
        "from symattn import *",
        "from symattn import decide, Equation",
        "from symattn import Equation; from symattn import decide",
        "from symattn import SymattnError; from symattn import Equation, decide",
        "from symattn import evaluate; from symattn import decide, Equation",
    ],
)
def test_names_may_be_imported_in_any_order(first):
    assert printed(first, "pass", ENTRIES) == "refuted\n"


def test_a_condition_that_escaped_before_the_import_is_refused_by_name():
    """SymPy alone folds the product, and the t of t <= s is free in it."""
    shown = printed("", "from symattn import Equation, decide", ESCAPED)
    assert "binds t, and a condition outside of it speaks of a free t" in shown and "rename one of the two" in shown


def test_every_name_of_symattn_teaches_sympy():
    program = "import symattn; symattn.SymattnError; from symattn.language.base import hygiene; assert hygiene._SYMPYS"
    subprocess.run([sys.executable, "-c", program], check=True)


# ------------------------------------------------------------------------------------------------ classes of the user


class WithBoundIndex(Node):
    """A user's class whose definition binds s, whatever its argument speaks of."""

    def __new__(cls, matrix):
        return cls._make(matrix.shape, matrix)

    def definition(self):
        return FunctionMatrix(*self.shape, Lambda((s, t), 2 * self.args[0][s, t]))


def test_a_definition_that_would_capture_an_index_is_refused_by_name():
    with pytest.raises(UnsupportedExpression, match="its definition binds s, which is free in its arguments"):
        decide(
            Equation(
                Sum(WithBoundIndex(FunctionMatrix(n, n, Lambda((u, v), X[s, v])))[i, t], S, T), 2 * Sum(X[s, t], S, T)
            )
        )
    kept = WithBoundIndex(FunctionMatrix(n, n, Lambda((u, v), X[e, v])))[i, t]
    assert decide(Equation(Sum(kept, (e, 0, n - 1), T), 2 * Sum(X[s, t], S, T))).status == "proved"


# --------------------------------------------------------------------------------------------------------- substitution


def free(expression):
    return {symbol for symbol in free_parts(expression)[expression] if symbol not in (n, X)}


@pytest.mark.parametrize("put", [lambda a, b, c: a.subs(b, c), lambda a, b, c: a.xreplace({b: c})])
def test_a_value_is_not_captured_by_the_binder_it_comes_under(put):
    total = Sum(X[s, t], S)
    assert put(total, t, s) == Sum(X[Symbol("s_1", integer=True), s], (Symbol("s_1", integer=True), 0, n - 1))
    assert free(put(Lambda(s, X[s, t]), t, s)) == {s}
    assert free(put(Product(X[s, t], S), t, s + 1)) == {s}
    assert free(put(Sum(Sum(X[s, t] * x, S), T), x, X[s, t])) == {s, t}
    assert free(put(Sum(X[s, t], (s, 0, 5)), X[0, 0], s)) == {t}
    assert free(put(HeadSum(x * X, (s, 0, H - 1)), x, s)) == {s, H}
    assert free(put(Sum(X[i, t], (i, 0, n - 1)), t, i)) == {i}


def test_simultaneous_substitution_captures_nothing():
    assert free(Sum(X[s, t] * x, S).subs({t: s, x: t}, simultaneous=True)) == {s, t}


def test_a_bound_symbol_is_not_replaced_by_a_number():
    function = Lambda((u, v), Sum(X[u, v], (u, 0, n - 1)))
    assert free(function(0, t)) == {t} and free(function(t, t)) == {t}
    assert Lambda(s, X[s, t]).subs(s, 2) == Lambda(s, X[s, t])
    assert FunctionMatrix(2, 2, Lambda((u, v), Sum(u * v, (u, 0, 2)))).as_explicit()[1, 1] == Sum(u, (u, 0, 2))


def test_a_function_leaves_the_label_of_another_index():
    letter = Symbol("i", integer=True)
    assert Lambda((letter, v), X[i, v] * letter)(s, t) == X[i, t] * s


def test_sympy_renames_and_takes_out_parts_as_before():
    assert Sum(s, S).xreplace({s: t}) == Sum(t, T)
    assert Sum(X[s, t], S, T).xreplace({s: t, t: s}) == Sum(X[t, s], T, S)
    assert Sum(X[s, t], S).xreplace({s: t}) != Sum(X[t, t], T)
    mask = Dummy()
    assert Sum(mask, S).xreplace({mask: X[s, t]}) == Sum(X[s, t], S)
    assert Sum(s, (s, 0, 3)).doit() == 6 and Sum(s * t, (s, 0, t)).subs(t, 2).doit() == 6
    assert Integral(x * t, x).subs(t, x) == Integral(x * x, x)
    assert Lambda((Tuple(u, v), s), u + v + s)((1, 2), 3) == 6
    assert Lambda(s, s).expr is not None and free_parts(Lambda(s, s))[Lambda(s, s)] == frozenset()
    condition = Piecewise((x, x < 1), (2, True))
    assert isinstance(Sum(condition * Sum(s, S), (x, 0, 3)).function, Piecewise)  # folded, since nothing escapes


def test_the_doit_of_a_matrix_leaves_the_sums_in_it():
    counted = Sum(1, S)
    for made in (
        2 * FunctionMatrix(n, n, Lambda((u, v), counted)),
        counted * X + X,
        (counted * X).T,
        (counted * X) ** 2,
    ):
        assert made.has(Sum), made
    assert counted.doit() == n
    two, delta = MatrixSymbol("Y", 2, 2), FunctionMatrix(2, 2, Lambda((u, v), KroneckerDelta(2 * u, v)))
    entry = (delta.T * two)[j, 0]
    assert entry == KroneckerDelta(0, j) * two[0, 0] + KroneckerDelta(2, j) * two[1, 0]
    assert (two * two * two)[0, 1].subs(two, 2 * Identity(2)).doit() == 0


BELOW, ABOVE = A - X, MatrixSymbol("Y", n, n) - X


@pytest.mark.parametrize(
    "number",
    [
        Trace(BELOW.T * ABOVE),
        Trace(ABOVE * BELOW.T),
        InnerProduct(BELOW, ABOVE),
        InnerProduct(ABOVE, BELOW) - Trace(BELOW),
        FrobeniusNorm(ABOVE) - FrobeniusNorm(BELOW),
    ],
)
def test_a_modulus_leaves_sums_of_matrices(number):
    assert signsimp(number).has(*number.atoms(MatAdd))
    assert decide(Le(number, Abs(number))).status == "proved"


def test_a_modulus_of_sums_of_matrices_is_decided():
    bound = FrobeniusNorm(BELOW) * FrobeniusNorm(ABOVE)
    assert decide(Le(Abs(Trace(BELOW.T * ABOVE)), bound)).status == "proved"
    assert decide(Le(Abs(InnerProduct(BELOW, ABOVE)), bound)).status == "proved"
    assert decide(Le(Abs(InnerProduct(BELOW, ABOVE)), bound / 2)).status == "refuted"
    assert decide(Le(Abs(Trace(BELOW * ABOVE.T)), Trace(BELOW * ABOVE.T))).status == "refuted"


def test_teaching_twice_changes_nothing():
    before = Lambda.__call__, Sum.doit
    hygiene.teach_sympy()
    automatic.keep_sums()
    assert (Lambda.__call__, Sum.doit) == before


def test_an_unknown_sympy_is_refused_at_once():
    with pytest.raises(ImportError, match="symattn does not know SymPy"):
        hygiene._check_version()  # a SymPy whose binders have an xreplace of their own, as they have here by now


# ------------------------------------------------------------------------------------------------------- what is bound

positive, even = Symbol("t", integer=True, positive=True), Symbol("t", integer=True, even=True)
short = Idx("k", 2)
P, B = ProbabilitySymbol("P", n), MatrixSymbol("B", 2, 2)
f = Function("f")


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: Sum(A[0, 0], (A[0, 0], 1, 2)), "A[0, 0]"),
        (lambda: Sum(f(x).diff(x), (f(x).diff(x), 1, 2)), "Derivative(f(x), x)"),
        (lambda: Sum(f(x), (f(x), 1, 2)), "f(x)"),
        (lambda: Sum(A[0, 0], (A, 1, 2)), "A"),
        (lambda: FunctionMatrix(2, 2, Lambda((B[0, 0], e), B[0, 0] * e)), "B[0, 0]"),
        (lambda: FunctionMatrix(2, 2, Lambda((B, e), B[0, 0] * e)), "B"),
        (lambda: FunctionMatrix(2, 2, Lambda(((u, v), e), u * e)), "FunctionMatrix"),
        (lambda: FunctionMatrix(n, n, Lambda((n, e), n * e)), "n: it runs from 0 to n - 1, but is declared positive"),
        (lambda: Sum(Piecewise((1, positive > 0), (0, True)), (positive, 0, 3)), "t: it runs from 0 to 3, but is"),
        (lambda: Sum((-1) ** even, (even, 0, n - 1)), "declared even"),
        (lambda: Sum(n, (n, 0, 3)), "n"),
        (lambda: Sum(Symbol("z", commutative=False), (Symbol("z", commutative=False), 0, 3)), "not commutative"),
        (lambda: Sum(Piecewise((1, i < n), (0, True)), (i, 0, 3)), "its own range is 0, …, n - 1"),
        (lambda: FunctionMatrix(n, n, Lambda((short, e), Piecewise((1, short < 2), (0, True)))), "its own range"),
        (lambda: HeadSum(short * X, (short, 0, H - 1)), "its own range"),
        (lambda: HeadSum(X, (X[0, 0], 0, H - 1)), "X[0, 0]"),
        (lambda: HeadSum(X, (X, 0, H - 1)), "X"),
        (lambda: HeadFamily(Lambda(B[0, 0], B), H), "B[0, 0]"),
        (lambda: HeadFamily(Lambda((e, t), B), H), "a function of one symbol"),
        (lambda: HeadFamily(Lambda(e, e), H), "must be a matrix"),
        (lambda: Expectation(P, B[0, 0], B), "B"),
        (lambda: Expectation(P, B[0, 0], B[0, 0]), "B[0, 0]"),
        (lambda: Expectation(P, Lambda((e, t), B[0, 0])), "a function of one symbol"),
        (lambda: Expectation(P, Lambda(e, e)), "the number of an outcome is no random variable"),
        (lambda: Variance(P, Lambda(B[0, 0], B[0, 0] * 3)), "B[0, 0]"),
        (lambda: Sum(s, (s, 0, B[0, 0])), "B[0, 0]"),
    ],
)
def test_only_a_plain_symbol_or_an_index_is_bound(make, named):
    with pytest.raises(UnsupportedExpression) as raised:
        made = make()
        decide(Equation(made, made))
    assert str(raised.value).startswith("cannot use") and named in str(raised.value)


def test_what_is_bound_is_checked_before_numbers_are_put_in():
    with pytest.raises(UnsupportedExpression, match="cannot be bound"):
        evaluate(Sum(B[0, 0], (B[0, 0], 1, 2)), {B: [[1, 2], [3, 4]]})


def test_a_symbol_may_say_what_its_range_implies():
    natural = Symbol("k", integer=True, nonnegative=True)
    for bound in (natural, Symbol("k"), Symbol("k", real=True), Idx("k"), Idx("k", n), Idx("k", n + H)):
        assert decide(Equation(Sum(X[bound, 0], (bound, 0, n - 1)), Sum(X[s, 0], S))).status == "proved"
    counted = Sum(positive * X[positive - 1, 0], (positive, 1, n))
    assert decide(Equation(counted, Sum((s + 1) * X[s, 0], S))).status == "proved"


def test_an_expectation_may_be_given_a_function():
    assert Expectation(P, Lambda(e, X[e, 0])) == Expectation(P, X[e, 0], e)
