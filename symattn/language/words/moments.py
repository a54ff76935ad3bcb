"""Moments of random variables."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Idx, MatrixSymbol

from symattn.language.base.dims import dims
from symattn.language.base.symbols import ProbabilitySymbol
from symattn.language.by_definition import ByDefinition, General
from symattn.primitives.expectation.word import Expectation, OverOutcomes

__all__ = ["Variance"]


class Variance(ByDefinition, OverOutcomes):
    """Take the variance E[(X − E[X])²] of a random variable X.

    The arguments and the errors are those of Expectation. Source: any textbook on probability.

    >>> from sympy import MatrixSymbol
    >>> N = dims("N")
    >>> p, x, o = ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1), Idx("o", N)
    >>> Variance(p, x[o, 0], o).definition()
    Expectation(p, (-Expectation(p, x[o, 0], o) + x[o, 0])**2, o)
    """

    def definition(self) -> Expr:
        p, X, o = self.probability, self.variable, self.outcome
        return Expectation(p, (X - Expectation(p, X, o)) ** 2, o)

    @classmethod
    def general(cls, option: str) -> General:
        N = dims("N")
        p, f, o = ProbabilitySymbol("p", N), MatrixSymbol("f", 1, N), Idx("o", N)
        return General(Variance(p, f[0, o], o), (p, f), (N,), vectors=(p, f))

    def sample(self) -> OverOutcomes:
        return OverOutcomes.sample(self)

    def in_text(self, printer: Any) -> str:
        return str(printer.over_outcomes("Var", self))

    def in_latex(self, printer: Any) -> str:
        return str(printer.over_outcomes(r"\operatorname{Var}", self))
