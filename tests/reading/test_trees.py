"""Tokens, macros, rows and trees: the surface of a formula."""

import pytest

from symattn.reading.parser import parsed
from symattn.reading.refusal import Refused
from symattn.reading.rows import rows
from symattn.reading.tokens import check_depth, expanded, macros, tokens

TREES = [
    (r"QK^\top", r"juxt(Q, script(K, none, \top))"),
    (r"\frac{QK^T}{\sqrt d_z}", "frac(juxt(Q, script(K, none, T)), script(sqrt(d), z, none))"),
    (r"x_{i,2j}'", r"script(x', list(i, juxt(2, j)), none)"),
    (r"\mathbf{x}_i^\mathsf{T}", r"script(\mathbf{x}, i, T)"),
    (r"\mathbf{o_t}", r"script(\mathbf{o}, t, none)"),
    (r"a - b + c", "add:+-+(a, b, c)"),
    (r"AB \odot CD", "op:odot(juxt(A, B), juxt(C, D))"),
    (r"\sum_{i=1}^n x_i y_i + z", "add:++(big:sum(rel:=(i, 1), n, juxt(script(x, i, none), script(y, i, none))), z)"),
    (r"{\sum_j} x_j", "big:sum(j, none, script(x, j, none))"),
    (r"\text{Attn}(X)_t", r"juxt(Attn, script(group:((X), t, none))"),
    (r"softmax(x)", "juxt(softmax, group:((x))"),
    (r"\begin{bmatrix} a & b \\ c & d \end{bmatrix}", "matrix:2,2(a, b, c, d)"),
    (r"a := b", "rel::=(a, b)"),
    (r"\stackrel{\text{def}}{=} b", "rel::=(none, b)"),
    (r"\|x\|^2 / d", "frac(script(group:||(x), none, 2), d)"),
    (r"{a \over b}", "frac(a, b)"),
    (r"\langle q, k \rangle", "group:<(q, k)"),
    (r"p(k|q)", "juxt(p, group:(|(k, q))"),
    ("xᵀy", r"juxt(script(x, none, \top), y)"),
    (r"\hat{y}_j", r"script(\hat{y}, j, none)"),
    (r"x_\text{rot}", "script(x, rot, none)"),
]
REFUSED = [r"a / b c", r"\frac{a}", "(a", r"a \pm b", "a^b^c", r"\begin{tikz}x\end{tikz}", "", r"a ,"]


def tree(text: str) -> str:
    return str(parsed(expanded(tokens(text), {})))


@pytest.mark.parametrize(("text", "expected"), TREES)
def test_trees(text: str, expected: str) -> None:
    assert tree(text) == expected


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        tree(text)


def test_macros_keep_the_place_of_their_call() -> None:
    known = macros(
        r"\newcommand{\R}{\mathbb{R}}\newcommand{\v}[1]{\mathbf{#1}}\def\p#1#2{#2#1}\DeclareMathOperator{\sm}{softmax}"
    )
    found = expanded(tokens(r"\R\v{x}\p ab\sm"), known)
    assert "".join(token.text for token in found) == r"\mathbb{R}\mathbf{x}ba\operatorname{softmax}"
    assert [(token.start, token.end) for token in found[:5]] == [(0, 2)] * 4 + [(2, 4)]
    assert next(token for token in found if token.text == "x").start == 5


def test_macros_that_do_not_end_are_refused() -> None:
    for text in (r"\newcommand{\a}{\a\a}", r"\newcommand{\a}{\b\b}\newcommand{\b}{\a\a}"):
        with pytest.raises(Refused):
            expanded(tokens(r"\a"), macros(text))


def test_nesting_is_refused_at_once() -> None:
    for text in ("{" * 10_000 + "}" * 10_000, r"\frac{" * 10_000, "x" * 1_000_000, "(" * 30_000):
        with pytest.raises((Refused, RecursionError)):
            found = tokens(text)
            check_depth(found)
            parsed(found)


ROWS = [
    (r"a &= b \\ &= c", [["a=b"], ["=c"]]),
    (r"\begin{aligned} a &= b, \\[2pt] c &= d. \end{aligned} \tag{1}", [["a=b"], ["c=d"]]),
    (r"a = b, \quad c = d", [["a=b", "c=d"]]),
    (r"Q, K \in R", [["Q,K\\inR"]]),
    (r"x_i = 1 \quad i = 1, \ldots, n", [["x_i=1", "i=1,\\ldots,n"]]),
    (r"a = \begin{cases} b & c \\ d & e \end{cases}", [["a=\\begin{cases}b&c\\\\d&e\\end{cases}"]]),
    (r"a &= b && \in R \\ c &&& d = e", [["a=b\\inR"], ["c", "d=e"]]),
    (r"a = b \quad \text{(by symmetry)}", [["a=b"]]),
]


@pytest.mark.parametrize(("text", "expected"), ROWS)
def test_rows(text: str, expected: list[list[str]]) -> None:
    found = [["".join(token.text for token in clause.tokens) for clause in row.clauses] for row in rows(tokens(text))]
    assert found == expected
