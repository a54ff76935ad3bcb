"""The cost of scalars and conditions: one operation for each, for all values of the bound indices."""

from __future__ import annotations

from typing import Any

from sympy import (
    Abs,
    Add,
    Basic,
    Expr,
    Idx,
    Integer,
    KroneckerDelta,
    Max,
    Min,
    Mul,
    Piecewise,
    Pow,
    Product,
    S,
    Sum,
    Symbol,
    binomial,
    cos,
    cosh,
    exp,
    expand,
    factorial,
    log,
    sin,
    sinh,
    tanh,
)
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFunction
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.language.cost_counter import Binders, Counter, counts, is_constant


@counts(Symbol, Idx, Integer)
def _number(self: Counter, node: Basic, binders: Binders) -> None:
    """A number that is given costs nothing."""


@counts(MatrixElement)
def _entry(self: Counter, node: Any, binders: Binders) -> None:
    self.visit(node.parent, binders)


@counts(Add)
def _addition(self: Counter, node: Add, binders: Binders) -> None:
    self.visit_all(node.args, binders)
    self.record(node, binders, additions=len(node.args) - 1)


@counts(Mul)
def _multiplication(self: Counter, node: Mul, binders: Binders) -> None:
    factors, divisors = _factors(node)
    self.visit_all((*factors, *divisors), binders)
    self.record(node, binders, multiplications=max(len(factors) - 1, 0), divisions=len(divisors))


def _factors(node: Mul) -> tuple[list[Expr], list[Expr]]:
    """Return the factors above and below the line; the constant ones are one factor, or none when they are ±1."""
    constant = Mul(*(factor for factor in node.args if is_constant(factor)))
    others = [factor for factor in node.args if not is_constant(factor)]
    below = [1 / factor for factor in others if isinstance(factor, Pow) and factor.exp.is_negative]
    above = [factor for factor in others if not (isinstance(factor, Pow) and factor.exp.is_negative)]
    return above + ([] if constant in (1, -1) else [constant]), below


@counts(Pow)
def _power(self: Counter, node: Pow, binders: Binders) -> None:
    base, exponent = node.args
    self.visit(base, binders)
    self.visit(exponent, binders)
    if isinstance(exponent, Integer):
        self.record(node, binders, multiplications=abs(exponent) - 1, divisions=int(bool(exponent < 0)))
    else:
        self.record(node, binders, functions=1, divisions=int(bool(exponent == -S.Half)))


@counts(exp, log, sin, cos, sinh, cosh, tanh, factorial, binomial)
def _function(self: Counter, node: Any, binders: Binders) -> None:
    self.visit_all(node.args, binders)
    self.record(node, binders, functions=1)


@counts(Abs, Max, Min, KroneckerDelta, Relational)
def comparison(self: Counter, node: Any, binders: Binders) -> None:
    """Count one comparison for each argument after the first."""
    self.visit_all((argument for argument in node.args if isinstance(argument, Expr)), binders)
    self.record(node, binders, comparisons=max(len(node.args) - 1, 1))


@counts(BooleanFunction)
def _connective(self: Counter, node: Any, binders: Binders) -> None:
    self.visit_all(node.args, binders)


@counts(Piecewise)
def _cases(self: Counter, node: Any, binders: Binders) -> None:
    for value, condition in node.args:
        self.visit_all((value,) if condition == S.true else (condition, value), binders)


@counts(Sum)
def _sum(self: Counter, node: Sum, binders: Binders) -> None:
    ranges = {variable: expand(last - first + 1) for variable, first, last in node.limits}
    inner = {**binders, **ranges}
    terms, own = Mul(*ranges.values()), node.function
    every = {symbol for symbol, _ in self.mentioned(own, inner)} >= set(ranges)
    pair = _two_factors(own) if every else None
    if pair is None:
        self.visit(own, inner)
        self.record(node, binders, additions=terms - 1)
        return
    self.visit_all(pair, inner)
    self.record(node, binders, multiply_adds=terms)


@counts(Product)
def _product(self: Counter, node: Product, binders: Binders) -> None:
    ranges = {variable: expand(last - first + 1) for variable, first, last in node.limits}
    self.visit(node.function, {**binders, **ranges})
    self.record(node, binders, multiplications=Mul(*ranges.values()) - 1)


def _two_factors(node: Expr) -> tuple[Expr, Expr] | None:
    """Return the factors of a product of two, whose multiplication is done together with the addition to a sum."""
    if isinstance(node, Pow) and node.exp == 2:
        return node.base, node.base
    if isinstance(node, Mul):
        factors, divisors = _factors(node)
        if len(factors) >= 2 and not divisors:
            return factors[0], Mul(*factors[1:])
    return None
