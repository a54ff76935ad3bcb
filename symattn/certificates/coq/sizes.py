"""Write sizes for Coq: polynomials in canonical form as expressions, which Coq compares as they are written.

The kernel does not tell m + k from k + m; Coq does. Every size is therefore written from its canonical form, and an
expression with other sizes put for its variables is only used where it comes out as the canonical one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from symattn.certificates.terms import subterms
from symattn.kernel.terms import Abs, Const, Lit, Size, Term, Type, Var

#: Constants that take the sum or the product of their two sizes as a third one.
SUMS, PRODUCTS = frozenset(("inl", "inr", "case")), frozenset(("pair", "quo", "rem"))

Expression = str | int | tuple[str, "Expression", "Expression"]


def expression(size: Size) -> Expression:
    """Return the canonical polynomial as a tree of sums and products, of names and numbers.

    >>> expression(Size.variable("n") * Size.number(2) + Size.number(1))
    ('+', 1, ('*', 2, 'n'))
    """
    ordered = sorted(size.terms, key=lambda term: (sum(e for _, e in term[0]), term))
    summands: list[Expression] = []
    for monomial, coefficient in ordered:
        factors: list[Expression] = [name for name, exponent in monomial for _ in range(exponent)]
        if coefficient != 1 or not factors:
            factors.insert(0, coefficient)
        summands.append(_joined("*", factors))
    return _joined("+", summands)


def _joined(operation: str, parts: list[Expression]) -> Expression:
    tree = parts[0]
    for part in parts[1:]:
        tree = (operation, tree, part)
    return tree


def replaced(tree: Expression, values: Mapping[str, Size]) -> Expression:
    """Return an expression with the expressions of other sizes put for its variables."""
    if isinstance(tree, tuple):
        operation, left, right = tree
        return operation, replaced(left, values), replaced(right, values)
    return expression(values[tree]) if isinstance(tree, str) and tree in values else tree


def written(tree: Expression, name: Callable[[str], str]) -> str:
    """Return an expression as Coq reads it, in parentheses where it has parts."""
    return f"{_inner(tree, name)}%positive" if isinstance(tree, tuple | int) else name(tree)


def _inner(tree: Expression, name: Callable[[str], str]) -> str:
    if isinstance(tree, tuple):
        operation, left, right = tree
        return f"({_inner(left, name)} {operation} {_inner(right, name)})"
    return name(tree) if isinstance(tree, str) else str(tree)


def agrees(size: Size, values: Mapping[str, Size]) -> bool:
    """Tell whether putting sizes for variables in the expression gives the canonical one, or a number to compute."""
    result = size.substitute(values)
    return not result.variables() or replaced(expression(size), values) == expression(result)


def third(constant: Const) -> Size | None:
    """Return the sum or the product of its sizes that a constant takes in Coq, or None."""
    if constant.name in SUMS:
        return constant.sizes[0] + constant.sizes[1]
    return constant.sizes[0] * constant.sizes[1] if constant.name in PRODUCTS else None


def sizes_written(terms: Iterable[Term]) -> set[Size]:
    """Return the sizes that are written when terms are: in binders, variables, literals, equality and constants."""
    found: set[Size] = set()
    for t in subterms(list(terms)):
        if isinstance(t, Abs):
            found |= sizes_of_type(t.binder)
        elif isinstance(t, Var | Lit):
            found |= sizes_of_type(t.type)
        elif isinstance(t, Const):
            found |= sizes_of_type(t.type) if t.name == "=" else set(t.sizes)
            if (sum_or_product := third(t)) is not None:
                found.add(sum_or_product)
    return found


def sizes_of_type(ty: Type) -> set[Size]:
    """Return the sizes of the index types in a type."""
    if ty.size is not None:
        return {ty.size}
    if ty.domain is not None and ty.codomain is not None:
        return sizes_of_type(ty.domain) | sizes_of_type(ty.codomain)
    return set()
