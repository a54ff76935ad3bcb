"""The words that have a definition as defined constants of the kernel; similarity kernels among them.

A word becomes one constant, whose value is made once from its own expression: RMSNorm(X, ε) is the constant
RMSNorm{n, d} applied to X and ε, Attention(Q, K, V, mask) the constant Attention.masked{r, n, l, d} applied to these.
What the expression needs to be defined is asked of the arguments, wherever the word is used.  The words of users are in
``own_words.py``; both kinds are made and applied here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any

from sympy import Basic, Expr, Idx, Lambda, MatrixSymbol, S, Symbol, sympify

from symattn.errors import UnsupportedExpression
from symattn.kernel_names import kernel_name
from symattn.language.base.dims import as_sympy, is_dim
from symattn.language.base.naturals import is_natural
from symattn.language.base.own_classes import is_own
from symattn.language.base.shapes import total
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import MaskSymbol, PermutationSymbol
from symattn.language.by_definition import ByDefinition, General
from symattn.language.parameters import sizes_given
from symattn.primitives.heads.word import MatrixFamily
from symattn.primitives.kernels.word import KernelSymbol, KernelValue, SimilarityKernel
from symattn.primitives.maps.word import MapSymbol
from symattn.primitives.sequential.word import SequentialEncoding
from symattn.primitives.subsets.word import SubsetSymbol

from ..kernel.syntax import forall
from ..kernel.terms import (
    EXTENDED,
    NAT,
    REAL,
    Size,
    Term,
    Type,
    Var,
    abstract,
    app,
    const,
    fin,
    fun,
    substitute,
    substitute_sizes,
)
from ..kernel.terms import var as variable
from ..prover.library.definitions import define, defined
from .constants import belongs_to, by_value
from .exponents import natural
from .indices import index, subset_variable
from .matrices import embedded, is_extended, permutation_maps
from .own_classes import by_definition
from .scope import Need, Scope, apply, elaborates, matrix_type
from .sequential import encoding_variable
from .sizes import index_type, literal_index, size_of
from .symbols import family_type, map_variable


@dataclass(frozen=True, eq=False)
class Constant:
    """Hold the constant of a word: its name, the sizes and variables of its parameters, what its value needs.

    The needs speak of these variables and sizes.
    """

    name: str
    sizes: tuple[Any, ...]
    variables: tuple[Var, ...]
    needs: tuple[Need, ...]

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The places of the variables that the needs speak of."""
        free = frozenset[Var]().union(*(need.proposition.free for need in self.needs if need.proposition is not None))
        return tuple(place for place, v in enumerate(self.variables) if v in free)

    def applied(
        self, scope: Scope, sizes: Mapping[Basic, Basic], terms: Sequence[Term], shown: Callable[[Need], Basic]
    ) -> Term:
        """Return the constant at some sizes and terms, and record what it needs; ``shown`` says it of the arguments."""
        numbers = tuple(size_of(sympify(sizes[symbol])) for symbol in self.sizes)
        needed = _needs_at(self, numbers, tuple(terms[place] for place in self.asked))
        for need, proposition in zip(self.needs, needed, strict=True):
            scope.need(proposition, partial(shown, need), need.text)
        return app(const(self.name, *numbers), *terms)


@lru_cache(maxsize=1024)
def _needs_at(constant: Constant, numbers: tuple[Size, ...], terms: tuple[Term, ...]) -> tuple[Term, ...]:
    at = {kernel_name(str(symbol)): number for symbol, number in zip(constant.sizes, numbers, strict=True)}
    asked = (constant.variables[place] for place in constant.asked)
    moved = {variable(v.name, v.type.substitute(at)): term for v, term in zip(asked, terms, strict=True)}
    return tuple(
        substitute(substitute_sizes(need.proposition, at), moved)
        for need in constant.needs
        if need.proposition is not None
    )


_KNOWN: dict[tuple[type, str], Constant] = {}


def made_constant(
    kind: type, name: str, sizes: tuple[Any, ...], variables: tuple[Var, ...], value: Term, needs: tuple[Need, ...]
) -> Constant:
    """Define the constant of a word by its value at the variables of its parameters."""
    for v in reversed(variables):
        value = abstract(v, value)
    define(name, tuple(kernel_name(str(symbol)) for symbol in sizes), value)
    belongs_to(name, kind)
    return Constant(name, sizes, variables, needs)


# ----------------------------------------------------------------------------------------------- words of the language


@elaborates(ByDefinition)
def _of_the_language(scope: Scope, node: Any) -> Term:
    if is_own(type(node)):  # a class of the user may have another definition than its base
        return by_definition(scope, node)
    if isinstance(node, SimilarityKernel):
        raise UnsupportedExpression(node, "a similarity kernel is applied to two vectors")
    option, arguments = node.case()
    general = type(node).known(option)
    sizes = sizes_given(general.parameters, arguments)
    pairs = [(p, a) for p, a in zip(general.parameters, arguments, strict=True) if not is_dim(p)]
    terms = [term for p, a in pairs for term in terms_of(scope, p, a, sizes, general)]
    values = {**sizes, **{parameter: argument for parameter, argument in pairs if _is_asked(parameter)}}
    return at_terms(scope, type(node), option, sizes, terms, values)


def at_terms(
    scope: Scope,
    kind: type,
    option: str,
    sizes: Mapping[Basic, Basic],
    terms: Sequence[Term],
    values: Mapping[Basic, Basic] | None = None,
) -> Term:
    """Return the constant of a word of the language at some terms; ``values`` are what its parameters stand for."""

    def shown(need: Need) -> Basic:
        return substituted(need.expression, sizes if values is None else values, as_written=True)

    return _of_option(kind, option).applied(scope, sizes, terms, shown)


def _of_option(kind: Any, option: str) -> Constant:
    """Return the constant of a word of the language in a variant, made once from its general case."""
    key = kind, option
    if key not in _KNOWN:
        _KNOWN[key] = _made_in_general(kind, option)
    return _KNOWN[key]


def _made_in_general(kind: Any, option: str) -> Constant:
    general: General = kind.known(option)
    expression = general.node.definition()
    parameters = tuple(p for p in general.parameters if not is_dim(p))
    scope = Scope([expression, *general.parameters])
    variables = tuple(v for p in parameters for v in variables_of(scope, p, general))
    value = scope.term(expression)
    if scope.descriptions:
        raise UnsupportedExpression(expression, "a definition cannot speak of a derivative")
    asked = [p for p in parameters if _is_asked(p)]
    others = [v for p in parameters if p not in asked for v in variables_of(scope, p, general)]
    needs = tuple(_closed(need, asked, others, scope) for need in scope.needs.values())
    return made_constant(kind, kind.__name__ + option, general.sizes, variables, value, needs)


def _is_asked(parameter: Basic) -> bool:
    """Tell whether a word may be undefined for some arguments in place of a parameter: for some masks and numbers."""
    return isinstance(parameter, MaskSymbol | Symbol)


def _closed(need: Need, asked: Sequence[Any], others: Sequence[Var], scope: Scope) -> Need:
    """Return what a definition needs of the parameters asked about, for all values of the others."""
    proposition = need.proposition
    if proposition is None:
        raise UnsupportedExpression(need.expression, "a definition cannot need a hypothesis")
    for other in reversed(others):
        if other in proposition.free:
            proposition = forall(other, proposition)
    masks = [p for p in asked if isinstance(p, MaskSymbol) and scope.bindings[p] in proposition.free]
    return Need(proposition, total(*masks) if len(masks) > 1 else masks[0] if masks else need.expression, need.text)


# ------------------------------------------------------------------------------------------------- similarity kernels


def kernel_type(width: Size) -> Type:
    """Return the type of similarity kernels on rows of a width."""
    row = fun(fin(width), REAL)
    return fun(row, fun(row, REAL))


def kernel_at(scope: Scope, kernel: Any, width: Expr, columns: bool = False) -> Term:
    """Return a similarity kernel on vectors of a width; raise UnsupportedExpression for a symbol used at two widths.

    A kernel of the user may say one thing about rows and another about ``columns``, or about another width.
    """
    if kernel in scope.bindings:
        known: Term = scope.bindings[kernel]
        return known
    if isinstance(kernel, KernelSymbol):
        found = scope.declared(kernel, kernel_type(size_of(width)))[0]
        if found.type is not kernel_type(size_of(width)):
            raise UnsupportedExpression(kernel, f"it is used for rows of width {width} and of another width")
        return found
    if isinstance(kernel, ByDefinition) and not is_own(type(kernel)):
        option, _ = kernel.case()
        (size,) = type(kernel).known(option).sizes
        return at_terms(scope, type(kernel), option, {size: width}, ())
    shape = (width, S.One) if columns else (S.One, width)
    q, k = (MatrixSymbol(scope.fresh(name), *shape) for name in "qk")
    value = KernelValue(kernel, q, k).definition()
    return by_value(type(kernel), scope.binding_vector(q, lambda: scope.binding_vector(k, lambda: scope.real(value))))


# ----------------------------------------------------------------------------------------------------------- parameters


def _types(parameter: Any) -> tuple[Type, ...]:
    """Return the types of the variables that stand for a parameter."""
    if isinstance(parameter, MaskSymbol):
        return (matrix_type(parameter.shape, EXTENDED),)
    if isinstance(parameter, PermutationSymbol):
        indices = index_type(parameter.shape[0])
        return (fun(indices, indices), fun(indices, indices))
    if isinstance(parameter, MatrixSymbol):
        return (matrix_type(parameter.shape),)
    if isinstance(parameter, MatrixFamily):
        return (family_type(parameter),)
    if isinstance(parameter, Idx):
        return (index_type(parameter.upper + 1),)
    return (NAT if is_natural(parameter) else REAL,)


def terms_of(
    scope: Scope, parameter: Any, argument: Any, sizes: Mapping[Basic, Basic], general: General | None = None
) -> tuple[Term, ...]:
    """Return the terms of an argument that stand for the variables of its parameter."""
    if general is not None and parameter in general.widths:
        return (kernel_at(scope, argument, as_sympy(substituted(general.widths[parameter], sizes))),)
    if general is not None and parameter in general.vectors:
        if isinstance(argument, Lambda):
            length = as_sympy(substituted(parameter.shape[1], sizes))
            return (scope.binding(argument.variables[0], length, lambda: scope.real(argument.expr)),)
        return (apply(scope.real(argument), literal_index(0, S.One, argument)),)
    if isinstance(parameter, MaskSymbol):
        mask = scope.term(argument)
        return (mask if is_extended(mask) else embedded(mask, argument.shape),)
    if isinstance(parameter, PermutationSymbol):
        return permutation_maps(scope, argument)
    if isinstance(parameter, MatrixFamily):
        return (scope.term(argument),)
    if isinstance(parameter, Idx):
        return (index(scope, argument, substituted(parameter.upper + 1, sizes)),)
    if isinstance(parameter, MapSymbol):
        return (map_variable(scope, argument),)
    if isinstance(parameter, SubsetSymbol):
        return (subset_variable(scope, argument),)
    if isinstance(parameter, SequentialEncoding):
        if isinstance(argument, SequentialEncoding):
            return (encoding_variable(scope, argument),)
        return (app(defined("matpow", size_of(argument.shape[0])), scope.real(argument)),)  # M stands for j ↦ M^j
    return (natural(scope, argument) if is_natural(parameter) else scope.real(argument),)


def variables_of(scope: Scope, parameter: Any, general: General | None = None) -> tuple[Var, ...]:
    """Return the variables that stand for a parameter in the value of its word."""
    if general is not None and parameter in general.widths:
        return scope.declared(parameter, kernel_type(size_of(general.widths[parameter])))
    if general is not None and parameter in general.vectors:
        entries = variable(kernel_name(str(parameter.name)), fun(index_type(parameter.shape[1]), REAL))
        scope.bindings[parameter] = abstract(variable("·row", index_type(S.One)), entries)
        return (entries,)
    if isinstance(parameter, MaskSymbol):  # any matrix whose entries may be −∞
        found = (variable(kernel_name(str(parameter.name)), _types(parameter)[0]),)
        scope.bindings[parameter] = found[0]
        return found
    if isinstance(parameter, PermutationSymbol):
        return permutation_maps(scope, parameter)
    if isinstance(parameter, MapSymbol):
        return (map_variable(scope, parameter),)
    if isinstance(parameter, SubsetSymbol):
        return (subset_variable(scope, parameter),)
    if isinstance(parameter, SequentialEncoding):
        return (encoding_variable(scope, parameter),)
    return scope.declared(parameter, *_types(parameter))
