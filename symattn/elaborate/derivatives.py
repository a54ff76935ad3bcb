"""Derivatives as descriptions: the number that is the derivative of a function at a point.

The logic has no term for "the derivative of f at x", only the relation "f has the derivative c at x".  A statement
about a derivative is read as Russell reads a description, "the f is such that …": there is a number D with deriv f x D
and with what is said of D.  That it exists is part of what is stated, and there is only one, by an axiom.  An equation
with a derivative alone on one side says the same as the relation itself, and is stated so.  A derivative under binders
is described by a function of what they bind, ∀i. deriv (f i) x (D i); one inside another has to exist at every number,
of the sign that is declared.  Source: B. Russell, On denoting, *Mind* 14 (1905).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sympy import Basic, Derivative, Expr
from sympy.core.relational import Relational
from sympy.matrices.expressions.matexpr import MatrixElement

from symattn.errors import UnsupportedExpression
from symattn.language.base.derivatives import read_derivative, varied
from symattn.language.base.dims import is_dim
from symattn.language.base.traversal import postorder
from symattn.language.inspection import free_atoms
from symattn.language.propositions import Equation

from ..kernel.syntax import forall, implication
from ..kernel.terms import BOOL, Term, Var, abstract, app, const, equation, sides, var
from .formulas import add, indicator, less, multiply, number
from .indices import index
from .near import Varying
from .scope import Description, Scope, apply, elaborates
from .sizes import index_type


@elaborates(Derivative)
def _derivative(scope: Scope, node: Derivative) -> Term:
    expression, variables = read_derivative(node)
    return _repeated(scope, node, expression, variables)


def _repeated(scope: Scope, node: Basic, expression: Expr, variables: Sequence[Any]) -> Term:
    """Return the number that is left after differentiating by some variables, one after the other."""
    if not variables:
        return scope.real(expression)
    *earlier, last = variables

    def inner() -> Term:
        return _repeated(scope, node, expression, earlier)

    if isinstance(last, MatrixElement):
        rows, columns = last.parent.shape
        return by_entry(scope, last.parent, index(scope, last.i, rows), index(scope, last.j, columns), inner)
    if last in scope.frame.bound:
        reason = f"a sum, a function or a family binds {last} here, which is then no real number"
        raise UnsupportedExpression(node, reason)
    point = scope.term(last)
    signs = ((last.is_positive, lambda t: less(number(0), t)), (last.is_negative, lambda t: less(t, number(0))))
    sign: Callable[[Var], Term] | None = next((of for declared, of in signs if declared), None)

    def place(t: Var) -> Varying:
        return Varying(t, point, None if sign is None else sign(t), last)

    function = scope.varying(last, place, lambda t: t, inner)
    return scope.described((function, point), lambda slope: app(const("deriv"), function, point, slope))


def by_entry(scope: Scope, matrix: Any, a: Term, b: Term, make: Callable[[], Term]) -> Term:
    """Return the derivative at 0 of t ↦ what is made with t·E_ab added to a matrix."""
    entries, (rows, columns) = scope.term(matrix), map(index_type, matrix.shape)

    def moved(t: Var) -> Term:
        i, j = var("·i", rows), var("·j", columns)
        here = multiply(indicator(equation(i, a)), indicator(equation(j, b)))
        return abstract(i, abstract(j, add(apply(entries, i, j), multiply(t, here))))

    function = scope.varying(matrix, lambda t: Varying(t, number(0), None, matrix), moved, make)
    return scope.described((function, a, b), lambda slope: app(const("deriv"), function, number(0), slope))


# ----------------------------------------------------------------------------------------------------------- statements


def stated_with(goal: Term, stated: Basic, descriptions: Iterable[Description]) -> Term:
    """Return a statement about what is described: there are such numbers, of which it holds."""
    described = list(descriptions)
    pair = sides(goal) if isinstance(stated, Equation) else None
    for side, value in (pair, pair[::-1]) if pair is not None else ():
        last = described[-1]
        if side is last.variable and side not in value.free:
            return there_are(described[:-1], last.says(value))
    return there_are(described, goal)


def there_are(descriptions: Iterable[Description], goal: Term) -> Term:
    """Return that there is what is described, with a further property: every q follows that follows from it."""
    described = list(descriptions)
    if not described:
        return goal
    free = goal.free.union(*(description.proposition.free for description in described))
    name = "q"
    while any(v.name == name for v in free):
        name += "′"
    q = var(name, BOOL)
    gives = implication(goal, q)
    for description in reversed(described):
        gives = forall(description.variable, implication(description.proposition, gives))
    return forall(q, implication(gives, q))


def check_stated(stated: Basic, given: Sequence[Basic]) -> None:
    """Raise UnsupportedExpression where a derivative has no reading: in a hypothesis, or in a statement of a function.

    A statement of all values of a symbol would need the derivative at each of them.  What varies must not be tied by a
    hypothesis to another symbol of what is differentiated, which is held fixed: the reader would take it for a function
    of what varies.
    """
    for hypothesis in given:
        for node in postorder(hypothesis):
            if varied(node) is not None:
                raise UnsupportedExpression(node, "a derivative may be claimed, but not stand in a hypothesis")
    for node in postorder(stated):
        found = varied(node)
        if found is None:
            continue
        if not isinstance(stated, Equation | Relational):
            raise UnsupportedExpression(stated, "a derivative may stand in equations and inequalities only")
        expression, symbols = found
        for hypothesis in given:
            atoms = free_atoms(hypothesis)
            tied = [s for s in sorted(atoms & free_atoms(expression), key=str) if s not in symbols and not is_dim(s)]
            if isinstance(hypothesis, Equation) and tied and not atoms.isdisjoint(symbols):
                reason = f"{tied[0]} is held fixed in it, and the hypothesis {hypothesis} ties it to what varies"
                raise UnsupportedExpression(node, f"{reason}; write out what {tied[0]} is")
