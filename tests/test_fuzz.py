"""Random statements over the whole language: what is proved holds, what is refuted fails, and nothing else goes wrong.

``python -m tests.fuzz --count 5000`` decides as many as one likes; here a few are, and all words of the language occur.
"""

import inspect
from dataclasses import replace
from random import Random
from types import SimpleNamespace

import pytest
from flint import arb
from sympy import Expr, MatrixExpr

import symattn
from tests.fuzz import (
    expressions,
    judge,
    laws_of_attention,
    laws_of_matrices,
    laws_of_numbers,
    numbers,
    theorems,
    words,
)
from tests.fuzz.judge import judged, looked_at
from tests.fuzz.random_statements import statement
from tests.fuzz.statements import Statement

FEW, MORE, MANY = 40, 400, 5_000
#: Words of which no random statement is made: their claims are of another kind, or they are given alone.
ELSEWHERE = {"SimilarityKernel", "ProbabilitySymbol", "MatrixFamily", "IndexMap", "PermutationSymbol", "Equation"}


@pytest.mark.parametrize("first", range(0, FEW, 10))
def test_no_verdict_is_wrong(first):
    found = [judged(number) for number in range(first, first + 10)]
    assert not [each for each in found if each.wrong]


@pytest.mark.slow
@pytest.mark.parametrize("first", range(FEW, MORE, 60))
def test_no_verdict_of_more_is_wrong(first):
    found = [each for each in map(judged, range(first, first + 60)) if each.wrong]
    assert not found


@pytest.mark.long
def test_no_verdict_of_many_is_wrong():
    found = [each for each in map(judged, range(MANY)) if each.wrong]
    assert not found


def test_every_word_of_the_language_is_written():
    laws = (laws_of_numbers, laws_of_matrices, laws_of_attention)
    source = "".join(map(inspect.getsource, (words, expressions, *laws, theorems, judge)))
    named = {name: getattr(symattn, name) for name in symattn.__all__}
    kinds = {name for name, value in named.items() if isinstance(value, type) and issubclass(value, Expr | MatrixExpr)}
    assert not {name for name in kinds - ELSEWHERE if name.removeprefix("Row").removeprefix("Column") not in source}


def test_statements_are_the_same_every_time():
    assert [repr(statement(number)) for number in range(12)] == [repr(statement(number)) for number in range(12)]


def test_even_statements_are_true_and_many_odd_ones_are_false():
    even = [looked_at(statement(number), number)[1] for number in range(0, 30, 2)]
    odd = [looked_at(statement(number), number)[1] for number in range(1, 30, 2)]
    assert not any(even) and sum(map(bool, odd)) >= 6


def _said(monkeypatch, made, status, **evidence):
    """Judge a statement as if symattn had said something of it."""
    claim = SimpleNamespace(proposition=judge.written(made)[0])
    verdict = SimpleNamespace(
        status=status, claim=claim, counterexample=None, report="", possibly_vacuous=False, **evidence
    )
    monkeypatch.setattr(judge, "decide", lambda *statement, **given: verdict)
    return judge.judge(made)


@pytest.fixture(scope="module")
def cauchy_schwarz():
    A, B = (expressions.Author(Random(n)).plain(expressions.n, expressions.d) for n in (0, 0))
    B = replace(B, parts=("B", *B.parts[1:]))
    inner = expressions.number("InnerProduct", A, B)
    norms = expressions.multiply(*(expressions.number("SquaredNorm", X) for X in (A, B)))
    return Statement("<=", expressions.number("to the", inner, 2), norms)


def test_a_true_statement_that_is_proved_is_not_wrong(monkeypatch, cauchy_schwarz):
    assert not _said(monkeypatch, cauchy_schwarz, "proved").wrong


def test_a_false_statement_that_is_proved_is_wrong(monkeypatch, cauchy_schwarz):
    assert _said(monkeypatch, replace(cauchy_schwarz, relation=">="), "proved").wrong


def test_a_strict_inequality_that_is_proved_is_wrong_where_both_sides_are_equal(monkeypatch, cauchy_schwarz):
    assert _said(monkeypatch, replace(cauchy_schwarz, relation="<"), "proved").wrong


def test_a_true_statement_that_is_refuted_by_a_theorem_is_wrong(monkeypatch, cauchy_schwarz):
    assert _said(monkeypatch, cauchy_schwarz, "refuted").wrong


def test_what_is_proved_but_not_defined_is_wrong(monkeypatch):
    x = expressions.symbol("x")
    made = Statement("=", expressions.number("log", x), expressions.number("log", expressions.symbol("y")))
    assert "undefined" in _said(monkeypatch, made, "proved").wrong


def test_a_counterexample_that_is_none_is_wrong(monkeypatch, cauchy_schwarz):
    refuted = symattn.decide(*(judge.written(replace(cauchy_schwarz, relation="<"))[:1]))
    monkeypatch.setattr(judge, "decide", lambda *statement, **given: refuted)
    assert not judge.judge(replace(cauchy_schwarz, relation="<")).wrong
    assert "holds there" in judge.judge(cauchy_schwarz).wrong


def test_an_error_inside_symattn_is_wrong(monkeypatch, cauchy_schwarz):
    def fails(*statement, **given):
        raise ZeroDivisionError

    monkeypatch.setattr(judge, "decide", fails)
    assert judge.judge(cauchy_schwarz).wrong


def test_a_masked_score_less_a_number_is_masked():
    assert words.WORDS["A - B"].read([[numbers.MINUS]], [[arb(3)]]) == [[numbers.MINUS]]
    with pytest.raises(numbers.Undefined):
        words.WORDS["A - B"].read([[arb(3)]], [[numbers.MINUS]])


def test_a_kink_is_told_from_numbers_too_large_for_a_slope():
    with numbers.precisely():
        with pytest.raises(numbers.Undefined, match="kink"):
            numbers.slope(abs)
        with pytest.raises(numbers.Unclear):
            numbers.slope(lambda t: arb(288).exp() + 0 * t)
