"""An exact instance of a claim in the kernel's reading: propositions at given sizes, and a value for each variable.

A statement about all values, rows or columns is taken at those where it fails.  Values are exact objects of
``numeric``; what cannot be listed, such as a similarity kernel or the powers of a matrix, has a closed term instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx
from sympy import Basic, Inverse

from symattn.elaborate import Elaborated
from symattn.elaborate.formulas import add, indicator, multiply, number
from symattn.errors import UsageError
from symattn.kernel.syntax import FALSE, TRUE, conjunction, negation
from symattn.kernel.terms import (
    BOOL,
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
    equation,
    literal,
    open_body,
    size_variables,
    substitute_sizes,
    var,
)
from symattn.kernel_names import kernel_name
from symattn.language.base.complex_numbers import is_complex_symbol
from symattn.language.base.dims import is_dim
from symattn.language.base.symbols import IndexMap, MaskSymbol, PermutationSymbol
from symattn.language.definite import Definite
from symattn.language.distinct import OfSymbol
from symattn.language.inspection import declarations, free_atoms
from symattn.language.propositions import FreeOf, Invariant
from symattn.numeric import exact
from symattn.numeric.complex_numbers import parts
from symattn.numeric.definite import refuting_column, unequal_places
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import MINUS_INFINITY, Imprecise, Undefined
from symattn.numeric.functions import PolynomialKernel, PolynomialMap
from symattn.numeric.instances import Powers, image_list
from symattn.numeric.quantified import as_for_all, at_new_indices
from symattn.numeric.reduction import as_pointwise
from symattn.primitives.subsets.word import SubsetSymbol
from symattn.prover.library.definitions import defined
from symattn.prover.logic.derived_rules import match_conjunction, match_forall, match_implication
from symattn.prover.logic.numerals import numeral
from symattn.prover.logic.places import place as place_of


@dataclass(frozen=True)
class KernelInstance:
    """Hold a claim and its hypotheses at given sizes, with the value of each variable there."""

    goal: Term
    hypotheses: tuple[Term, ...]
    values: tuple[tuple[Var, Any], ...]
    sizes: Mapping[str, Size]

    def terms(self) -> tuple[dict[Var, Term], dict[Var, Term]]:
        """Return closed terms for the variables, but for the matrices of which there are powers, and those matrices.

        What holds of the powers of a matrix is proved for any matrix.  Raise UsageError for a value without a term.
        """
        terms: dict[Var, Term] = {}
        matrices: dict[Var, Term] = {}
        for variable, value in self.values:
            if isinstance(value, Powers) and variable.type.codomain is not None:
                matrix = var(f"matrix.{len(matrices)}", variable.type.codomain)
                terms[variable] = app(defined("matpow", _size(_axes(matrix.type)[0][0])), matrix)
                matrices[matrix] = as_term(value.matrix, matrix.type)
            else:
                terms[variable] = as_term(value, variable.type)
        return terms, matrices


def kernel_instance(claim: Any, elaborated: Elaborated, counterexample: Any) -> KernelInstance:
    """Return a counterexample by values in the kernel's reading; raise UsageError for what it says nothing about."""
    bindings = counterexample.instance.bindings
    sizes = {kernel_name(str(size)): Size.number(value) for size, value in counterexample.sizes.items()}
    goal, values = _opened(*_failing(claim, elaborated, bindings))
    hypotheses = [p for h in elaborated.hypotheses for p in h.propositions]
    while isinstance(claim.proposition, FreeOf | Definite) and (pair := match_implication(goal)) is not None:
        if pair[1] is FALSE:  # a negation
            break
        premise, goal = pair  # that holds of the other value too, or that a column is not 0
        hypotheses.append(premise)
    if isinstance(claim.proposition, FreeOf) and is_dim(claim.proposition.symbol):  # the goal names the other size
        copy = next(symbol for symbol in _others(claim, bindings) if symbol != claim.proposition.symbol)
        sizes.update({name: Size.number(int(bindings[copy])) for name in size_variables([goal]) - sizes.keys()})
    for symbol, variables in elaborated.variables:
        values += zip(variables, _meanings(symbol, bindings), strict=True)
    at = [(substitute_sizes(variable, sizes), value) for variable, value in values]
    return KernelInstance(
        substitute_sizes(goal, sizes),
        tuple(substitute_sizes(p, sizes) for p in hypotheses),
        tuple((variable, value) for variable, value in at if isinstance(variable, Var)),
        sizes,
    )


def _others(claim: Any, bindings: Mapping[Basic, Any]) -> list[Basic]:
    """Return the symbols with values that the claim does not have: the copies at which a statement is compared."""
    declared = set(declarations(claim.proposition, *claim.given).all())
    return sorted((symbol for symbol in bindings if symbol not in declared), key=str)


def _failing(claim: Any, elaborated: Elaborated, bindings: Mapping[Basic, Any]) -> tuple[Term, Sequence[Any]]:
    """Return the part of a goal that fails, and the values at which it does; of what is said of a form, one part."""
    goal, stated = elaborated.goal, claim.proposition
    parts = match_conjunction(goal) if isinstance(stated, Definite) else None
    if parts is None:
        return goal, _arbitrary(claim, elaborated, bindings)
    try:
        rows = Encloser(bindings).matrix(stated.matrix)
        places, column = unequal_places(rows), refuting_column(stated, rows)
    except (Imprecise, Undefined):
        return goal, ()
    if places is not None:
        return parts[0], places
    return (goal, ()) if column is None else (parts[1], [tuple((entry,) for entry in column)])


def _arbitrary(claim: Any, elaborated: Elaborated, bindings: Mapping[Basic, Any]) -> list[Any]:
    """Return the values at which a statement about all values, or about all rows, fails."""
    proposition = claim.proposition
    if isinstance(proposition, Invariant):
        pointwise, _ = as_pointwise(proposition, claim.given)
        return [bindings[row][0] for row in pointwise.args[1].args[1:]]
    if (stated := as_for_all(proposition)) is not None:
        indices, _ = at_new_indices(stated, *claim.given)
        return [bindings.get(index, 0) for index in indices]  # what is not spoken of may be the first one
    if isinstance(proposition, OfSymbol):
        symbol = proposition.symbol
        return [bindings[s] for s in (symbol, *(other for other in _others(claim, bindings) if other != symbol))]
    if isinstance(proposition, FreeOf) and not is_dim(proposition.symbol):
        symbol, copies = proposition.symbol, _others(claim, bindings)
        moved = {**bindings, symbol: bindings[copies[0]]} if copies else bindings
        depends = [
            item
            for item, _ in elaborated.variables
            if item == symbol or (isinstance(item, Inverse) and symbol in free_atoms(item))
        ]
        return [value for item in depends for value in _meanings(item, moved)]
    return []


def _opened(goal: Term, values: Sequence[Any]) -> tuple[Term, list[tuple[Any, Any]]]:
    """Return the instance of ∀x… at new variables, with their values: where it is false, so is the whole."""
    found: list[tuple[Any, Any]] = []
    for value in values:
        abstraction = match_forall(goal)
        if abstraction is None:
            break
        found.append((var(f"given.{len(found)}", abstraction.binder), value))
        goal = open_body(abstraction, found[-1][0])
    return goal, found


def _meanings(symbol: Any, bindings: Mapping[Basic, Any]) -> tuple[Any, ...]:
    """Return the values of the kernel variables that stand for a symbol."""
    if isinstance(symbol, Inverse):
        return (exact.inverse(Encloser(bindings).matrix(symbol.arg)),)
    if symbol not in bindings:
        raise UsageError(f"the counterexample says nothing about {symbol}")
    value = bindings[symbol]
    if is_complex_symbol(symbol):
        return tuple(fmpq(part) if isinstance(part, int) else part for part in parts(value))
    if isinstance(symbol, PermutationSymbol):
        images = image_list(value)
        return images, tuple(images.index(place) for place in range(len(images)))
    if isinstance(symbol, IndexMap):
        return (tuple(row.index(1) for row in value),)
    if isinstance(symbol, MaskSymbol):
        shown = tuple(tuple(entry is not MINUS_INFINITY for entry in row) for row in value)
        return shown, tuple(row.index(True) for row in shown)
    if isinstance(symbol, SubsetSymbol):
        count = Encloser(bindings).size(symbol.size)
        return tuple(place in value for place in range(count)), min(value)
    return (value,)


# ---------------------------------------------------------------------------------------------------- values as terms


def as_term(value: Any, ty: Type) -> Term:
    """Return a closed term for an exact value of a type without size variables; raise UsageError where there is none.

    >>> from symattn.kernel.syntax import parse_type
    >>> from symattn.prover.logic.notation import show
    >>> show(as_term((fmpq(1), fmpq(0), fmpq(2)), parse_type("[3]→ℝ")))
    'λx0:[3]. ind (x0 = 0@[3]) * 1 + ind (x0 = inr{2, 1} 0@[1]) * 2'
    """
    if isinstance(value, PolynomialKernel | PolynomialMap | Powers):
        return function_term(value, ty)
    axes, codomain = _axes(ty)
    if not axes:
        return _atom(value, ty)
    places = [var(f"place.{axis}", domain) for axis, domain in enumerate(axes)]
    entries = [(at, _entry(value, at)) for at in product(*(range(_count(domain)) for domain in axes))]
    body = _table(places, entries, codomain)
    for place in reversed(places):
        body = abstract(place, body)
    return body


def is_function(value: Any) -> bool:
    """Tell whether a value is a function that no table lists."""
    return isinstance(value, PolynomialKernel | PolynomialMap | Powers)


def _axes(ty: Type) -> tuple[list[Type], Type]:
    """Return the index types that a type takes, and what it gives then."""
    axes = []
    while ty.domain is not None and ty.codomain is not None and ty.domain.size is not None:
        axes.append(ty.domain)
        ty = ty.codomain
    return axes, ty


def _size(ty: Type) -> Size:
    if ty.size is None:
        raise UsageError(f"{ty} is no type of indices")
    return ty.size


def _count(ty: Type) -> int:
    return _size(ty).least()


def _entry(value: Any, at: Sequence[int]) -> Any:
    return reduce(lambda part, place: part[place], at, value)


def _atom(value: Any, ty: Type) -> Term:
    if isinstance(value, Term) and value.type is ty:
        return value
    if ty is BOOL and isinstance(value, bool):
        return TRUE if value else FALSE
    if ty is REAL and isinstance(value, fmpq):
        return number(Fraction(int(value.p), int(value.q)))
    if ty is EXTENDED and isinstance(value, fmpq):
        return app(const("emb"), _atom(value, REAL))
    if ty is EXTENDED and value is MINUS_INFINITY:
        return const("ninf")
    if (ty is NAT or ty.size is not None) and isinstance(value, int | fmpq):
        return numeral(int(value)) if ty is NAT else literal(int(value), ty)
    raise UsageError(f"a value of type {ty} cannot be written as a term")


def _table(places: Sequence[Var], entries: Sequence[tuple[tuple[int, ...], Any]], codomain: Type) -> Term:
    """Return the value at some places of what is given entry by entry."""

    def here(at: Sequence[int]) -> Term:
        tests = [equation(place, place_of(i, _size(place.type))) for place, i in zip(places, at, strict=True)]
        return reduce(conjunction, tests)

    first = entries[0][1]
    if all(value == first for _, value in entries):
        return _atom(first, codomain)
    if codomain is REAL:
        terms = [multiply(indicator(here(at)), _atom(value, REAL)) for at, value in entries if value != 0]
        return reduce(add, terms)
    if codomain is BOOL:
        return negation(reduce(conjunction, [negation(here(at)) for at, value in entries if value]))
    raise UsageError(f"a table of values of type {codomain} cannot be written as a term")


def function_term(value: Any, ty: Type) -> Term:
    """Return a closed term for a polynomial kernel, a polynomial map of rows, or the powers of a matrix."""
    if ty.domain is None or ty.codomain is None:
        raise UsageError(f"a function is no value of type {ty}")
    if isinstance(value, Powers):
        return _powers(value, ty.codomain)
    width = _count(_axes(ty.domain)[0][0])
    rows = [var(f"row.{place}", ty.domain) for place in range(1 if isinstance(value, PolynomialMap) else 2)]
    generators = fmpq_mpoly_ctx.get([f"x{i}" for i in range(len(rows) * width)], Ordering.lex).gens()
    entries = [app(row, literal(a, _axes(row.type)[0][0])) for row in rows for a in range(width)]
    if isinstance(value, PolynomialMap):
        place = var("place", _axes(ty.codomain)[0][0])
        parts = [_polynomial(p, entries) for p in value(generators)]
        tests = [indicator(equation(place, literal(a, place.type))) for a in range(len(parts))]
        body = reduce(add, map(multiply, tests, parts))
        return abstract(rows[0], abstract(place, body))
    return abstract(rows[0], abstract(rows[1], _polynomial(value(generators[:width], generators[width:]), entries)))


def _polynomial(polynomial: Any, entries: Sequence[Term]) -> Term:
    """Return a polynomial with rational coefficients in some numbers."""
    terms = []
    for exponents, coefficient in sorted(polynomial.to_dict().items()):
        factors = [entry for entry, power in zip(entries, exponents, strict=True) for _ in range(power)]
        terms.append(reduce(multiply, factors, number(Fraction(int(coefficient.p), int(coefficient.q)))))
    return reduce(add, terms) if terms else number(0)


def _powers(value: Powers, ty: Type) -> Term:
    """Return λk. Mᵏ as an iteration of X ↦ X M from the identity."""
    (axis, _), _ = _axes(ty)
    size = _size(axis)
    i, j, m, X = var("i", axis), var("j", axis), var("m", axis), var("X", ty)
    matrix, k = as_term(value.matrix, ty), var("k", NAT)
    entry = app(const("sum", size), abstract(m, multiply(app(X, i, m), app(matrix, m, j))))
    step = abstract(X, abstract(i, abstract(j, entry)))
    one = abstract(i, abstract(j, indicator(equation(i, j))))
    return abstract(k, app(const("iterate", size, size), step, one, k))


__all__ = ["KernelInstance", "as_term", "function_term", "is_function", "kernel_instance"]
