"""How instances that satisfy hypotheses are made: which hypothesis can be built in, rather than waited for.

This reads the given propositions only; `instances.py` builds exact rational values by it and `sampling.py` random ones.
Whatever is built is checked afterwards against every hypothesis, and against what the symbols are declared to be, so a
construction cannot be wrong, only useless.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sympy import Add, Basic, Expr, Identity, MatMul, MatrixSymbol, Mul, Rational, Symbol, Transpose
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.language.dims import is_dim
from symattn.language.expectation import AboutRandomVectors
from symattn.language.inspection import free_atoms
from symattn.language.propositions import EqualRowNorms, Equation, Invariant, Invertible
from symattn.language.similarity import is_arbitrary
from symattn.language.symbols import InvertibleSymbol


@dataclass
class Plan:
    """Hold what can be built in: matrices of a kind, values that an equation fixes, kernels with an invariance."""

    about_sizes: list[Basic] = field(default_factory=list)
    equal_norms: list[MatrixSymbol] = field(default_factory=list)
    orthonormal_columns: list[MatrixSymbol] = field(default_factory=list)
    orthonormal_rows: list[MatrixSymbol] = field(default_factory=list)
    invertible: list[MatrixSymbol] = field(default_factory=list)
    assignments: list[tuple[Basic, Basic]] = field(default_factory=list)
    invariances: list[Invariant] = field(default_factory=list)
    random_vectors: list[AboutRandomVectors] = field(default_factory=list)

    def allows(self, shape_of: dict[MatrixSymbol, tuple[int, int]]) -> bool:
        """Tell whether the shapes leave room for orthonormal columns and rows."""
        columns = all(shape_of[m][0] >= shape_of[m][1] for m in self.orthonormal_columns)
        return columns and all(shape_of[m][0] <= shape_of[m][1] for m in self.orthonormal_rows)


def plan(given: tuple[Basic, ...]) -> Plan:
    """Sort hypotheses by how they can be built in; what fits no kind is left to be checked.

    >>> K = MatrixSymbol("K", 3, 2)
    >>> plan((Equation(K.T*K, Identity(2)), EqualRowNorms(K))).orthonormal_columns
    [K]
    """
    result = Plan()
    for hypothesis in given:
        if isinstance(hypothesis, EqualRowNorms) and _is_plain(hypothesis.matrix):
            result.equal_norms.append(hypothesis.matrix)
        elif isinstance(hypothesis, Invertible) and _is_plain(hypothesis.matrix):
            result.invertible.append(hypothesis.matrix)
        elif isinstance(hypothesis, Invariant) and is_arbitrary(hypothesis.kernel):
            result.invariances.append(hypothesis)
        elif isinstance(hypothesis, AboutRandomVectors):
            result.random_vectors.append(hypothesis)
        elif isinstance(hypothesis, Equation):
            _plan_equation(result, hypothesis)
        if isinstance(hypothesis, Relational | Equation) and all(is_dim(atom) for atom in free_atoms(hypothesis)):
            result.about_sizes.append(hypothesis)
    return result


def _is_plain(matrix: Basic) -> bool:
    return type(matrix) is MatrixSymbol


def _plan_equation(result: Plan, equation: Equation) -> None:
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        if isinstance(other, Identity) and isinstance(side, MatMul) and len(side.args) == 2:
            left, right = side.args
            if isinstance(left, Transpose) and left.arg == right and _is_plain(right):
                result.orthonormal_columns.append(right)
                return
            if isinstance(right, Transpose) and right.arg == left and _is_plain(left):
                result.orthonormal_rows.append(left)
                return
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        target = side.parent if isinstance(side, MatrixElement | MatrixSlice) else side
        is_whole = side == target
        named = _is_plain(target) or (is_whole and (_is_number(target) or isinstance(target, InvertibleSymbol)))
        if named and not (is_whole and target in free_atoms(other)):
            result.assignments.append((side, other))
            return
    for side, other in ((equation.lhs, equation.rhs), (equation.rhs, equation.lhs)):
        solved = None if getattr(side, "is_Matrix", False) else _solved(side, other)
        if solved is not None:
            result.assignments.append(solved)
            return


def _is_number(symbol: Basic) -> bool:
    return isinstance(symbol, Symbol) and not is_dim(symbol)


def _solved(side: Expr, other: Expr) -> tuple[Symbol, Expr] | None:
    """Solve side = other for a number that occurs once, multiplied by what is never 0.

    >>> x, y = Symbol("x", real=True), Symbol("y", real=True)
    >>> _solved(x**2 + 3*y, x)
    (y, -x**2/3 + x/3)
    """
    terms = Add.make_args(side)
    for place, term in enumerate(terms):
        factors = Mul.make_args(term)
        for symbol in filter(_is_number, factors):
            coefficient = Mul(*(factor for factor in factors if factor != symbol))
            rest = Add(*terms[:place], *terms[place + 1 :])
            if coefficient.is_nonzero and symbol not in free_atoms(coefficient, rest, other):
                return symbol, (other - rest) / coefficient
    return None


def fits_assumptions(symbol: Symbol, number: Rational) -> bool:
    """Tell whether a number has every property that a symbol is declared with.

    >>> even = Symbol("m", even=True)
    >>> fits_assumptions(even, Rational(2)), fits_assumptions(even, Rational(3)), fits_assumptions(even, Rational(1, 2))
    (True, False, False)
    """
    return all(getattr(number, f"is_{fact}") is truth for fact, truth in symbol.assumptions0.items())
