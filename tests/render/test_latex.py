"""LaTeX of expressions, statements, derivations and results."""

import re
from types import SimpleNamespace

import pytest
import sympy
from sympy import (
    BlockMatrix,
    Identity,
    Idx,
    ImmutableMatrix,
    MatrixSymbol,
    Ne,
    OneMatrix,
    Rational,
    Symbol,
    ZeroMatrix,
    oo,
    sqrt,
)

import symattn
from symattn import (
    Attention,
    BlockRotation,
    BoxCar,
    CausalMask,
    DotProduct,
    Epanechnikov,
    EqualRowNorms,
    Equation,
    Euclidean,
    FreeOf,
    Frequencies,
    Invariant,
    Invertible,
    InvertibleSymbol,
    KernelAttention,
    KernelMatrix,
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
    SineCosine,
    SinusoidalEncoding,
    SinusoidalVector,
    SquaredEuclidean,
    SubsetMask,
    SubsetSymbol,
    calc,
    claim,
    dims,
    latex,
)
from symattn.language import Node, Proposition, SimilarityKernel
from symattn.render.latex import counterexample_latex, escape, repr_latex

r, n, ell, d, h, m, k = dims("r n ell d h m k")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
H, X = MatrixSymbol("H", d, d), MatrixSymbol("X", n, d)
S_Q, S_K, S_V = (MatrixSymbol(f"S_{name}", d, d) for name in "QKV")
sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", r)
g, w = OrthogonalSymbol("g", ell), InvertibleSymbol("w", d)
M, S = MaskSymbol("M", r, n), SubsetSymbol("S", n)
alpha, f = KernelSymbol("alpha"), MapSymbol("f", ell)
t = Symbol("t", real=True)
row = MatrixSymbol("a", 1, m + k)
i, j = Idx("i", n), Idx("j", r)

EXPRESSIONS = {
    Attention(
        tau * Q * g, sigma * K * g, sigma * V * H
    ): r"\operatorname{Att}\left(\tau Q g, \sigma K g, \sigma V H\right)",
    Attention(Q, K, V, M): r"\operatorname{Att}\left(Q, K, V;\, M\right)",
    Attention(Q, K, V, scale=False): r"\operatorname{Att}_{\mathrm{unscaled}}\left(Q, K, V\right)",
    RowSoftmax(Q * K.T / sqrt(ell)): r"\operatorname{SoftMax}_{\mathrm{row}}\left(\frac{Q K^{T}}{\sqrt{\ell}}\right)",
    SelfAttention(X, S_Q, S_K, S_V): r"\operatorname{SelfAtt}_{S_{Q}, S_{K}, S_{V}}\left(X\right)",
    SelfAttention(X, S_Q, S_K, S_V, CausalMask(n)): (
        r"\operatorname{SelfAtt}_{S_{Q}, S_{K}, S_{V}}\left(X;\, \operatorname{Causal}_{n}\right)"
    ),
    KernelAttention(alpha, RowMap(f, Q), K, V): r"\operatorname{Att}_{\alpha}\left(f\left(Q\right), K, V\right)",
    KernelMatrix(Epanechnikov(), Q, K): r"\mathrm{epan}\left(Q, K\right)",
    alpha(Q[j, :], K[i, :]): r"\alpha\left({Q}_{j, :}, {K}_{i, :}\right)",
    PrefixMask(m, m + k): r"\operatorname{mask}_{m}^{(k + m)}",
    SubsetMask(S, n): r"\operatorname{mask}^{S}",
    SineCosine(Frequencies(2 * h)): r"\operatorname{sincos}\left(\boldsymbol{\lambda}_{2 h}\right)",
    BlockRotation(t * Frequencies(2 * h, 1)): (
        r"\operatorname{Rot}\left(t \boldsymbol{\lambda}_{2 h, \mathrm{first} = 1}\right)"
    ),
    ShiftMatrix(k, 2 * h) * SinusoidalVector(t, 2 * h): r"T_{2 h}^{(k)} e_{2 h}\left(t\right)",
    SinusoidalEncoding(n, 2 * h): r"E_{2 h}^{(n)}",
    -Q * K.T / 2: r"- \frac{Q K^{T}}{2}",
    2 * Q * K.T: r"2 Q K^{T}",
    Q * (S_Q[0, 0] + t): r"\left(t + {\left(S_{Q}\right)}_{0, 0}\right) Q",
    t
    * RowSoftmax(Q)[
        j, 0
    ]: r"t \operatorname{SoftMax}_{\mathrm{row}}\left(Q\right)_{j, 0}",  # TeX sets a space before it
    (Q + 2 * Q * g) / 2: r"\frac{Q}{2} + Q g",
    (Q * g).T: r"g^{T} Q^{T}",
    w.I * Identity(d): r"w^{-1}",
    Identity(n): r"I_{n}",
    ZeroMatrix(1, k): r"0_{1 \times k}",
    OneMatrix(n, 1): r"\mathbf{1}_{n \times 1}",
    row[:, :m]: r"{a}_{0, :m}",
    row[:, :1]: r"{a}_{:, 0}",
    (OneMatrix(1, n) * MatrixSymbol("x_later", n, 1))[:1, :1]: (
        r"{\left(\mathbf{1}_{1 \times n} x_{\mathrm{later}}\right)}_{:, :}"
    ),
    BlockMatrix([[row, row]]): r"\left[\begin{matrix}a & a\end{matrix}\right]",
    ImmutableMatrix([[Rational(1, 2), -oo]]): r"\left[\begin{matrix}\frac{1}{2} & -\infty\end{matrix}\right]",
    K[i, 0]: r"{K}_{i, 0}",
}
PROPOSITIONS = {
    Equation(Q, 2 * Q): "Q = 2 Q",
    Invariant(alpha, g): r"\alpha \text{ is invariant under multiplication by } g \text{ from the right}",
    Invariant(alpha, f): r"\alpha \text{ is invariant under } f",
    EqualRowNorms(K): r"\text{the rows of } K \text{ have equal norms}",
    Invertible(H): r"H \text{ is invertible}",
    FreeOf(ShiftMatrix(k, 2 * h), t): r"T_{2 h}^{(k)} \text{ does not depend on } t",
    Ne(t, 0): r"t \neq 0",
}


@pytest.mark.parametrize("expression", [*EXPRESSIONS, *PROPOSITIONS], ids=str)
def test_notation(expression):
    assert latex(expression) == (EXPRESSIONS | PROPOSITIONS)[expression]


@pytest.mark.parametrize("kernel", [DotProduct(), Euclidean(), SquaredEuclidean(), Epanechnikov(), BoxCar()], ids=str)
def test_every_kernel_has_a_name_and_a_printable_definition(kernel):
    assert latex(KernelAttention(kernel, Q, K, V)).startswith(r"\operatorname{Att}_{\mathrm{")
    assert r"\sum_{a=0}^{\ell - 1}" in latex(kernel(Q[j, :], K[i, :]).definition())


def classes(base: type) -> list[type]:
    return [base, *(kind for child in base.__subclasses__() for kind in classes(child))]


def test_every_exported_class_of_the_language_has_its_own_rule():
    from symattn.language.by_definition import ByDefinition
    from symattn.render.latex_printer import AttentionLatexPrinter

    public = [k for base in (Node, Proposition) for k in classes(base) if getattr(symattn, k.__name__, None) is k]
    assert len(public) > 15
    own = [k for k in public if issubclass(k, ByDefinition) and k.in_latex is not ByDefinition.in_latex]
    without = {k for k in public if not hasattr(AttentionLatexPrinter, f"_print_{k.__name__}")}
    words = ("symattn.language.words.", "symattn.language.base.known_words", "symattn.primitives.maxima.word")
    assert all(k.__module__.startswith(words) for k in without - {*own, Proposition}), "by its name"
    named = [k for k in classes(SimilarityKernel) if getattr(symattn, k.__name__, None) is k]
    assert {type(kernel) for kernel in (DotProduct(), Euclidean(), SquaredEuclidean(), Epanechnikov(), BoxCar())} | {
        KernelSymbol,
        SimilarityKernel,
    } == set(named)


def test_the_notation_also_works_inside_sympys_own_latex():
    expression = 2 * Attention(Q, K, V) + MatrixSymbol("B", r, d)
    assert sympy.latex(expression) == r"2 \operatorname{Att}\left(Q, K, V\right) + B"
    assert expression._repr_latex_() == r"$\displaystyle 2 \operatorname{Att}\left(Q, K, V\right) + B$"
    assert sympy.latex(Attention(Q, K, V) ** 1, mode="inline") == r"$\operatorname{Att}\left(Q, K, V\right)$"


def test_a_statement_says_what_its_symbols_are():
    source = latex(claim(Attention(tau * Q * g, sigma * K * g, sigma * V * w), tau * Attention(Q, K, V) * w))
    sets, formula = source.split(r":\quad ")
    assert sets.split(r",\ ") == [
        r"Q \in \mathbb{R}^{r \times \ell}",
        r"K \in \mathbb{R}^{n \times \ell}",
        r"V \in \mathbb{R}^{n \times d}",
        r"\tau \in S_{r}",
        r"\sigma \in S_{n}",
        r"g \in O\left(\ell\right)",
        r"w \in \mathrm{GL}_{d}",
    ]
    assert formula.endswith(r"= \tau \operatorname{Att}\left(Q, K, V\right) w")


def test_a_statement_says_its_hypotheses_and_every_other_kind_of_symbol():
    attention = KernelAttention(alpha, RowMap(f, Q), RowMap(f, K), V)
    source = latex(claim(attention, KernelAttention(alpha, Q, K, V), given=[Invariant(alpha, f), Ne(t, 0)]))
    assert r"\alpha \colon \mathbb{R}^{\ell} \times \mathbb{R}^{\ell} \to \mathbb{R}" in source
    assert r"f \colon \mathbb{R}^{\ell} \to \mathbb{R}^{\ell}" in source
    assert r"t \in \mathbb{R}" in source
    assert rf"\text{{if }} {latex(Invariant(alpha, f))},\ t \neq 0:\quad" in source
    masked = latex(claim(RowSoftmax(Q * K.T + M)[j, i], t))
    assert r"M \in \{0, -\infty\}^{r \times n} \text{ with a 0 in every row}" in masked
    assert r"i \in \{0, \dots, n - 1\}" in masked
    subset = latex(claim(RowSoftmax(MatrixSymbol("b", 1, n) + SubsetMask(S, n)), MatrixSymbol("b", 1, n)))
    assert r"\emptyset \neq S \subseteq \{0, \dots, n - 1\}" in subset


def chain():
    return calc(
        Attention(tau * Q * g, K * g, V),
        (RowSoftmax(tau * Q * g * g.T * K.T / sqrt(ell)) * V, Attention),
        (RowSoftmax(tau * Q * K.T / sqrt(ell)) * V, (g, EqualRowNorms(K))),
        (RowSoftmax(tau * Q * K.T / sqrt(ell)) * V, ()),
        given=[EqualRowNorms(K)],
    )


def test_a_derivation_has_its_justification_beside_each_line():
    lines = latex(chain()).splitlines()
    assert (lines[0], lines[-1]) == (r"\begin{align*}", r"\end{align*}")
    assert lines[1] == rf"& {latex(chain().start)} \\"
    assert [re.search(r"&& \\text\{(.*)\}( \\\\)?$", line)[1] for line in lines[2:-1]] == [
        r"definition of $\operatorname{Att}$",
        "$g$ is orthogonal, given the rows of $K$ have equal norms",
        "matrix algebra",
    ]
    assert all(line.endswith(r"\\") for line in lines[1:-2]) and not lines[-2].endswith(r"\\")
    assert repr_latex(chain()) == latex(chain())


def test_the_verdict_on_a_calc_marks_the_steps_that_are_not_proved():
    no_facts = {"axioms": (), "named_facts": ()}
    found = zip(chain().statements, chain().steps, ("proved", "unknown", "proved"), strict=True)
    steps = tuple(
        (
            e.lhs,
            e.rhs,
            step.by,
            SimpleNamespace(status=status, claim=SimpleNamespace(proposition=e), **no_facts),
        )
        for e, step, status in found
    )
    verdict = SimpleNamespace(status="unknown", claim=chain().claim, steps=steps, counterexample=None)
    lines = latex(verdict).splitlines()
    assert [("(unknown)" in line) for line in lines] == [False, False, False, True, False, False]


def counterexample(**changes):
    found = {
        "kind": "values",
        "sizes": {"n": 3, "ell": 1},
        "values": {"sigma": ["1", "0", "2"], "Q": [["-1/2", "0"], ["-oo", "3"]]},
        "entry": (0, 1),
        "lhs": "[0.25 +/- 1e-20]",
        "rhs": "[0.5 ± 3.00e-08]",
        "part": "",
    }
    return SimpleNamespace(**(found | changes))


def test_a_counterexample_shows_sizes_values_and_both_sides():
    assert latex(counterexample()).split(r",\quad ") == [
        "n = 3",
        r"\ell = 1",
        r"\sigma = \left(1, 0, 2\right)",
        r"Q = \begin{pmatrix} -\tfrac{1}{2} & 0 \\ -\infty & 3 \end{pmatrix}",
        r"\text{left side}\text{ at } (0, 1) \in \left[0.25 \pm 1 \cdot 10^{-20}\right]",
        r"\text{right side}\text{ at } (0, 1) \in \left[0.5 \pm 3.00 \cdot 10^{-8}\right]",
    ]
    assert "_{" not in counterexample_latex(counterexample(entry=None, values={}))


def test_a_refuted_verdict_shows_its_counterexample_and_stays_in_math_mode():
    verdict = SimpleNamespace(status="refuted", claim=claim(Q, 2 * Q), steps=(), counterexample=counterexample())
    source = repr_latex(verdict)
    assert source.startswith(r"$\displaystyle \begin{gathered}") and r"\text{(refuted)}" in source
    assert counterexample_latex(counterexample()) in source


def test_a_shape_error_names_both_shapes():
    error = ShapeError(Q * OrthogonalSymbol("g", d), (r, ell), (d, d))
    assert latex(error) == r"Q g \quad\text{is ill-formed: } r \times \ell \text{ beside } d \times d"


def test_every_output_has_balanced_delimiters():
    sources = [latex(x) for x in [*EXPRESSIONS, *PROPOSITIONS, chain(), claim(Q, 2 * Q, given=[Ne(t, 0)])]]
    for source in [*sources, latex(counterexample())]:
        bare = source.replace(r"\{", "").replace(r"\}", "")
        assert bare.count("{") == bare.count("}"), source
        assert source.count(r"\left") - source.count(r"\leftarrow") == source.count(r"\right"), source


def test_plain_text_is_escaped():
    assert escape("50% of {x_1} & #2 ~ \\ ^") == (
        r"50\% of \{x\_1\} \& \#2 \textasciitilde{} \textbackslash{} \textasciicircum{}"
    )
    assert escape("σ ∈ S_n, Σ_i ½") == r"$\sigma$ $\in$ S\_n, $\sum$\_i $\tfrac12$"
