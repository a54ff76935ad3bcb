"""Expectation, variance and independence on a finite sample space with any number of outcomes.

The outcomes are 0, …, N−1, with weights p: nonnegative, of sum 1. A random vector of width ℓ is an N×ℓ matrix whose row
o is its value at the outcome o, and the expectation of X is Σ_o p_o X(o). That it is linear over finite sums, of any
size, is then proved and not assumed. Nothing is lost by a finite space, as N is a symbol and the statements speak of
finitely many moments: for every distribution on ℝ^m and every degree up to which it has moments there are finitely many
points and positive weights with the same moments. Source: V. Tchakaloff, *Formules de cubatures mécaniques à
coefficients non négatifs*, Bull. Sci. Math. 81 (1957); for all distributions C. Bayer and J. Teichmann, *The proof of
Tchakaloff's theorem*, Proc. AMS 134 (2006).
"""

from __future__ import annotations

from typing import Any, Self

from sympy import Basic, Expr, Idx, Lambda, MatrixExpr, MatrixSymbol, Sum, Symbol

from symattn.errors import ShapeError, UnsupportedExpression
from symattn.language.base.accepted import Matrix, Number
from symattn.language.base.binders import as_index, single_variable
from symattn.language.base.dims import as_sympy, is_dim, sizes_equal
from symattn.language.base.naming import bound_in
from symattn.language.base.nodes import OfArguments
from symattn.language.base.shapes import as_matrix
from symattn.language.base.sorts import check_real
from symattn.language.base.symbols import ProbabilitySymbol
from symattn.language.propositions import Proposition, as_expression

__all__ = ["CommonMean", "CommonVariance", "Expectation", "Independent", "PairwiseIndependent"]


def as_probability(value: Any) -> ProbabilitySymbol:
    """Return an argument as the weights of a sample space; raise UnsupportedExpression when it is none."""
    if not isinstance(value, ProbabilitySymbol):
        raise UnsupportedExpression(value, 'the weights of a sample space are declared by ProbabilitySymbol("p", N)')
    return value


def _outcome(o: Any, p: ProbabilitySymbol) -> Basic:
    """Return the bound symbol of the outcomes; raise UnsupportedExpression for one of another range."""
    o = as_sympy(o)
    if isinstance(o, Idx):
        if o.lower is not None and not (o.lower == 0 and sizes_equal(o.upper + 1, p.outcomes)):
            raise UnsupportedExpression(o, f"an outcome of {p} runs from 0 to {p.outcomes - 1}")
    elif not isinstance(o, Symbol) or is_dim(o):
        raise UnsupportedExpression(o, f'an outcome is an index, as in Idx("o", {p.outcomes})')
    return as_index(o, 0, p.outcomes - 1)


class OverOutcomes(OfArguments, Expr):
    """Stand for a number that a random variable has under some weights: the base of expectation and variance.

    The arguments are the weights, the random variable as an expression in the outcome, and the symbol of the outcome;
    or the weights and a Lambda of the outcome. Raise UnsupportedExpression for weights that are not declared, a symbol
    with another range than the outcomes, and a random variable that is no real number.
    """

    is_checked = True
    is_commutative = True
    is_real = True

    def __new__(cls, p: ProbabilitySymbol, X: Expr, o: Symbol | Idx | None = None) -> Self:
        p = as_probability(p)
        if o is None and isinstance(X, Lambda):
            o, X = single_variable(X)
        o, X = _outcome(o, p), as_expression(X)
        if getattr(X, "is_Matrix", False):
            raise UnsupportedExpression(X, "a random variable is a number, such as an entry of a matrix")
        check_real(X, "a random variable")
        if o == X:  # SymPy's Lambda would forget the name
            raise UnsupportedExpression(X, "the number of an outcome is no random variable; a matrix names its values")
        return Basic.__new__(cls, p, Lambda(o, X))

    @property
    def probability(self) -> ProbabilitySymbol:
        """The weights of the outcomes."""
        return self.args[0]

    @property
    def outcome(self) -> Basic:
        """The symbol that stands for the outcome."""
        return self.args[1].signature[0]

    @property
    def variable(self) -> Expr:
        """The random variable, as an expression in the outcome."""
        return self.args[1].expr

    def definition(self) -> Expr:
        """Return the number as an expression in the weights."""
        raise NotImplementedError

    def sample(self) -> OverOutcomes:
        """Return the number for the entries of a column x."""
        N = Symbol("N", integer=True, positive=True)
        o = Idx("o", N)
        return type(self)(ProbabilitySymbol("p", N), MatrixSymbol("x", N, 1)[o, 0], o)

    def doit(self, **hints: Any) -> OverOutcomes:
        return self

    def _sympystr(self, printer: Any) -> str:
        weights = printer._print(self.args[0])
        with bound_in(printer, [self.outcome], self.variable):
            inside = (weights, printer._print(self.variable), printer._print(self.outcome))
        return f"{type(self).__name__}({', '.join(inside)})"


class Expectation(OverOutcomes):
    """Take the expectation Σ_o p_o X(o) of a random variable X.

    ``p`` are weights declared by ProbabilitySymbol, ``X`` is an expression in the outcome ``o``, an index with the
    range of the outcomes. Raise UnsupportedExpression for anything else. Source: any textbook on probability.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> N, ell = dims("N ell")
    >>> p, q, o = ProbabilitySymbol("p", N), MatrixSymbol("q", N, ell), Idx("o", N)
    >>> Expectation(p, q[o, 0]**2, o)
    Expectation(p, q[o, 0]**2, o)
    >>> Expectation(p, q[o, 0]**2, o).definition()
    Sum(q[o, 0]**2*p[0, o], (o, 0, N - 1))
    """

    def definition(self) -> Expr:
        p, o = self.probability, self.outcome
        return Sum(p[0, o] * self.variable, (o, 0, p.outcomes - 1))


def _random_vector(proposition: Basic, X: Any) -> MatrixExpr:
    """Check the rows of a random vector: one for each outcome."""
    p = proposition.args[0]
    check_real(X, "a random vector")
    if not sizes_equal(X.shape[0], p.outcomes):
        raise ShapeError(proposition, X.shape, (p.outcomes, X.shape[1]))
    return X


class AboutRandomVectors(Proposition):
    """Stand for a statement about random vectors under some weights."""

    @property
    def probability(self) -> ProbabilitySymbol:
        """The weights of the outcomes."""
        return self.args[0]

    @property
    def vector(self) -> MatrixExpr:
        """The random vector, one row for each outcome; the first one where there are two."""
        return self.args[1]


class CommonMean(AboutRandomVectors):
    """State that every entry of a random vector X has the mean μ: E[X_a] = μ for all a.

    ``X`` is N×ℓ, one row for each outcome. Raise ShapeError for another number of rows.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> N, ell = dims("N ell")
    >>> CommonMean(ProbabilitySymbol("p", N), MatrixSymbol("q", N, ell), 0)
    CommonMean(p, q, 0)
    """

    def __new__(cls, p: ProbabilitySymbol, X: Matrix, mean: Number) -> Self:
        return _with_moment(cls, p, X, mean)

    @property
    def value(self) -> Expr:
        """The mean."""
        return self.args[2]


class CommonVariance(AboutRandomVectors):
    """State that every entry of a random vector X has the variance v: E[(X_a − E[X_a])²] = v for all a.

    ``X`` is N×ℓ, one row for each outcome. Raise ShapeError for another number of rows.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> N, ell, n = dims("N ell n")
    >>> CommonVariance(ProbabilitySymbol("p", N), MatrixSymbol("q", n, ell), 1)
    Traceback (most recent call last):
    symattn.errors.ShapeError: the shapes in CommonVariance(p, q, 1) do not fit: n×ell and N×ell
    """

    def __new__(cls, p: ProbabilitySymbol, X: Matrix, variance: Number) -> Self:
        return _with_moment(cls, p, X, variance)

    @property
    def value(self) -> Expr:
        """The variance."""
        return self.args[2]


def _with_moment(cls: type, p: Any, X: Any, moment: Any) -> Any:
    p, X, moment = as_probability(p), as_matrix(X, "a random vector"), as_expression(moment)
    if getattr(moment, "is_Matrix", False):
        raise UnsupportedExpression(moment, "the moment of every entry is a number")
    check_real(moment, "the moment of every entry")
    for symbol in sorted(moment.free_symbols, key=str):
        if isinstance(symbol, Idx):
            raise UnsupportedExpression(moment, f"the moment of every entry depends on the index {symbol}")
    proposition = Basic.__new__(cls, p, X, moment)
    _random_vector(proposition, X)
    return proposition


class Independent(AboutRandomVectors):
    """State that two random vectors X and Y are independent: P(X = x, Y = y) = P(X = x) P(Y = y) for all values x, y.

    ``X`` is N×ℓ and ``Y`` N×m, one row for each outcome. That E[f(X) g(Y)] = E[f(X)] E[g(Y)] for all functions f and g
    is derived from it. It can be given, not claimed. Raise ShapeError for another number of rows.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> N, ell = dims("N ell")
    >>> p, q, k = ProbabilitySymbol("p", N), MatrixSymbol("q", N, ell), MatrixSymbol("k", N, ell)
    >>> Independent(p, q, k)
    Independent(p, q, k)
    """

    only_given = True

    def __new__(cls, p: ProbabilitySymbol, X: Matrix, Y: Matrix) -> Self:
        p, X, Y = as_probability(p), as_matrix(X, "a random vector"), as_matrix(Y, "a random vector")
        proposition = Basic.__new__(cls, p, X, Y)
        _random_vector(proposition, X)
        _random_vector(proposition, Y)
        return proposition

    @property
    def other(self) -> MatrixExpr:
        """The second random vector."""
        return self.args[2]


class PairwiseIndependent(AboutRandomVectors):
    """State that any two different entries X_a and X_b of a random vector X are independent.

    ``X`` is N×ℓ, one row for each outcome. It can be given, not claimed. Raise ShapeError for another number of rows.

    >>> from sympy import MatrixSymbol
    >>> from symattn.language.base.dims import dims
    >>> N, ell = dims("N ell")
    >>> PairwiseIndependent(ProbabilitySymbol("p", N), MatrixSymbol("q", N, ell))
    PairwiseIndependent(p, q)
    """

    only_given = True

    def __new__(cls, p: ProbabilitySymbol, X: Matrix) -> Self:
        p, X = as_probability(p), as_matrix(X, "a random vector")
        proposition = Basic.__new__(cls, p, X)
        _random_vector(proposition, X)
        return proposition
