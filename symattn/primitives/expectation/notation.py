"""How expectations, and what is stated of random vectors, are written."""

from __future__ import annotations

from typing import Any

from symattn.primitives.expectation.word import (
    CommonMean,
    CommonVariance,
    Expectation,
    Independent,
    PairwiseIndependent,
)
from symattn.render.rules import in_latex, in_text


@in_latex(Expectation)
def _expectation(printer: Any, expr: Expectation) -> str:
    return printer.over_outcomes(r"\mathbb{E}", expr)


def _of_entries(printer: Any, expr: Any, moment: str) -> str:
    X, value = printer._print(expr.vector), printer._print(expr.value)
    return rf"\text{{the entries of }} {X} \text{{ have the {moment} }} {value}"


@in_latex(CommonMean)
def _mean(printer: Any, expr: CommonMean) -> str:
    return _of_entries(printer, expr, "mean")


@in_latex(CommonVariance)
def _variance(printer: Any, expr: CommonVariance) -> str:
    return _of_entries(printer, expr, "variance")


@in_latex(Independent)
def _independent(printer: Any, expr: Independent) -> str:
    return rf"{printer._print(expr.vector)} \text{{ and }} {printer._print(expr.other)} \text{{ are independent}}"


@in_latex(PairwiseIndependent)
def _pairwise(printer: Any, expr: PairwiseIndependent) -> str:
    return rf"\text{{the entries of }} {printer._print(expr.vector)} \text{{ are pairwise independent}}"


@in_text(Expectation)
def _expectation_text(printer: Any, expr: Expectation) -> str:
    return printer.over_outcomes("E", expr)


@in_text(CommonMean)
def _mean_text(printer: Any, expr: CommonMean) -> str:
    return f"the entries of {printer._print(expr.vector)} have the mean {printer._print(expr.value)}"


@in_text(CommonVariance)
def _variance_text(printer: Any, expr: CommonVariance) -> str:
    return f"the entries of {printer._print(expr.vector)} have the variance {printer._print(expr.value)}"


@in_text(Independent)
def _independent_text(printer: Any, expr: Independent) -> str:
    return f"{printer._print(expr.vector)} and {printer._print(expr.other)} are independent"


@in_text(PairwiseIndependent)
def _pairwise_text(printer: Any, expr: PairwiseIndependent) -> str:
    return f"the entries of {printer._print(expr.vector)} are pairwise independent"
