"""What a message says is what is wrong, in the user's notation, with what to write instead."""

import pickle
import re

import numpy as np
import pytest
from sympy import And, BlockMatrix, Eq, Gt, Idx, Implies, Le, Lt, MatrixSymbol, Ne, Or, Sum, Symbol, exp

import symattn
from symattn import Attention, MissingValue, UndeclaredSymbol, UnsupportedExpression, decide, define, dims, evaluate
from symattn.errors import DefinitionError, UsageError
from symattn.scripts.cli import main

n, m, d = dims("n m d")
Q, K, V = MatrixSymbol("Q", m, d), MatrixSymbol("K", n, d), MatrixSymbol("V", n, d)
x = Symbol("x", real=True)
c = Symbol("c", integer=True)


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (MatrixSymbol("Q", m, n), "one is m×d, one m×n; rename one of them"),
        (symattn.PermutationSymbol("Q", m), "one is a MatrixSymbol, one a PermutationSymbol; rename one of them"),
    ],
)
def test_two_symbols_of_one_name_are_told_apart(other, difference):
    with pytest.raises(UndeclaredSymbol) as error:
        decide(Q * Q.T, other * other.T)
    assert str(error.value) == f"the symbol Q stands for two different symbols: {difference}"


def test_two_numbers_of_one_name_differ_in_what_is_assumed():
    with pytest.raises(UndeclaredSymbol, match="declared with different assumptions; declare it once, or rename"):
        decide(x, Symbol("x", positive=True))


def test_a_missing_value_is_not_called_undeclared():
    with pytest.raises(MissingValue) as error:
        evaluate(Attention(Q, K, V), {Q: [[1.0]], K: [[1.0]]})
    assert str(error.value) == "the symbol V has no value: add V to the values, which are given as {symbol: value}"
    again = pickle.loads(pickle.dumps(error.value))
    assert str(again) == str(error.value) and isinstance(again, UndeclaredSymbol)


@pytest.mark.parametrize(
    ("written", "exact"), [(x * 0.5, "Rational(1, 2)"), (0.1 * Q, "Rational(1, 10)"), (x + 2.0, "S(2)")]
)
def test_a_float_is_refused_with_the_exact_number_that_was_meant(written, exact):
    with pytest.raises(UnsupportedExpression) as error:
        decide(written, 2 * written)
    assert str(error.value).endswith(f"a Float is a rounded number; write {exact}, which is exact")


def test_evaluate_refuses_what_is_no_number():
    values = {Q: np.eye(2), K: [[1.0, 0.0], [0.0, np.nan]], V: np.ones((2, 2))}
    with pytest.raises(UsageError, match="the value of K is nan in row 1, column 1; evaluate takes numbers"):
        evaluate(Attention(Q, K, V), values)
    with pytest.raises(UsageError, match="the value of x is nan; evaluate takes numbers"):
        evaluate(2 * x, {x: float("nan")})
    assert evaluate(Attention(Q, K, V), {**values, K: np.full((2, 2), 3.0)}).shape == (2, 2)


def test_a_word_whose_function_returns_nothing_is_refused():
    with pytest.raises(DefinitionError, match="Doubled: the function returns nothing; it must return an expression"):

        @define(Q)
        def Doubled(Q):
            2 * Q


def test_verify_tells_a_missing_file_from_a_bad_one(tmp_path, capsys):
    assert main(["verify", str(tmp_path / "missing.cert")]) == 2
    out = " ".join(capsys.readouterr().out.split())
    assert "cannot be read" in out and "No such file" in out and "not a certificate" not in out
    assert main(["verify", "G11"]) == 2
    out = " ".join(capsys.readouterr().out.split())
    assert "there is no such file; `symattn certify G11 -o G11.cert` writes that of a claim" in out


def test_verify_does_not_call_the_certificate_of_a_refutation_refuted(tmp_path, capsys):
    path = tmp_path / "refuted.cert"
    path.write_text(symattn.certificate(decide(Q, 2 * Q)))
    assert main(["verify", str(path)]) == 0
    assert "verified: the claim is refuted" in " ".join(capsys.readouterr().out.split())


def test_a_hypothesis_with_a_free_index_speaks_of_one_index_and_says_so():
    A, i = MatrixSymbol("A", n, n), Idx("i", n)
    notes = " ".join(decide(A * A.T, A * A.T, given=[Eq(A[i, i], 1)]).notes)
    assert "is given for one index i, not for all; for all, give ForAll(i, Equation(A[i, i], 1))" in notes


def test_a_plainly_satisfiable_hypothesis_is_not_called_possibly_vacuous():
    i, j = Idx("i", n), Idx("j", n)
    verdict = decide(abs(j - i), j - i, given=[Lt(i, j)])
    assert verdict.status == "proved" and not verdict.possibly_vacuous


KERNEL_NOTATION = ("⟦", "⟧", "❨", "❩", "ι", "inl", "inr", "[0 = 1]")


@pytest.mark.parametrize(
    "written",
    [
        lambda A, C, k: (exp(C[k, 0]) * C[0, 0], exp(C[k, 0]) * 2),
        lambda A, C, k: (A.inv() * A.T * A, A.T),
        lambda A, C, k: (C[k, 0] ** 2, C[k, 0] ** 2 * C[0, 0]),
    ],
)
def test_what_is_left_is_said_without_the_notation_of_the_kernel(written):
    A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", m, n)
    sides = written(A, BlockMatrix([[A], [B]]), Idx("k", n + m))
    given = [symattn.Invertible(A), symattn.Equation(A * A * A, A), symattn.Equation(B * A * A, B)]
    verdict = decide(*sides, given=given, steps=400)
    assert not any(sign in f"{verdict.report}{verdict}" for sign in KERNEL_NOTATION)


# ------------------------------------------------------------------------------------------------ calls that do not fit

X = MatrixSymbol("X", n, d)
W = symattn.MatrixFamily("W", dims("H"), d, d)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: symattn.RowSoftmax(X, axis=0), "RowSoftmax has no argument 'axis'. It takes (scores)"),
        (
            lambda: decide(X, X, givn=[]),
            "decide has no argument 'givn'; did you mean given? It takes (lhs, rhs, given,",
        ),
        (lambda: Attention(Q, K, V, maks=Q), "Attention has no argument 'maks'; did you mean mask? It takes (Q, K, V,"),
        (lambda: Attention(Q), "Attention is called without K and V. It takes (Q, K, V, mask, scale, bias)"),
        (lambda: symattn.PermutationSymbol("s"), "PermutationSymbol is called without n."),
        (lambda: decide(X, X, [], 0, 1), "decide is called with too many arguments."),
        (lambda: decide(X, X, [], given=[]), "decide is given given twice."),
        (lambda: evaluate(X), "evaluate is called without values. It takes (expr, values)"),
        (lambda: define(X, latx="X"), "define has no argument 'latx'; did you mean latex?"),
        (lambda: symattn.HeadSum(), "HeadSum is called without body."),
        (
            lambda: symattn.theorem("T", "t", "s", "proved", using=[]),
            "theorem has no argument 'using'; did you mean uses?",
        ),
    ],
)
def test_a_call_that_does_not_fit_says_what_is_taken(call, message):
    with pytest.raises(UsageError) as error:
        call()
    assert isinstance(error.value, TypeError) and isinstance(error.value, symattn.SymattnError)
    assert str(error.value).startswith(message)


def test_a_type_error_inside_of_a_call_stays_what_it_is():
    def of_two(first, second):
        return first + second

    with pytest.raises(TypeError, match="missing 1 required positional argument: 'second'") as error:
        define("Failing", X, X) and symattn.from_entries(n, d, lambda i, j: of_two(i))
    assert not isinstance(error.value, UsageError)


def test_the_id_and_the_function_of_a_claim_are_told_how_the_claim_is_handed_over():
    def pairs_form_a_set():
        return X, X

    for given, call in (("L1", "the_function_of_the_claim()"), (pairs_form_a_set, "pairs_form_a_set()")):
        with pytest.raises(symattn.UnsupportedExpression, match=re.escape(f"import my, and decide(my.{call})")):
            symattn.decide(given)


def test_a_relation_that_sympy_has_evaluated_is_told_how_it_is_kept():
    with pytest.raises(symattn.ClaimError, match=re.escape("write it with evaluate=False: Le, Lt, Ge, Gt or")):
        symattn.decide(abs(x) > -1)
    assert symattn.decide(Gt(abs(x), -1, evaluate=False)).status == "proved"


def test_a_class_of_a_user_says_what_it_takes():
    class Twice(symattn.SimilarityKernel):
        def __new__(cls, factor):
            return super().__new__(cls, factor)

    with pytest.raises(UsageError, match=r"Twice has no argument 'fctor'; did you mean factor\? It takes \(factor\)"):
        Twice(fctor=2)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ((X, Q, Attention), "a step of a calc is a pair (expression, by); several reasons go in a tuple: "),
        (("≤", X, Q, Attention), "a step of a calc is a pair (expression, by); several reasons go in a tuple: ('≤', "),
        ((X,), "a step of a calc is a pair (expression, by), where by may be (), not (X,)"),
        (X, "a step of a calc is a pair (expression, by), where by may be (), not X"),
    ],
)
def test_a_step_with_several_reasons_is_told_how_they_are_written(step, message):
    with pytest.raises(symattn.ClaimError) as error:
        symattn.calc(X, step)
    assert str(error.value).startswith(message)
    assert "<class" not in str(error.value)


def test_words_are_printed_by_their_names():
    Doubled = define("Doubled", X, 2 * X)
    assert [repr(Doubled), str(symattn.Sigmoid)] == ["Doubled", "Sigmoid"]
    for call in (
        lambda: symattn.calc(X, (X, X, Doubled)),
        lambda: symattn.calc(X, (X, Attention, Doubled)),
        lambda: decide(X, Doubled),
        lambda: decide(X, X, using=[Attention]),
        lambda: evaluate(X, {Doubled: 1}),
    ):
        with pytest.raises(symattn.SymattnError) as error:
            call()
        assert "<class" not in str(error.value) and "known_words" not in str(error.value)


def test_a_negative_index_is_called_negative():
    for call in (lambda: decide(X[-1, 0], X[0, 0]), lambda: W[-1]):
        with pytest.raises(UnsupportedExpression, match="the index -1 is negative"):
            call()
    with pytest.raises(UnsupportedExpression, match="the index 1 is not provably below n"):
        decide(X[1, 0], X[0, 0])


def test_values_are_given_by_symbols():
    with pytest.raises(UsageError, match=r"given as \{symbol: value\}: pass X itself, not its name"):
        evaluate(X, {"X": [[1]]})
    with pytest.raises(UsageError, match=r"given as \{symbol: value\}: 3 is none"):
        evaluate(X, {3: [[1]]})


def test_values_whose_shapes_do_not_fit_are_both_named():
    values = {Q: np.ones((1, 2)), K: np.ones((1, 1)), V: np.ones((1, 1))}
    with pytest.raises(symattn.ShapeError) as error:
        evaluate(Attention(Q, K, V), values)
    assert str(error.value) == (
        "the shapes of the values do not fit: Q, m×d, is 1×2, so that d = 2, and K, n×d, is 1×1, so that d = 1"
    )
    assert str(pickle.loads(pickle.dumps(error.value))) == str(error.value)
    with pytest.raises(symattn.ShapeError, match="d is given as 3, and Q, m×d, is 1×2, so that d = 2"):
        evaluate(Attention(Q, K, V), {d: 3, **values})


def test_a_number_of_the_wrong_sign_is_told_from_one_of_an_unknown_sign():
    scaled = define("ScaledBy", (X, Symbol("t", positive=True)), X / Symbol("t", positive=True))
    with pytest.raises(UnsupportedExpression, match="must be positive, and it is not"):
        scaled(X, -1)
    with pytest.raises(UnsupportedExpression, match="must be positive, and SymPy cannot tell that of it"):
        scaled(X, x)


@pytest.mark.parametrize("name", ["n-1", "n+1", "2*n", "n/2", "(n)", "3", "2n", "n d-1"])
def test_a_size_has_a_name(name):
    with pytest.raises(UsageError, match="is no name of one"):
        dims(name)
    assert [str(size) for size in dims("n' n_{k} d^* n_1 ℓ")] == ["n'", "n_{k}", "d^*", "n_1", "ℓ"]


@pytest.mark.parametrize(
    ("stated", "advice"),
    [
        (And(x > 0, x < 1), "claim each part by itself"),
        (Or(x > 0, x < 1), "cannot be said"),
        (Implies(x > 1, x > 0), r"list what it follows from in given=\[…\]"),
        (Ne(Q, Q * Q.T * Q), r"for matrices write Fails\(Equation\(A, B\)\)"),
    ],
)
def test_statements_made_of_several_are_answered_with_what_to_write(stated, advice):
    with pytest.raises(UnsupportedExpression, match=advice):
        decide(stated)


def test_an_argument_with_a_default_is_no_index_of_a_for_all():
    column = MatrixSymbol("c", n, 1)
    assert decide(symattn.ForAll((n,), lambda i, of=column: of[i, 0] ** 2 >= 0)).status == "proved"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: symattn.RowSoftmax(Q) <= 1, "ForAll((i, j), RowSoftmax(Q)[i, j] <= 1), or RowSoftmax(Q)[0, 0] <= 1"),
        (lambda: decide(symattn.LogSumExp(Q) >= Q[0, 0]), "ForAll(i, LogSumExp(Q)[i, 0] >= Q[0, 0])"),
        (lambda: symattn.RowSoftmax(Q) + 1, "the matrix with a number in each entry is OneMatrix(m, d)"),
        (lambda: x - symattn.RowSoftmax(Q), "*OneMatrix(m, d)"),
        (lambda: decide(exp(Q), Q), "for exp of each entry of a matrix A write A.applyfunc(exp)"),
        (
            lambda: decide(Sum(Q * K.T, (c, 0, d - 1)), Q),
            "a sum of matrices is HeadSum(A, i) with i = Idx('i', H), not",
        ),
        (lambda: decide(Sum(Q[0, c], (c, 1, d)), 1), "not provably an index below d: places are 0, …, d - 1"),
        (lambda: decide(Q, Q, given=[n == 1]), "to state that two sides are equal, write Equation(a, b)"),
        (lambda: decide(Q * K.T == V), "to state that two sides are equal, write Equation(a, b)"),
        (lambda: decide(Q, Q, given="n>2"), "cannot use n>2: a hypothesis is an expression, not a text"),
        (lambda: decide(Q, Q, given=["n>2"]), "cannot use n>2: a hypothesis is an expression, not a text"),
    ],
)
def test_what_is_to_be_written_instead_is_said(made, said):
    with pytest.raises(symattn.SymattnError, match=re.escape(said)):
        made()


@pytest.mark.parametrize(
    "line, said",
    [
        ("X <= 1", "cannot use X <= 1: matrices are compared by their entries: ForAll((i, j), X[i, j] <= 1)"),
        ("X <= RowMax(X)", "by their entries: ForAll((i, j), X[i, j] <= RowMax(X)[i, 0])"),
        ("x <= RowMax(x)", "by their entries: ForAll(j, x[0, j] <= RowMax(x)[0, 0])"),
        ("X > X.T", "cannot use X > X.T: the shapes of its sides do not fit: n×d and d×n"),
        ("x*x.T <= RowMax(x)", "a 1×1 matrix is no number: (x*x.T)[0, 0] <= RowMax(x)[0, 0]"),
        ("x + 2, x", "the shapes in 2 + x do not fit: 1×n and scalar; the matrix with a number in each entry is 2*One"),
        ("x[0, n], 0", "there is no x[0, n]: x is 1×n, and its last entry is x[0, n - 1] (m.py, line 7)"),
        ("(x*X)[1, 0], 0", "there is no (x*X)[1, 0]: x*X is 1×d, and its last entry is (x*X)[0, d - 1]"),
        ("I*x[0, 0] <= 2*I, 0", "TypeError: Invalid comparison of non-real 2*I"),
    ],
)
def test_what_sympy_says_of_matrices_is_said_of_what_is_written(line, said, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    script = tmp_path / "m.py"
    symbols = 'n, d = dims("n d")\nX, x = MatrixSymbol("X", n, d), MatrixSymbol("x", 1, n)\n'
    head = f"from sympy import I, MatrixSymbol\nfrom symattn import RowMax, dims, theorem\n{symbols}"
    script.write_text(f'{head}@theorem("M1", "t", "s", "proved")\ndef m():\n    return {line}\n')
    assert main(["check", "--no-cache", str(script)]) == 1
    assert said in " ".join(capsys.readouterr().out.split())


def test_a_mask_that_hides_a_row_at_all_sizes_is_said_to():
    mask = symattn.MaskWhere(n, n, lambda a, b: a - b > 2)
    said = str(decide(Attention(K, K, V, mask), V))
    assert "of all values that were tried none met this: every row of MaskWhere" in said


def test_an_unknown_says_which_lemma_did_not_settle_it_and_what_gave_up():
    X, Y = MatrixSymbol("X", 1, n), MatrixSymbol("Y", 1, n)
    change = symattn.FrobeniusNorm(symattn.RowSoftmax(X) - symattn.RowSoftmax(Y))
    claimed = Le(change, symattn.FrobeniusNorm(X - Y) * 3 / 4, evaluate=False)
    verdict = decide(claimed, using=["A.bounds.lipschitz"])
    assert verdict.status == "unknown" and "the lemma A.bounds.lipschitz did not settle it" in str(verdict)
    assert "gave up after 5,000 steps" in str(verdict) and "decide(…, steps=20_000)" in verdict.explain()
