"""Unicode text of expressions, statements and derivations."""

import pytest
from sympy import (
    BlockMatrix,
    Identity,
    Idx,
    ImmutableMatrix,
    MatrixSymbol,
    Max,
    Min,
    Ne,
    Symbol,
    ZeroMatrix,
    cos,
    exp,
    oo,
    pi,
    sin,
    sqrt,
)
from sympy.matrices.expressions.dotproduct import DotProduct as SympyDotProduct

from symattn import (
    Attention,
    DotProduct,
    EqualRowNorms,
    Euclidean,
    FreeOf,
    Invariant,
    Invertible,
    KernelAttention,
    KernelSymbol,
    MapSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    PrefixMask,
    RowMap,
    RowSoftmax,
    SelfAttention,
    ShapeError,
    ShiftMatrix,
    SquaredNorm,
    SubsetMask,
    SubsetSymbol,
    calc,
    claim,
    decide,
    dims,
)
from symattn.render.outcome import calc_lines
from symattn.render.text import reasons, step_reasons, text

r, n, ell, d, h, m, k = dims("r n ell d h m k")
Q, K, V, H = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d), MatrixSymbol("H", d, d)
sigma, g, M, S = PermutationSymbol("sigma", n), OrthogonalSymbol("g", ell), MaskSymbol("M", r, n), SubsetSymbol("S", n)
alpha, f, t = KernelSymbol("alpha"), MapSymbol("f", ell), Symbol("t", real=True)
s = Symbol("s", real=True)
x, y = MatrixSymbol("x", ell, 1), MatrixSymbol("y", ell, 1)
row = MatrixSymbol("a", 1, m + k)

FORMULAS = [
    (RowSoftmax((Q * K.T + M) / sqrt(ell)) * V, "SoftMax((M + Q Kᵀ)/√ℓ) V"),
    (Attention(Q, sigma * K, sigma * V, M, scale=False), "Att(Q, σ K, σ V, mask=M, scale=False)"),
    (SelfAttention(H, H, H, H), "SelfAtt(H, H, H, H)"),
    (KernelAttention(alpha, RowMap(f, Q), K, V), "Att_α(f(Q), K, V)"),
    (KernelAttention(DotProduct(), Q, K, V), "Att_DotProduct(Q, K, V)"),
    (RowSoftmax(Q).definition(), "[exp(Q[j, i])/(Σ_{s = 0..ℓ - 1} exp(Q[j, s]))]_(j < r, i < ℓ)"),
    (Euclidean()(x.T, y.T).definition(), "-√(Σ_{a = 0..ℓ - 1} (x[a, 0] - y[a, 0])²)"),
    (PrefixMask(m, m + k)[0, Idx("i", m + k)], "{0 if m > i, −∞ otherwise}"),
    (SubsetMask(S, n)[0, 1], "{0 if 1 ∈ S, −∞ otherwise}"),
    (BlockMatrix([[RowSoftmax(row[:, :m]), ZeroMatrix(1, k)]]), "[SoftMax(a[0, :m]), 0_(1×k)]"),
    (ImmutableMatrix([[0, -oo], [1, 2]]), "[0, −∞; 1, 2]"),
    (ShiftMatrix(t, 2 * h, first=1), "ShiftMatrix(t, 2h, first=1)"),
    ((H.T).I * (H * H + H).T * Identity(d), "(Hᵀ)⁻¹ ((Hᵀ)² + Hᵀ)"),
    ((Q + Q * g).T, "Qᵀ + gᵀ Qᵀ"),
    (-(H + 2 * H * H.T), "-H - 2 H Hᵀ"),
    (H**3 / 2, "H³/2"),
    (t**2 / (2 * pi) - exp(-t), "t²/(2π) - exp(-t)"),
    ((t + 1) / sqrt(t + 2), "(t + 1)/√(t + 2)"),
    (t**n, "t^n"),
    (Invariant(alpha, g), "α(q g, k g) = α(q, k) for all rows q, k"),
    (Invariant(alpha, f), "α(f(q), f(k)) = α(q, k) for all rows q, k"),
    (EqualRowNorms(K), "the rows of K have equal norms"),
    (Invertible(H), "H is invertible"),
    (FreeOf(H, t), "H does not depend on t"),
    (Ne(t, 0), "t ≠ 0"),
    (t >= 1, "t ≥ 1"),
    (SympyDotProduct(MatrixSymbol("x", 2, 1), MatrixSymbol("y", 2, 1)), "DotProduct(x, y)"),
]


@pytest.mark.parametrize(("formula", "expected"), FORMULAS, ids=[expected for _, expected in FORMULAS])
def test_notation(formula, expected):
    assert text(formula) == expected


def test_products_and_powers_read_back_without_ambiguity():
    assert text((H + H.T) * H) == "(H + Hᵀ) H"
    assert text(H * (H + H.T).T) == "H (H + Hᵀ)"
    assert text((t + 1) ** 2 * (t - 1)) == "(t + 1)²·(t - 1)"
    assert text(1 / (t + 1)) == "1/(t + 1)"


def test_a_statement_lists_symbols_hypotheses_and_claim():
    statement = text(claim(Attention(Q, K * g, V, M), Attention(Q, K, V, M), given=[EqualRowNorms(K)]))
    assert statement == (
        "Q ∈ ℝ^(r×ℓ), K ∈ ℝ^(n×ℓ), V ∈ ℝ^(n×d), g ∈ O(ℓ), M ∈ {0, −∞}^(r×n) with a 0 in every row; "
        "if the rows of K have equal norms: Att(Q, K g, V, mask=M) = Att(Q, K, V, mask=M)"
    )
    assert text(ShapeError(Q * H, (r, ell), (d, d))) == "the shapes in Q*H do not fit: r×ell and d×d"


def test_symbols_are_listed_as_a_reader_meets_them():
    x, y = MatrixSymbol("x", 1, n), MatrixSymbol("y", 1, n)
    i, j = Idx("i", n), Idx("j", n)
    assert text(claim(SquaredNorm(x - y) >= 0)).startswith("x, y ∈ ℝ^(1×n): ")
    assert "i, j ∈ {0, …, n - 1}: " in text(claim(x[0, i] / x[0, j], y[0, i]))


def test_a_derivation_names_its_reasons_and_the_verdict_on_each_step():
    chain = calc(Q * g * g.T * K.T, (Q * K.T, g), (Q * K.T, (EqualRowNorms(K),)), given=[EqualRowNorms(K)])

    class Step:
        status = "proved"
        axioms = named_facts = ()

    assert list(calc_lines(chain, [(chain.start, chain.steps[0].expression, (g,), Step)])) == [
        "steps:",
        "    Q g gᵀ Kᵀ",
        "  = Q Kᵀ",
        "      g is orthogonal; proved",
        "  = Q Kᵀ",
        "      given the rows of K have equal norms",
    ]
    assert reasons(()) == "matrix algebra"


LAWS_OF_STEPS = {
    "addition theorems": (cos(s + t), cos(s) * cos(t) - sin(s) * sin(t)),
    "exp of a sum": (exp(s + t) - exp(s), exp(s) * (exp(t) - 1)),
    "cases": (Max(s, t) + Min(s, t), s + t),
    "algebra": ((s + t) ** 2, s**2 + 2 * s * t + t**2),
}


@pytest.mark.parametrize("law", LAWS_OF_STEPS)
def test_a_step_names_the_laws_of_functions_that_its_proof_used(law):
    left, right = LAWS_OF_STEPS[law]
    verdict = decide(calc(left, (right, ())))
    assert verdict.status == "proved" and law in step_reasons(verdict.steps[0])
    assert law in str(verdict)
    assert reasons((Attention, sigma, M)) == "definition of Att, σ is a permutation, M is a mask"
    several = (sigma, Attention, PermutationSymbol("tau", n), PermutationSymbol("rho", n), RowSoftmax)
    assert reasons(several) == "σ, τ and ρ are permutations, definitions of Att and SoftMax"
