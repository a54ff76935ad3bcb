"""Denotations: every kernel term as a Python function of what its bound variables stand for.

A term is translated once, whatever the sizes and the values of variables at which it is evaluated: a
``Model`` holds these.  Connectives and quantifiers are told from their encodings during translation; they are
decided as one does by hand, from the left, stopping as soon as the answer is known.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Any, Protocol, TypeAlias

from symattn.kernel.terms import (
    BOOL,
    NAT,
    Abs,
    App,
    Bound,
    Const,
    Lit,
    Size,
    Term,
    Type,
    Var,
    app,
    equation,
    fun,
    lam,
    sides,
)
from symattn.kernel.terms import bound as bound_variable
from symattn.numeric.meanings import ARITIES, MEANINGS, Function, SemanticsError, Value

#: What the bound variables stand for, the innermost one last.
Scope: TypeAlias = tuple[Value, ...]


class Model(Protocol):
    """Say what a term is evaluated in: sizes, values of variables, definitions, and the values known so far.

    ``semantics`` has the one there is, and says what its methods return.
    """

    @property
    def definitions(self) -> Container[str]: ...
    @property
    def known(self) -> dict[Term, Value]: ...
    @property
    def known_in_scope(self) -> Mapping[Term, dict[Any, Value]]: ...

    def size(self, size: Size, /) -> int: ...
    def type(self, ty: Type, /) -> Type: ...
    def atom(self, term: Var | Const, /) -> Value: ...
    def operation(self, constant: Const, /) -> Callable[[Value, Value], Value]: ...
    def tried(self, ty: Type, why: str, /) -> Iterable[Value]: ...
    def equal(self, left: Value, right: Value, ty: Type, /) -> bool: ...


Denotation: TypeAlias = Callable[[Model, Scope], Value]

#: The value of a term without binders and with fewer parts than this is computed anew, of any other one remembered.
SMALL = 30
_ENOUGH = 1000

_DENOTATIONS: dict[Term, Denotation] = {}
_SIZES: dict[Term, int] = {}


def denotation(term: Term) -> Denotation:
    """Translate a term, each distinct part once."""
    stack = [] if term in _DENOTATIONS else [(term, False)]
    while stack:
        part, ready = stack.pop()
        if part in _DENOTATIONS:
            continue
        parts = parts_of(part)
        if not ready:
            stack.append((part, True))
            stack += [(inner, False) for inner in parts]
            continue
        _SIZES[part] = _ENOUGH if isinstance(part, Abs) else min(_ENOUGH, sum(_SIZES[p] for p in parts) + 1)
        _DENOTATIONS[part] = _remembered(part) if _SIZES[part] >= SMALL else _translated(part)
    return _DENOTATIONS[term]


def parts_of(term: Term) -> tuple[Term, ...]:
    """Return the terms that a term is made of directly."""
    if isinstance(term, App):
        return term.function, term.argument
    return (term.body,) if isinstance(term, Abs) else ()


def _remembered(t: Term) -> Denotation:
    """Keep the value of a term, by the values of the bound variables that it depends on."""
    compute = _translated(t)
    places = [-1 - index for index, _ in t.loose]
    if not places:

        def closed(at: Model, scope: Scope) -> Value:
            found = at.known.get(t)
            if found is None:
                found = at.known[t] = compute(at, scope)
            return found

        return closed

    (first, *others) = places

    def open_(at: Model, scope: Scope) -> Value:
        known = at.known_in_scope[t]
        # As in Function, 1.0 is not 1.
        value: Any = scope[first]
        key: Any = (value,) if value.__class__ is float else value
        if others:
            key = (key, *[(v,) if (v := scope[place]).__class__ is float else v for place in others])
        found = known.get(key)
        if found is None:
            found = known[key] = compute(at, scope)
        return found

    return open_


def _translated(t: Term) -> Denotation:
    if isinstance(t, Bound):
        place = -1 - t.index
        return lambda at, scope: scope[place]
    if isinstance(t, Lit):
        number = int(t.value) if t.value.denominator == 1 else t.value
        return lambda at, scope: number
    if isinstance(t, Var | Const):
        atom = t
        return lambda at, scope: at.known[atom] if atom in at.known else at.atom(atom)
    if isinstance(t, Abs):
        body = _DENOTATIONS[t.body]
        return lambda at, scope: Function(lambda argument: body(at, (*scope, argument)))
    if isinstance(t, App):
        return (_connective(t) if t.type is BOOL else None) or _operation(t) or _application(t)
    raise SemanticsError(f"{t!r} is not a term")


def _application(t: App) -> Denotation:
    inner = t.function
    if isinstance(inner, Var) and isinstance(t.argument, Bound):
        return _entry_of_row(inner, -1 - t.argument.index)
    if isinstance(inner, App) and isinstance(inner.function, Var):
        row, column = inner.argument, t.argument
        if isinstance(row, Bound) and isinstance(column, Bound):
            return _entry_of_matrix(inner.function, -1 - row.index, -1 - column.index)
    argument = _DENOTATIONS[t.argument]
    if isinstance(inner, App) and _SIZES[inner] < SMALL:  # at once, as in an entry of a matrix
        function, first = _DENOTATIONS[inner.function], _DENOTATIONS[inner.argument]
        return lambda at, scope: function(at, scope)(first(at, scope))(argument(at, scope))
    function = _DENOTATIONS[inner]
    return lambda at, scope: function(at, scope)(argument(at, scope))


def _entry_of_row(row: Var, place: int) -> Denotation:
    return lambda at, scope: (at.known[row] if row in at.known else at.atom(row))(scope[place])


def _entry_of_matrix(matrix: Var, first: int, second: int) -> Denotation:
    return lambda at, scope: (at.known[matrix] if matrix in at.known else at.atom(matrix))(scope[first])(scope[second])


def _operation(t: App) -> Denotation | None:
    """Apply a sum over an abstraction, an equation or a primitive at once, without intermediate functions."""
    inner = t.function
    if isinstance(inner, Const) and inner.name == "sum" and isinstance(t.argument, Abs):
        (size,), body = inner.sizes, _DENOTATIONS[t.argument.body]
        return lambda at, scope: sum([body(at, (*scope, i)) for i in range(at.size(size))])
    if isinstance(inner, Const) and not inner.sizes and ARITIES.get(inner.name) == 1:
        name, rule, argument = inner.name, MEANINGS[inner.name](), _DENOTATIONS[t.argument]
        return lambda at, scope: (at.atom(inner) if name in at.definitions else rule)(argument(at, scope))
    if not isinstance(inner, App) or not isinstance(inner.function, Const):
        return None
    left, right, constant = _DENOTATIONS[inner.argument], _DENOTATIONS[t.argument], inner.function
    if constant.name == "=":
        ty = inner.argument.type
        if ty is NAT or ty is BOOL or ty.size is not None:
            return lambda at, scope: left(at, scope) == right(at, scope)
        return lambda at, scope: at.equal(left(at, scope), right(at, scope), ty)
    if constant.name == "*":  # 0 times anything is 0, which need not be known then
        return lambda at, scope: factor * right(at, scope) if (factor := left(at, scope)) else 0
    if constant.name == "+":
        return lambda at, scope: left(at, scope) + right(at, scope)
    if ARITIES.get(constant.name) != 2:
        return None
    if not constant.sizes:
        plain = MEANINGS[constant.name]()
        return lambda at, scope: plain(left(at, scope), right(at, scope))
    return lambda at, scope: at.operation(constant)(left(at, scope), right(at, scope))


def _connective(t: App) -> Denotation | None:
    """Translate p ∧ q, p ⇒ q and ∀x. p."""
    pair = sides(t)
    if pair is None:
        return None
    left, right = pair
    if isinstance(left, Abs) and isinstance(right, Abs):
        if right.body is _TRUE:
            binder, body = left.binder, _DENOTATIONS[left.body]
            return lambda at, scope: all(body(at, (*scope, v)) for v in at.tried(at.type(binder), "∀"))
        if (both := _conjuncts(left, right)) is not None:
            p, q = map(denotation, both)
            # The bound connective itself, on which neither side depends, stands for nothing.
            return lambda at, scope: bool(p(at, (*scope, None)) and q(at, (*scope, None)))
    # p ⇒ q is (p ∧ q) = p: only when p holds does q matter.
    if (conjunction := sides(left)) is not None and right.type is BOOL and _conjuncts(*conjunction) is not None:
        both_hold, premise = _DENOTATIONS[left], _DENOTATIONS[right]
        return lambda at, scope: bool(both_hold(at, scope)) if premise(at, scope) else not both_hold(at, scope)
    return None


# The encodings of ⊤ and of p ∧ q, which is (λf. f p q) = (λf. f ⊤ ⊤).
_IDENTITY = lam(BOOL, bound_variable(0, BOOL))
_TRUE = equation(_IDENTITY, _IDENTITY)
_CONNECTIVE = fun(BOOL, fun(BOOL, BOOL))


def _conjuncts(left: Term, right: Term) -> tuple[Term, Term] | None:
    """Return p and q, still under the binder of f, when the two sides encode p ∧ q."""
    if not isinstance(left, Abs) or not isinstance(right, Abs) or left.binder is not _CONNECTIVE:
        return None
    f, body = bound_variable(0, _CONNECTIVE), left.body
    if right.body is not app(f, _TRUE, _TRUE) or not (isinstance(body, App) and isinstance(body.function, App)):
        return None
    head, p, q = body.function.function, body.function.argument, body.argument
    free_of_f = all(index != 0 for side in (p, q) for index, _ in side.loose)
    return (p, q) if head is f and free_of_f else None
