"""How the symbols of a statement are written, so that two different things never look alike in it.

What is printed together is one context: its free symbols get their written forms together, the ordinary one first and
one in quotes where that is taken or reads as something else.  A bound symbol is renamed where its name is that of a
free symbol of the context, or of another bound symbol around it or in its scope.  A word that has TeX of its own is
written by its name where that TeX is taken, by a symbol, by another word or by the notation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from functools import cached_property
from itertools import count, islice
from types import MappingProxyType
from typing import Any

from sympy import Basic, Dummy, I, Idx, MatrixSymbol, Rational, Symbol, default_sort_key, preorder_traversal, srepr

from symattn.digits import too_many_digits
from symattn.language.base.names import NUMBERS, is_plain, is_word, quoted, skeleton, spelled
from symattn.language.base.occurrences import Free, free_parts
from symattn.language.base.own_classes import is_own, own_parts, real_name
from symattn.language.base.own_tex import own_tex
from symattn.language.base.symbols import NamedObject
from symattn.language.base.traversal import postorder

#: The number of parts, counted with repetition, up to which an expression may look like a name.
SMALL = 60
#: What has a name of its own.
NAMED = (Symbol, Idx, MatrixSymbol, NamedObject)


class Context:
    """Hold what is printed together, and the written forms of its free symbols for each printer."""

    def __init__(self, expressions: tuple[Basic, ...]) -> None:
        self.expressions = expressions
        self.known: dict[str, dict[Basic, str]] = {}
        self.heads: dict[str, str] = {}  # of words in LaTeX, by their names
        self.calls: set[tuple[str, int]] = set()  # what these look like, with so many arguments
        self.is_naming = False  # while forms and heads are chosen

    @cached_property
    def free(self) -> tuple[Basic, ...]:
        """The free symbols, in an order that depends on them alone."""
        return tuple(sorted(self._own, key=_order))

    @cached_property
    def _own(self) -> frozenset[Basic]:
        return frozenset().union(*(self._free_in[expression] for expression in self.expressions))

    @cached_property
    def _free_in(self) -> Free:
        return free_parts(*self.expressions)

    @cached_property
    def nodes(self) -> tuple[Basic, ...]:
        """All distinct parts."""
        return tuple(postorder(*self.expressions))

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of all symbols, free and bound."""
        return frozenset(str(node.name) for node in self.nodes if isinstance(node, NAMED))

    def forms(self, printer: Any) -> dict[Basic, str]:
        """Return how a printer writes each free symbol: two of them never look alike, nor like another part."""
        if printer.notation not in self.known:
            self.known[printer.notation] = {}  # while the other parts are written, every name is ordinary
            with self.naming():
                taken = {skeleton(printer.bare(form)) for form in printer.other_forms(self)}
            written: dict[Basic, str] = {}
            letters = {name for name in self.names if len(name) == 1}
            for symbol in self.free:
                form = next(
                    f
                    for f in candidates(printer, symbol)
                    if skeleton(printer.bare(f)) not in taken and not printer.reads_as_product(f, letters)
                )
                taken.add(skeleton(printer.bare(form)))
                written[symbol] = form
            self.known[printer.notation] = written
        return self.known[printer.notation]

    @contextmanager
    def naming(self) -> Iterator[None]:
        """Choose names inside: what is written meanwhile asks for no choice."""
        before, self.is_naming = self.is_naming, True
        try:
            yield
        finally:
            self.is_naming = before

    def covers(self, expressions: Iterable[Basic]) -> bool:
        """Tell whether all free symbols of some expressions have their forms here."""
        known = self._free_in
        return all((known[each] if each in known else free_parts(each)[each]) <= self._own for each in expressions)


def spoken_of() -> tuple[Basic, ...]:
    """Return all distinct parts of what is printed."""
    current = _current.get()
    return () if current is None else current.nodes


def is_small(node: Basic) -> bool:
    """Tell whether an expression has at most so many parts, counted with repetition, as something like a name has."""
    return sum(1 for _ in islice(preorder_traversal(node), SMALL + 1)) <= SMALL


def _order(symbol: Basic) -> Any:
    declared = srepr(symbol) if isinstance(symbol, Symbol) else ""  # which tells symbols of one name apart
    return str(symbol.name), type(symbol).__name__, default_sort_key(symbol), declared


_current: ContextVar[Context | None] = ContextVar("context", default=None)
#: The words that a document writes by their names throughout.
_by_name: ContextVar[frozenset[str]] = ContextVar("by name", default=frozenset())


#: The TeX of words that holds for what is written here, by their names.
_tex_of_words: ContextVar[Mapping[str, str]] = ContextVar("TeX of words", default=MappingProxyType({}))


def current_context() -> Context | None:
    """Return what is printed together now."""
    return _current.get()


def words_by_name() -> frozenset[str]:
    """Return the words that are written by their names, whatever TeX they have."""
    return _by_name.get()


@contextmanager
def writing_by_name(words: Iterable[str]) -> Iterator[None]:
    """Write some more words by their names inside, in all statements."""
    token = _by_name.set(_by_name.get().union(words))
    try:
        yield
    finally:
        _by_name.reset(token)


def tex_of_word(name: str, own: str) -> str:
    """Return the TeX of a word where it is written: what is given there, or its own."""
    return _tex_of_words.get().get(name, own)


@contextmanager
def writing_words(tex: Mapping[str, str]) -> Iterator[None]:
    """Write some words by other TeX inside, in all statements."""
    token = _tex_of_words.set({**_tex_of_words.get(), **tex})
    try:
        yield
    finally:
        _tex_of_words.reset(token)


@contextmanager
def speaking_of(*things: Any, apart: bool = False) -> Iterator[None]:
    """Print what follows as one statement about some expressions, claims, calcs or verdicts.

    Inside of a statement that speaks of all their symbols it is a part of that, unless it stands ``apart``.
    """
    expressions = tuple(part for thing in things for part in parts(thing))
    current = None if apart else _current.get()
    if not expressions or (current is not None and current.covers(expressions)):
        yield
        return
    token = _current.set(Context(expressions))
    try:
        yield
    finally:
        _current.reset(token)


def parts(thing: Any) -> tuple[Basic, ...]:
    """Return the expressions that a thing is made of: an expression, a claim, a calc, a verdict, or several."""
    if isinstance(thing, Basic):
        return (thing,)
    if isinstance(thing, str | int | float | type) or thing is None:
        return ()
    if isinstance(thing, tuple | list):
        return tuple(part for each in thing for part in parts(each))
    if hasattr(thing, "start") and hasattr(thing, "steps"):  # a calc
        return parts((thing.start, thing.given, [step.expression for step in thing.steps]))
    if hasattr(thing, "proposition"):
        return parts((thing.proposition, getattr(thing, "given", ())))
    return parts(getattr(thing, "claim", ()))


def form_of_name(printer: Any, name: str, scalar: bool = False) -> str:
    """Return how the symbol of a name is written: as in the statement that is printed, if one is."""
    current = _current.get()
    if current is not None:
        for symbol, form in current.forms(printer).items():
            if str(symbol.name) == name:
                return form
    return next(_of_name(printer, name, scalar))


def candidates(printer: Any, symbol: Any) -> Iterator[str]:
    """Yield the forms that may stand for a free symbol: the one that its author gave it, then the ordinary one."""
    if printer.notation == "latex" and (tex := own_tex(symbol)):
        yield tex
    yield from _of_name(printer, str(symbol.name), not isinstance(symbol, MatrixSymbol | NamedObject), symbol)


def _of_name(printer: Any, name: str, scalar: bool, symbol: Any = None) -> Iterator[str]:
    reads_otherwise = is_word(name) or name == "I" or (scalar and skeleton(name) in NUMBERS)
    if is_plain(name) and not reads_otherwise and (ordinary := printer.ordinary(name)):
        yield f"_{ordinary}" if isinstance(symbol, Dummy) and printer.notation == "plain" else ordinary
    elif not reads_otherwise and (special := printer.special(name)):
        yield special
    yield printer.in_quotes(quoted(name))
    yield printer.in_quotes(spelled(name))
    number = 0
    while True:
        number += 1
        yield printer.in_quotes(f'{spelled(name)[:-1]}, {number}"')


class NamesSymbols:
    """Make a SymPy printer write symbols by the forms of the context, and classes of the user by their names."""

    notation = "plain"

    @cached_property
    def _bound(self) -> list[dict[Basic, str]]:
        return []

    def _as_ordered_terms(self, expr: Any, order: Any = None) -> list[Any]:
        """Return the terms of a sum; where two of its symbols share a name, their declarations say which is first."""
        terms: list[Any] = super()._as_ordered_terms(expr, order)  # type: ignore[misc]
        names = [getattr(symbol, "name", None) for symbol in expr.free_symbols]
        if len(set(names)) == len(names):
            return terms
        return sorted(terms, key=lambda term: (default_sort_key(term), srepr(term)))

    # ---- what a notation says

    def ordinary(self, name: str) -> str:
        """Write a plain name; return nothing where this notation would show something else."""
        return name

    def special(self, name: str) -> str:
        """Write a name that is not plain but written for this notation; return nothing for any other."""
        return ""

    def in_quotes(self, quotation: str) -> str:
        """Write a quoted name."""
        return quotation

    def bare(self, form: str) -> str:
        """Return what matters of a form for its look."""
        return form

    def reads_as_product(self, form: str, letters: set[str]) -> bool:
        """Tell whether a form looks like the product of symbols of one letter each."""
        return False

    def own_name(self, name: str) -> str:
        """Write the name of a class of the user."""
        return name

    def other_forms(self, context: Context) -> list[str]:
        """List how parts of a context are written that a name could be taken for."""
        return [self.own_name(real_name(type(part))) for part in own_parts(*context.expressions)]

    def heads_here(self) -> Iterable[str]:
        """Return how words are written in the statement that is printed."""
        return ()

    def long_number(self, digits: int) -> str:
        """Write what stands for a number of more digits than Python writes."""
        return f"({digits:,} digits)"

    # ---- printing

    def doprint(self, expr: Any) -> str:
        with nullcontext() if self._bound else speaking_of(expr):  # inside of a binder it is a part of the statement
            return str(super().doprint(expr))  # type: ignore[misc]

    def _print(self, expr: Any, **options: Any) -> str:
        if isinstance(expr, Basic):
            if is_own(type(expr)):
                return self.own_text(expr)
            if isinstance(expr, NAMED):
                return self.symbol_form(expr)
            if isinstance(expr, Rational) and (digits := too_many_digits(int(expr.p), int(expr.q))):
                return self.long_number(digits)
        return str(super()._print(expr, **options))  # type: ignore[misc]

    def own_text(self, expr: Basic) -> str:
        """Write an object of a class of the user: the name of the class, and its arguments."""
        name = self.own_name(real_name(type(expr)))
        return self.applied(name, expr.args) if expr.args or getattr(expr, "is_Matrix", False) else name

    def applied(self, head: str, arguments: Iterable[Any]) -> str:
        """Write a name applied to arguments."""
        return f"{head}({', '.join(map(self._print, arguments))})"

    def _print_Str(self, expr: Any) -> str:
        return next(_of_name(self, str(expr.name), False))

    def symbol_form(self, symbol: Any) -> str:
        """Return how a symbol is written here."""
        for scope in reversed(self._bound):
            if symbol in scope:
                return scope[symbol]
        current = _current.get()
        form = None if current is None else current.forms(self).get(symbol)
        return form if form is not None else next(candidates(self, symbol))

    @contextmanager
    def binding(self, variables: Iterable[Any], *scope: Any) -> Iterator[None]:
        """Write what is inside with symbols that are bound there; ``scope`` is what they are bound in."""
        written: dict[Basic, str] = {}
        taken = self._taken(scope, variables)
        for variable in variables:
            written[variable] = self._free_form(str(variable.name), taken, isinstance(variable, Dummy))
            taken.add(skeleton(self.bare(written[variable])))
        self._bound.append(written)
        try:
            yield
        finally:
            self._bound.pop()

    def fresh(self, name: str, *scope: Any) -> str:
        """Return a bound symbol of this name, or of another where it is taken, for a place that binds no symbol."""
        return self._free_form(name, self._taken(scope, ()), False)

    def _taken(self, scope: Iterable[Any], variables: Iterable[Any]) -> set[str]:
        current = _current.get()
        forms = [] if current is None else list(current.forms(self).values())
        expressions = tuple(part for part in scope if isinstance(part, Basic))
        free = free_parts(*expressions)
        inside = frozenset().union(*(free[part] for part in expressions)) - set(variables)
        for symbol in inside:
            if any(symbol in bound for bound in self._bound):
                forms.append(self.symbol_form(symbol))
        if self.notation != "plain":  # which is read by SymPy: for a person a name is bound once
            forms += [form for bound in self._bound for form in bound.values()]
        forms += self.heads_here()
        if current is not None and self.notation != "plain" and I in current.nodes:
            forms.append("i")  # as the imaginary unit is written
        return {skeleton(self.bare(form)) for form in forms}

    def _free_form(self, name: str, taken: set[str], is_dummy: bool) -> str:
        is_blank = self.notation != "plain" and not name.strip("_")  # as Python writes what is not used
        for candidate in _numbered("i" if is_blank else name):
            form = next(_of_name(self, candidate, True))
            form = f"_{form}" if is_dummy and self.notation == "plain" else form
            if skeleton(self.bare(form)) not in taken:
                return form
        raise AssertionError("there are more numbers than names")


def _numbered(name: str) -> Iterator[str]:
    """Yield a name, and then the names with a number, or with a larger one, that may stand for it.

    >>> list(islice(_numbered("i"), 3)), list(islice(_numbered("i_1"), 3))
    (['i', 'i_1', 'i_2'], ['i_1', 'i_2', 'i_3'])
    """
    yield name
    letters, _, number = name.rpartition("_")
    first = int(number) if letters and number.isdecimal() and number.isascii() else 0
    yield from (f"{letters if first else name}_{each}" for each in count(first + 1))


def bound_in(printer: Any, variables: Iterable[Any], *scope: Any) -> Any:
    """Bind symbols while a printer writes their scope; a printer of SymPy's own knows no renaming."""
    return printer.binding(tuple(variables), *scope) if hasattr(printer, "binding") else nullcontext()
