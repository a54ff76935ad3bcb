"""Translate SymPy's own classes, such as Trace, by the definitions that the language gives them.

Entrywise functions, adjoints and diagonals are part of plain matrix algebra.  The others become constants of their own,
which a step of a calc unfolds where it names the class.
"""

from __future__ import annotations

from typing import Any

from sympy import Adjoint, Determinant, DiagMatrix, HadamardPower, KroneckerProduct, Trace, cosh, sinh, tanh
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction
from sympy.matrices.expressions.diagonal import DiagonalMatrix, DiagonalOf

from symattn.language.words.sympy_classes import is_repeated_product, is_written_out

from ..kernel.terms import Term, app, const
from .constants import by_value
from .matrices import hadamard_power
from .scope import Scope, elaborates
from .sizes import size_of


@elaborates(Adjoint, ElementwiseApplyFunction, DiagMatrix, DiagonalMatrix, DiagonalOf)
def _entries(scope: Scope, node: Any) -> Term:
    return scope.term(node.definition())


@elaborates(HadamardPower)
def _entrywise_power(scope: Scope, node: Any) -> Term:
    return hadamard_power(scope, node) if is_repeated_product(node) else scope.term(node.definition())


@elaborates(Determinant)
def _determinant(scope: Scope, node: Any) -> Term:
    if is_written_out(node):
        return _named(scope, node)
    return app(const("det", size_of(node.args[0].shape[0])), scope.real(node.args[0]))


@elaborates(Trace, KroneckerProduct, sinh, cosh, tanh)
def _named(scope: Scope, node: Any) -> Term:
    return by_value(type(node), scope.term(node.definition()))
