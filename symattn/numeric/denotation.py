"""Denotations: every kernel term as a Python function of the sizes and variables at which it is evaluated.

A term without loose bound indices is written once as Python source, a nested function for each binder, and compiled.
A part that does not depend on every binder around it, or that stands there more than once, is computed when it is
first asked for and remembered where the outermost of these is known, by the values of the others; so no value is used
where a bound variable has another one.  Connectives and quantifiers are told from their encodings; they are decided as
one does by hand, from the left, stopping as soon as the answer is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from types import CodeType
from typing import Any, Protocol, TypeAlias

from symattn.depth import deep
from symattn.kernel.terms import BOOL, NAT, Abs, App, Bound, Const, Lit, Size, Term, Type, Var, sides
from symattn.numeric.kernel_terms import (
    TRUE,
    conjuncts_of,
    inside_out,
    is_atom,
    is_exact,
    is_known,
    number_of,
    parts_of,
    spine,
)
from symattn.numeric.meanings import ARITIES, INFINITY, MEANINGS, Function, SemanticsError, Table, Value


class Model(Protocol):
    """Say what a term is evaluated in: sizes, values of variables, definitions, and the values known so far.

    ``semantics`` has the one there is, and says what its methods return.
    """

    def size(self, size: Size, /) -> int: ...
    def type(self, ty: Type, /) -> Type: ...
    def atom(self, term: Term, /) -> Value: ...
    def part(self, term: Term, /) -> Value: ...
    def primitive(self, name: str, /) -> Callable[[Value], Value]: ...
    def tried(self, ty: Type, why: str, /) -> Iterable[Value]: ...
    def equal(self, left: Value, right: Value, ty: Type, /) -> bool: ...


Denotation: TypeAlias = Callable[[Model], Value]

#: The value of a part with fewer parts than this, and without binders, is computed anew, of any other one remembered.
SMALL = 12
_ENOUGH = 1000
#: A longer expression is written as a function of its own, for Python reads no deeply nested ones.
LONGEST = 400


@lru_cache(maxsize=8192)
def denotation(term: Term) -> Denotation:
    """Translate a term without loose bound indices."""
    head, arguments = spine(term)
    if isinstance(head, Var | Const) and head.name not in _WRITTEN and all(map(is_known, arguments)):
        return _applied(head, arguments)
    with deep():
        return _Writer(term).compiled()


def _applied(head: Term, arguments: list[Term]) -> Denotation:
    given = [(None, number_of(each)) if isinstance(each, Lit) else (each, None) for each in arguments]

    def value(at: Model) -> Value:
        found = at.atom(head)
        for atom, number in given:
            found = found(number if atom is None else at.atom(atom))
        return found

    return value


# ------------------------------------------------------------------------------------------------------------ writing

#: How a primitive is written where it has all its arguments {0}, {1}, … and its sizes {m}, {n}, as in ``MEANINGS``.
IN_PLACE = {
    "+": "({0} + {1})",
    "≤": "({0} <= {1})",
    "ind": "(1 if {0} else 0)",
    "suc": "({0} + 1)",
    "nadd": "({0} + {1})",
    "real": "{0}",
    "#": "{n}",
    "pos": "{0}",
    "nat": "{0}",
    "last": "({n} - 1)",
    "inl": "{0}",
    "inr": "({m} + {0})",
    "pair": "({n} * {0} + {1})",
    "quo": "({0} // {n})",
    "rem": "({0} % {n})",
    "emb": "{0}",
    "ninf": "NINF",
    "plus": "({0} + {1})",
    "allow": "(0 if {0} else NINF)",
}
#: Primitives of one number, which a model may take otherwise.
_CALLED = frozenset(name for name, arity in ARITIES.items() if arity == 1) - IN_PLACE.keys() - {"sum", "det"}
#: Constants of which an application is no call, and the other primitives.
_WRITTEN = frozenset(("=", *MEANINGS))


@dataclass(eq=False)
class _Scope:
    """Hold the statements of a function that is being written, and the names of what it remembers."""

    lines: list[str] = field(default_factory=list)
    cells: dict[Any, str] = field(default_factory=dict)

    def define(self, name: str, parameter: str, body: _Scope, result: str) -> None:
        """Add the definition of a function."""
        self.lines.append(f"def {name}({parameter}):")
        self.lines += [f" {line}" for line in body.lines]
        self.lines.append(f" return {result}")


@dataclass(eq=False)
class _Binder:
    """Hold the name of a bound variable, and the function in which what depends on it can be remembered.

    ``scope`` is None where that would be forgotten at each value of further variables.
    """

    name: str
    exact: bool
    scope: _Scope | None


@dataclass(frozen=True)
class _Place:
    """Hold the binders around a part: all of them, None for one that nothing uses, and those that its value may need.

    ``scope`` is the function whose statements come before the part.
    """

    binders: tuple[_Binder | None, ...]
    needed: tuple[_Binder, ...]
    scope: _Scope

    def under(self, binder: _Binder, scope: _Scope) -> _Place:
        return _Place((*self.binders, binder), (*self.needed, binder), scope)

    @property
    def next_name(self) -> str:
        """The name of a variable that is bound here: none around it has this name."""
        return f"v{sum(binder is not None for binder in self.binders)}"

    def under_nothing(self) -> _Place:
        return _Place((*self.binders, None), self.needed, self.scope)


@lru_cache(maxsize=2048)
def _code(source: str) -> CodeType:
    """Compile what is written, once for all terms that differ in their constants only."""
    return compile(source, "<kernel term>", "exec")


class _Writer:
    """Write a term as a Python function of a model."""

    def __init__(self, root: Term) -> None:
        self.root = root
        self.top = _Scope()
        self.namespace: dict[str, Any] = {"Function": Function, "Table": Table, "NINF": -INFINITY}
        self.constants: dict[Any, str] = {}
        self.count = 0
        self.sizes: dict[Term, int] = {}
        self.shared: set[Term] = set()
        for part in inside_out(root):
            inner = parts_of(part)
            size = _ENOUGH if isinstance(part, Abs) else min(_ENOUGH, 1 + sum(self.sizes[each] for each in inner))
            self.sizes[part] = size
        seen: set[Term] = set()
        for part in self.sizes:
            for each in parts_of(part):
                (self.shared if each in seen else seen).add(each)

    def compiled(self) -> Denotation:
        """Return the function."""
        result = self.write(self.root, _Place((), (), self.top))
        whole = _Scope()
        whole.define("value", "at", self.top, result)
        try:
            exec(_code("\n".join(whole.lines)), self.namespace)
        except SyntaxError as error:  # Python reads no more than a hundred functions inside each other
            raise SemanticsError("a term has too many binders inside each other to be evaluated") from error
        found: Denotation = self.namespace["value"]
        return found

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def constant(self, value: Any) -> str:
        """Return a name for a Python object."""
        name = self.fresh("k")
        self.namespace[name] = value
        return name

    def asked(self, question: str, of: Any) -> str:
        """Return a name for what the model answers before anything else."""
        name = self.constants.get((question, of))
        if name is None:
            name = self.constants[question, of] = self.fresh("a")
            self.top.lines.insert(0, f"{name} = {question.format(self.constant(of)) if of is not None else question}")
        return name

    def write(self, t: Term, place: _Place) -> str:
        """Return an expression for the value of a term: one that no operator around it takes apart."""
        if isinstance(t, Bound):
            binder = place.binders[-1 - t.index]
            assert binder is not None
            return binder.name
        if isinstance(t, Lit):
            return self.literal(t)
        if t is not self.root and is_atom(t) and not (isinstance(t, Const) and t.name in IN_PLACE):
            return self.asked("at.atom({})", t)
        if t is not self.root and self.sizes[t] >= SMALL and not _is_remembered(t):
            indices = {len(place.binders) - 1 - index for index, _ in t.loose}
            own = tuple(b for level, b in enumerate(place.binders) if level in indices and b is not None)
            of_proposition = self.root.type is BOOL and t.type is not BOOL
            if t in self.shared or len(own) < len(place.needed) or (of_proposition and not own):
                return self.cell(t, own, place) if own else f"{self.asked('Table(at.part)', None)}[{self.constant(t)}]"
        written = self.plain(t, place)
        if len(written) <= LONGEST:
            return written
        name = self.fresh("h")
        place.scope.define(name, "", _Scope(), written)
        return f"{name}()"

    def literal(self, t: Lit) -> str:
        value = number_of(t)
        if isinstance(value, Fraction):
            return self.constant(value)
        return str(value) if value >= 0 else f"({value})"

    def cell(self, t: Term, own: tuple[_Binder, ...], place: _Place) -> str:
        """Return an expression for a value that is remembered, by the values of the variables that it depends on."""
        kept = 0
        while kept < len(own) and own[kept] is place.needed[kept]:
            kept += 1
        while kept and own[kept - 1].scope is None:
            kept -= 1
        host = (own[kept - 1].scope if kept else None) or self.top
        keys = own[kept:]
        name = host.cells.get((t, own))
        if name is None:
            name = host.cells[t, own] = self.fresh("m")
            body = _Scope()
            again = {b: _Binder(b.name, b.exact, None) for b in keys}
            if keys:
                again[keys[-1]].scope = body
            binders = tuple(b if b is None else again.get(b, b) for b in place.binders)
            inside = _Place(binders, tuple(again.get(b, b) for b in own), body)
            parameter = keys[0].name if len(keys) == 1 and keys[0].exact else "key"
            if keys and parameter == "key":
                body.lines.append(f"{', '.join(b.name if b.exact else f'({b.name}, _)' for b in keys)}, = key")
            rule = self.fresh("f")
            host.define(rule, parameter, body, self.plain(t, inside))
            host.lines.append(f"{name} = Table({rule})")
        if not keys:
            return f"{name}[0]"
        if len(keys) == 1 and keys[0].exact:
            return f"{name}[{keys[0].name}]"
        return f"{name}[{', '.join(b.name if b.exact else f'({b.name}, {b.name}.__class__)' for b in keys)},]"

    def plain(self, t: Term, place: _Place) -> str:
        if isinstance(t, Abs):
            name = self.function(t, place)
            return f"Table({name}).__getitem__" if is_exact(t.binder) else f"Function({name})"
        if isinstance(t, App):
            return (self.connective(t, place) if t.type is BOOL else None) or self.application(t, place)
        if isinstance(t, Const) and t.name in IN_PLACE and ARITIES[t.name] == 0:
            return self.in_place(t, [], place)
        if isinstance(t, Var | Const):
            return self.asked("at.atom({})", t)
        raise SemanticsError(f"{t!r} is not a term")

    def function(self, t: Abs, place: _Place) -> str:
        """Define what an abstraction does to its argument; return the name."""
        scope = _Scope()
        binder = _Binder(place.next_name, is_exact(t.binder), scope)
        body = self.write(t.body, place.under(binder, scope))
        name = self.fresh("f")
        place.scope.define(name, binder.name, scope, body)
        return name

    def for_each(self, t: Abs, place: _Place, over: str) -> str:
        """Return an expression for the values of an abstraction, one after the other."""
        scope = _Scope()
        binder = _Binder(place.next_name, is_exact(t.binder), scope)
        body = self.write(t.body, place.under(binder, scope))
        if not scope.lines:
            return f"{body} for {binder.name} in {over}"
        # What is remembered of one value is not seen at the next: each has a call of its own.
        name = self.fresh("f")
        place.scope.define(name, binder.name, scope, body)
        return f"{name}({binder.name}) for {binder.name} in {over}"

    def application(self, t: App, place: _Place) -> str:
        head, arguments = spine(t)
        if isinstance(head, Const):
            written = self.operation(head, arguments, place)
            if written is not None:
                return written
        return f"{self.called(t.function, place)}({self.write(t.argument, place)})"

    def called(self, function: Term, place: _Place) -> str:
        """Return an expression for a function that is called at once."""
        return self.function(function, place) if isinstance(function, Abs) else self.write(function, place)

    def operation(self, head: Const, arguments: list[Term], place: _Place) -> str | None:
        """Return an expression for a sum, an equation or a primitive that has all its arguments."""
        name = head.name
        if name == "=" and len(arguments) == 2:
            ty = arguments[0].type
            left, right = (self.write(each, place) for each in arguments)
            if ty is NAT or ty is BOOL or ty.size is not None:
                return f"({left} == {right})"
            return f"at.equal({left}, {right}, {self.constant(ty)})"
        if ARITIES.get(name) != len(arguments):
            return None
        if name == "sum":
            over = self.asked("range(at.size({}))", head.sizes[0])
            (summand,) = arguments
            if isinstance(summand, Abs):
                return f"sum([{self.for_each(summand, place, over)}])"
            return f"sum(map({self.write(summand, place)}, {over}))"
        if name == "*":
            return self.product(arguments[0], arguments[1], place)
        if name == "case":
            first, second, index = arguments
            bound = self.asked("at.size({})", head.sizes[0])
            i, put = self.named(index, place)
            below, above = (self.called(each, place) for each in (first, second))
            return f"({below}({i}) if {put} < {bound} else {above}({i} - {bound}))"
        if name in IN_PLACE:
            return self.in_place(head, arguments, place)
        if name in _CALLED:
            return f"{self.asked('at.primitive({})', name)}({self.write(arguments[0], place)})"
        if head.sizes or not arguments:
            return None
        return f"{self.constant(MEANINGS[name]())}({', '.join(self.write(each, place) for each in arguments)})"

    def in_place(self, head: Const, arguments: list[Term], place: _Place) -> str:
        names = ("m", "n")[-len(head.sizes) :] if head.sizes else ()
        wanted = IN_PLACE[head.name]
        sizes = {
            own: self.asked("at.size({})", size)
            for own, size in zip(names, head.sizes, strict=True)
            if f"{{{own}}}" in wanted
        }
        return wanted.format(*(self.write(each, place) for each in arguments), **sizes)

    def product(self, left: Term, right: Term, place: _Place) -> str:
        """Write x * y: 0 times anything is 0, which need not be known then."""
        if isinstance(left, Lit):
            return f"({self.literal(left)} * {self.write(right, place)})" if left.value else "0"
        if isinstance(left, App) and isinstance(left.function, Const) and left.function.name == "ind":
            return f"({self.write(right, place)} if {self.write(left.argument, place)} else 0)"
        factor, put = self.named(left, place)
        return f"({factor} * {self.write(right, place)} if {put} else 0)"

    def named(self, t: Term, place: _Place) -> tuple[str, str]:
        """Return a name for the value of a term, and the expression that gives it this name, to be evaluated first."""
        written = self.write(t, place)
        if written.isidentifier():
            return written, written
        name = self.fresh("w")
        return name, f"({name} := {written})"

    def connective(self, t: App, place: _Place) -> str | None:
        """Write p ∧ q, p ⇒ q and ∀x. p."""
        pair = sides(t)
        if pair is None:
            return None
        left, right = pair
        if left is right and isinstance(left, Abs):
            return "True"
        if isinstance(left, Abs) and isinstance(right, Abs):
            if right.body is TRUE:
                return f"all({self.for_each(left, place, self.members(left.binder))})"
            if (both := conjuncts_of(left, right)) is not None:
                return "bool({} and {})".format(*self.conjuncts(both, place))
        # p ⇒ q is (p ∧ q) = p: only when p holds does q matter.
        if (conjunction := sides(left)) is not None and (both := conjuncts_of(*conjunction)) is not None:
            premise, (p, q) = self.write(right, place), self.conjuncts(both, place)
            if p == premise:
                return f"(bool({q}) if {p} else True)"
            both_hold = self.fresh("h")
            place.scope.define(both_hold, "", _Scope(), f"bool({p} and {q})")
            return f"({both_hold}() if {premise} else not {both_hold}())"
        return None

    def conjuncts(self, both: tuple[Term, Term], place: _Place) -> Iterable[str]:
        """Write p and q of (λf. f p q); the bound connective, on which neither depends, stands for nothing."""
        return [self.write(each, place.under_nothing()) for each in both]

    def members(self, ty: Type) -> str:
        """Return an expression for the values at which "for all" is tried."""
        if ty.size is not None:
            return self.asked("range(at.size({}))", ty.size)
        return f"at.tried(at.type({self.constant(ty)}), '∀')"


def _is_remembered(t: Term) -> bool:
    """Tell whether a term is the value of a function at a variable, which the function remembers."""
    if not isinstance(t, App) or isinstance(t.function, Abs) or not isinstance(t.argument, Bound | Var | Lit):
        return False
    head, arguments = spine(t)
    return not (isinstance(head, Const) and ARITIES.get(head.name) == len(arguments))
