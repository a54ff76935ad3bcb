"""Definitions that a user writes: names, binders, sizes, what is undefined, classes put together past all checks."""

import pickle
import subprocess
import sys
from copy import deepcopy

import pytest
from sympy import (
    Basic,
    Dummy,
    Idx,
    Integer,
    Lambda,
    Matrix,
    MatrixSymbol,
    Ne,
    Piecewise,
    Rational,
    Sum,
    Symbol,
    log,
    nan,
    oo,
    sqrt,
    symbols,
    zoo,
)
from sympy import FunctionMatrix as Entries

from symattn import (
    DefinitionError,
    DotProduct,
    HeadFamily,
    HeadSum,
    Invertible,
    KernelMatrix,
    KernelSymbol,
    MaskedRow,
    MaskSymbol,
    MatrixFamily,
    PermutationSymbol,
    RowSoftmax,
    ShapeError,
    SimilarityKernel,
    SymattnError,
    UnsupportedExpression,
    certificate,
    decide,
    define,
    dims,
    evaluate,
    from_entries,
    latex,
    sum_over,
    verifier,
)
from symattn.deciding.agreement import agreement
from symattn.language.own_words import WORDS, Defined, DefinedNumber

n, m, k, d, r, ell, H = dims("n m k d r ell H")
x, y, z, t, c = symbols("x y z t c", real=True)
X, Y, A = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), MatrixSymbol("A", n, n)
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
M = MaskSymbol("M", n, d)

Quotient = define("Quotient", (x, y), x / y)
Root = define("RootIt", (x,), sqrt(x))
Logarithm = define("LogarithmIt", (x,), log(x))
SumOfTwo = define("SumOfTwo", (X, Y), X + Y)
alpha = KernelSymbol("alpha")
WithKernel = define("QuotientWithKernel", (x, y, alpha), x / y)
Weights = define("MaskedWeights", (X, M), RowSoftmax(X + M))


# -------------------------------------------------------------------------------------------- what is no definition


class HidesASymbol(SimilarityKernel):
    def formula(self, value):
        return c * value.sum_over_coordinates(lambda q, k: q * k)


@pytest.mark.parametrize(
    ("parameters", "expression", "said"),
    [
        ((X,), c * X, "c is free"),
        ((X,), X * MatrixSymbol("B", d, r), "B is free"),
        ((x,), x + Dummy("y", real=True), "_y is free"),
        ((x,), n * x, "the size n is free"),
        ((X,), MatrixSymbol("B", d, n * m).T * X.T, "B is free"),
        ((x,), Sum(x, (Symbol("i", integer=True), 0, n - 1)), "the size n is free"),
        ((MatrixSymbol("B", m + k, d),), MatrixSymbol("B", m + k, d)[:m, :], "do not determine k"),
        ((MatrixSymbol("B", m * k, d),), MatrixSymbol("B", m * k, d), "do not determine k"),
        ((MatrixSymbol("B", n**2, d),), MatrixSymbol("B", n**2, d), "do not determine n"),
        ((Idx("i", n),), Idx("i", n) + 0, "do not determine n"),
        ((Dummy("x", real=True),), Integer(1), "is no declared symbol"),
        ((x, x), x, "x is a parameter twice"),
        ((x, MatrixSymbol("x", 1, 1)), x, "two different symbols"),
        ((Symbol("z"),), Symbol("z"), "not declared"),
        ((x + 1,), x, "is no declared symbol"),
        ((M,), M[0, 0], "may be -oo"),
    ],
)
def test_a_definition_is_closed_and_its_sizes_are_determined(parameters, expression, said):
    with pytest.raises(SymattnError, match=said):
        define("Unclosed", parameters, expression)
    from symattn.language.base.known_words import words

    assert "Unclosed" not in words()


def test_a_similarity_kernel_hides_no_symbol_in_a_definition():
    with pytest.raises(SymattnError, match="its formula speaks of c"):
        define("Unclosed", (Q, K), KernelMatrix(HidesASymbol(), Q, K))
    with pytest.raises(SymattnError, match="its formula speaks of c"):
        define("OfAnyKernel", (alpha, Q, K), KernelMatrix(alpha, Q, K))(HidesASymbol(), Q, K).definition()


@pytest.mark.parametrize("name", ["exp", "pi", "Sum", "Attention", "decide", "list", "class", "x y", "_x", "", "a.b"])
def test_a_name_of_the_language_of_sympy_or_of_python_is_refused(name):
    with pytest.raises(DefinitionError):
        define(name, (x,), x + 1)


KERNEL = ["sum", "last", "max", "abs", "matmul", "row_softmax", "head_sum", "pos", "ind", "emb", "power", "mask"]


@pytest.mark.parametrize("name", KERNEL)
def test_a_word_named_like_a_constant_of_the_kernel_is_kept_apart(name, tmp_path):
    word = define(name, (x,), x + 1)
    assert decide(word(y), y + 1).status == "proved"
    assert decide(word(y), y).status == "refuted"
    path = tmp_path / "certificate"
    path.write_text(certificate(decide(word(y), y + 1)), encoding="utf-8")
    verifier.verify_path(str(path))
    assert latex(word(y)) == rf"\operatorname{{{name.replace('_', chr(92) + '_')}}}\left(y\right)"
    family = MatrixFamily("F", H, n, d)
    assert decide(HeadSum(family) + RowSoftmax(X), RowSoftmax(X) + HeadSum(family)).status == "proved"
    assert decide(A * (A * X), A * A * X).status == "proved"


def test_words_whose_names_look_alike_in_the_kernel_are_two():
    one, two = define("λvalue", (x,), x + 1), define("𝜆value", (x,), x + 2)
    if one is not two:
        assert decide(one(y), two(y)).status == "refuted"
        assert decide(one(y) + 1, two(y)).status == "proved"


def test_a_word_is_not_defined_by_itself():
    with pytest.raises(DefinitionError, match="by itself"):

        @define(x)
        def Endless(x):
            return Endless(x) + 1

    Once = define("DefinedOnce", (x,), x + 1)
    with pytest.raises(DefinitionError, match="by itself"):
        define("DefinedOnce", (x,), Once(x))


def test_a_second_and_different_definition_of_a_name_shows_both_places():
    define("DefinedTwice", (x,), x + 1)
    with pytest.raises(DefinitionError, match=r"test_words\.py, line \d+; .*test_words\.py, line \d+"):
        define("DefinedTwice", (x,), x + 2)
    with pytest.raises(DefinitionError):
        define("DefinedTwice", (y,), y + 1)
    with pytest.raises(DefinitionError):
        define("DefinedTwice", (Symbol("x", positive=True),), Symbol("x", positive=True) + 1)


def test_the_same_text_may_be_run_again():
    def cell():
        return define("RunAgain", (X,), from_entries(n, n, lambda i, j: (X * X.T)[i, j]))  # SymPy makes a Dummy

    word = cell()
    assert cell() is word
    i, j, a, b = symbols("i j a b", integer=True)
    first = define("BoundNames", (X,), Entries(n, d, Lambda((i, j), X[i, j] + Sum(X[i, a], (a, 0, d - 1)))))
    assert define("BoundNames", (X,), Entries(n, d, Lambda((a, b), X[a, b] + Sum(X[a, i], (i, 0, d - 1))))) is first
    with pytest.raises(DefinitionError):
        define("BoundNames", (X,), Entries(n, d, Lambda((a, b), X[a, b] + Sum(X[a, b], (i, 0, d - 1)))))


# ---------------------------------------------------------------------------------------------------- captured names


def test_arguments_keep_their_meaning_under_the_binders_of_a_definition():
    Scaled = define("SumOfRow", (X, y), from_entries(n, d, lambda i, j: sum_over(d, lambda k: X[i, k] * y)))
    i, a = (Symbol(name, integer=True, nonnegative=True) for name in "ik")
    used = Entries(n, d, Lambda((i, a), Scaled(X, X[i, a])[i, a]))
    meant = from_entries(n, d, lambda p, q: X[p, q] * sum_over(d, lambda s: X[p, s]))
    assert decide(used, meant).status == "proved"
    assert agreement((used, meant)).agrees
    summed = Sum(Scaled(X, X[0, a])[0, a], (a, 0, d - 1))
    assert decide(summed, Sum(X[0, a], (a, 0, d - 1)) ** 2).status == "proved"
    h = Idx("k", H)
    family = MatrixFamily("F", H, n, d)
    heads = HeadSum(HeadFamily(Scaled(family[h], family[h][0, 0]), h))
    assert agreement((heads, heads)).agrees
    assert decide(heads, HeadSum(HeadFamily(family[h][0, 0] * Scaled(family[h], 1), h))).status == "proved"


def test_arguments_are_put_in_all_at_once():
    Less = define("LessTwice", (x, y), x - 2 * y)
    assert decide(Less(y, x), y - 2 * x).status == "proved"
    Swapped = define("SumOfSwapped", (X, Y), SumOfTwo(Y, 2 * X))
    assert decide(Swapped(Y, X), X + 2 * Y).status == "proved"
    Sizes = define("ByBothSizes", (n, m), from_entries(n, m, lambda i, j: i + m * j))
    assert decide(Sizes(m, n), from_entries(m, n, lambda i, j: i + n * j)).status == "proved"
    assert agreement((Sizes(m, n + m), Sizes(m, n + m))).agrees


def test_indices_of_nested_rules_do_not_capture_each_other():
    def mean(row):
        return sum_over(d, lambda i: X[row, i]) / d

    word = define("LessMean", (X,), from_entries(n, d, lambda i, j: X[i, j] - mean(i)))
    assert decide(word(from_entries(n, d, lambda i, j: X[i, j] + c)), word(X)).status == "proved"
    assert evaluate(word(X), {X: [[1, 3], [5, 9]]}).tolist() == [[-1, 1], [-2, 2]]


# ----------------------------------------------------------------------------------------------- undefined somewhere


@pytest.mark.parametrize(
    ("left", "right", "given"),
    [
        (Quotient(z, t), z / t, Ne(t, 0)),
        (Quotient(z, z), Integer(1), Ne(z, 0)),
        (WithKernel(z, z, DotProduct()), Integer(1), Ne(z, 0)),
        (Quotient(z, t) - Quotient(z, t) + Quotient(t, t), Integer(1), Ne(t, 0)),
        (Root(z) ** 2, z, z >= 0),
        (Logarithm(z) + 0 * t, log(z), z > 0),
        (Quotient(z, Root(t)), z / sqrt(t), t > 0),
        (define("OfBoth", (x, y), Quotient(1, x) + Root(y))(z, z), 1 / z + sqrt(z), z > 0),
        (define("Unread", (x, y), x)(z, 1 / t), z, Ne(t, 0)),
        (define("UnreadWithKernel", (x, y, KernelSymbol("a")), x)(z, 1 / t, DotProduct()), z, Ne(t, 0)),
    ],
)
def test_what_is_undefined_somewhere_needs_its_hypothesis(left, right, given):
    without = decide(left, right)
    assert without.status == "unknown"
    assert without.missing
    assert decide(left, right, [given]).status == "proved"


def test_needs_follow_binders_and_conditions():
    everywhere = from_entries(n, d, lambda i, j: Quotient(1, X[i, j]))
    assert decide(everywhere, from_entries(n, d, lambda i, j: 1 / X[i, j])).status == "unknown"
    guarded = Piecewise((Logarithm(z), z > 0), (0, True))
    assert decide(guarded, Piecewise((log(z), z > 0), (0, True))).status == "proved"
    assert decide(guarded + Logarithm(z), 2 * Logarithm(z)).status == "unknown"


def test_a_masked_row_stays_undefined():
    pattern = from_entries(n, d, lambda i, j: Piecewise((0, i < j), (-oo, True)))
    assert decide(Weights(X, pattern), X).status == "unknown"
    row = MatrixSymbol("B", 1, 2)
    assert decide(Weights(row, Matrix([[0, -oo]])), Matrix([[1, 0]])).status == "proved"
    with pytest.raises(MaskedRow):
        Weights(row, Matrix([[-oo, -oo]]))
    assert decide(Weights(X, Y), RowSoftmax(X + Y)).status == "proved"  # a real bias in place of a mask
    with pytest.raises(UnsupportedExpression):
        SumOfTwo(X, M)


@pytest.mark.parametrize(
    ("seen", "status"),
    [
        (lambda i, j: (j <= i) & (i < j + m), "proved"),
        (lambda i, j: i < j + 2 * m + 1, "proved"),
        (lambda i, j: (j <= i) & (i + m <= j), "unknown"),  # every row is masked
        (lambda i, j: (j <= i) & (j + m <= i), "unknown"),  # the first rows are
        (lambda i, j: i + 1 <= j, "unknown"),  # the last one is
    ],
)
def test_a_window_is_a_mask_only_where_every_row_sees_something(seen, status):
    window = define("WindowTest", (n, m), from_entries(n, n, lambda i, j: Piecewise((0, seen(i, j)), (-oo, True))))
    try:
        assert decide(RowSoftmax(A + window(n, m)), RowSoftmax(A + window(n, m)).T.T).status == status
    finally:
        delattr(WORDS, "WindowTest")


def test_the_inverse_of_an_argument_must_be_known():
    Solved = define("Solved", (A, X), A.I * X)
    assert decide(A * Solved(A, X), X).status == "unknown"
    assert decide(A * Solved(A, X), X, [Invertible(A)]).status == "proved"


# ------------------------------------------------------------------------------------------------------- arguments


@pytest.mark.parametrize(
    ("declared", "fits", "misfits"),
    [
        ({"positive": True}, Symbol("w", positive=True), [x, Integer(0), Integer(-1), Symbol("w", nonnegative=True)]),
        ({"nonnegative": True}, Integer(0), [Integer(-1), x]),
        ({"negative": True}, Integer(-1), [Integer(1), x]),
        ({"nonzero": True}, Integer(1), [Integer(0), x]),
        ({"integer": True}, Integer(2), [Rational(1, 2), x]),
        ({"integer": True, "nonnegative": True}, n - 1, [Integer(-1), n - 2]),
        ({"even": True}, Integer(2), [Integer(3), n]),
        ({"integer": True, "positive": True, "even": True}, 2 * n, [Integer(3), n, Integer(0)]),
        ({"prime": True}, Integer(3), [Integer(4), n]),
        ({"real": True}, Integer(0), [oo, -oo, nan, zoo, Symbol("i", imaginary=True), X]),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, dict) else "",
)
def test_an_argument_has_what_sympy_may_have_used_of_its_parameter(declared, fits, misfits):
    parameter = Symbol("q", **declared)
    word = define("Declared" + "".join(declared), (parameter,), parameter * sqrt(parameter**2 + 1))
    assert isinstance(word(fits), Basic)
    for misfit in misfits:
        with pytest.raises(SymattnError):
            word(misfit)
    with pytest.raises(SymattnError):
        word(fits).xreplace({fits: misfits[0]})


def test_a_size_found_from_a_shape_has_the_properties_of_its_symbol():
    even = Symbol("even", integer=True, positive=True, even=True)
    word = define("EvenRows", (MatrixSymbol("E", even, 1),), (-1) ** even * MatrixSymbol("E", even, 1))
    assert word(MatrixSymbol("F", 2 * n, 1)).shape == (2 * n, 1)
    for size in (3, n, 2 * n + 1):
        with pytest.raises(UnsupportedExpression, match="the size even of EvenRows must be even"):
            word(MatrixSymbol("F", size, 1))


def test_a_misfit_names_parameter_and_argument():
    parts = define(
        "PartsOf", (MatrixSymbol("B", n, 2 * m), MatrixSymbol("C", m * n, d), MatrixSymbol("D", n + k, d)), Integer(1)
    )
    B, C, D = (lambda *shape: MatrixSymbol("B", *shape)), MatrixSymbol("C", 6, 5), MatrixSymbol("D", 7, 5)
    parts(B(3, 4), C, D)
    parts(B(n + 1, 2 * k * n), MatrixSymbol("C", k * n * (n + 1), 5), MatrixSymbol("D", n + 2, 5))
    for arguments, said in [
        ((B(3, 5), C, D), r"PartsOf: B = B .*3×5"),
        ((B(3, 4), MatrixSymbol("C", 7, 5), D), r"PartsOf: C = C do not fit: 6×5 and 7×5"),
        ((B(3, 4), C, MatrixSymbol("D", 3, 5)), r"PartsOf: D = D"),
        ((B(3, 4), C, MatrixSymbol("D", 7, 6)), r"PartsOf: D = D do not fit: 7×5 and 7×6"),
        ((B(r, 4), MatrixSymbol("C", 2 * r, 5), MatrixSymbol("D", n, 5)), r"PartsOf: D = D"),
    ]:
        with pytest.raises(ShapeError, match=said):
            parts(*arguments)
    with pytest.raises(ShapeError):
        SumOfTwo(MatrixSymbol("P", 1, 1), MatrixSymbol("R", 1, 2))


def test_an_index_lies_in_its_range():
    i = Idx("i", n)
    word = define("SumOfOneRow", (X, i), sum_over(d, lambda a: X[i, a]))
    B = MatrixSymbol("B", 2, 3)
    assert decide(word(B, 1), sum_over(3, lambda a: B[1, a])).status == "proved"
    for misfit in (2, -1, x, Rational(1, 2)):
        with pytest.raises(UnsupportedExpression):
            word(B, misfit)
    with pytest.raises(UnsupportedExpression, match="not provably an index below n"):
        decide(word(X, Idx("j", r)), x)


# ------------------------------------------------------------------------------------------- past the front door


def test_a_word_is_no_base_of_a_class():
    with pytest.raises(DefinitionError, match="cannot be the base"):

        class Mine(Quotient):
            def definition(self):
                return self.args[0]


def test_a_class_that_copies_a_word_is_not_elaborated():
    class Copied(DefinedNumber):
        word = Quotient.word

        def definition(self):
            return self.args[0]

    class CopiedMatrix(Defined):
        word = SumOfTwo.word

    for node in (Copied(x, y), CopiedMatrix(X, Y)):
        with pytest.raises(UnsupportedExpression, match=r"made by define alone|derives from SimilarityKernel"):
            decide(node, node)


def test_a_class_of_the_user_is_not_called_like_a_word():
    define("CalledAlike", (x,), x)

    class CalledAlike(SimilarityKernel):
        def formula(self, value):
            return value.sum_over_coordinates(lambda q, k: q * k)

    with pytest.raises(UnsupportedExpression, match="called like a word"):
        decide(KernelMatrix(CalledAlike(), Q, K), KernelMatrix(CalledAlike(), Q, K))


def test_arguments_put_together_past_the_checks_are_checked_again():
    with pytest.raises(ShapeError):
        decide(Basic.__new__(SumOfTwo, MatrixSymbol("P", 2, 1), MatrixSymbol("R", 1, 2)), MatrixSymbol("P", 2, 1))
    for node in (Basic.__new__(Quotient, x), Basic.__new__(Quotient, X, y)):
        with pytest.raises(UnsupportedExpression):
            decide(node, x)
        with pytest.raises(UnsupportedExpression):
            evaluate(node, {x: 1, y: 1, X: [[1]]})
    with pytest.raises(ShapeError):
        SumOfTwo(X, Y).xreplace({Y: MatrixSymbol("Y", n, r)})
    with pytest.raises(UnsupportedExpression):
        SumOfTwo(X, Y).func(X)


def test_what_is_changed_afterwards_changes_nothing():
    matrix, names = Matrix([[1, 2]]), [x, y]
    Doubled = define("DoubledRow", (MatrixSymbol("u", 1, n),), 2 * MatrixSymbol("u", 1, n))
    used, Fixed, Both = Doubled(matrix), define("FixedRow", (x,), matrix * x), define("ProductOfTwo", names, x * y)
    matrix[0, 0] = 5
    names.append(z)
    assert decide(used, Matrix([[2, 4]])).status == "proved"
    assert decide(Fixed(y), Matrix([[y, 2 * y]])).status == "proved"
    assert decide(Both(2, 3), Integer(6)).status == "proved"


def test_words_travel_between_processes():
    for each in (SumOfTwo(X, 2 * Y), Quotient(x, 2), Quotient):
        assert pickle.loads(pickle.dumps(each)) == each
        assert deepcopy(each) == each


def test_sympy_does_not_compute_with_a_word():
    assert Quotient(1, 2).is_number is False
    assert not (Quotient(1, 2) > 0).is_Boolean or not isinstance(Quotient(1, 2) > 0, bool)
    assert Quotient(x, y).diff(x) == 1 / y
    assert Quotient(x, y).doit() == Quotient(x, y)


SCRIPT = """
from sympy import MatrixSymbol
from symattn import PermutationSymbol, define, dims, theorem

n, d = dims("n d")
X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
Twice = define("TwiceIt", (X,), {expression})


@theorem("{name}1", "equivariance", "test", "proved")
def equivariance():
    return Twice(sigma*X), sigma*Twice(X)


@theorem("{name}2", "wrong", "test", "refuted")
def wrong():
    return Twice(X), X
"""


def test_scripts_that_define_words_are_checked_in_several_processes(tmp_path):
    for name, expression in (("P", "2*X"), ("Q", "2*X")):  # the same text in two scripts is one definition
        (tmp_path / f"{name}.py").write_text(SCRIPT.format(name=name, expression=expression), encoding="utf-8")
    command = [sys.executable, "-m", "symattn", "check", str(tmp_path), "--jobs", "2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_two_scripts_that_define_one_name_differently_do_not_meet(tmp_path):
    for name, expression in (("P", "2*X"), ("Q", "3*X")):
        (tmp_path / f"{name}.py").write_text(SCRIPT.format(name=name, expression=expression), encoding="utf-8")
    command = [sys.executable, "-m", "symattn", "check", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 claims: 2 proved, 2 refuted" in done.stdout


def test_a_permutation_is_no_other_matrix():
    sigma = PermutationSymbol("sigma", n)
    Moved = define("MovedBack", (sigma, X), sigma.T * (sigma * X))
    assert decide(Moved(PermutationSymbol("tau", n), X), X).status == "proved"
    for misfit in (A, 2 * sigma):
        with pytest.raises(UnsupportedExpression):
            Moved(misfit, X)
