"""Sizes, types and terms: a simply typed λ-calculus whose index types have symbolic size.

A *size* is a nonzero polynomial with natural coefficients in size variables that range over positive integers, so every
index type ``[p]`` = {0, …, p−1} is inhabited.  Terms are hash-consed (equal terms are the same object) and immutable;
bound variables are de Bruijn indices that carry their type, free variables are a name and a type.  Constructors check
types: an ill-typed term cannot be built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache, reduce
from math import gcd
from typing import Any, Final, NoReturn
from unicodedata import category, is_normalized

_LETTERS: Final = frozenset(("Lu", "Ll", "Lm", "Lo", "Nd"))  # categories of Unicode: letters and decimal digits
_NO_LETTERS: Final = frozenset("λΣ\u115f\u1160")  # notation, and two letters that are blank
_MARKS: Final = frozenset("?·•★")  # begin names that only symattn gives, so that no name of a user is one of them


class KernelError(Exception):
    """Report an ill-formed term or a misused rule; the message names the rule and the terms."""


def named(name: object) -> bool:
    """Tell whether an object is a name: a plain str of letters and digits that stand for themselves, and . ' ′ _ ⁻¹.

    It begins with a letter or _ (or with a mark of symattn's own), has fewer than 200 characters, and each dot stands
    between two others, not before ⁻¹.  A character that is not its own compatibility normal form (½, ｅ, ℓ) stands for
    others and is no part of a name.
    """
    return type(name) is str and _spelled(name)


@cache
def _spelled(name: str) -> bool:
    # Only a plain str, which never changes and equals no other text, comes here.
    if not (name[:1].isalpha() or name[:1] == "_" or (name[:1] in _MARKS and name[1:])):
        return False
    rest = name[name[:1] in _MARKS :].replace("⁻¹", "")
    letters = all(c in "._'′" or (category(c) in _LETTERS and c not in _NO_LETTERS) for c in rest)
    return letters and "" not in rest.split(".") and is_normalized("NFKC", rest) and len(name) < 200


def _refuse(*_: object) -> NoReturn:
    raise KernelError("kernel: its objects and classes cannot be changed or copied, its classes cannot be subclassed")


class _Maker(type):
    """Make the next class: what ``type`` itself has made cannot be given another class."""


class _Kind(type, metaclass=_Maker):
    """The class of the kernel's classes and, at the end of this module, of itself: then it makes and changes none.

    Python asks it for every class over one of the kernel's, whatever bases or metaclass stand beside that: a metaclass
    would have to be derived from this one, which it refuses too.
    """


class _Immutable(metaclass=_Kind):
    """Refuse assignment and deletion of attributes, copying, and objects that ``_filled`` has not made."""

    __slots__ = ("__weakref__",)
    __setattr__ = __delattr__ = __reduce__ = _refuse

    def __repr__(self) -> str:
        return f"⟦{self}⟧"


def _filled(cls: Any, a: object, b: object = None, c: object = None, d: object = None, e: object = None) -> Any:
    """Return a new object of a class, its slots filled in their order, those of Term first: nobody fills them again.

    The first slot is filled last; where ``...`` is given, it holds the object alone: a variable is its own free one.
    """
    new = object.__new__(cls)
    put_a, put_b, put_c, put_d, put_e = _setters(cls)  # one by one: a loop would take half of the time of a proof step
    put_b(new, b)
    put_c(new, c)
    put_d(new, d)
    put_e(new, e)
    put_a(new, frozenset((new,)) if a is ... else a)  # last: whoever finds the object before cannot use it
    return new


@cache
def _setters(cls: Any) -> list[Any]:
    found = [vars(kind)[slot].__set__ for kind in cls.__mro__[-3::-1] for slot in kind.__slots__]
    return found + [lambda *_: None] * (5 - len(found))


# ---------------------------------------------------------------------------------------------------------------- sizes

Monomial = tuple[tuple[str, int], ...]


class Size(_Immutable):
    """Hold a nonzero polynomial with natural coefficients in size variables, in canonical order.

    >>> n = Size.variable("n")
    >>> print(n * n + n * Size.number(2))
    2*n + n*n
    """

    __slots__ = ("_hash", "terms")
    terms: tuple[tuple[Monomial, int], ...]
    _hash: int

    def __new__(cls, terms: Mapping[Monomial, int]) -> Size:
        try:
            plain = [(tuple([(name, e) for name, e in monomial]), c) for monomial, c in terms.items()]
        except (AttributeError, TypeError, ValueError):
            raise KernelError(f"size: {terms!r} does not map monomials to numbers") from None
        for monomial, coefficient in plain:
            powers = all(named(name) and type(e) is int and e > 0 for name, e in monomial)
            if type(coefficient) is not int or coefficient < 0 or not powers:
                raise KernelError(f"size: {coefficient!r}·{monomial!r} is not a natural multiple of a monomial")
            if list(monomial) != sorted(dict(monomial).items()):
                raise KernelError(f"size: {monomial!r} is not a canonical monomial")
        kept = tuple(sorted((m, c) for m, c in plain if c))
        if not kept or len(dict(plain)) != len(plain):
            raise KernelError("size: 0 is not a size, and a monomial stands there once")
        return _filled(Size, hash(kept), kept)  # type: ignore[no-any-return]

    @staticmethod
    def variable(name: str) -> Size:
        """Return the size variable called ``name``."""
        return Size({((name, 1),): 1})

    @staticmethod
    def number(value: int) -> Size:
        """Return the positive integer ``value`` as a size."""
        return Size({(): value})

    def __add__(self, other: Size) -> Size:
        terms = dict(self.terms)
        for monomial, coefficient in other.terms:
            terms[monomial] = terms.get(monomial, 0) + coefficient
        return Size(terms)

    def __mul__(self, other: Size) -> Size:
        terms: dict[Monomial, int] = {}
        for left, a in self.terms:
            for right, b in other.terms:
                powers = dict(left)
                for name, exponent in right:
                    powers[name] = powers.get(name, 0) + exponent
                monomial = tuple(sorted(powers.items()))
                terms[monomial] = terms.get(monomial, 0) + a * b
        return Size(terms)

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is Size and self.terms == other.terms)

    def __hash__(self) -> int:
        return self._hash

    def variables(self) -> frozenset[str]:
        """Return the names of the size variables that occur."""
        return frozenset(name for monomial, _ in self.terms for name, _ in monomial)

    def least(self) -> int:
        """Return the value when every size variable is 1, which is the least value there is."""
        return sum(coefficient for _, coefficient in self.terms)

    def substitute(self, values: Mapping[str, Size]) -> Size:
        """Return the polynomial with every size variable replaced simultaneously."""
        if not any(name in values for monomial, _ in self.terms for name, _ in monomial):
            return self
        (first, count), *others = self.terms
        if not others and count == 1 and len(first) == 1 and first[0][1] == 1:
            return values[first[0][0]]  # a lone variable, by far the most common size
        total: list[Size] = []
        for monomial, coefficient in self.terms:
            product = Size.number(coefficient)
            for name in (name for name, exponent in monomial for _ in range(exponent)):
                product = product * values.get(name, Size.variable(name))
            total.append(product)
        return reduce(Size.__add__, total)

    def __str__(self) -> str:
        shown = []
        for monomial, coefficient in sorted(self.terms, key=lambda term: (sum(e for _, e in term[0]), term)):
            factors = [name for name, exponent in monomial for _ in range(exponent)]
            if coefficient != 1 or not factors:
                factors = [str(coefficient), *factors]
            shown.append("*".join(factors))
        return " + ".join(shown)


# ---------------------------------------------------------------------------------------------------------------- types


class Type(_Immutable):
    """Hold a type: ``ℝ``, ``ℕ``, ``𝔹``, ``ℝ∞`` (= ℝ ∪ {−∞}), an index type ``[p]`` or a function type; interned."""

    __slots__ = ("kind", "size", "domain", "codomain")  # noqa: RUF023, the order of _filled
    kind: str
    size: Size | None
    domain: Type | None
    codomain: Type | None

    def __str__(self) -> str:
        if self.kind == "fin":
            return f"[{self.size}]"
        if self.domain is not None and self.codomain is not None:
            left = f"({self.domain})" if self.domain.kind == "fun" else str(self.domain)
            return f"{left}→{self.codomain}"
        return self.kind

    def substitute(self, values: Mapping[str, Size]) -> Type:
        """Return the type with size variables replaced simultaneously."""
        if self.size is not None:
            return fin(self.size.substitute(values))
        if self.domain is not None and self.codomain is not None:
            return fun(self.domain.substitute(values), self.codomain.substitute(values))
        return self

    def size_variables(self) -> frozenset[str]:
        """Return the names of the size variables that occur in the type."""
        own = self.size.variables() if self.size is not None else frozenset()
        return own.union(*(part.size_variables() for part in (self.domain, self.codomain) if part is not None))


_TYPES: dict[object, Type] = {}
REAL, NAT, BOOL, EXTENDED = [_filled(Type, kind) for kind in ("ℝ", "ℕ", "𝔹", "ℝ∞")]


def fin(size: Size) -> Type:
    """Return the index type {0, …, size−1}."""
    if type(size) is not Size:
        raise KernelError(f"type: {size!r} is not a size")
    return _TYPES.get(size) or _TYPES.setdefault(size, _filled(Type, "fin", size))


def fun(domain: Type, codomain: Type) -> Type:
    """Return the type of functions from ``domain`` to ``codomain``."""
    if type(domain) is not Type or type(codomain) is not Type:
        raise KernelError(f"type: {domain!r}→{codomain!r} is not a function type")
    key = (domain, codomain)
    return _TYPES.get(key) or _TYPES.setdefault(key, _filled(Type, "fun", None, domain, codomain))


# ---------------------------------------------------------------------------------------------------------------- terms

Loose = tuple[tuple[int, Type], ...]


class Term(_Immutable):
    """Hold a term; ``type`` is its type, ``free`` its free variables, ``loose`` the bound indices it leaves open."""

    __slots__ = ("free", "loose", "type")
    type: Type
    free: frozenset[Var]
    loose: Loose

    def __str__(self) -> str:
        """Show the start of the term as it is, without notation: prefix form, bound variables by index."""
        shown: list[str] = []
        stack: list[Term | str] = [self]
        while stack and len(shown) < 400:
            t = stack.pop()
            if isinstance(t, App):
                stack += (")", t.argument, " ", t.function, "(")
            elif isinstance(t, Abs):
                stack += (")", t.body, f"(λ{t.binder}. ")
            elif isinstance(t, Const) and t.sizes:
                shown.append(f"{t.name}{{{', '.join(map(str, t.sizes))}}}")
            elif isinstance(t, Var | Const):
                shown.append(t.name)
            elif isinstance(t, Lit) and (abs(t.numerator) | t.denominator).bit_length() > 2000:
                shown.append("…")  # Python refuses to write a number with too many digits
            else:
                shown.append(str(t.value if isinstance(t, Lit) else t.index if isinstance(t, Bound) else t))
        return "".join(shown) + ("…" if stack else "")


class Var(Term):
    """Hold a free variable: a name and a type."""

    __slots__ = ("name",)
    name: str


class Bound(Term):
    """Hold a bound variable: a de Bruijn index and its type."""

    __slots__ = ("index",)
    index: int


class Const(Term):
    """Hold a constant with its explicit size arguments."""

    __slots__ = ("name", "sizes")
    name: str
    sizes: tuple[Size, ...]


class Lit(Term):
    """Hold a literal: a rational of type ℝ, a natural number, or an index below the least value of its size.

    It is kept as two plain integers in lowest terms, for nobody can change an ``int`` in place or make it lie.
    """

    __slots__ = ("denominator", "numerator")
    numerator: int
    denominator: int

    @property
    def value(self) -> Fraction | int:
        """Return the number, made anew on each call: a Fraction for a real number, an int for the others."""
        return Fraction(self.numerator, self.denominator) if self.type is REAL else self.numerator


class App(Term):
    """Hold the application of a function to an argument."""

    __slots__ = ("argument", "function")
    function: Term
    argument: Term


class Abs(Term):
    """Hold a λ-abstraction over a variable of type ``binder``."""

    __slots__ = ("binder", "body")
    binder: Type
    body: Term


_SYMBOLS: Final = frozenset(("+", "*", "≤", "#"))
_KINDS: Final = frozenset(map(id, (Var, Bound, Const, Lit, App, Abs)))  # by identity: a class may equal another one
_TERMS: dict[object, Term] = {}
_SIGNATURE: dict[str, tuple[tuple[str, ...], Type, Term | None]] = {}
_CLOSED: Final[frozenset[Var]] = frozenset()


def _make(cls: type[Term], key: object, ty: Type, free: object, loose: Loose, *parts: object) -> Term:
    return _TERMS.setdefault(key, _filled(cls, free, loose, ty, *parts))  # complete, and the first of two stays


def var(name: str, ty: Type) -> Var:
    """Return the free variable ``name`` of type ``ty``."""
    if type(ty) is not Type or not named(name) or name in _SYMBOLS:
        raise KernelError(f"variable: {name!r} : {ty!r} needs a name and a Type")
    key = (Var, name, ty)
    return _TERMS.get(key) or _make(Var, key, ty, ..., (), name)  # type: ignore[return-value]


def bound(index: int, ty: Type) -> Term:
    """Return the bound variable with de Bruijn index ``index``."""
    if type(index) is not int or index < 0 or type(ty) is not Type:
        raise KernelError(f"bound variable: {index!r} : {ty!r} needs a natural number and a Type")
    key = (Bound, index, ty)
    return _TERMS.get(key) or _make(Bound, key, ty, _CLOSED, ((index, ty),), index)


def literal(value: Fraction | int, ty: Type) -> Term:
    """Return a literal; an index literal k of type [p] needs k < p(1, …, 1)."""
    numerator, denominator = _lowest_terms(value)
    if ty is not REAL:
        limit = ty.size.least() if type(ty) is Type and ty.size is not None else None
        if ty is not NAT and limit is None:
            raise KernelError(f"literal: type {ty!r} has no literals")
        if type(value) is not int or value < 0 or (limit is not None and value >= limit):
            raise KernelError(f"literal: {value!r} is not surely an element of {ty}")
    key = (Lit, numerator, denominator, ty)
    found = _TERMS.get(key)
    return found or _make(Lit, key, ty, _CLOSED, (), denominator, numerator)


def _lowest_terms(value: Fraction | int) -> tuple[int, int]:
    """Return numerator and denominator as plain integers; a Fraction may hold foreign ones, or be tampered with."""
    if type(value) is int:
        return value, 1
    if type(value) is Fraction:
        numerator, denominator = value.numerator, value.denominator
        if type(numerator) is int and type(denominator) is int and denominator > 0 and gcd(numerator, denominator) == 1:
            return numerator, denominator
    raise KernelError(f"literal: a {type(value).__name__} is not an int, nor a Fraction of two in lowest terms")


def declare(name: str, parameters: tuple[str, ...], ty: Type, value: Term | None = None) -> bool:
    """Enter a constant, with the value that is to define it, and tell whether it is new; no other entry replaces it."""
    entry = parameters, ty, value
    rule = "definition" if value else "declare"
    proper = type(name) is str and (named(name) or name in _SYMBOLS) and type(parameters) is tuple
    if not proper or not all(map(named, parameters)) or type(ty) is not Type or len(set(parameters)) < len(parameters):
        raise KernelError(f"{rule}: {name!r} {parameters!r} is not a name for a new constant")
    stray = (ty.size_variables() | size_variables([value] if value else ())) - frozenset(parameters)
    if stray:
        raise KernelError(f"{rule}: the size variables {sorted(stray)} are not parameters of {name}")
    known = _SIGNATURE.setdefault(name, entry)
    if known != entry:
        raise KernelError(f"{rule}: {name} is already declared otherwise")
    return known is entry


def const(name: str, *sizes: Size) -> Term:
    """Return the declared constant ``name`` at the given sizes."""
    if type(name) is not str or name not in _SIGNATURE or any(type(s) is not Size for s in sizes):
        raise KernelError(f"constant: {name!r} is not declared, or {sizes} are not sizes")
    key = (Const, name, sizes)
    found = _TERMS.get(key)
    if found is None:
        parameters, ty, _ = _SIGNATURE[name]
        if len(sizes) != len(parameters):
            raise KernelError(f"constant: {name} takes the sizes {parameters}, not {sizes}")
        at = ty.substitute(dict(zip(parameters, sizes, strict=True)))
        found = _make(Const, key, at, _CLOSED, (), name, tuple(sizes))
    return found


def equality(ty: Type) -> Term:
    """Return the equality constant of type ty→ty→𝔹."""
    if type(ty) is not Type:
        raise KernelError(f"equality: {ty!r} is not a type")
    key = (Const, "=", ty)
    return _TERMS.get(key) or _make(Const, key, fun(ty, fun(ty, BOOL)), _CLOSED, (), "=", ())


def app(function: Term, *arguments: Term) -> Term:
    """Return the application of ``function`` to the arguments, one after the other."""
    for argument in arguments:
        if id(type(function)) not in _KINDS or id(type(argument)) not in _KINDS:
            raise KernelError(f"application: {function!r} and {argument!r} must be terms")
        key = (function, argument)
        found = _TERMS.get(key)
        if found is None:
            ty = function.type
            if ty.domain is None or ty.codomain is None or ty.domain is not argument.type:
                raise KernelError(
                    f"application: {function} of type {ty} does not take {argument} of type {argument.type}"
                )
            free, loose = function.free, function.loose or argument.loose
            if not argument.free <= free:
                free = argument.free if free <= argument.free else free | argument.free
            if argument.loose and argument.loose != loose:
                merged = dict(loose)
                for index, at in argument.loose:
                    if merged.setdefault(index, at) is not at:
                        raise KernelError(f"application: bound index {index} has two types, {merged[index]} and {at}")
                loose = tuple(sorted(merged.items(), key=lambda pair: pair[0]))
            found = _make(App, key, ty.codomain, free, loose, argument, function)
        function = found
    return function


def lam(binder: Type, body: Term) -> Term:
    """Return λ. body, which binds index 0 of ``body``; the type of that index must be ``binder``."""
    if type(binder) is not Type or id(type(body)) not in _KINDS:
        raise KernelError(f"abstraction: {binder!r} and {body!r} must be a type and a term")
    key = (Abs, binder, body)
    found = _TERMS.get(key)
    if found is None:
        for index, ty in body.loose:
            if index == 0 and ty is not binder:
                raise KernelError(f"abstraction: bound index 0 has type {ty}, not {binder}")
        loose = tuple([(index - 1, ty) for index, ty in body.loose if index > 0])
        found = _make(Abs, key, fun(binder, body.type), body.free, loose, binder, body)
    return found


def equation(left: Term, right: Term) -> Term:
    """Return the proposition left = right."""
    return app(equality(left.type), left, right)


def sides(proposition: Term) -> tuple[Term, Term] | None:
    """Return the two sides of an equation, or None when the term is not an equation."""
    if type(proposition) is App and type(proposition.function) is App:
        applied = proposition.function
        if type(applied.function) is Const and applied.function.name == "=":
            return applied.argument, proposition.argument
    return None


# ------------------------------------------------------------------------------------------------------- substitutions


def _rebuild(
    t: Term,
    depth: int,
    memo: dict[tuple[Term, int], Term],
    apart: Callable[[frozenset[Var]], bool] | None,
    leaf: Callable[[Term, int], Term],
    at: Callable[[Type], Type] = lambda ty: ty,
) -> Term:
    """Rebuild a term under ``depth`` binders: replace the atoms and the types of binders, but keep some subterms.

    These are the ones whose free variables are ``apart``, or without that those without a loose index beyond ``depth``.
    """
    # No index beyond ``depth`` is loose, so the greatest loose index tells whether the variable occurs.
    if apart(t.free) if apart else not t.loose or t.loose[-1][0] < depth:
        return t
    key = t, depth
    done = memo.get(key)
    if done is None:
        if type(t) is App:
            pair = (
                _rebuild(t.function, depth, memo, apart, leaf, at),
                _rebuild(t.argument, depth, memo, apart, leaf, at),
            )
            done = _TERMS.get(pair) or app(*pair)
        elif type(t) is Abs:
            done = lam(at(t.binder), _rebuild(t.body, depth + 1, memo, apart, leaf, at))
        else:
            done = leaf(t, depth)
        memo[key] = done
    return done


@cache
def abstract(variable: Var, term: Term) -> Term:
    """Return λvariable. term."""
    if type(variable) is not Var or id(type(term)) not in _KINDS or term.loose:
        raise KernelError(f"abstract: {variable!r} must be a variable and {term!r} must have no loose bound index")
    body = _rebuild(term, 0, {}, variable.free.isdisjoint, lambda _, depth: bound(depth, variable.type))
    return lam(variable.type, body)


@cache
def open_body(abstraction: Term, argument: Term) -> Term:
    """Return the body of an abstraction with its bound variable replaced by ``argument`` (a β-step)."""
    if id(type(argument)) not in _KINDS or type(abstraction) is not Abs or abstraction.loose or argument.loose:
        raise KernelError(f"open: {abstraction!r} at {argument!r} needs an abstraction and no loose bound index")
    if argument.type is not abstraction.binder:
        raise KernelError(f"open: {argument} of type {argument.type} is not of type {abstraction.binder}")
    return _rebuild(abstraction.body, 0, {}, None, lambda _, __: argument)


def substitute(term: Term, values: Mapping[Var, Term]) -> Term:
    """Return the term with free variables replaced simultaneously; the values must have no loose bound index."""
    for variable, value in values.items():
        if type(variable) is not Var or id(type(value)) not in _KINDS or value.type is not variable.type or value.loose:
            raise KernelError(f"instantiate: {value!r} cannot stand for {variable!r}")
    return _rebuild(term, 0, {}, frozenset(values).isdisjoint, lambda t, _: values[t])  # type: ignore[index]


def substitute_sizes(term: Term, values: Mapping[str, Size]) -> Term:
    """Return the term with size variables replaced simultaneously, in types and size arguments alike."""
    for name, size in values.items():
        if not named(name) or type(size) is not Size:
            raise KernelError(f"instantiate_sizes: {size!r} cannot stand for {name!r}")

    @cache
    def at(ty: Type) -> Type:
        return ty.substitute(values)

    def leaf(t: Term, _: int) -> Term:
        ty = at(t.type)
        if isinstance(t, Var):
            return var(t.name, ty)
        if isinstance(t, Bound):
            return bound(t.index, ty)
        if isinstance(t, Lit):
            return literal(t.value, ty)
        if isinstance(t, Const) and t.name != "=":
            return const(t.name, *(s.substitute(values) for s in t.sizes))
        return equality(ty.domain or ty)

    return _rebuild(term, 0, {}, lambda _: False, leaf, at)


def size_variables(terms: Iterable[Term]) -> frozenset[str]:
    """Return the names of all size variables in the terms: in types and in size arguments."""
    found: frozenset[str] = frozenset()
    seen: set[Term] = set()
    stack = list(terms)
    while stack:
        t = stack.pop()
        if t not in seen:
            seen.add(t)
            found |= t.type.size_variables()
            if isinstance(t, App):
                stack += (t.function, t.argument)
            elif isinstance(t, Abs):
                stack.append(t.body)
            elif isinstance(t, Const):
                found = found.union(*(size.variables() for size in t.sizes))
    return found


# ------------------------------------------------------------------------------------------------------------ theorems

Terms = tuple[Term, ...]
Sides = tuple[Term, Term]
Argument = Term | Size | Type | str | tuple["Argument", ...]


class Theorem(_Immutable):
    """Hold a proved sequent and the inference that proved it; only the rules of inference make theorems.

    ``proved`` is its conclusion or, of an equation that a rule has made, the two sides of it: most equations are met as
    sides alone, and the term is made where it is asked for (equal terms are the same object, hence always the same).
    """

    __slots__ = ("hypotheses", "proved", "rule", "premises", "arguments")  # noqa: RUF023, the order of _theorem
    hypotheses: Terms
    proved: Term | Sides
    rule: str
    premises: tuple[Theorem, ...]
    arguments: tuple[Argument, ...]

    @property
    def conclusion(self) -> Term:
        """The proposition that is proved."""
        return equation(*self.proved) if type(self.proved) is tuple else self.proved  # type: ignore[return-value]

    @property
    def sides(self) -> Sides | None:
        """The two sides of the conclusion, or None where it is no equation."""
        return self.proved if type(self.proved) is tuple else sides(self.proved)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return f"{', '.join(map(str, self.hypotheses))} ⊢ {self.conclusion}".lstrip()


_Kind.__class__ = _Kind  # type: ignore[assignment]
_Immutable.__new__ = _Kind.__new__ = _Kind.__delattr__ = _Kind.__setattr__ = _refuse  # type: ignore[assignment, method-assign]
