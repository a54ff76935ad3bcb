"""Words of one's own: ``define`` makes a class of the language from a name, parameters and an expression.

A word is what its expression says, with arguments in place of the parameters; sizes are solved from the arguments'
shapes.  One definition gives everything else: the shape check, the kernel's constant, what it needs to be defined,
evaluation, cost, text and LaTeX all follow from the expression.
"""

from __future__ import annotations

import builtins
import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property
from keyword import iskeyword
from pathlib import Path
from typing import Any, ClassVar, Self, overload
from weakref import WeakSet

import sympy
from sympy import Basic, Expr, Idx, Lambda, MatrixSymbol, Symbol
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.matrices.expressions.applyfunc import ElementwiseApplyFunction

from symattn.calls import checks_its_call
from symattn.errors import DefinitionError, UnsupportedExpression
from symattn.language.base import known_words
from symattn.language.base.accepted import Argument, Expression
from symattn.language.base.dims import as_sympy, is_dim
from symattn.language.base.known_words import MAKERS, RESERVED, WORDS, words
from symattn.language.base.nodes import Node, OfArguments
from symattn.language.base.occurrences import fresh_name, names_in, renamed
from symattn.language.base.shapes import as_matrix, shape_of
from symattn.language.base.sorts import is_extended, may_be_masked
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import MaskSymbol
from symattn.language.base.templates import is_template, problem
from symattn.language.base.traversal import postorder
from symattn.language.calling import argument_names, described, in_order, signature
from symattn.language.inspection import free_atoms
from symattn.language.parameters import check_arguments, check_parameters, check_ranges, size_symbols, solve_sizes
from symattn.language.propositions import as_expression

#: Reads the values of the parameters, in their order, and returns the value of the word: what ``numpy=`` gives.
Quick = Callable[..., Any]

#: What a word made of arguments when they were checked, by the identity of these; the first part keeps them alive.
_CHECKED: dict[tuple[int, ...], tuple[tuple[Any, ...], tuple[Any, ...], dict[Basic, Basic]]] = {}
MOST_CHECKED = 256
#: The classes that `define` has made.
_ENTERED: WeakSet[type] = WeakSet()


@dataclass(frozen=True)
class Word:
    """Hold what a definition says: its name, its parameters, its expression, and how and where it was written."""

    name: str
    parameters: tuple[Any, ...]
    expression: Any
    sizes: tuple[Any, ...]
    latex: str = ""
    source: str = ""
    place: str = ""
    numpy: Quick | None = field(default=None, compare=False)
    names: tuple[str, ...] = field(default=(), compare=False)

    def says_the_same_as(self, other: Word) -> bool:
        """Tell whether two definitions define the same: bound names and what is printed do not count."""
        return self.parameters == other.parameters and _alike(self.expression, other.expression)

    def at(self, arguments: tuple[Basic, ...]) -> Any:
        """Return the expression with arguments in place of the parameters, put together as it is written.

        SymPy simplifies nothing then: x/y at x = y = z stays z/z, which needs z ≠ 0.
        """
        return substituted(self.expression, self.values(arguments), as_written=True)

    def values(self, arguments: tuple[Basic, ...]) -> dict[Basic, Basic]:
        """Return what each parameter and each size stands for."""
        checked, sizes = self.checked(arguments)
        return {**sizes, **dict(zip(self.parameters, checked, strict=True))}

    def in_order(self, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Return arguments in their order, some of which are given by name; raise an error where one is missing."""
        return in_order(self.name, self.names, self.parameters, arguments, named)

    def checked(self, arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[Basic, Basic]]:
        """Return arguments as SymPy keeps them, and the sizes they give; raise an error for one that does not fit."""
        arguments = self.in_order(arguments, {})  # a node may have been put together past its call
        key = (id(self), *map(id, arguments))
        if (known := _CHECKED.get(key)) is not None:
            return known[1], dict(known[2])
        found = check_arguments(self.name, self._kinds(arguments), arguments)
        sizes = solve_sizes(self.name, self.parameters, found)
        check_ranges(self.name, self.parameters, found, sizes)
        if all(isinstance(argument, Basic) for argument in arguments):  # which nobody changes
            if len(_CHECKED) >= MOST_CHECKED:
                _CHECKED.clear()
            _CHECKED[key] = (self, *arguments), found, dict(sizes)
        return found, sizes

    def _kinds(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the parameters, with masks for those plain matrices that may be masked and are."""
        pairs = enumerate(zip(self.parameters, arguments, strict=True))
        return tuple(self.maskable.get(at, p) if may_be_masked(a) else p for at, (p, a) in pairs)

    @cached_property
    def maskable(self) -> dict[int, MaskSymbol]:
        """Which plain matrices may have entries −∞, as the definition reads them inside exp alone; a mask for each."""
        plain = {at: p for at, p in enumerate(self.parameters) if type(p) is MatrixSymbol}
        masks = {at: MaskSymbol(p.name, *p.shape) for at, p in plain.items()}
        return {at: mask for at, mask in masks.items() if self._is_real_with({plain[at]: mask})}

    def _is_real_with(self, masks: dict[Basic, Basic]) -> bool:
        try:
            return not is_extended(substituted(self.expression, masks, as_written=True))
        except UnsupportedExpression:
            return False

    def shape_at(self, sizes: dict[Basic, Basic]) -> tuple[Expr, ...]:
        """Return the shape of the word at some sizes, () for a number."""
        return tuple(as_sympy(size).xreplace(sizes) for size in shape_of(self.expression))

    @cached_property
    def unread(self) -> tuple[int, ...]:
        """The places of the parameters that do not occur in the expression."""
        free = free_atoms(self.expression)
        return tuple(place for place, parameter in enumerate(self.parameters) if parameter not in free)


class WordClass(type):
    """Make the classes of words: they print by their name alone, and none changes once `define` has made it.

    Raise DefinitionError when an attribute of such a class is set or deleted: the word would stand for another thing
    than its definition says.
    """

    def __repr__(cls) -> str:
        return cls.__name__

    def __setattr__(cls, name: str, value: Any) -> None:
        cls._check_unentered(name)
        super().__setattr__(name, value)

    def __delattr__(cls, name: str) -> None:
        cls._check_unentered(name)
        super().__delattr__(name)

    def _check_unentered(cls, name: str) -> None:
        if cls in _ENTERED:
            raise DefinitionError(f"{cls.__name__}: its attribute {name} cannot change; define another word")


class OfWord(Basic, metaclass=WordClass):
    """Stand for a word at some arguments, a matrix or a number."""

    word: ClassVar[Word]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if any("word" in vars(base) for base in cls.__mro__[1:]):
            reason = "a word cannot be the base of a class; define another word by it"
            raise DefinitionError(f"{cls.__name__}: {reason}")

    def definition(self) -> Expr:
        """Return what the word says of these arguments."""
        return self.word.at(self.args)

    def unread(self) -> tuple[Expr, ...]:
        """Return the arguments that the definition does not speak of; they must be defined all the same."""
        found = (self.args[place] for place in self.word.unread)
        return tuple(argument for argument in found if isinstance(argument, Expr))

    def sample(self) -> Basic:
        """Return the word at its own parameters, as its definition is written."""
        return type(self)(*self.word.parameters)


def _entry_by_entry(kind: type[OfWord], arguments: tuple[Any, ...]) -> Basic | None:
    """Return a word of the language at arguments of which one is a matrix: the word at each of its entries.

    None where no argument is one, or where the parameter is not any real number: then it is no argument that fits.
    """
    parameters = kind.word.parameters
    places = [place for place, argument in enumerate(arguments) if getattr(argument, "is_Matrix", False)]
    places = [place for place in places if _is_any_number(parameters[place])]
    if len(places) != 1:
        return None
    (place,) = places
    others = [as_sympy(argument) for argument in (*arguments[:place], *arguments[place + 1 :])]
    variable = renamed(parameters[place], fresh_name(parameters[place].name, names_in(*others)))
    function = Lambda(variable, kind(*others[:place], variable, *others[place:]))
    return Basic.__new__(
        ElementwiseApplyFunction, function, as_matrix(arguments[place], f"the argument of {kind.word.name}")
    )


def _is_any_number(parameter: Any) -> bool:
    """Tell whether a parameter is a real number of which nothing more is declared."""
    return isinstance(parameter, Symbol) and parameter.assumptions0 == Symbol("x", real=True).assumptions0


class Defined(OfWord, Node):
    """Stand for a matrix that a word of one's own forms from its arguments; ``define`` makes its classes."""

    def __new__(cls, *arguments: Argument, **named: Argument) -> Self:
        checked, sizes = cls.word.checked(cls.word.in_order(arguments, named))
        rows, columns = cls.word.shape_at(sizes)
        return cls._make((rows, columns), *checked)

    @property
    def shape(self) -> tuple[Expr, Expr]:
        if not hasattr(self, "_shape"):  # put together by Basic.__new__, past all checks
            self._shape = type(self)(*self.args)._shape
        return self._shape


class DefinedNumber(OfWord, OfArguments, Expr):
    """Stand for a number that a word of one's own forms from its arguments; ``define`` makes its classes."""

    is_checked = True
    is_commutative = True
    is_real = True
    is_number = False  # SymPy would try to compute it
    takes_matrices: ClassVar[bool] = False  # entry by entry, as the words of the language do

    def __new__(cls, *arguments: Argument, **named: Argument) -> Expr:
        """Return the number; a word of the language at a matrix is the matrix of the word at each entry."""
        arguments = cls.word.in_order(arguments, named)
        spread = _entry_by_entry(cls, arguments) if cls.takes_matrices else None
        if spread is not None:
            return spread
        checked, _ = cls.word.checked(arguments)
        return Basic.__new__(cls, *checked)

    def doit(self, **hints: Any) -> DefinedNumber:
        return self

    def _eval_derivative(self, symbol: Any) -> Expr:
        derivative: Expr = self.definition().diff(symbol)
        return derivative

    def _sympystr(self, printer: Any) -> str:
        return f"{self.word.name}({', '.join(printer._print(argument) for argument in self.args)})"


# -------------------------------------------------------------------------------------------------------------- define


@overload
def define(
    name: str,
    parameters: Basic | Iterable[Basic],
    expression: Expression,
    *,
    latex: str = "",
    source: str = "",
    numpy: Quick | None = None,
) -> type[Defined] | type[DefinedNumber]: ...
@overload
def define(
    parameter: Basic, /, *more: Basic, latex: str = "", source: str = "", numpy: Quick | None = None
) -> Callable[[Callable[..., Expression]], type[Defined] | type[DefinedNumber]]: ...
@checks_its_call
def define(
    name: Any,
    parameters: Any = None,
    expression: Any = None,
    *more: Any,
    latex: str = "",
    source: str = "",
    numpy: Quick | None = None,
) -> Any:
    """Define a word: a class whose objects stand for an expression with arguments in place of parameters.

    ``parameters`` are symbols of any declared kind: matrices, masks, permutations, numbers, natural numbers, indices,
    sizes, families, kernels, maps, subsets.  Every size in the expression must be one of them or stand in the shape of
    one; it is solved from the shapes of the arguments.  ``latex`` is how the word is printed before its arguments, or
    with places for them, as in ``\\lVert #1 \\rVert``; ``source`` is where it comes from.  Above a function, with the
    parameters alone, ``@define(X, eps)`` takes name and expression from it.  A number that is declared with a sign, as
    ``Symbol("epsilon", positive=True)``, takes arguments of that sign only.  ``numpy`` is a faster way for
    ``evaluate``: a function of the values of the parameters.  It is held against the definition at random values before
    its first use, and never used as evidence.

    Raise DefinitionError for a name of the language or of SymPy, a second and different definition of a name, a free
    symbol that is no parameter, a size that the parameters do not determine, a ``numpy`` function that gives other
    values.  The word raises ShapeError for an argument of another shape, UnsupportedExpression for one of another kind.

    >>> from sympy import MatrixSymbol, sqrt
    >>> from symattn.language.base.by_index import from_entries, sum_over
    >>> from symattn.language.base.dims import dims
    >>> n, d = dims("n d")
    >>> X, eps = MatrixSymbol("X", n, d), Symbol("epsilon", positive=True)
    >>> @define(X, eps, source="Zhang & Sennrich 2019, eq. 4")
    ... def RMSNorm(X, eps):
    ...     return from_entries(n, d, lambda i, j: X[i, j]/sqrt(sum_over(d, lambda k: X[i, k]**2)/d + eps))
    >>> RMSNorm(MatrixSymbol("A", 2, 3), 1).shape
    (2, 3)
    >>> RMSNorm(X)
    Traceback (most recent call last):
    symattn.errors.UnsupportedExpression: cannot use RMSNorm: it takes 2 arguments (X, eps), not 1
    """
    place = _place()
    if isinstance(name, str):
        if more or parameters is None or expression is None:
            raise DefinitionError(f"define({name!r}, …) needs the parameters in a tuple, and an expression")
        _check_name(name)
        return _entered(_word(name, _as_tuple(parameters), expression, latex, source, place, numpy), None)
    above = tuple(each for each in (name, parameters, expression, *more) if each is not None)

    def of_function(function: Callable[..., Any]) -> Any:
        if not inspect.isfunction(function):
            raise DefinitionError(f"@define(…) stands above a function, not {function!r}")
        try:
            inspect.signature(function).bind(*above)
        except TypeError:
            given = ", ".join(map(str, above))
            raise DefinitionError(f"the function {function.__name__} does not take the parameters ({given})") from None
        try:
            expression = function(*above)
        except NameError as error:
            if error.name != function.__name__:
                raise
            raise DefinitionError(f"{error.name} is defined by itself; a word stands for smaller ones") from None
        _check_name(function.__name__)
        word = _word(function.__name__, above, expression, latex, source, place, numpy, function)
        return _entered(word, inspect.getdoc(function))

    if inspect.isfunction(name):
        raise DefinitionError(f"write the parameters of {name.__name__} above it: @define(X, …)")
    return of_function


def house_word(*parameters: Any, latex: str = "", source: str = "") -> Callable[..., Callable[[], type]]:
    """Define a word of the language, as ``define`` does those of a user, when what this makes is first called.

    No import pays for making it, and until it is made its name may be defined otherwise.  A word of any real number is
    taken of every entry of a matrix.
    """

    def of_function(function: Callable[..., Any]) -> Callable[[], type]:
        @cache
        def made() -> type:
            name, place = function.__name__, function.__module__
            word = _word(name, parameters, function(*parameters), latex, source, place, None, function)
            found = _entered(word, None)
            type.__setattr__(found, "__doc__", function.__doc__)  # which says what it takes
            if issubclass(found, DefinedNumber):
                type.__setattr__(found, "takes_matrices", True)
            return found

        MAKERS[function.__name__] = made
        return made

    return of_function


def _as_tuple(parameters: Any) -> tuple[Any, ...]:
    is_many = isinstance(parameters, Iterable) and not isinstance(parameters, Basic)
    return tuple(parameters) if is_many else (parameters,)


def _place() -> str:
    """Return the file and line from which ``define`` was called."""
    frame = sys._getframe(3)  # around what checks the call
    return f"{frame.f_code.co_filename}, line {frame.f_lineno}"


def _shown_place(place: str) -> tuple[str, bool]:
    """Return a place as a user knows it, and whether it is a cell of a notebook, which IPython knows by its number."""
    file, _, line = place.rpartition(", line ")
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    name = getattr(getattr(shell, "compile", None), "format_code_name", lambda _: None)(file)
    return (place, False) if name is None else (f"cell {name[1]}, line {line}", True)


def _word(
    name: str,
    parameters: tuple[Any, ...],
    expression: Any,
    latex: str,
    source: str,
    place: str,
    numpy: Quick | None,
    function: Callable[..., Any] | None = None,
) -> Word:
    """Return a definition that has been checked."""
    parameters = tuple(map(as_sympy, parameters))
    check_parameters(name, parameters)
    if expression is None:
        raise DefinitionError(f"{name}: the function returns nothing; it must return an expression")
    expression = as_expression(expression)
    if is_template(latex) and (reason := problem(latex, len(parameters))):
        raise DefinitionError(f"{name}: its TeX {latex!r} cannot be used: {reason}")
    sizes = size_symbols(name, parameters)
    _check_closed(name, expression, frozenset((*parameters, *sizes)))
    if not shape_of(expression) and is_extended(expression):
        raise DefinitionError(f"{name}: a number of the language is real, and {expression} may be -oo")
    return Word(name, parameters, expression, sizes, latex, source, place, numpy, argument_names(parameters, function))


def _check_name(name: str) -> None:
    if not name.isidentifier() or iskeyword(name) or name.startswith("_"):
        raise DefinitionError(f"{name!r} cannot be a word: its name must be that of a Python class")
    for names, owner in ((RESERVED - MAKERS.keys(), "the language"), (vars(sympy), "SymPy")):
        if name in names:
            raise DefinitionError(f"{name} is a name of {owner} already; give your word another one")
    if isinstance(getattr(builtins, name, None), type):
        raise DefinitionError(f"{name} is a type of Python; give your word another name")


def _check_closed(name: str, expression: Basic, allowed: frozenset[Basic]) -> None:
    """Raise DefinitionError for a free symbol that is no parameter, and for the word itself."""
    for symbol in sorted(free_atoms(expression) - allowed, key=str):
        if is_dim(symbol):
            reason = "the shapes of the parameters do not determine it; make it a parameter"
            raise DefinitionError(f"{name}: the size {symbol} is free in {expression}, and {reason}")
        raise DefinitionError(f"{name}: {symbol} is free in {expression}; make it a parameter")
    for node in postorder(expression):
        if isinstance(node, OfWord) and node.word.name == name:
            raise DefinitionError(f"{name} is defined by itself; a word stands for smaller ones")


def _entered(word: Word, doc: str | None) -> type:
    """Return the class of a word, which is one for one name."""
    known = words().get(word.name)
    if known is not None:
        before: Word = known.word
        if not word.says_the_same_as(before):
            (there, _), (here, is_cell) = _shown_place(before.place), _shown_place(word.place)
            mend = "give it another name" + (", or restart the kernel" if is_cell else "")
            if _is_modern(before):
                mend = "import it from symattn.modern, or give yours another name"
                raise DefinitionError(f"symattn.modern has {word.name}, which is defined otherwise: {mend}")
            if _is_modern(word):
                mend = "give yours another name, since one word cannot mean two things"
                raise DefinitionError(f"symattn.modern has {word.name}, which is defined otherwise in {there}: {mend}")
            raise DefinitionError(
                f"{word.name} is defined otherwise already, in {there}; this definition is in {here}: {mend}"
            )
        for member, value in _said(word, doc).items():
            if member != "__doc__" or doc is not None:  # what is said of it stays where nothing else is said
                type.__setattr__(known, member, value)
        return known
    base: type = Defined if shape_of(word.expression) else DefinedNumber
    members = {
        **_said(word, doc),
        "__module__": known_words.__name__,
        "__qualname__": f"WORDS.{word.name}",
    }
    if base is Defined:
        members["is_extended_node"] = is_extended(word.expression)
    made = type(word.name, (base,), members)
    _ENTERED.add(made)
    setattr(WORDS, word.name, made)
    return made


def _is_modern(word: Word) -> bool:
    """Tell whether a definition is one of `symattn.modern`."""
    return Path(word.place.rpartition(", line ")[0]).parent == Path(known_words.__file__).parents[2] / "modern"


def is_defined(kind: type) -> bool:
    """Tell whether `define` has made a class, so that its definition says all about it."""
    return kind in _ENTERED


def _said(word: Word, doc: str | None) -> dict[str, Any]:
    """Return what a class says of its word: the word itself, how it is called, what it is and takes."""
    first = doc or f"Form {word.expression}. {word.source}".strip()
    takes = described(word.names, word.parameters, word.expression)
    return {"word": word, "__signature__": signature(word.names), "__doc__": f"{first}\n\n{takes}"}


def _alike(left: Basic, right: Basic, pairs: tuple[tuple[Basic, Basic], ...] = ()) -> bool:
    """Tell whether two expressions are the same up to the names of bound symbols, which ``pairs`` matches."""
    if isinstance(left, Symbol | Idx) or isinstance(right, Symbol | Idx):
        pair = next((pair for pair in reversed(pairs) if left == pair[0] or right == pair[1]), None)
        return left == right if pair is None else pair == (left, right)
    if type(left) is not type(right) or len(left.args) != len(right.args):
        return False
    if not left.args:
        return left == right
    if isinstance(left, Lambda) and isinstance(right, Lambda):
        return _alike(left.expr, right.expr, _matched(pairs, left.variables, right.variables))
    if isinstance(left, ExprWithLimits) and isinstance(right, ExprWithLimits):
        for mine, other in zip(reversed(left.limits), reversed(right.limits), strict=True):
            if len(mine) != len(other):
                return False
            if not all(_alike(*ends, pairs) for ends in zip(mine[1:], other[1:], strict=True)):
                return False
            pairs = _matched(pairs, mine[:1], other[:1])
        return _alike(left.function, right.function, pairs)
    return all(_alike(*each, pairs) for each in zip(left.args, right.args, strict=True))


def _matched(
    pairs: tuple[tuple[Basic, Basic], ...], left: Iterable[Basic], right: Iterable[Basic]
) -> tuple[tuple[Basic, Basic], ...]:
    return (*pairs, *zip(left, right, strict=True))
