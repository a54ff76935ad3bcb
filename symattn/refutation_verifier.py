"""Verify refutations of symattn: recompute a counterexample, and believe nothing.

    python refutation_verifier.py REFUTATION…

A refutation states a proposition in the logic of symattn's kernel at chosen sizes, with exact values for its variables.
This file evaluates the hypotheses and the proposition there, in rational interval arithmetic with explicit remainders,
and confirms that every hypothesis is true and the proposition false.  It needs nothing but Python's standard library
and shares no code with the rest of symattn.

Exit code 0: every proposition is refuted.  1: a refutation does not hold, or a truth value stays open.  2: a file is
not a refutation.

A real number is an interval [a, b] of rationals that surely contains it; [a, a] is exact.  A truth value is True,
False, or None: not decided.  Where the logic makes an operation total by a convention (the inverse of 0, roots and
logarithms outside their domain, −∞ times a number that is not positive) there is no value here, so that no convention
refutes.
"""

from __future__ import annotations

import json
import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from math import ceil, floor, isqrt, prod
from typing import Any, BinaryIO, Final

VERSION: Final = 1
UNIT: Final = 2**192  # intervals that are not exact are rounded outwards to multiples of 1/UNIT
TERMS: Final = 60  # of a Taylor series
LINE: Final = 1_000_000
LARGEST: Final = 1_000  # size, and no natural number reaches it
FIRST, EACH, WORK = 60_000, 40, 3_000_000  # steps that any file may take, more for each byte of it, most in all
SERIES: Final = 100  # steps that a series takes
DIGITS: Final = 4_000  # bits of a number
MOST: Final = 100_000  # characters of what is shown


class NotARefutation(Exception):
    """Report a file that is not a refutation of this version: exit code 2."""


class DoesNotHold(Exception):
    """Report a refutation that is not confirmed: exit code 1."""


def quoted(thing: object) -> str:
    """Show something from a file on one short line of printable characters."""
    text = ascii(thing) if not isinstance(thing, str) or not thing.isprintable() else thing
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text):
        text = ascii(text)[1:-1]  # what is written from right to left would change the place of the words beside it
    return text if len(text) <= 200 else text[:200] + "…"


# ---------------------------------------------------------------------------------------------------------- intervals

Interval = tuple[Fraction, ...]  # its ends; where something varies, those of the derivative after them
MINUS_INFINITY: Final = "-oo"


def exactly(value: Fraction | int) -> Interval:
    """Return the interval of one number."""
    number = Fraction(value)
    return number, number


def outwards(low: Fraction, high: Fraction) -> Interval:
    """Return an interval that contains [low, high] and has short endpoints; an exact number stays exact."""
    if low is not high and low != high:
        low, high = Fraction(floor(low * UNIT), UNIT), Fraction(ceil(high * UNIT), UNIT)
    if bits(low, high) > DIGITS:
        raise DoesNotHold("a number has more digits than the verifier's limit")
    return low, high


def bits(*numbers: Fraction) -> int:
    """Return the length of the longest number above or below a fraction bar."""
    return max([(abs(q.numerator) | q.denominator).bit_length() for q in numbers])


def slope(x: Interval) -> Interval:
    """Return the derivative of a number by what varies: the second interval of one that has two."""
    return x[2:] or exactly(0)


def through(function: Any, derivative: Any) -> Any:
    """Return a function of a number that may vary, by the chain rule."""
    return lambda x: function(x) if len(x) == 2 else function(x[:2]) + multiply(derivative(x[:2]), slope(x))


def add(x: Interval, y: Interval) -> Interval:
    if len(x + y) > 4:
        return add(x[:2], y[:2]) + add(slope(x), slope(y))
    return outwards(x[0] + y[0], x[1] + y[1])


def multiply(x: Interval, y: Interval) -> Interval:
    if len(x + y) > 4:
        return multiply(x[:2], y[:2]) + add(multiply(x[:2], slope(y)), multiply(slope(x), y[:2]))
    products = [a * b for a in ends(x) for b in ends(y)]
    return outwards(min(products), max(products))


def ends(x: Interval) -> Interval:
    """Return the ends of an interval, of an exact number one."""
    return x[:1] if x[0] is x[1] or x[0] == x[1] else x


def inverse(x: Interval) -> Interval:
    if x[0] <= 0 <= x[1]:
        raise DoesNotHold("the inverse of a number that is, or may be, 0")
    return outwards(1 / x[1], 1 / x[0])


def around(middle: Fraction, radius: Fraction) -> Interval:
    return outwards(middle - radius, middle + radius)


# A series is summed in whole multiples of 1/UNIT.  Its argument is rounded down to one first, which changes it by less
# than one unit; then each term is off by less than ERROR units, whatever the digits of the argument were.

ERROR: Final = 16


def _rounded(x: Fraction) -> int:
    return floor(x * UNIT)


def _summed(units: int, terms: int, remainder: int) -> Interval:
    """Return the interval of a sum of so many terms, whose remainder is at most the last term twice."""
    return around(Fraction(units, UNIT), Fraction(2 * abs(remainder) + ERROR * (terms + 1), UNIT))


def _artanh(x: Fraction, sign: int) -> Interval:
    """Return artanh z, or arctan z for sign −1, for |z| ≤ 1/2: Σ ±z^(2i+1)/(2i+1), remainder below twice a term."""
    z, total = _rounded(x), 0
    power, square = z, z * z // UNIT
    for i in range(TERMS * 2):
        total += sign**i * power // (2 * i + 1)
        power = power * square // UNIT
    return _summed(total, TERMS * 2, power)


def _times(count: int, x: Interval) -> Interval:
    return multiply(exactly(count), x)


PI: Final = add(_times(16, _artanh(Fraction(1, 5), -1)), _times(-4, _artanh(Fraction(1, 239), -1)))  # Machin
LOG_2: Final = _times(2, _artanh(Fraction(1, 3), 1))


def _exp(x: Fraction) -> Interval:
    """Return exp x as the 2^k-th power of exp(x/2^k) with |x/2^k| ≤ 1/2, whose remainder is below twice a term."""
    if abs(x) > 2000:
        raise DoesNotHold("the exponential of a number beyond the verifier's limit")
    if x == 0:
        return exactly(1)
    halvings = max(0, (4 * abs(x).numerator // abs(x).denominator).bit_length())
    small, term, total = _rounded(x / 2**halvings), UNIT, 0
    for i in range(1, TERMS):
        total, term = total + term, term * small // (UNIT * i)
    result = _summed(total, TERMS, term)
    for _ in range(halvings):
        result = outwards(result[0] ** 2, result[1] ** 2)  # both ends are positive
    return result


def growing(function: Callable[[Fraction], Interval], x: Interval) -> Interval:
    return outwards(function(x[0])[0], function(x[1])[1])


def _log(x: Fraction) -> Interval:
    """Return log x = log m + k log 2 = 2 artanh((m − 1)/(m + 1)) + k log 2 with m = x/2^k between 2/3 and 4/3."""
    if x <= 0:
        raise DoesNotHold("the logarithm of a number that is not positive")
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k
    k, m = (k + 1, m / 2) if m > Fraction(4, 3) else (k - 1, m * 2) if m < Fraction(2, 3) else (k, m)
    if m == 1 and k == 0:
        return exactly(0)
    return add(_times(2, _artanh((m - 1) / (m + 1), 1)), _times(k, LOG_2))


def root(x: Interval) -> Interval:
    """Return the square root: exactly for the square of a rational, else by integer square roots."""
    if x[0] < 0:
        raise DoesNotHold("the square root of a number that is, or may be, negative")
    exact = Fraction(isqrt(x[0].numerator), isqrt(x[0].denominator))
    if x[0] == x[1] == exact * exact:
        return exact, exact
    return Fraction(isqrt(floor(x[0] * UNIT * UNIT)), UNIT), Fraction(isqrt(ceil(x[1] * UNIT * UNIT)) + 1, UNIT)


def sine(x: Interval, derivatives: int = 0) -> Interval:
    """Return sin x, or its derivative cos x: around the middle, which Taylor's series gives after whole turns."""
    turns = round((x[0] + x[1]) / (2 * 2 * PI[0]))
    low, high = add(x, _times(-2 * turns, PI))
    middle, radius = (low + high) / 2, (high - low) / 2
    if abs(middle) > 4 or radius > 1:
        raise DoesNotHold("the sine of a number beyond the verifier's limit, or known too roughly")
    if middle == radius == 0:
        return exactly(derivatives % 2)
    z, total, term = _rounded(middle), 0, UNIT
    for i in range(1, 2 * TERMS):
        if (i - 1) % 2 != derivatives % 2:
            total += term * (-1) ** ((i - 1) // 2)
        term = term * z // (UNIT * i)
    return add(_summed(total, 2 * TERMS, term), (-radius, radius))


# --------------------------------------------------------------------------------------------------------------- types

Type = tuple[Any, ...]  # ("ℝ",), ("ℕ",), ("𝔹",), ("ℝ∞",), ("index", size) or ("function", domain, codomain)
BASE = REAL, NATURAL, TRUTH, EXTENDED = (("ℝ",), ("ℕ",), ("𝔹",), ("ℝ∞",))
CONNECTIVE: Final = ("function", TRUTH, ("function", TRUTH, TRUTH))


def word(text: object) -> str:
    if type(text) is not str or len(text) > 1000 or not text.isprintable():
        raise NotARefutation(f"expected a short string and found {quoted(text)}")
    return text


def whole(number: object, limit: int, otherwise: type[Exception] = NotARefutation) -> int:
    if type(number) is not int or not 0 <= number < limit:
        raise otherwise(f"{quoted(number)} is no whole number below {limit}")
    return number


def number_of(text: object) -> Fraction:
    if not re.fullmatch(r"-?[0-9]{1,300}(/[1-9][0-9]{0,300}|\.[0-9]{1,300})?", word(text)):
        raise NotARefutation(f"a number is a string like -3/4, not {quoted(text)}")
    return Fraction(word(text))


def read_type(text: object, sizes: dict[str, int] | None = None) -> Type:
    """Read a type such as ``([2]→ℝ)→ℝ``; the types of the table below have sizes such as m+k or m*n."""
    tokens = [*re.findall(r"\[[^\]]*\]|ℝ∞|\S", word(text)), ""][::-1]

    result = _type(tokens, sizes)
    if tokens != [""]:
        raise NotARefutation(f"{quoted(text)} is not a type")
    return result


def _type(tokens: list[str], sizes: dict[str, int] | None) -> Type:
    """Read a type from the end of a list of tokens, the first one last, and take its tokens away."""
    token = tokens.pop()
    if token[:1] == "[":
        left: Type = "index", _size(token[1:-1], sizes)
    else:
        left = _type(tokens, sizes) if token == "(" else BASE[BASE.index((token,))]
    if token == "(" and tokens.pop() != ")":
        raise NotARefutation("a parenthesis of a type is not closed")
    if tokens[-1] != "→":
        return left
    tokens.pop()
    return "function", left, _type(tokens, sizes)


def _size(text: str, sizes: dict[str, int] | None) -> int:
    if sizes is None:
        return 1 + whole(int(text) - 1, LARGEST)
    return sum(prod(sizes.get(name) or int(name) for name in part.split("*")) for part in text.split("+"))


def type_text(ty: Type) -> str:
    """Write a type as ``read_type`` reads it."""
    if ty[0] != "function":
        return f"[{ty[1]}]" if ty[0] == "index" else str(ty[0])
    left = type_text(ty[1])
    return f"({left})→{type_text(ty[2])}" if ty[1][0] == "function" else f"{left}→{type_text(ty[2])}"


# ----------------------------------------------------------------------------------------------------------- the model


def at_most(x: Interval, y: Interval) -> bool | None:
    if len(x + y) > 4 and x[0] <= y[1] and y[0] <= x[1]:
        raise DoesNotHold("numbers that vary are compared where they are, or may be, equal")
    return True if x[1] <= y[0] else False if x[0] > y[1] else None


def _scaled(c: Interval, x: Any) -> Any:
    if c[0] <= 0:
        raise DoesNotHold("−∞, or what may be −∞, is scaled by a number that may not be positive")
    return x if x == MINUS_INFINITY else multiply(c, x)


def _allowed(p: bool | None) -> Any:
    if p is None:
        raise DoesNotHold("it is not decided whether a score is masked")
    return exactly(0) if p else MINUS_INFINITY


_exponential = through(partial(growing, _exp), partial(growing, _exp))
_cosine = partial(sine, derivatives=1)
natural: Final = partial(whole, limit=LARGEST, otherwise=DoesNotHold)

# name | size parameters | type | number of arguments that its meaning takes
PRIMITIVES: Final = """
+ | | ℝ→ℝ→ℝ | 2
* | | ℝ→ℝ→ℝ | 2
inv | | ℝ→ℝ | 1
≤ | | ℝ→ℝ→𝔹 | 2
exp | | ℝ→ℝ | 1
log | | ℝ→ℝ | 1
sqrt | | ℝ→ℝ | 1
sin | | ℝ→ℝ | 1
cos | | ℝ→ℝ | 1
pi | | ℝ | 0
ind | | 𝔹→ℝ | 1
suc | | ℕ→ℕ | 1
nadd | | ℕ→ℕ→ℕ | 2
real | | ℕ→ℝ | 1
iterate | m n | (([m]→[n]→ℝ)→[m]→[n]→ℝ)→([m]→[n]→ℝ)→ℕ→[m]→[n]→ℝ | 3
# | n | ℝ | 0
sum | n | ([n]→ℝ)→ℝ | 1
pos | n | [n]→ℝ | 1
nat | n | [n]→ℕ | 1
last | n | [n] | 0
inl | m k | [m]→[m+k] | 1
inr | m k | [k]→[m+k] | 1
case | m k | ([m]→ℝ)→([k]→ℝ)→[m+k]→ℝ | 3
pair | m n | [m]→[n]→[m*n] | 2
quo | m n | [m*n]→[m] | 1
rem | m n | [m*n]→[n] | 1
emb | | ℝ→ℝ∞ | 1
ninf | | ℝ∞ | 0
plus | | ℝ∞→ℝ∞→ℝ∞ | 2
times | | ℝ→ℝ∞→ℝ∞ | 2
eexp | | ℝ∞→ℝ | 1
allow | | 𝔹→ℝ∞ | 1
deriv | | (ℝ→ℝ)→ℝ→ℝ→𝔹 | 3
"""


# fmt: off
def meanings() -> dict[str, Any]:
    """Return what constants mean, of the sizes and then of all arguments, where there are any: see Model.meaning."""
    return {
        "+": add, "*": multiply, "≤": at_most, "inv": through(inverse, lambda x: _times(-1, inverse(multiply(x, x)))),
        "exp": _exponential, "log": through(partial(growing, _log), inverse),
        "sqrt": through(root, lambda x: inverse(_times(2, root(x)))), "sin": through(sine, _cosine),
        "cos": through(_cosine, lambda x: _times(-1, sine(x))), "pi": PI,
        "suc": lambda n: natural(n + 1), "nadd": lambda m, n: natural(m + n),
        "ind": lambda p: (Fraction(p is True), Fraction(p is not False)), "real": exactly, "#": exactly,
        "pos": lambda n: exactly, "nat": lambda n: lambda i: i,
        "last": lambda n: n - 1, "inl": lambda m, k: lambda i: i, "inr": lambda m, k: lambda i: m + i,
        "case": lambda m, k: lambda f, g, i: f(i) if i < m else g(i - m), "pair": lambda m, n: lambda i, j: n * i + j,
        "quo": lambda m, n: lambda i: i // n, "rem": lambda m, n: lambda i: i % n, "emb": lambda x: x,
        "ninf": MINUS_INFINITY, "plus": lambda x, y: MINUS_INFINITY if MINUS_INFINITY in (x, y) else add(x, y),
        "times": _scaled, "allow": _allowed,
        "eexp": lambda x: exactly(0) if x == MINUS_INFINITY else _exponential(x),
    }
# fmt: on


def primitives() -> dict[str, tuple[str, ...]]:
    """Read the table above, anew for each file, since nobody can change a text."""
    return {row[0]: row[1:] for row in re.findall(r"(\S+) \| ?(.*?) ?\| (\S+) \| (\d)", PRIMITIVES)}


def curried(rule: Callable[..., Any], count: int, given: tuple[Any, ...] = ()) -> Any:
    """Return a function of ``count`` arguments that takes them one by one."""
    if count == len(given):
        return rule(*given) if count else rule
    return lambda argument: curried(rule, count, (*given, argument))


# --------------------------------------------------------------------------------------------------------------- terms


def is_name(text: str) -> bool:
    """Tell whether text is letters and digits that stand for themselves alone, and . ' ′ _ ⁻¹, a letter or _ first."""
    body = text.replace("⁻¹", "")
    kinds = {unicodedata.category(c) for c in body if c not in ".'′_"}
    blank = {"λ", "Σ", "\u115f", "\u1160"}.intersection(body)  # or notation
    plain = kinds <= {"Lu", "Ll", "Lm", "Lo", "Nd"} and unicodedata.normalize("NFKC", body) == body and not blank
    return plain and all(body.split(".")) and len(text) < 200 and (text[0] == "_" or text[0].isalpha())


def shown(name: str) -> str:
    """Write a name: a letter that is like another one, or stands among letters of another script, as its number."""
    text = ""
    for run in re.findall(r"⁻¹|[^\W\d_]+|.", name):
        latin = re.fullmatch("[A-Za-zΓΔΘΞΠΦΨΩ]+", run)
        clear = latin or run.isascii() or run == "⁻¹" or re.fullmatch("[αβγδεζηθκμξπρστφχψω]+", run)
        text += run if clear else "".join(c if c.isascii() else f"⟨U+{ord(c):04X}⟩" for c in run)
    return text


@dataclass(frozen=True, eq=False, slots=True)
class Term:
    """A term: kind, two parts, type, and the types of its loose bound indices."""

    kind: str
    a: Any
    b: Any
    type: Type
    loose: dict[int, Type]


class Statement:
    """Read a refutation line by line: terms, definitions, values, hypotheses, and what is refuted."""

    def __init__(self) -> None:
        self.primitives = primitives()
        self.nodes: dict[Any, Term] = {}  # equal terms are one object
        self.terms: list[Term] = []
        self.meanings: dict[str, Any] = {}  # of names: the type of a variable, or that they are defined
        self.definitions: dict[str, Term] = {}
        self.types: dict[str, Type] = {}  # those that were read, by their text
        self.values: dict[Term, Any] = {}
        self.claim: tuple[Term, ...] = ()  # what is refuted, and the hypotheses, each once

    def line(self, items: Any) -> None:
        """Take in one line; what is no line raises what ``verify`` reports."""
        kind, *rest = items
        if self.claim:
            raise NotARefutation("there is one claim, and only the end comes after it")
        made = getattr(self, f"a_{kind}")(*rest)
        if made is not None:
            self.terms.append(self.nodes.setdefault((made.kind, made.a, made.b, made.type), made))

    def type_of(self, text: object) -> Type:
        """Read a type, each text once."""
        if word(text) not in self.types:
            self.types[word(text)] = read_type(text)
        return self.types[word(text)]

    def earlier(self, number: object) -> Term:
        return self.terms[whole(number, len(self.terms))]

    def a_claim(self, *numbers: object) -> None:
        self.claim = (self.earlier(numbers[0]), *dict.fromkeys(map(self.earlier, numbers[1:])))
        if any(proposition.type != TRUTH or proposition.loose for proposition in self.claim):
            raise DoesNotHold("only a closed proposition is true or false")

    def a_value(self, number: object, value: object) -> None:
        variable = self.earlier(number)
        if variable.kind != "variable" or variable in self.values:
            raise NotARefutation("a value is for a variable, and each has one")
        self.values[variable] = value

    def named(self, name: str, meaning: Any) -> str:
        """Return a name that has this meaning, and no other, in the whole file."""
        if not is_name(name) or name in self.primitives or self.meanings.setdefault(name, meaning) != meaning:
            raise NotARefutation(f"{quoted(name)} is no name, or the name of something else")
        return name

    def a_variable(self, name: object, ty: object) -> Term:
        read = self.type_of(ty)
        return Term("variable", self.named(word(name), read), None, read, {})

    def a_bound(self, index: object, ty: object) -> Term:
        number = whole(index, 100)
        read = self.type_of(ty)
        return Term("bound", number, None, read, {number: read})

    def a_literal(self, text: object, ty: object) -> Term:
        value, read = number_of(text), self.type_of(ty)
        limit = {"ℝ": value + 1, "ℕ": LARGEST, "index": read[-1]}.get(read[0], 0)
        if read != REAL and (value.denominator != 1 or not 0 <= value < limit):
            raise DoesNotHold(f"{quoted(text)} is no literal of its type")
        return Term("literal", value, None, read, {})

    def a_constant(self, name: object, *numbers: object) -> Term:
        sizes = tuple(whole(number, LARGEST) for number in numbers)
        if name in self.definitions and not sizes:
            return Term("constant", name, (), self.definitions[word(name)].type, {})
        parameters, ty, _ = self.primitives.get(word(name), ("", "", ""))
        if not ty or len(parameters.split()) != len(sizes) or 0 in sizes:
            raise DoesNotHold(f"{quoted(name)} is no constant of {len(sizes)} sizes")
        return Term("constant", name, sizes, read_type(ty, dict(zip(parameters.split(), sizes, strict=True))), {})

    def a_equality(self, text: object) -> Term:
        ty = self.type_of(text)
        return Term("equality", ty, None, ("function", ty, ("function", ty, TRUTH)), {})

    def a_apply(self, first: object, second: object) -> Term:
        function, argument = self.earlier(first), self.earlier(second)
        if function.type[0] != "function" or function.type[1] != argument.type:
            raise DoesNotHold("a function is applied to an argument of another type")
        loose = function.loose or argument.loose
        if function.loose and argument.loose:
            loose = function.loose | argument.loose
            if any(loose[index] != ty for index, ty in function.loose.items()):
                raise DoesNotHold("a bound index has two types")
        return Term("apply", function, argument, function.type[2], loose)

    def a_lambda(self, text: object, number: object) -> Term:
        binder, body = self.type_of(text), self.earlier(number)
        if body.loose.get(0, binder) != binder:
            raise DoesNotHold("a variable is bound as another type")
        loose = {index - 1: ty for index, ty in body.loose.items() if index}
        return Term("lambda", binder, body, ("function", binder, body.type), loose)

    def a_definition(self, name: object, number: object) -> None:
        self.named(re.sub(r"\{[1-9][0-9]*(,[1-9][0-9]*)*\}$", "", word(name)), "defined")  # at sizes
        if name in self.definitions or self.earlier(number).loose:
            raise DoesNotHold(f"{quoted(name)} is not a new name for a closed term")
        self.definitions[word(name)] = self.earlier(number)


# ---------------------------------------------------------------------------------------------------------- evaluation


TABLES: Final = tuple(product((False, True), repeat=4))  # of all functions of two truth values
CONNECTIVES: Final = (*(curried(lambda p, q, t=t: None if None in (p, q) else t[2 * p + q], 2) for t in TABLES),)


def both(truths: Iterator[bool | None]) -> bool | None:
    """Return whether all are true; False as soon as one is false."""
    decided: bool | None = True
    for truth in truths:
        if truth is False:
            return False
        decided = truth and decided
    return decided


class Model:
    """Evaluate terms at the values that a statement gives its variables."""

    def __init__(self, statement: Statement, work: int = FIRST) -> None:
        self.statement, self.work, self.known, self.varies = statement, work, dict[Any, Any](), False
        self.meanings = meanings()
        self.values = {variable: self.read(variable.type, told) for variable, told in statement.values.items()}

    def read(self, ty: Type, told: Any) -> Any:
        """Return the value that a file tells: nested lists, strings, or numbers."""
        if ty[0] == "function" and ty[1][0] == "index" and type(told) is list and len(told) == ty[1][1]:
            return tuple(self.read(ty[2], entry) for entry in told).__getitem__
        if ty in (REAL, EXTENDED) and type(told) is str:
            return MINUS_INFINITY if ty == EXTENDED and told == MINUS_INFINITY else exactly(number_of(told))
        if (ty == TRUTH and type(told) is bool) or ty == NATURAL or ty[0] == "index":
            return told if ty == TRUTH else whole(told, LARGEST if ty == NATURAL else ty[1])
        raise NotARefutation(f"{quoted(told)} is no value of its type")

    def spend(self, steps: int) -> None:
        self.work -= steps
        if self.work < 0:
            raise DoesNotHold("the evaluation takes more steps than the verifier's limit")

    def counted(self, value: Any) -> Any:
        """Return a value, whose digits are counted: the time that arithmetic takes grows with their square."""
        self.spend(1 + (bits(*value) // 100) ** 2 // 8 if type(value) is tuple else 1)
        return value

    def value(self, t: Term, scope: tuple[Any, ...]) -> Any:
        """Return the value of a term whose bound index k means ``scope[-1 - k]``."""
        key = (t, *[scope[-1 - index] for index in t.loose])
        self.spend(1)  # for a known value too, or sums and iterations of it would be free
        if key not in self.known:
            self.known[key] = self.counted(self.computed(t, scope))
        return self.known[key]

    def total(self, f: Callable[[int], Interval], size: int) -> Interval:
        return reduce(lambda sofar, i: self.counted(add(sofar, f(i))), range(size), exactly(0))

    def repeated(self, f: Callable[[Any], Any], value: Any, times: int) -> Any:
        return reduce(lambda sofar, _: self.counted(f(sofar)), range(times), value)

    def serial(self, function: Callable[[Any], Any], value: Any) -> Any:
        self.spend(SERIES)
        return function(value)

    def computed(self, t: Term, scope: tuple[Any, ...]) -> Any:
        if t.kind == "apply":
            return self.value(t.a, scope)(self.value(t.b, scope))
        if t.kind == "lambda":
            return lambda argument: self.value(t.b, (*scope, argument))
        if t.kind == "bound":
            return scope[-1 - t.a]
        if t.kind == "literal":
            return exactly(t.a) if t.type == REAL else t.a.numerator
        if t.kind == "equality":
            return curried(lambda left, right: self.equal(left, right, t.a), 2)
        if t.kind == "constant" and t.a in self.statement.definitions:
            return self.value(self.statement.definitions[t.a], ())
        if t.kind == "constant":
            return self.meaning(t)
        if t not in self.values:
            raise DoesNotHold(f"the variable {quoted(t.a)} has no value")
        return self.values[t]

    def meaning(self, t: Term) -> Any:
        """Return what a primitive constant means; what takes more than one step is counted."""
        if t.a == "sum":
            return partial(self.total, size=t.b[0])
        if t.a == "iterate":
            return curried(self.repeated, 3)
        if t.a == "deriv":
            return curried(lambda f, x, c: self.equal(self.slope(f, x), c, REAL), 3)
        rule = self.meanings[t.a]
        if t.a in ("exp", "log", "sin", "cos", "eexp", "sqrt"):
            return partial(self.serial, rule)
        return curried(rule(*t.b) if t.b else rule, int(self.statement.primitives[t.a][2]))

    def slope(self, function: Callable[[Any], Any], x: Interval) -> Interval:
        """Return the derivative of a function, by the rules for sums, products and the functions of the table."""
        if self.varies:
            raise DoesNotHold("a derivative inside another one is beyond the verifier")
        self.varies = True
        found = slope(function(x + exactly(1)))
        self.varies = False
        return found

    def members(self, ty: Type) -> Iterable[Any] | None:
        """Return all members of a type, each a step, or None where there are too many."""
        if ty == TRUTH or ty[0] == "index":
            return map(self.counted, (False, True) if ty == TRUTH else range(ty[1]))
        return map(self.counted, CONNECTIVES) if ty == CONNECTIVE else None

    def equal(self, left: Any, right: Any, ty: Type) -> bool | None:
        """Tell whether two values are equal, as far as that is decided."""
        if ty[0] == "function":
            members = self.members(ty[1])  # that two functions are one object says nothing: intervals made them
            return None if members is None else both(self.equal(left(m), right(m), ty[2]) for m in members)
        if ty in (REAL, EXTENDED) and MINUS_INFINITY not in (left, right):
            return both(at_most(*pair) for pair in ((left, right), (right, left)))
        return None if None in (left, right) else left == right

    def compared(self, t: Term) -> tuple[tuple[int, ...], Any, Any] | None:
        """Return where the sides of an equation differ and what they are there, or the sides of an inequality."""
        entry, scope = tuple[int, ...](), tuple[Any, ...]()
        while (pair := _operands(t, "=")) is not None and pair[0].type == TRUTH:
            t = pair[1]  # the core of a negation
        while pair is not None and pair[0].kind == "lambda" and pair[0].type[2] == TRUTH:  # for all
            false = (m for m in self.members(pair[0].a) or () if self.value(pair[0].b, (*scope, m)) is False)
            if (member := next(false, None)) is None:
                return None
            t, entry, scope = pair[0].b, (*entry, member), (*scope, member)
            pair = _operands(t, "=")
        if pair is None:
            if t.kind == "apply" and (about := _operands(t.a, "deriv")) is not None:
                return entry, self.slope(*(self.value(part, scope) for part in about)), self.value(t.b, scope)
            less = _operands(t, "≤")
            return (entry, self.value(less[0], scope), self.value(less[1], scope)) if less else None
        left, right, ty = self.value(pair[0], scope), self.value(pair[1], scope), pair[0].type
        while ty[0] == "function":
            apart = (m for m in self.members(ty[1]) or () if self.equal(left(m), right(m), ty[2]) is False)
            if (member := next(apart, None)) is None:
                return None
            left, right, ty, entry = left(member), right(member), ty[2], (*entry, member)
        return entry, left, right


def _operands(t: Term, operation: str) -> tuple[Term, Term] | None:
    """Return x and y of a primitive operation on x and y, = among them; no other constant has its name."""
    inner = t.a if t.kind == "apply" else t
    head = inner.a if inner.kind == "apply" and inner is not t else inner
    sign = "=" if head.kind == "equality" else head.a if head.kind == "constant" else None
    return (inner.b, t.b) if sign == operation and head is not inner else None


# ------------------------------------------------------------------------------------------------------------- reading


def _integer(text: str) -> int:
    if len(text) > 11 or not re.fullmatch("-?[0-9]{1,10}", text):
        raise NotARefutation(f"the number {quoted(text)} has no place in a refutation")
    return int(text)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise NotARefutation("an object has two values for one key")
    return dict(pairs)


_JSON: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_integer, parse_constant=_integer
)


def decimals(value: Any) -> str:
    """Write an exact value as it is, an interval rounded outwards to twenty decimals."""
    if type(value) is not tuple or value[0] == value[1]:
        return str(value[0]) if type(value) is tuple else str(value)
    low, high = floor(value[0] * 10**20), ceil(value[1] * 10**20)
    words = (f"{'-' * (n < 0)}{abs(n) // 10**20}.{abs(n) % 10**20:020d}" for n in (low, high))
    return f"[{', '.join(words)}]"


def verify(path: str) -> dict[str, Any]:
    """Confirm the refutation at a path; raise NotARefutation or DoesNotHold, whose message names the line."""
    try:
        with open(path, "rb") as file:
            return replayed(file)
    except OSError as error:
        raise NotARefutation(f"it cannot be read: {error.strerror}") from None


def replayed(file: BinaryIO) -> dict[str, Any]:
    """Confirm a refutation line by line."""
    number, length, header, statement, ended = 1, 0, dict[str, Any](), Statement(), False
    try:
        while raw := file.readline(LINE):
            if not raw.endswith(b"\n") or ended:
                raise NotARefutation("a line does not end, or something comes after the end")
            items = _JSON.decode(raw.decode("utf-8"))
            if number == 1:
                header = begun(items)
            elif items != ["end"]:
                statement.line(items)
            number, length, ended = number + 1, length + len(raw), items == ["end"]
        if not ended or not statement.claim:
            raise NotARefutation("it is truncated, or claims nothing")
        model = Model(statement, min(WORK, FIRST + EACH * length))
        found = confirmed(model, header["left"], header["right"])
        model.known.clear()  # the functions in it hold the model, and it would stay until garbage is searched for
        return {"name": header["name"]} | found
    except (NotARefutation, DoesNotHold) as error:
        raise type(error)(f"line {number}: {error}") from None
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError) as error:
        raise NotARefutation(f"line {number}: it cannot be read: {quoted(str(error))}") from None


def begun(header: Any) -> dict[str, Any]:
    """Return the header; ``name`` is a label that is not shown, and the enclosures are compared later."""
    told = (header.get("format"), header.get("version")) if type(header) is dict else header
    if told != ("symattn refutation", VERSION) or type(told[1]) is not int:
        raise NotARefutation(
            f"it does not begin as a refutation, version {VERSION}: {quoted(told)} (verifier.py checks proofs)"
        )
    if sorted(header) != ["format", "left", "name", "right", "version"] or type(header["name"]) is not str:
        raise NotARefutation("the header has format, version, name, left and right, no more")
    return dict(header)


def confirmed(model: Model, *enclosures: Any) -> dict[str, Any]:
    """Confirm that the hypotheses are true and the proposition false, and that the stated enclosures meet the sides."""
    statement, (refuted, *hypotheses) = model.statement, model.statement.claim
    for place, hypothesis in enumerate(hypotheses, 1):
        if model.value(hypothesis, ()) is not True:
            raise DoesNotHold(f"hypothesis {place} is false, or not decided, at these values")
    if model.value(refuted, ()) is not False:
        raise DoesNotHold("the proposition is true, or not decided, at these values")
    entry, *sides = model.compared(refuted) or (None,)
    for text, side in zip(enclosures, sides, strict=False):
        if text != MINUS_INFINITY and (type(text) is not list or len(text) != 2):
            raise NotARefutation(f"an enclosure is −∞ or two numbers, not {quoted(text)}")
        told = text if text == MINUS_INFINITY else tuple(map(number_of, text))
        if told != side and (MINUS_INFINITY in (told, side) or told[0] > side[1] or side[0] > told[1]):
            raise DoesNotHold(f"the enclosure {quoted(text)} does not meet {decimals(side)}")
    writer = Writer()
    values = [
        f"{shown(t.a)} : {type_text(t.type)} = {json.dumps(statement.values.get(t, 'anything'))}"
        for t in dict.fromkeys(statement.terms)
        if t.kind == "variable"
    ]
    found = {
        "the claim": [writer.line(refuted)],
        "under the hypotheses, which are true": list(map(writer.line, hypotheses)),
        "is false at": values,
        "where": [f"{shown(name)} := {writer.line(value)}" for name, value in statement.definitions.items()],
    }
    return {"entry": entry, "sides": list(map(decimals, sides)), "lines": found}


class Writer:
    """Write terms for people, up to a number of characters; #0, #1, … are the bound variables from the outside in."""

    def __init__(self) -> None:
        self.left, self.known = MOST, dict[tuple[Term, int], str]()

    def spend(self, characters: int) -> None:
        self.left -= characters
        if self.left < 0:
            raise DoesNotHold("the proposition is too long to be shown")

    def line(self, t: Term) -> str:
        text = self.written(t, 0)
        self.spend(len(text))
        return text

    def written(self, t: Term, depth: int) -> str:
        """Write a term under so many binders."""
        if (t, depth) not in self.known:
            text = self.known[t, depth] = self.new(t, depth)
            self.spend(1 + len(text) // 50)  # what is part of something else is not free either
        return self.known[t, depth]

    def new(self, t: Term, depth: int) -> str:
        if t.kind == "lambda":
            return f"(λ#{depth}:{type_text(t.a)}. {self.written(t.b, depth + 1)})"
        if t.kind == "bound":
            return f"#{depth - 1 - t.a}"
        if t.kind == "literal":
            text = str(t.a) if t.a >= 0 and t.a.denominator == 1 else f"({t.a})"
            return text if t.type == REAL else f"{text}@{type_text(t.type)}"
        if t.kind == "equality":
            return f"(=@{type_text(t.a)})"
        if t.kind != "apply":
            return shown(t.a) + (f"{{{','.join(map(str, t.b))}}}" if t.b else "")
        if (found := _infix(t)) is not None:
            sign, left, right = found
            return f"({self.written(left, depth)} {sign} {self.written(right, depth)})"
        argument = self.written(t.b, depth)
        if t.b.kind == "apply" and _infix(t.b) is None:
            argument = f"({argument})"
        return f"{self.written(t.a, depth)} {argument}"


def _infix(t: Term) -> tuple[str, Term, Term] | None:
    """Return the sign between two operands, and the operands."""
    for operation in ("=", "+", "*", "≤"):
        if (pair := _operands(t, operation)) is not None:
            return operation, *pair
    return None


def report(path: str, found: dict[str, Any]) -> str:
    """Say what is refuted, at which values."""
    lines = [f"{path}: verified: the claim is refuted"]
    for heading, entries in found["lines"].items():
        lines += [f"  {heading}", *(f"    {entry}" for entry in entries)] if entries else []
    if found["sides"]:
        lines.append(f"  at {found['entry']} the sides are {', '.join(found['sides'])}")
    return "\n".join(lines)


def main(paths: list[str]) -> int:
    """Verify refutations and return the exit code."""
    if not paths or any(path.startswith("-") for path in paths):
        print("usage: python refutation_verifier.py REFUTATION…", file=sys.stderr)
        return 2
    code = 0
    for path in paths:
        try:
            print(report(quoted(path), verify(path)))
        except (NotARefutation, DoesNotHold) as error:
            bad_file = isinstance(error, NotARefutation)
            code = max(code, 2 if bad_file else 1)
            print(f"{quoted(path)}: {'not a refutation' if bad_file else 'NOT CONFIRMED'}: {error}", file=sys.stderr)
    return code


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    try:
        sys.exit(main(sys.argv[1:]))
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)
