"""That there are values of some symbols: claimed, given and denied; proved by values, refuted where there are none."""

from io import BytesIO

import pytest
from sympy import (
    Abs,
    And,
    BlockMatrix,
    Derivative,
    Ge,
    I,
    Identity,
    Idx,
    Matrix,
    MatrixSymbol,
    Ne,
    Sum,
    Symbol,
    Trace,
    ZeroMatrix,
    exp,
    log,
    sin,
    symbols,
)

from symattn import (
    ClaimError,
    Equation,
    Exists,
    Fails,
    ForAll,
    Invertible,
    InvertibleSymbol,
    OrthogonalSymbol,
    RowMax,
    RowSoftmax,
    SquaredNorm,
    UnsupportedExpression,
    calc,
    certificate,
    claim,
    decide,
    dims,
    latex,
    prove,
)
from symattn.deciding.agreement import agreement
from symattn.elaborate import elaborate
from symattn.prover.logic.notation import show
from symattn.render.text import text
from symattn.verifier import verify

n, m, r, d = dims("n m r d")
x, y, a, b, c = symbols("x y a b c", real=True)
k, l = (Symbol(name, integer=True, nonnegative=True) for name in "kl")
s = Symbol("s", integer=True)
i, j = Idx("i", n), Idx("j", n)
X, Y, Z, P = (MatrixSymbol(name, n, n) for name in "XYZP")
u, v, w = (MatrixSymbol(name, n, 1) for name in "uvw")
W, F, G = MatrixSymbol("W", 2, 2), MatrixSymbol("F", 2, 3), MatrixSymbol("G", n, d)
A, Q = InvertibleSymbol("A", n), OrthogonalSymbol("Q", n)
H = MatrixSymbol("H", m, d)
total = Sum(u[s, 0], (s, 0, n - 1))
largest = RowMax(u.T)[0, 0]


def rank(M, r):
    """State that the rank of a matrix is at most r: it is a product with r columns between its factors."""
    U, V = MatrixSymbol("U", M.shape[0], r), MatrixSymbol("V", r, M.shape[1])
    return Exists((U, V), lambda U, V: Equation(M, U * V))


def root(value):
    return Exists(x, Equation(x**2, value))


between = Exists(x, [x > a, x < b])

PROVED = {
    "a root": claim(root(a), given=[a >= 0]),
    "a positive root": claim(Exists(x, [x > 0, Equation(x**2, a)]), given=[a > 0]),
    "a cube root of a square": claim(Exists(x, Equation(x**3, a)), given=[a > 0]),
    "a linear equation": claim(Exists(x, Equation(a * x + b, c)), given=[Ne(a, 0)]),
    "a quadratic equation": claim(Exists(x, Equation(x**2 + 2 * b * x + c, 0)), given=[b**2 >= c]),
    "two unknowns": claim(Exists((x, y), [Equation(x + y, a), Equation(x - y, b)])),
    "a logarithm": claim(Exists(x, Equation(exp(x), a)), given=[a > 0]),
    "an exponential": claim(Exists(x, [x > 0, Equation(log(x), a)])),
    "a sigmoid": claim(Exists(x, Equation(1 / (1 + exp(x)), a)), given=[a < 1, a > 0]),
    "something larger": claim(Exists(x, x > a)),
    "something between": claim(between, given=[a < b]),
    "a square above": claim(Exists(x, x**2 > a)),
    "a bound of a column": claim(Exists(x, ForAll(i, u[i, 0] <= x))),
    "a lower bound of a matrix": claim(Exists(x, ForAll((i, j), X[i, j] >= x))),
    "a bound of absolute values": claim(Exists(x, [x >= 0, ForAll(i, Abs(u[i, 0]) <= x)])),
    "one entry is as large as the first": claim(Exists(i, u[i, 0] >= u[0, 0])),
    "an entry that reaches the mean": claim(Exists(i, n * u[i, 0] >= total)),
    "an entry up to the mean": claim(Exists(i, n * u[i, 0] <= total)),
    "an entry of a square": claim(Exists(i, n * u[i, 0] ** 2 >= SquaredNorm(u))),
    "a largest entry": claim(Exists(i, ForAll(j, u[j, 0] <= u[i, 0]))),
    "a smallest entry": claim(Exists(i, ForAll(j, u[j, 0] >= u[i, 0]))),
    "the nearest entry": claim(Exists(i, ForAll(j, Abs(u[i, 0] - a) <= Abs(u[j, 0] - a)))),
    "a maximum is reached": claim(Exists(i, Equation(u[i, 0], largest))),
    "a weight of at least 1/n": claim(Exists(i, RowSoftmax(u.T)[0, i] >= 1 / n)),
    "two at the largest": claim(Exists(i, [u[i, 0] >= largest, n * u[i, 0] >= total])),
    "an index of two": claim(Exists((i, j), Equation(X[i, j], X.T[j, i]))),
    "a natural number": claim(Exists(k, k > l)),
    "an even number": claim(Exists(k, Equation(2 * k, 6))),
    "rank at most n": claim(rank(X, n)),
    "rank at most d": claim(rank(G, d)),
    "rank of a product": claim(rank(X * Y, r), given=[rank(X, r)]),
    "rank of a product, by the other factor": claim(rank(X * Y, r), given=[rank(Y, r)]),
    "rank of a sum": claim(rank(X + Y, r + m), given=[rank(X, r), rank(Y, m)]),
    "rank of a sum with the identity": claim(rank(X + Identity(n), n + r), given=[rank(X, r)]),
    "rank of blocks on a diagonal": claim(
        rank(BlockMatrix([[X, ZeroMatrix(n, d)], [ZeroMatrix(m, n), H]]), r + d), given=[rank(X, r), rank(H, d)]
    ),
    "rank of a transpose": claim(rank(X.T, r), given=[rank(X, r)]),
    "rank of a multiple": claim(rank(a * X, r), given=[rank(X, r)]),
    "rank beside invertible matrices": claim(rank(A * X, r), given=[rank(X, r)]),
    "rank of a dyad": claim(rank(u * v.T, 1)),
    "rank of two dyads": claim(rank(u * v.T + w * w.T, 2)),
    "a solution": claim(Exists(Z, Equation(A * Z, X))),
    "a solution from the right": claim(Exists(Z, Equation(Z * A + Y, X))),
    "a solution by an orthogonal matrix": claim(Exists(Z, Equation(Q * Z, X))),
    "a solution in a given inverse": claim(Exists(Z, Equation(X * Z, Y)), given=[Invertible(X)]),
    "a unit": claim(Exists(Z, ForAll((i, j), Equation((X * Z)[i, j], X[i, j])))),
    "an idempotent matrix": claim(Exists(Z, [Equation(Z * Z, Z), Equation(Z * X, X)])),
    "by what is given": claim(Exists(x, Equation(x**4, a)), given=[Exists(y, Equation(y**4, a))]),
    "a consequence": claim(a >= 0, given=[root(a)]),
    "a consequence of two": claim(a + b >= 0, given=[root(a), root(b)]),
    "the same name inside and outside": claim(x + a >= x, given=[root(a)]),
    "trace of a commutator": claim(Trace(X), 0, given=[Exists((Y, Z), Equation(X, Y * Z - Z * Y))]),
    "a negative number has no root": claim(Fails(root(-1))),
    "nothing lies between": claim(Fails(between), given=[a >= b]),
    "no exponential is negative": claim(Fails(Exists(x, Equation(exp(x), a))), given=[a <= 0]),
    "an identity is no dyad": claim(Fails(rank(Identity(2), 1))),
    "three rows are no product through two": claim(Fails(rank(Matrix([[1, 0, 0], [0, 2, 0], [0, 0, 3]]), 2))),
    "no identity is a commutator": claim(Fails(Exists((Y, Z), Equation(Y * Z - Z * Y, Identity(n))))),
}

REFUTED = {
    "a root": claim(root(a)),
    "a positive root": claim(Exists(x, [x > 0, Equation(x**2, a)]), given=[a >= 0]),
    "a linear equation": claim(Exists(x, Equation(a * x + b, c))),
    "a quadratic equation": claim(Exists(x, Equation(x**2 + 2 * b * x + c, 0))),
    "too many equations": claim(Exists((x, y), [Equation(x + y, a), Equation(x - y, b), Equation(x, c)])),
    "a logarithm": claim(Exists(x, Equation(exp(x), a))),
    "an exponential": claim(Exists(x, [x > 1, Equation(log(x), a)])),
    "an entry above the mean": claim(Exists(i, n * u[i, 0] > total)),
    "a mean is reached": claim(Exists(i, Equation(n * u[i, 0], total))),
    "a weight of more than 1/n": claim(Exists(i, RowSoftmax(u.T)[0, i] > 1 / n)),
    "something between": claim(between),
    "between, closed at one end": claim(Exists(x, [x > a, x <= b]), given=[a <= b]),
    "a square below": claim(Exists(x, x**2 < a)),
    "one larger than all": claim(Exists(i, u[i, 0] > u[0, 0])),
    "an entry above": claim(Exists(i, u[i, 0] > a)),
    "an entry that is 0": claim(Exists(i, Equation(u[i, 0], 0)), given=[Equation(total, 0)]),
    "one place for both": claim(Exists(i, [Equation(u[i, 0], a), Equation(v[i, 0], b)])),
    "a natural number below": claim(Exists(k, k < l)),
    "half of a natural number": claim(Exists(k, Equation(2 * k, l))),
    "rank of any matrix": claim(rank(W, 1)),
    "rank of an oblong matrix": claim(rank(F, 1)),
    "rank of a sum": claim(rank(u * v.T + w * w.T, 1)),
    "rank of any square": claim(rank(X, 1)),
    "rank of the whole by a part": claim(rank(W, 1), given=[rank(W[:1, :], 1)]),
    "a solution": claim(Exists(Z, Equation(X * Z, Y))),
    "a common solution": claim(Exists(Z, [Equation(A * Z, X), Equation(Z, Y)])),
    "a left inverse": claim(Exists(Z, Equation(Z * X, Identity(n)))),
    "commuting is not everything": claim(Equation(X * Y, Y * X), given=[Exists(Z, Equation(X * Z, Z * Y))]),
    "a consequence": claim(a >= 1, given=[root(a)]),
    "capture of the name": claim(Equation(x**2, a), given=[root(a)]),
    "two roots need not be one": claim(Equation(a, b), given=[root(a), root(b)]),
    "no root": claim(Fails(root(a))),
    "nothing lies between": claim(Fails(between), given=[a <= b]),
    "no product": claim(Fails(rank(W, 1))),
    "no entry": claim(Fails(Exists(i, Equation(u[i, 0], 0)))),
}

#: False, or true and out of reach: what is not proved. Over all real numbers, or all sizes, nothing is tried out.
NOT_PROVED = {
    "one number for all sizes": claim(Exists(x, ForAll(i, Equation(u[i, 0], x)))),
    "a bound that is too small": claim(Exists(x, [x < 0, ForAll(i, Abs(u[i, 0]) <= x)])),
    "an entry that reaches the sum": claim(Exists(i, u[i, 0] >= total)),
    "an entry above 0": claim(Exists(i, u[i, 0] > 0), given=[total >= 0]),
    "an entry above all": claim(Exists(i, ForAll(j, u[j, 0] < u[i, 0]))),
    "one at both ends": claim(Exists(i, [ForAll(j, u[j, 0] <= u[i, 0]), ForAll(j, u[j, 0] >= u[i, 0])])),
    "of two columns the same place": claim(Exists(i, [ForAll(j, c[j, 0] <= c[i, 0]) for c in (u, v)])),
    "a zero of a sine": claim(Exists(x, [x > 0, x < 1, Equation(sin(x), 0)])),
}


@pytest.mark.parametrize("name", PROVED)
def test_what_there_is_is_proved(name):
    verdict = decide(PROVED[name])
    assert verdict.status == "proved", verdict


@pytest.mark.parametrize("name", ("a positive root", "rank of a sum", "a bound of a column", "a consequence"))
def test_the_verifier_replays_such_proofs(name):
    assert verify(BytesIO(certificate(decide(PROVED[name])).encode()))


@pytest.mark.parametrize("name", REFUTED)
def test_what_there_need_not_be_is_refuted(name):
    verdict = decide(REFUTED[name])
    assert verdict.status == "refuted", verdict


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_is_false_is_not_proved(name):
    assert decide(NOT_PROVED[name]).status != "proved"


def test_the_values_are_told_and_a_counterexample_is_shown():
    assert decide(root(a), given=[a >= 0]).remarks == ("with x = sqrt(a)",)
    refuted = decide(rank(W, 1))
    assert str(refuted.counterexample).startswith("W = Matrix([[1, 0], [0, 1]]): every hypothesis is a theorem")
    assert "the kernel proved the negation" in latex(refuted)
    verify(BytesIO(certificate(refuted).encode()))


def test_a_lemma_proposes_values():
    Z, U = MatrixSymbol("Z", n, n), MatrixSymbol("U", n, r)
    hat = X * (X + Y) * Y
    lemma = prove(Equation(hat, X * X * Y + X * Y * Y))
    assert decide(Exists(Z, Equation(hat, X * X * Y + X * Z)), using=[lemma]).status == "proved"
    assert decide(rank(U * U.T, r)).status == "proved"


def test_what_the_kernel_proves_says_that_there_is_one():
    for stated, given, goal in (
        (root(a), (), "∀x0:𝔹. (∀x1:ℝ. x1 * x1 = a ⇒ x0) ⇒ x0"),
        (root(a), (x > 0,), "∀x0:𝔹. (∀x1:ℝ. x1 * x1 = a ⇒ x0) ⇒ x0"),  # another x
        (Fails(root(a)), (), "∀x0:ℝ. x0 * x0 ≠ a"),
        (Exists(i, Ge(u[i, 0], a)), (), "∀x0:𝔹. (∀x1:[n]. a ≤ u x1 0@[1] ⇒ x0) ⇒ x0"),
        (Exists(k, Equation(2 * k, l)), (), "∀x0:𝔹. (∀x1:ℕ. 2 * real x1 = real l ⇒ x0) ⇒ x0"),
    ):
        assert show(elaborate(stated, given).goal) == goal


def test_a_bound_symbol_is_another_than_a_free_one_of_its_name():
    # x is given in two places: the free one stays, what holds of some x is said of another
    assert str(claim(x > 0, given=[root(a), x > 1])) == "x > 0 given x_1**2 = a, x > 1"
    both = claim(Equation(x, y), given=[Exists(x, Equation(x, a)), Equation(x, b), Equation(y, a)])
    assert decide(both).status == "refuted"
    assert (
        decide(claim(Equation(x, y), given=[Exists(x, Equation(x, a)), Equation(x, a), Equation(y, a)])).status
        == "proved"
    )
    # hypotheses that are added to a claim are opened beside its own
    assert decide(claim(x > 0, given=[x > 1]), given=[Exists(x, x < 0)]).status == "proved"
    assert decide(claim(x < 0, given=[x > 1]), given=[Exists(x, x < 0)]).status == "refuted"
    # two that say the same of different values
    assert decide(Equation(a, b), given=[Exists(x, Equation(x, a)), Exists(x, Equation(x, b))]).status == "refuted"
    # a sum inside binds the same name again
    t = Symbol("s", real=True)
    inner = Exists(t, Equation(t, Sum(u[s, 0], (s, 0, n - 1))))
    assert decide(inner).status == "proved"
    assert decide(inner, given=[Equation(t, 0)]).status == "proved"


def test_nested_statements():
    assert Exists(x, Exists(y, Equation(x + y, a))) == Exists((x, y), Equation(x + y, a))
    assert decide(Exists(x, Exists(y, [Equation(x + y, a), Equation(x - y, 1)]))).status == "proved"
    # for all u there is a bound, and there is no bound for all u
    assert decide(Exists(x, ForAll(i, u[i, 0] <= x))).status == "proved"
    assert decide(Fails(Exists(x, ForAll(i, u[i, 0] <= x)))).status != "proved"
    # the order of the two: one x for all i is more than one for each
    assert decide(Exists(x, Equation(u[i, 0], x))).status == "proved"
    assert decide(Exists(x, ForAll(i, Equation(u[i, 0], x)))).status != "proved"
    # given: one for all is more than one for each
    given = Exists(x, ForAll(i, Equation(u[i, 0], x)))
    assert decide(Equation(u[i, 0], u[j, 0]), given=[given]).status == "proved"
    assert decide(Equation(u[i, 0], u[j, 0]), given=[Exists(x, Equation(u[i, 0], x))]).status == "refuted"


def test_small_sizes():
    one, t = Idx("i", 1), MatrixSymbol("t", 1, 1)
    assert decide(Exists(one, Equation(t[one, 0], a)), given=[Equation(t[0, 0], a)]).status == "proved"
    assert decide(Exists(one, Equation(t[one, 0], a))).status == "refuted"
    assert decide(rank(t, 1)).status == "proved"
    two = Idx("i", 2)
    assert (
        decide(Exists(two, [Equation(W[two, 0], 1), Equation(W[two, 1], 0)]), given=[Equation(W, Identity(2))]).status
        == "proved"
    )
    assert (
        decide(Exists(two, [Equation(W[two, 0], 1), Equation(W[two, 1], 1)]), given=[Equation(W, Identity(2))]).status
        == "refuted"
    )


def test_what_has_to_be_defined_is_proved_or_missing():
    assert decide(Exists(x, [Ne(x, 0), Equation(1 / x, a)]), given=[Ne(a, 0)]).status == "proved"
    assert decide(Exists(x, [Ne(x, 0), Equation(1 / x, a)])).status == "refuted"
    undefined = decide(Exists(x, Equation(1 / x, 0)))
    assert undefined.status == "unknown" and "x" in undefined.missing[0]  # although the kernel has 1/0 = 0
    assert decide(Exists(x, Equation(log(x), 0))).status == "unknown"


def test_both_readings_agree():
    for name in ("a positive root", "rank of a product", "a bound of a column", "a natural number", "two unknowns"):
        assert agreement(PROVED[name]).agrees, name


def test_how_it_is_written():
    assert str(Exists(x, [x > 0, Equation(x**2, a)])) == "x > 0 and x**2 = a for some x"
    assert text(Exists(i, u[i, 0] >= a)) == "u[i, 0] ≥ a for some i < n"
    assert latex(Exists(x, [x > 0, Equation(x**2, a)])) == r"x > 0 \text{ and } x^{2} = a \text{ for some } x"
    assert str(Exists(x, And(x > 0, x < a))) in ("x > 0 and x < a for some x", "x < a and x > 0 for some x")


@pytest.mark.parametrize(
    "make",
    (
        lambda: Exists(Symbol("p", positive=True), a > 0),  # a sign is a statement
        lambda: Exists(n, a > 0),  # a size
        lambda: Exists(Symbol("z", complex=True), Equation(a, 0)),
        lambda: Exists((x, Symbol("x", integer=True, nonnegative=True)), a > 0),
        lambda: Exists((), a > 0),
        lambda: Exists(x, []),
        lambda: Exists(Idx("i"), a > 0),
        lambda: Exists(A, Equation(A, A)),
        lambda: Exists(x, Equation(Derivative(sin(x), x), a)),
        lambda: Exists(x, Equation(I * x, a)),
        lambda: Exists(x, Invertible(X)),
        lambda: ForAll(i, Exists(x, Equation(x, u[i, 0]))),
        lambda: elaborate(Exists(Z, Equation(Z**-1, X))),
    ),
)
def test_what_cannot_be_said_is_an_error(make):
    with pytest.raises(UnsupportedExpression):
        make()


def test_a_calc_takes_its_symbols_as_they_are():
    with pytest.raises(ClaimError):
        calc(a, ("≥", 0), given=[root(a)])


#: What a claim is opened to has symbols of its own, also beside what is given when it is decided.
LATER = {
    "a value that is given to be": (claim(a > 0, given=[Exists(x, a > x + 1)]), [x > 0], "refuted"),
    "an equation of the outer symbol": (
        claim(Equation(a, 5), given=[Exists(x, Equation(x, 5))]),
        [Equation(a, x)],
        "refuted",
    ),
    "a value that is denied": (claim(Fails(Exists(x, Equation(x, a)))), [Equation(x, a + 1)], "refuted"),
    "two of one name": (claim(Equation(a, a + 1), given=[Exists(x, x > 0)]), [Exists(x, x < 0)], "refuted"),
    "a value whatever the outer symbol is": (claim(Exists(x, Equation(x, a))), [Equation(x, a + 1)], "proved"),
}


@pytest.mark.parametrize("name", LATER)
def test_what_is_given_later_speaks_of_the_symbols_that_were_written(name):
    stated, given, status = LATER[name]
    assert decide(stated, given=given).status == status
