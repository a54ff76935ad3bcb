"""Classes of the user: none can be taken for a word of the language, and each has one formula, taken once."""

import pytest
from sympy import Basic, MatrixSymbol, Sum, Symbol, cos, exp, sin, sympify

from symattn.deciding.decide import decide
from symattn.elaborate.statement import elaborate
from symattn.errors import SymattnError, UnsupportedExpression
from symattn.language import (
    Claim,
    DotProduct,
    Equation,
    KernelAttention,
    KernelMatrix,
    KernelSymbol,
    PermutationSymbol,
    RowSoftmax,
    SimilarityKernel,
    calc,
    claim,
    dims,
)
from symattn.language.base.nodes import Node
from symattn.numeric.evaluate import evaluate
from symattn.numeric.refute import refute
from symattn.numeric.spot_check import spot_check
from symattn.render.latex import latex
from symattn.render.text import text

r, n, ell = dims("r n ell")
A, B, M = MatrixSymbol("A", r, ell), MatrixSymbol("B", n, ell), MatrixSymbol("M", n, n)
x, z = Symbol("x", real=True), Symbol("z", real=True)
setting = {"factor": 1}


def product_of(value):
    return value.sum_over_coordinates(lambda q, k: q * k)


def matrix_class(name, definition, base=Node, **others):
    make = lambda cls, X: cls._make(tuple(X.shape), X)  # noqa: E731
    return type(name, (base,), {"__new__": make, "definition": definition, **others})


def kernel_class(name, formula, base=SimilarityKernel, **others):
    return type(name, (base,), {"formula": formula, **others})


def twice(self):
    return 2 * self.args[0]


# ------------------------------------------------------------------------------------------------------------- disguise

WORDS = [
    "RowSoftmax",
    "Attention",
    "Euclidean",
    "KernelMatrix",
    "Transpose",
    "Inverse",
    "MatMul",
    "Sum",
    "exp",
    "SoftMax",
]
WORDS += ["Att", "rowsoftmax", "Row_Softmax", "RоwSoftmax", "ＲowSoftmax", "HeadSum", "Identity", "Equation"]


@pytest.mark.parametrize("name", WORDS)
def test_a_class_of_the_user_has_no_name_of_the_language(name):
    with pytest.raises(SymattnError):
        decide(matrix_class(name, twice)(M), 2 * M)
    with pytest.raises(SymattnError):
        decide(KernelMatrix(kernel_class(name, lambda self, v: 2 * product_of(v))(), A, B), 2 * A * B.T)


def test_a_class_that_is_renamed_or_says_that_it_is_of_the_language_is_found():
    renamed = matrix_class("Own", twice)
    assert decide(renamed(M), 2 * M).status == "proved"
    renamed.__name__ = "RowSoftmax"
    for kind in (renamed, matrix_class("RowSoftmax", twice, __module__="symattn.primitives.softmax.word")):
        with pytest.raises(UnsupportedExpression, match="called like a word of the language"):
            decide(kind(M), 2 * M)


@pytest.mark.parametrize("method", ["_latex", "_sympystr", "_pretty", "_repr_latex_", "_symattn_text", "__str__"])
def test_a_class_of_the_user_does_not_change_how_it_is_shown(method):
    for kind in (
        matrix_class("Own", twice, **{method: lambda self, *_: "RowSoftmax(M)"}),
        kernel_class("OwnKernel", lambda self, v: product_of(v), **{method: lambda self, *_: "Euclidean"}),
    ):
        with pytest.raises(UnsupportedExpression, match=f"changes {method}"):
            decide(kind(M) if issubclass(kind, Node) else KernelMatrix(kind(), A, B), M)


def test_a_subclass_is_written_by_its_own_name():
    lies = matrix_class("Lies", twice, RowSoftmax)
    stated = claim(lies(M), 2 * M)
    assert repr(decide(stated)) == "proved: Lies(M) = 2*M"
    assert text(stated).endswith("Lies(M) = 2 M") and r"\operatorname{Lies}\left(M\right) = 2 M" in latex(stated)
    kernel = kernel_class("Dot2", lambda self, v: 2 * product_of(v), DotProduct)()
    stated = claim(KernelMatrix(kernel, A, B), 2 * A * B.T)
    assert text(stated).endswith("Dot2(A, B) = 2 A Bᵀ") and r"\operatorname{Dot2}\left(A, B\right)" in latex(stated)


def test_a_symbol_with_a_formula_is_not_written_like_a_symbol():
    named = kernel_class("Named", lambda self, v: product_of(v), KernelSymbol)
    stated = claim(KernelMatrix(named("alpha"), A, B), A * B.T)
    assert (
        "Named(α)(A, B)" in text(stated)
        and "Named(alpha)" in repr(decide(stated))
        and "Named(α)" in str(decide(stated))
    )


def test_a_parameter_of_a_kernel_is_written():
    class Scaled(SimilarityKernel):
        def __new__(cls, factor):
            return Basic.__new__(cls, sympify(factor))

        def formula(self, value):
            return self.args[0] * product_of(value)

    stated = claim(KernelMatrix(Scaled(2), A, B), 2 * KernelMatrix(Scaled(1), A, B))
    assert decide(stated).status == "proved"
    assert "Scaled(2)(A, B) = 2 Scaled(1)(A, B)" in text(stated)
    assert r"\operatorname{Scaled}\left(2\right)\left(A, B\right)" in latex(stated)
    assert "Att_[Scaled(2)](A, B, B)" in text(KernelAttention(Scaled(2), A, B, B))


def test_a_subclass_of_a_class_of_sympy_is_refused():
    disguised = type("sin", (exp,), {})
    with pytest.raises(SymattnError):
        decide(disguised(x), sin(x))
    with pytest.raises(SymattnError, match="derives from"):
        decide(type("Own", (cos,), {})(x), sin(x))
    with pytest.raises(SymattnError, match="derives from"):
        decide(type("Turning", (PermutationSymbol,), {})("sigma", n), M)
    with pytest.raises(SymattnError, match="derives from"):
        decide(type("Own", (Equation,), {"lhs": property(lambda self: M)})(M, 2 * M))


def test_a_call_and_entries_are_those_of_the_language():
    called = kernel_class("Called", lambda self, v: product_of(v), __call__=lambda self, q, k: x)
    with pytest.raises(UnsupportedExpression, match="changes __call__"):
        decide(KernelMatrix(called(), A, B), A * B.T)
    entries = matrix_class("Entries", twice, entry=lambda self, i, j: x)
    with pytest.raises(UnsupportedExpression, match="changes entry"):
        decide(entries(M), 2 * M)


# ---------------------------------------------------------------------------------------------------------- one formula


def changing():
    return kernel_class("Changing", lambda self, v: setting["factor"] * product_of(v))


@pytest.mark.parametrize("when", ["after the first claim", "after the expression was made"])
def test_a_formula_that_changes_is_an_error(when):
    kernel, other = changing()(), matrix_class("Other", lambda self: setting["factor"] * self.args[0])
    setting["factor"] = 1
    stated, matrix = KernelMatrix(kernel, A, B), other(M)
    if when == "after the first claim":
        assert decide(stated, A * B.T).status == "proved"
    setting["factor"] = 2
    for lhs, rhs in ((stated, A * B.T), (stated, 2 * A * B.T), (KernelMatrix(kernel, A, B), A * B.T), (matrix, M)):
        with pytest.raises(UnsupportedExpression, match="has changed since it was first used"):
            decide(lhs, rhs)
        with pytest.raises(UnsupportedExpression, match="has changed since it was first used"):
            refute(lhs, rhs)
        with pytest.raises(UnsupportedExpression, match="has changed since it was first used"):
            spot_check(lhs, rhs)
    setting["factor"] = 1
    assert decide(stated, A * B.T).status == "proved"


def test_a_formula_that_changes_is_an_error_for_a_statement_that_was_kept():
    setting["factor"] = 1
    kept = Equation(KernelMatrix(changing()(), A, B), A * B.T)
    assert decide(kept).status == "proved"
    elaborate(kept)
    setting["factor"] = 2
    for ask in (decide, elaborate):
        with pytest.raises(UnsupportedExpression, match="has changed since it was first used"):
            ask(kept)
    setting["factor"] = 1


def test_a_formula_that_is_another_one_at_each_call_is_an_error():
    calls = []
    counting = kernel_class("Counting", lambda self, v: calls.append(0) or len(calls) * product_of(v))
    with pytest.raises(UnsupportedExpression, match="has changed"):
        decide(KernelMatrix(counting(), A, B), A * B.T)


def test_a_class_that_is_written_again_has_its_own_formula():
    for factor in (1, 2, 1):
        kernel = kernel_class("Again", lambda self, v, factor=factor: factor * product_of(v))()
        assert decide(KernelMatrix(kernel, A, B), factor * A * B.T).status == "proved"
        assert decide(KernelMatrix(kernel, A, B), 3 * A * B.T).status == "refuted"
        assert evaluate(KernelMatrix(kernel, A, B), {A: [[1.0]], B: [[1.0]]}).tolist() == [[factor]]


def test_a_hidden_symbol_in_a_formula_is_an_error():
    hidden = kernel_class("Hidden", lambda self, v: z * product_of(v))()
    for make in (
        lambda: KernelMatrix(hidden, A, B),
        lambda: hidden(A[0, :], B[0, :]),
        lambda: hidden(A.T[:, 0], B.T[:, 0]),
    ):
        with pytest.raises(UnsupportedExpression, match="its formula speaks of z, which is none of its arguments"):
            decide(make(), make())
    with pytest.raises(UnsupportedExpression, match="its formula speaks of z"):
        matrix_class("HiddenMatrix", lambda self: z * self.args[0])(M)


def test_a_formula_captures_nothing_of_its_vectors():
    s = Symbol("s", integer=True)
    summed = kernel_class("Summed", lambda self, v: Sum(v.query[0, s] * v.key[0, s], (s, 0, v.query.shape[1] - 1)))()
    rows = KernelMatrix(summed, A, B)
    assert decide(rows, A * B.T).status == "proved"
    total = Sum(rows[s, 0], (s, 0, r - 1))
    assert decide(total, Sum((A * B.T)[s, 0], (s, 0, r - 1))).status == "proved"


def test_two_classes_of_one_name_do_not_stand_in_one_statement():
    first, second = (kernel_class("Namesake", lambda self, v: product_of(v))() for _ in range(2))
    stated = KernelMatrix(first, A, B), KernelMatrix(second, A, B)
    with pytest.raises(UnsupportedExpression, match="two different classes have this name"):
        Claim(stated)
    assert decide(stated[0], A * B.T).status == decide(stated[1], A * B.T).status == "proved"
    with pytest.raises(UnsupportedExpression, match="two different classes have this name"):
        calc(stated[0], (A * B.T, (KernelMatrix, type(second))))
