"""Statements, hypotheses and obligations, each compared with one written by hand in the kernel's notation."""

import pytest
from sympy import Abs, Eq, Idx, Inverse, MatrixSymbol, Ne, Permanent, Piecewise, S, Sum, Symbol, exp, log, sqrt

from symattn.elaborate import Elaboration, elaborate, elaborate_many
from symattn.errors import HypothesisError, ShapeError, UndeclaredSymbol, UnsupportedExpression
from symattn.kernel.syntax import forall, parse
from symattn.kernel.terms import REAL
from symattn.language import (
    Attention,
    EqualRowNorms,
    Equation,
    Euclidean,
    FreeOf,
    Invariant,
    Invertible,
    InvertibleSymbol,
    KernelAttention,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    Node,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    RowSoftmax,
    SelfAttention,
    ShiftMatrix,
    SimilarityKernel,
    SubsetMask,
    SubsetSymbol,
    dims,
)
from symattn.prover.library.definitions import definition_of

r, n, ell, d, h, m, k = dims("r n ell d h m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
A, B, C = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("C", r, n)
row = MatrixSymbol("a", 1, n)
sigma, g, H = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell), InvertibleSymbol("H", n)
M, subset = MaskSymbol("M", r, n), SubsetSymbol("S", n)
alpha, f = KernelSymbol("alpha"), MapSymbol("f", ell)
x, y, t = (Symbol(name, real=True) for name in "xyt")
i, j = Idx("i", n), Idx("j", n)


def closed(proposition, *variables):
    """Return ∀ variables. proposition."""
    for variable in reversed(variables):
        proposition = forall(variable, proposition)
    return proposition


def variables_of(elaborated, *symbols):
    known = dict(elaborated.variables)
    return [variable for symbol in symbols for variable in known[symbol]]


def by_kind(elaborated, kind):
    return [hypothesis for hypothesis in elaborated.hypotheses if hypothesis.kind == kind]


def goal_of(statement, *symbols, given=()):
    elaborated = elaborate(statement, given)
    return closed(elaborated.goal, *variables_of(elaborated, *symbols))


# ---------------------------------------------------------------------------------------------------------- hypotheses


def test_a_permutation_comes_with_its_inverse_map():
    elaborated = elaborate(Equation(sigma * A, sigma * A))
    (hypothesis,) = elaborated.hypotheses
    assert (hypothesis.item, hypothesis.kind, hypothesis.description) == (
        sigma,
        "permutation",
        "sigma is a permutation",
    )
    own = variables_of(elaborated, sigma)
    assert [v.name for v in own] == ["sigma", "sigma⁻¹"]
    assert [closed(p, *own) for p in hypothesis.propositions] == [
        parse("∀s t:[n]→[n]. ∀i:[n]. t (s i) = i"),
        parse("∀s t:[n]→[n]. ∀i:[n]. s (t i) = i"),
    ]


def test_an_orthogonal_matrix_has_orthonormal_rows_and_columns():
    elaborated = elaborate(Equation(g, g))
    (hypothesis,) = elaborated.hypotheses
    assert hypothesis.kind == "orthogonal"
    assert [closed(p, *variables_of(elaborated, g)) for p in hypothesis.propositions] == [
        parse("∀g:[ell]→[ell]→ℝ. ∀i j:[ell]. (Σ k:[ell]. g i k * g j k) = ind (i = j)"),
        parse("∀g:[ell]→[ell]→ℝ. ∀i j:[ell]. (Σ k:[ell]. g k i * g k j) = ind (i = j)"),
    ]


INVERSE = [
    "∀A B:[n]→[n]→ℝ. ∀i j:[n]. (Σ k:[n]. A i k * B k j) = ind (i = j)",
    "∀A B:[n]→[n]→ℝ. ∀i j:[n]. (Σ k:[n]. B i k * A k j) = ind (i = j)",
]


@pytest.mark.parametrize(
    ("matrix", "given", "item"), [(H, (), H), (A, (Invertible(A),), Invertible(A))], ids=["declared", "given"]
)
def test_an_invertible_matrix_has_both_inverse_equations(matrix, given, item):
    elaborated = elaborate(Equation(matrix.I * B, B), given)
    (hypothesis,) = elaborated.hypotheses
    assert (hypothesis.item, hypothesis.kind) == (item, "inverse")
    own = variables_of(elaborated, matrix, Inverse(matrix))
    assert own[1].name == f"{matrix.name}⁻¹"
    assert [closed(p, *own) for p in hypothesis.propositions] == list(map(parse, INVERSE))
    assert elaborated.obligations == ()


def test_an_inverse_without_a_hypothesis_is_missing_one():
    elaborated = elaborate(Equation(A.I * B, B), given=[Invertible(B)])
    (obligation,) = elaborated.obligations
    assert (obligation.proposition, obligation.description) == (None, "A is invertible")
    assert [hypothesis.item for hypothesis in elaborated.hypotheses] == [Invertible(B), A.I]
    assert obligation.exists is not None, "what is said of the inverse is used only once it is proved to exist"


def test_a_product_of_invertible_matrices_is_invertible():
    elaborated = elaborate(Equation(Inverse(H * sigma), H))
    inverse = Inverse(H * sigma)
    assert [h.item for h in by_kind(elaborated, "inverse")] == [H, inverse]
    assert elaborated.obligations == ()
    elaborated = elaborate(Equation(Inverse(H * A), H))
    assert [h.item for h in by_kind(elaborated, "inverse")] == [H, Inverse(H * A)]
    assert [o.description for o in elaborated.obligations] == ["H*A is invertible"]


def test_the_inverse_of_equal_matrices_is_one_variable():
    elaborated = elaborate(Equation(A.I, A.I + A.I - A.I))
    assert len([v for s, own in elaborated.variables if isinstance(s, Inverse) for v in own]) == 1


def test_the_name_of_an_inverse_is_never_that_of_a_matrix():
    other = MatrixSymbol("H⁻¹", n, n)
    elaborated = elaborate(Equation(H.I, other))
    assert elaborated.lhs is not elaborated.rhs


def test_a_mask_and_a_subset_have_a_witness():
    elaborated = elaborate(Equation(RowSoftmax(C + M), RowSoftmax(C)))
    (hypothesis,) = by_kind(elaborated, "mask")
    own = variables_of(elaborated, M)
    statement = parse("∀M:[r]→[n]→𝔹, w:[r]→[n]. ∀i:[r]. M i (w i)")
    assert [closed(p, *own) for p in hypothesis.propositions] == [statement]
    elaborated = elaborate(Equation(RowSoftmax(row + SubsetMask(subset, n)), row))
    (hypothesis,) = by_kind(elaborated, "subset")
    statement = parse("∀S:[n]→𝔹, w:[n]. S w")
    assert [closed(p, *variables_of(elaborated, subset)) for p in hypothesis.propositions] == [statement]


def test_a_declared_sign_is_a_hypothesis():
    signs = ("positive", "0 < x"), ("nonnegative", "0 ≤ x"), ("negative", "x < 0"), ("nonpositive", "x ≤ 0")
    for sign, statement in (*signs, ("nonzero", "x ≠ 0")):
        number = Symbol("x", real=True, **{sign: True})
        elaborated = elaborate(Equation(number + y, y))
        (proposition,) = elaborated.hypotheses[0].propositions
        assert closed(proposition, *variables_of(elaborated, number)) is parse(f"∀x:ℝ. {statement}")
    assert elaborate(Equation(x, y)).hypotheses == ()


def test_given_propositions_speak_of_entries():
    elaborated = elaborate(Equation(A, B), given=[Equation(A * B, B), x > 0, EqualRowNorms(A)])
    own = variables_of(elaborated, A, B, x)
    assert [hypothesis.description for hypothesis in elaborated.hypotheses] == ["A*B = B", "x > 0", "EqualRowNorms(A)"]
    quantified = "∀A B:[n]→[n]→ℝ, x:ℝ. "
    definition_of("matmul")
    assert [closed(p, *own) for h in elaborated.hypotheses for p in h.propositions] == [
        parse(quantified + "∀i j:[n]. matmul{n,n,n} A B i j = B i j"),
        parse(quantified + "0 < x"),
        parse(quantified + "∀i j:[n]. (Σ a:[n]. A i a * A i a) = (Σ a:[n]. A j a * A j a)"),
    ]


def test_a_given_false_is_an_error():
    with pytest.raises(HypothesisError):
        elaborate(Equation(A, B), given=[S.false])
    with pytest.raises(ShapeError):
        elaborate(Equation(A, B), given=[(A, Q)])


# --------------------------------------------------------------------------------------------------------------- goals


def test_attention_reads_like_the_statement():
    definition_of("matmul")
    elaborated = elaborate(Equation(Attention(Q * g, K * g, V), Attention(Q, K, V)))
    own = variables_of(elaborated, Q, K, V, g)
    assert closed(elaborated.goal, *own) is parse(
        "∀Q:[r]→[ell]→ℝ, K:[n]→[ell]→ℝ, V:[n]→[d]→ℝ, g:[ell]→[ell]→ℝ."
        " Attention{r,n,ell,d} (matmul{r,ell,ell} Q g) (matmul{n,ell,ell} K g) V = Attention{r,n,ell,d} Q K V"
    )


VALUES = {
    "Attention": (
        "λQ:[r]→[l]→ℝ, K:[n]→[l]→ℝ, V:[n]→[d]→ℝ. matmul{r,n,d}"
        " (row_softmax{r,n} (matscale{r,n} (inv (sqrt #{l})) (matmul{r,l,n} Q (transpose{n,l} K)))) V"
    ),
    "Attention.masked": (
        "λQ:[r]→[l]→ℝ, K:[n]→[l]→ℝ, V:[n]→[d]→ℝ, M:[r]→[n]→ℝ∞. matmul{r,n,d} (masked_row_softmax{r,n}"
        " (extended_scale{r,n} (inv (sqrt #{l})) (extended_add{r,n} (extended{r,n}"
        " (matmul{r,l,n} Q (transpose{n,l} K))) M))) V"
    ),
    "Attention.unscaled.masked": (
        "λQ:[r]→[l]→ℝ, K:[n]→[l]→ℝ, V:[n]→[d]→ℝ, M:[r]→[n]→ℝ∞. matmul{r,n,d} (masked_row_softmax{r,n}"
        " (extended_add{r,n} (extended{r,n} (matmul{r,l,n} Q (transpose{n,l} K))) M)) V"
    ),
    "Attention.biased": (
        "λQ:[r]→[l]→ℝ, K:[n]→[l]→ℝ, V:[n]→[d]→ℝ, M:[r]→[n]→ℝ. matmul{r,n,d} (row_softmax{r,n}"
        " (matscale{r,n} (inv (sqrt #{l})) (matadd{r,n} (matmul{r,l,n} Q (transpose{n,l} K)) M))) V"
    ),
    "SelfAttention": (
        "λX:[n]→[p]→ℝ, Q K:[p]→[l]→ℝ, V:[p]→[d]→ℝ."
        " Attention{n,n,l,d} (matmul{n,p,l} X Q) (matmul{n,p,l} X K) (matmul{n,p,d} X V)"
    ),
    "KernelAttention": (
        "λa:([l]→ℝ)→([l]→ℝ)→ℝ, Q:[r]→[l]→ℝ, K:[n]→[l]→ℝ, V:[n]→[d]→ℝ."
        " matmul{r,n,d} (row_softmax{r,n} (kernel_matrix{r,n,l} a Q K)) V"
    ),
    "Euclidean": "λq k:[l]→ℝ. -1 * sqrt (Σ a:[l]. (-1 * k a + q a) * (-1 * k a + q a))",
    "ShiftMatrix": "λt:ℝ. block_rotation{h} (matscale{h,1} t Frequencies{h})",
    "Frequencies.first1": "λm:[h], c:[1]. exp (inv #{h} * (-1 + -1 * pos{h} m) * log 10000)",
}


def test_the_definitions_are_those_of_the_classes():
    X, W = MatrixSymbol("X", n, d), [MatrixSymbol(f"W{c}", d, ell) for c in "QKV"]
    for expression in (
        Attention(Q, K, V),
        Attention(Q, K, V, M),
        Attention(Q, K, V, M, scale=False),
        Attention(Q, K, V, C),
        SelfAttention(X, *W),
        KernelAttention(Euclidean(), Q, K, V),
        ShiftMatrix(t, 2 * h),
        ShiftMatrix(t, 2 * h, first=1),
    ):
        elaborate(Equation(expression, expression))
    found = {name: theorem.arguments[2] for name in VALUES if (theorem := definition_of(name)) is not None}
    assert found == {name: parse(value) for name, value in VALUES.items()}


SCALAR_GOALS = [
    (x <= y, "x ≤ y"),
    (x < y, "x < y"),
    (x >= y, "y ≤ x"),
    (x > y, "y < x"),
    (Ne(x, y), "x ≠ y"),
    (Eq(x, y), "x = y"),
    ((x * y, n * x), "x * y = x * #{n}"),
]


@pytest.mark.parametrize(("statement", "written"), SCALAR_GOALS, ids=[written for _, written in SCALAR_GOALS])
def test_statements_about_numbers(statement, written):
    assert goal_of(statement, x, y) is parse(f"∀x y:ℝ. {written}")


def test_free_indices_are_variables():
    definition_of("abs")
    statement = goal_of(Abs(A[i, j]) <= A[j, 0] + i, i, j, A)
    assert statement is parse("∀i j:[n], A:[n]→[n]→ℝ. abs (A i j) ≤ pos{n} i + A j 0@[n]")


def test_invariance_under_a_matrix_and_under_a_map():
    assert goal_of(Invariant(alpha, g), alpha, g) is parse(
        "∀a:([ell]→ℝ)→([ell]→ℝ)→ℝ, g:[ell]→[ell]→ℝ. ∀q k:[ell]→ℝ."
        " a (λi:[ell]. Σ b:[ell]. q b * g b i) (λi:[ell]. Σ b:[ell]. k b * g b i) = a q k"
    )
    assert goal_of(Invariant(alpha, f), alpha, f) is parse(
        "∀a:([ell]→ℝ)→([ell]→ℝ)→ℝ, f:([ell]→ℝ)→[ell]→ℝ. ∀q k:[ell]→ℝ. a (f q) (f k) = a q k"
    )


def test_invertibility_is_the_existence_of_an_inverse(truth):
    statement = Invertible(A)
    assert goal_of(statement, A) is parse(
        "∀A:[n]→[n]→ℝ. ∀p:𝔹. (∀B:[n]→[n]→ℝ. (∀i j:[n]. (Σ k:[n]. A i k * B k j) = ind (i = j))"
        " ∧ (∀i j:[n]. (Σ k:[n]. B i k * A k j) = ind (i = j)) ⇒ p) ⇒ p"
    )


def test_free_of_compares_with_a_second_value(truth):
    constant, changing = FreeOf(A * (t - t + 1), t), FreeOf(t * A, t)
    definition_of("matscale")
    elaborated = elaborate(changing)
    assert closed(elaborated.goal, *variables_of(elaborated, A, t)) is parse(
        "∀A:[n]→[n]→ℝ, t:ℝ. ∀s:ℝ. matscale{n,n} t A = matscale{n,n} s A"
    )
    assert truth(elaborate(constant), [A, t], {"n": 2}) is True
    assert truth(elaborate(changing), [A, t], {"n": 2}) is False


def test_free_of_a_permutation_ranges_over_permutations():
    goal = goal_of(FreeOf(sigma.T * A, sigma), sigma, A)
    definition_of("permutation")
    assert goal is parse(
        "∀s t:[n]→[n], A:[n]→[n]→ℝ. ∀u v:[n]→[n]. (∀i:[n]. v (u i) = i) ⇒ (∀i:[n]. u (v i) = i) ⇒"
        " matmul{n,n,n} (transpose{n,n} (permutation{n} s)) A = matmul{n,n,n} (transpose{n,n} (permutation{n} u)) A"
    )


def test_free_of_a_size():
    elaborated = elaborate(FreeOf(Sum(A[i, i], (i, 0, n - 1)) * 0 + x / x, n))
    assert elaborated.goal is elaborate(Equation(S.One, S.One)).goal
    with pytest.raises(UnsupportedExpression, match="shape"):
        elaborate(FreeOf(A, n))


# --------------------------------------------------------------------------------------------------------- obligations


def obligations_of(expression, *symbols):
    elaborated = elaborate(Equation(expression, expression))
    own = variables_of(elaborated, *symbols)
    return {o.description: closed(o.proposition, *own) for o in elaborated.obligations}


def test_division_roots_and_logarithms_leave_obligations():
    assert obligations_of(1 / (x - y), x, y) == {"x - y ≠ 0": parse("∀x y:ℝ. x + -1 * y ≠ 0")}
    assert obligations_of(sqrt(x), x) == {"x ≥ 0": parse("∀x:ℝ. 0 ≤ x")}
    assert obligations_of(log(x), x) == {"x > 0": parse("∀x:ℝ. 0 < x")}
    assert obligations_of(1 / sqrt(x), x) == {
        "x ≥ 0": parse("∀x:ℝ. 0 ≤ x"),
        "sqrt(x) ≠ 0": parse("∀x:ℝ. sqrt x ≠ 0"),
    }


def test_obligations_under_a_sum_hold_for_each_index():
    b = Symbol("b", integer=True)
    expression = Sum(1 / A[b, j], (b, 0, n - 1))
    assert obligations_of(expression, A, j) == {
        "ForAll(n, lambda b: Ne(A[b, j], 0))": parse("∀A:[n]→[n]→ℝ, j:[n]. ∀b:[n]. A b j ≠ 0")
    }


def test_a_case_may_assume_its_condition():
    assert obligations_of(Piecewise((1 / x, x > 0), (log(-x), True)), x) == {
        "x ≠ 0": parse("∀x:ℝ. 0 < x ⇒ x ≠ 0"),
        "-x > 0": parse("∀x:ℝ. ¬(0 < x) ⇒ 0 < -1 * x"),
    }


def test_an_unconditional_obligation_is_not_lost_in_a_case():
    expression = Piecewise((1 / x, y > 0), (0, True)) + 1 / x
    propositions = {o.proposition for o in elaborate(Equation(expression, y)).obligations}
    own = variables_of(elaborate(Equation(expression, y)), x, y)
    assert parse("∀x y:ℝ. x ≠ 0") in {closed(p, *own) for p in propositions}


def test_a_masked_softmax_needs_an_unmasked_entry_in_each_row():
    (obligation,) = elaborate(Equation(RowSoftmax(C + M), C)).obligations
    assert obligation.description == "every row of M + C has an unmasked entry"
    definition_of("extended_add"), definition_of("extended"), definition_of("mask")
    own = variables_of(elaborate(Equation(RowSoftmax(C + M), C)), C, M)
    assert closed(obligation.proposition, *own) is parse(
        "∀C:[r]→[n]→ℝ, M:[r]→[n]→𝔹, w:[r]→[n]. ∀i:[r]. (Σ k:[n]."
        " eexp (extended_add{r,n} (mask{r,n} M) (extended{r,n} C) i k)) ≠ 0"
    )


def test_what_a_definition_needs_is_said_in_the_users_sizes():
    descriptions = [o.description for o in elaborate(Equation(Attention(Q, K, V, M), Attention(Q, K, V))).obligations]
    assert descriptions == [
        "ell ≥ 0",
        "sqrt(ell) ≠ 0",
        "1/sqrt(ell) > 0",
        "every row of M has an unmasked entry",
    ]


# ------------------------------------------------------------------------------------------------ what is out of bounds


b, c = Symbol("b", integer=True), Symbol("c", integer=True)
REFUSED = [
    A[b, 0],
    Sum(A[b + 1, 0], (b, 0, n - 1)),
    Sum(A[b, 0], (b, 1, n)),
    Sum(A[2 * b, 0], (b, 0, n - 1)),
    Sum(A[b, c], (b, 0, n - 1), (c, 0, n)),
    Sum(A[0, b - c], (b, 0, n - 1), (c, 0, n - 1)),
    Permanent(A),
    A**x,
    S.Half.evalf() * x,
    Piecewise((x, x > 0)),
    A[i, Idx("l", m)],
    exp(Sum(M[Idx("a", r), i], (i, 0, n - 1))),
    alpha(Q[Idx("a", r), :], K[i, :]) + alpha(A[i, :], A[j, :]),
]


@pytest.mark.parametrize("expression", REFUSED, ids=str)
def test_what_is_outside_the_language_is_refused(expression):
    with pytest.raises(UnsupportedExpression):
        elaborate((expression, expression))


def test_an_undeclared_symbol_is_named():
    with pytest.raises(UndeclaredSymbol, match="z"):
        elaborate(Equation(Symbol("z") + x, x))
    with pytest.raises(UndeclaredSymbol, match="two different symbols"):
        elaborate(Equation(A, OrthogonalSymbol("A", n)))
    with pytest.raises(UndeclaredSymbol, match="too much like"):
        elaborate(Equation(Symbol("x*", real=True), Symbol("x.star", real=True)))


def test_sizes_must_be_the_same_polynomial():
    with pytest.raises(ShapeError):
        elaborate((Q * K, Q))
    wide = MatrixSymbol("W", n, 2 * (m + k))
    assert elaborate(Equation(wide * MatrixSymbol("U", 2 * m + 2 * k, n), A)).goal is not None


def test_a_bound_symbol_hides_a_free_one_of_its_name():
    statement = goal_of(Equation(Sum(x, (x, 0, n - 1)) + x, y), x, y)
    assert statement is parse("∀x y:ℝ. x + (Σ i:[n]. pos{n} i) = y")


def test_a_name_like_that_of_a_bound_variable_is_kept_apart():
    odd = Symbol("·0", real=True)
    statement = goal_of(Equation(Sum(b * odd, (b, 0, n - 1)), y), odd, y)
    assert statement in (
        parse("∀x y:ℝ. (Σ i:[n]. pos{n} i * x) = y"),
        parse("∀x y:ℝ. (Σ i:[n]. x * pos{n} i) = y"),
    )


# --------------------------------------------------------------------------------------------------------- many, large


def test_the_lines_of_a_calc_share_their_variables():
    first, second = elaborate_many([Equation(A.I * B, B), Equation(B, A.I * A * B)], given=[Invertible(A)])
    assert first.rhs is second.lhs
    assert dict(first.variables)[Inverse(A)] == dict(second.variables)[Inverse(A)]
    assert first.obligations == second.obligations == ()


def test_each_line_has_its_own_obligations():
    first, second, third = elaborate_many([(1 / x, y), (y, y), (y, 1 / x)])
    assert [len(line.obligations) for line in (first, second, third)] == [1, 0, 1]


def test_elaboration_is_the_same_every_time():
    statement = Equation(Attention(Q, K, V, M), Attention(Q, K, V))
    assert elaborate(statement) == elaborate(statement)


@pytest.mark.parametrize("mask", [None, MaskSymbol("M", n, n)], ids=["plain", "masked"])
def test_a_deep_stack_stays_linear(mask):
    weights = [MatrixSymbol(f"W{c}", n, n) for c in "QKV"]
    X = residual = A
    for _ in range(64):
        X, residual = SelfAttention(X, *weights, mask), residual + SelfAttention(residual, *weights, mask)
    elaborated = elaborate(Equation(X, residual))
    assert len(elaborated.obligations) == (2 if mask is None else 4)


def test_an_entry_of_a_deep_stack_needs_no_deep_recursion():
    X = A
    for _ in range(400):
        X = SelfAttention(X, B, B, B)
    assert elaborate(Equation(2 * X[0, 0], x)).lhs is not None


class Doubled(Node):
    """A class of the user's own."""

    def definition(self):
        return 2 * self.args[0]


def test_a_class_of_the_user_is_elaborated_by_its_definition(truth):
    elaborated = elaborate(Equation(Doubled._make((n, n), A), A + A))
    assert truth(elaborated, [A], {"n": 2}) is True
    assert truth(elaborate(Equation(Doubled._make((n, n), A), A)), [A], {"n": 2}) is False
    assert elaborated.lhs is elaborate(Equation(Doubled._make((n, n), A), A)).lhs


def test_a_definition_of_another_shape_is_refused():
    class Turned(Node):
        def definition(self):
            return self.args[0]

    tall = MatrixSymbol("T", n, r)
    with pytest.raises(UnsupportedExpression, match="its shape is r×n, and that of its definition is n×r"):
        elaborate(Equation(Turned._make((r, n), tall), tall.T))


def test_a_subclass_does_not_inherit_a_definition():
    class Attention2(Attention):
        def definition(self):
            return 3 * super().definition()

    assert elaborate(Equation(Attention2(A, A, A), A)).lhs is not elaborate(Equation(Attention(A, A, A), A)).lhs


def constant_kernel(value, name="Constant"):
    return type(name, (SimilarityKernel,), {"formula": lambda self, _: value})()


def test_the_constant_of_a_kernel_of_the_user_depends_on_its_name_and_formula_alone():
    kernels = (constant_kernel(S.One), constant_kernel(S.Zero), constant_kernel(S.One), constant_kernel(S.One, "One_"))
    values = [elaborate(Equation(kernel(row, row), x)).lhs for kernel in kernels]
    assert len(set(values)) == 3 and values[0] is values[2]


def test_two_kernels_of_one_name_in_one_statement_are_refused():
    first, second = constant_kernel(S.One), constant_kernel(S.Zero)
    with pytest.raises(UnsupportedExpression, match="two different classes have this name"):
        elaborate(Equation(first(row, row), second(row, row)))


def test_an_expression_by_itself():
    elaboration = Elaboration([x + y])
    assert elaboration.term(x + y).type is REAL


def test_prefix_masks():
    row = MatrixSymbol("a", 1, m + k)
    for name in ("masked_row_softmax", "extended_add", "extended", "mask", "prefix"):
        definition_of(name)
    assert goal_of(Equation(RowSoftmax(row + PrefixMask(m, m + k)), row), row) is parse(
        "∀a:[1]→[m+k]→ℝ. masked_row_softmax{1,m+k} (extended_add{1,m+k} (extended{1,m+k} a)"
        " (mask{1,m+k} prefix{m,k})) = a"
    )


def test_what_is_elaborated_again_is_the_same_and_what_is_another_object_is_elaborated_anew():
    stated, given = Equation(A * B, B * A), (Equation(A, A.T),)
    once = elaborate_many([stated], given)
    elaborate_many([stated])
    assert elaborate_many([stated], given) is once
    equal = Equation(B * A, A * B)
    assert elaborate_many([equal], given)[0].goal is not once[0].goal
    assert elaborate_many([stated, equal], given)[0].goal is once[0].goal
    assert not elaborate_many([stated])[0].hypotheses and once[0].hypotheses
    assert elaborate_many([stated], (Equation(B, B.T),))[0].hypotheses != once[0].hypotheses
