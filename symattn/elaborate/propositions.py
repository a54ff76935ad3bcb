"""Propositions: statements and hypotheses as kernel propositions, with all that is declared of their symbols."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any

from sympy import Basic, Expr, Symbol

from symattn.errors import UnsupportedExpression
from symattn.kernel_names import kernel_name
from symattn.language.base.complex_numbers import is_complex_symbol, real_and_imaginary, real_reading
from symattn.language.base.dims import is_dim
from symattn.language.base.naturals import is_natural
from symattn.language.base.symbols import (
    InvertibleSymbol,
    MaskSymbol,
    OrthogonalSymbol,
    PermutationSymbol,
    ProbabilitySymbol,
)
from symattn.language.definite import Definite
from symattn.language.distinct import Fails, OfSymbol
from symattn.language.inspection import free_atoms
from symattn.language.plain import plain
from symattn.language.propositions import (
    EqualRowNorms,
    Equation,
    FreeOf,
    Invariant,
    Invertible,
)
from symattn.language.quantified import ForAll
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol

from ..kernel.syntax import conjunction, forall, implication
from ..kernel.terms import (
    BOOL,
    EXTENDED,
    REAL,
    Size,
    Term,
    Var,
    app,
    equation,
    fun,
    substitute,
    substitute_sizes,
    var,
)
from .definite import definite_parts
from .distinct import binds
from .formulas import at_most, differ, indicator, less, lifted, multiply, number, sum_over
from .indices import same_index, subset_variable
from .matrices import embedded, inverse_record, is_extended, mask_variables, permutation_maps
from .probabilities import probability_axioms
from .quantified import for_all
from .records import Hypothesis
from .scope import InverseRecord, Scope, apply, brief, elaborates
from .sequential import homomorphism
from .sizes import index_type
from .symbols import map_variable
from .word_constants import kernel_at

# ---------------------------------------------------------------------------------------------------------- statements


def sides_of(scope: Scope, node: Equation) -> tuple[Term, Term]:
    """Return the two sides of an equation as terms of one type."""
    left, right = scope.term(node.lhs), scope.term(node.rhs)
    if getattr(node.lhs, "is_Matrix", False):
        if is_extended(left) or is_extended(right):
            left, right = embedded(left, node.lhs.shape), embedded(right, node.rhs.shape)
    elif EXTENDED in (left.type, right.type):
        left, right = lifted(left), lifted(right)
    return left, right


@elaborates(Equation)
def _equation(scope: Scope, node: Equation) -> Term:
    return equation(*sides_of(scope, node))


@elaborates(Invariant)
def _invariant(scope: Scope, node: Invariant) -> Term:
    moves = node.map
    width = moves.width if isinstance(moves, MapSymbol) else moves.shape[0]
    kernel, row = kernel_at(scope, node.kernel, width), fun(index_type(width), REAL)
    move: Callable[[Term], Term]
    if isinstance(moves, MapSymbol):
        variable = map_variable(scope, moves)

        def move(q: Term) -> Term:
            return app(variable, q)
    else:
        matrix = scope.real(moves)

        def move(q: Term) -> Term:
            return scope.under(
                index_type(width),
                lambda a: sum_over(scope, width, lambda b: multiply(app(q, b), apply(matrix, b, a))),
            )

    def invariant(q: Term, k: Term) -> Term:
        return equation(apply(kernel, move(q), move(k)), apply(kernel, q, k))

    return scope.every(row, lambda q: scope.every(row, lambda k: invariant(q, k)))


@elaborates(EqualRowNorms)
def _equal_row_norms(scope: Scope, node: EqualRowNorms) -> Term:
    rows, columns = node.matrix.shape
    matrix = scope.real(node.matrix)

    def norm(i: Term) -> Term:
        return sum_over(scope, columns, lambda a: multiply(apply(matrix, i, a), apply(matrix, i, a)))

    indices = index_type(rows)
    return scope.every(indices, lambda i: scope.every(indices, lambda j: equation(norm(i), norm(j))))


@elaborates(Invertible)
def _invertible(scope: Scope, node: Invertible) -> Term:
    """Say that some B is an inverse of A: every p follows that follows from each such B."""
    matrix, size = scope.real(node.matrix), node.matrix.shape[0]

    def some_inverse_gives(p: Var) -> Term:
        return scope.every(
            matrix.type, lambda B: implication(conjunction(*inverse_equations(scope, matrix, B, size)), p)
        )

    return scope.every(BOOL, lambda p: implication(some_inverse_gives(p), p))


@elaborates(FreeOf)
def _free_of(scope: Scope, node: FreeOf) -> Term:
    """Say that a second value of the symbol gives the same, one of which all holds that is given of the first."""
    term, symbol = scope.term(node.expression), node.symbol
    if is_dim(symbol):
        return _free_of_size(scope, node, term)
    variables = list(scope.variables.get(symbol, ()))
    premises = [p for hypothesis in hypotheses_about(scope, symbol) for p in hypothesis.propositions]
    premises += _given_of(scope, node) if variables else ()
    for record in scope.inverses.values():
        if not record.matrix.free.isdisjoint(variables) and record.variable not in variables:
            variables.append(record.variable)
            premises += inverse_hypothesis(scope, record, record.expression).propositions
    copies: dict[Var, Term] = {v: var(scope.fresh(v.name), v.type) for v in variables}
    goal = equation(term, substitute(term, copies))
    for premise in reversed(list(dict.fromkeys(premises))):
        goal = implication(substitute(premise, copies), goal)
    for copy in reversed(copies.values()):
        if isinstance(copy, Var):
            goal = forall(copy, goal)
    return goal


def _free_of_size(scope: Scope, node: FreeOf, term: Term) -> Term:
    name = kernel_name(str(node.symbol))
    copy = {name: Size.variable(scope.fresh(name))}
    other = substitute_sizes(term, copy)
    if other.type is not term.type:
        raise UnsupportedExpression(node, f"the shape of {node.expression} depends on {plain(node.symbol)}")
    goal = equation(term, other)
    for premise in reversed(list(dict.fromkeys(_given_of(scope, node)))):
        copied = substitute_sizes(premise, copy)
        if copied is not premise and copied.free <= premise.free:  # of a matrix of another size nothing is known
            goal = implication(copied, goal)
    return goal


def _given_of(scope: Scope, node: FreeOf) -> list[Term]:
    """Return what is given of the symbol of a FreeOf; what is given of all its values is none of that."""
    symbol, described, found = node.symbol, len(scope.descriptions), list[Term]()
    for hypothesis in scope.given:
        if symbol not in free_atoms(hypothesis) or binds(hypothesis, symbol) or isinstance(hypothesis, Invertible):
            continue  # an inverse that is given has a variable, of which its equations are said
        if isinstance(hypothesis, FreeOf | OfSymbol | Fails):
            raise UnsupportedExpression(hypothesis, f"{symbol}, of which it speaks, runs through all values in {node}")
        found += as_given(scope, hypothesis)
    if len(scope.descriptions) > described:
        raise UnsupportedExpression(node, f"{symbol} runs through all values, and a derivative is given of it")
    return found


def as_given(scope: Scope, node: Basic) -> tuple[Term, ...]:
    """Return a hypothesis: of complex numbers, one about each of their parts."""
    if isinstance(node, Definite):
        return definite_parts(scope, node)
    read = real_reading(node)
    if read is node or not isinstance(node, Equation) or getattr(node.lhs, "is_Matrix", False):
        return (_as_given(scope, read),)
    parts = zip(*map(real_and_imaginary, node.args), strict=True)
    return tuple(equation(*map(scope.real, pair)) for pair in parts)


def _as_given(scope: Scope, node: Basic) -> Term:
    """Return a hypothesis; an equation of matrices speaks of their entries, one of two indices says they are one."""
    if isinstance(node, ForAll):
        return for_all(scope, node, lambda stated: _as_given(scope, stated))
    if not isinstance(node, Equation) or not getattr(node.lhs, "is_Matrix", False):
        same = same_index(scope, node.lhs, node.rhs) if isinstance(node, Equation) else None
        return scope.term(node) if same is None else same
    left, right = sides_of(scope, node)
    rows, columns = map(index_type, node.lhs.shape)
    return scope.every(rows, lambda i: scope.every(columns, lambda j: equation(apply(left, i, j), apply(right, i, j))))


# ------------------------------------------------------------------------------------------------- declared properties


def inverse_equations(scope: Scope, left: Term, right: Term, size: Expr) -> tuple[Term, Term]:
    """Return that two n×n matrices are inverses of each other, entry by entry: left·right = 1 and right·left = 1."""
    indices = index_type(size)

    def one_way(a: Term, b: Term) -> Term:
        def entries(i: Var, j: Var) -> Term:
            product = sum_over(scope, size, lambda k: multiply(apply(a, i, k), apply(b, k, j)))
            return equation(product, indicator(equation(i, j)))

        return scope.every(indices, lambda i: scope.every(indices, lambda j: entries(i, j)))

    return one_way(left, right), one_way(right, left)


def inverse_hypothesis(scope: Scope, record: InverseRecord, item: Basic) -> Hypothesis:
    """Return that the variable of an inverse is the inverse."""
    matrix = record.expression.args[0]
    equations = inverse_equations(scope, record.matrix, record.variable, matrix.shape[0])
    return Hypothesis(item, "inverse", equations, lambda: f"{brief(matrix)} is invertible")


def _orthogonal(scope: Scope, symbol: OrthogonalSymbol) -> tuple[Term, ...]:
    g, size = scope.term(symbol), symbol.shape[0]
    indices = index_type(size)

    def entries(first: Callable[[Var, Var], Term], i: Var, j: Var) -> Term:
        return equation(sum_over(scope, size, lambda k: multiply(first(i, k), first(j, k))), indicator(equation(i, j)))

    return tuple(
        scope.every(indices, lambda i: scope.every(indices, lambda j: entries(first, i, j)))  # noqa: B023
        for first in (lambda i, k: app(g, i, k), lambda i, k: app(g, k, i))
    )


def _inverse_maps(scope: Scope, forwards: Var, backwards: Var) -> tuple[Term, ...]:
    def one_way(first: Var, second: Var) -> Term:
        indices = first.type.domain
        if indices is None:
            raise TypeError(f"{first} is no map")
        return scope.every(indices, lambda i: equation(app(second, app(first, i)), i))

    return one_way(forwards, backwards), one_way(backwards, forwards)


def hypotheses_about(scope: Scope, symbol: Any) -> list[Hypothesis]:
    """Return what is declared of a symbol."""
    if isinstance(symbol, PermutationSymbol):
        maps = permutation_maps(scope, symbol)
        return [Hypothesis(symbol, "permutation", _inverse_maps(scope, *maps), _told("{} is a permutation", symbol))]
    if isinstance(symbol, OrthogonalSymbol):
        return [Hypothesis(symbol, "orthogonal", _orthogonal(scope, symbol), _told("{} is orthogonal", symbol))]
    if isinstance(symbol, InvertibleSymbol):
        return [inverse_hypothesis(scope, inverse_record(scope, symbol), symbol)]
    if isinstance(symbol, MaskSymbol):
        zeros, place = mask_variables(scope, symbol)
        unmasked = scope.every(index_type(symbol.shape[0]), lambda i: app(zeros, i, app(place, i)))
        return [Hypothesis(symbol, "mask", (unmasked,), _told("every row of {} has an unmasked entry", symbol))]
    if isinstance(symbol, ProbabilitySymbol):
        axioms = probability_axioms(scope, symbol)
        return [Hypothesis(symbol, "probability", axioms, _told("{} has weights ≥ 0 of sum 1", symbol))]
    if isinstance(symbol, SubsetSymbol):
        members = subset_variable(scope, symbol)
        nonempty = app(members, scope.variables[symbol][1])
        return [Hypothesis(symbol, "subset", (nonempty,), _told("{} is not empty", symbol))]
    if isinstance(symbol, SequentialEncoding):
        told = _told("{} is a homomorphism from ℕ to matrices", symbol)
        return [Hypothesis(symbol, "homomorphism", homomorphism(scope, symbol), told)]
    has_sign = isinstance(symbol, Symbol) and not (is_dim(symbol) or is_natural(symbol) or is_complex_symbol(symbol))
    return _signs(scope, symbol) if has_sign else []


def _signs(scope: Scope, symbol: Symbol) -> list[Hypothesis]:
    """Return the sign that a number is declared with, such as Symbol("x", positive=True)."""
    x, zero = scope.term(symbol), number(0)
    signs = (
        (symbol.is_positive, ">", less, (zero, x)),
        (symbol.is_negative, "<", less, (x, zero)),
        (symbol.is_nonnegative, "≥", at_most, (zero, x)),
        (symbol.is_nonpositive, "≤", at_most, (x, zero)),
        (symbol.is_nonzero, "≠", differ, (x, zero)),
    )
    found = ((sign, says(*sides)) for declared, sign, says, sides in signs if declared)
    return [Hypothesis(symbol, "given", (p,), _told(f"{{}} {sign} 0", symbol)) for sign, p in islice(found, 1)]


def _told(text: str, symbol: Basic) -> Callable[[], str]:
    """Return what says a text, with {} in place of a symbol."""
    return lambda: text.format(plain(symbol))
