"""How instances that satisfy hypotheses are made: which hypothesis can be built in, rather than waited for.

This reads the given propositions only; `instances.py` builds exact rational values by it and `sampling.py` random ones.
Whatever is built is checked against every hypothesis afterwards, so a construction cannot be wrong, only useless.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from sympy import Basic, Identity, MatMul, MatrixSymbol, Rational, Symbol, Transpose
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement
from sympy.matrices.expressions.slice import MatrixSlice

from symattn.language.dims import is_dim
from symattn.language.inspection import free_atoms
from symattn.language.propositions import EqualRowNorms, Equation, Invariant, Invertible
from symattn.language.similarity import KernelSymbol


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
        elif isinstance(hypothesis, Invariant) and isinstance(hypothesis.kernel, KernelSymbol):
            result.invariances.append(hypothesis)
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
        is_scalar = isinstance(target, Symbol) and not is_dim(target)
        if (_is_plain(target) or is_scalar) and (side != target or target not in free_atoms(other)):
            result.assignments.append((side, other))
            return


def fits_assumptions(symbol: Symbol, number: Rational) -> bool:
    """Tell whether a number has every property that a symbol is declared with.

    >>> even = Symbol("m", even=True)
    >>> fits_assumptions(even, Rational(2)), fits_assumptions(even, Rational(3)), fits_assumptions(even, Rational(1, 2))
    (True, False, False)
    """
    return all(getattr(number, f"is_{fact}") is truth for fact, truth in symbol.assumptions0.items())
