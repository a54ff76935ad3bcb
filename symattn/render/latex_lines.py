"""Set formulas as they are read best, and break them into lines that fit: at relations, signs and factors.

A formula is read as a row of atoms whose widths are estimated from those of the Computer Modern fonts. Where it is too
long for a line it is broken between atoms; an atom that is itself too wide is opened: brackets get a fixed size, a
fraction becomes a quotient, a power of e an exp(…), so that the line can break inside. What would be set as small as an
index, a fraction in a fraction or in an exponent, is a quotient or an exp(…) in any case; entries of a matrix that is
too wide get names, which are explained below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from types import MappingProxyType

from symattn.language.base.names import GREEK

#: The width of the text in points that LaTeX's article class has at 10 pt, and by how much estimates may err.
TEXT_WIDTH, MARGIN = 345.0, 15.0
_text_width = ContextVar("text width", default=TEXT_WIDTH)
#: By how much a formula that was broken is indented after its first line, with the dot of a product, in points.
INDENT = 38.0
QUAD = 10.0
#: A power of e that is longer than this many points is written out with exp.
LONG_POWER = 60.0
#: A part of a subscript that is longer than this many points gets a name where the formula does not fit.
SUBSCRIPT = 50.0
#: The most of a line that a value or a condition of a case may take, in a formula that is too wide.
CASE = 0.45
#: In what size a formula is set that is too wide for its lines even when they are broken, and how wide it is then.
SIZES = {r"\small": 0.92, r"\footnotesize": 0.85, r"\scriptsize": 0.78, r"\tiny": 0.64}
#: What is left of a line beside the longest words, in points.
BESIDE_WORDS = 35.0


@contextmanager
def fitting(points: float) -> Iterator[None]:
    """Break lines for a text of another width, a column for instance, until this ends."""
    token = _text_width.set(points)
    try:
        yield
    finally:
        _text_width.reset(token)


#: How wide operators are that an author's macros write, by their names.
_widths: ContextVar[Mapping[str, float]] = ContextVar("widths", default=MappingProxyType({}))


@contextmanager
def measuring(macros: Mapping[str, str]) -> Iterator[None]:
    """Take operators for as wide as the TeX that macros give them, until this ends.

    A macro of the author's own is taken for as wide as its name, if that is less than the name of the operator.

    >>> with measuring({"Att": r"\\mathcal{A}"}):
    ...     width(r"\\operatorname{Att}") == width(r"\\mathcal{A}")
    True
    """
    found = {}
    for name, tex in macros.items():
        is_macro = re.fullmatch(r"\\[A-Za-z]+", tex) and tex[1:] not in GREEK
        called = width(rf"\operatorname{{{tex[1:]}}}")
        found[name] = min(width(rf"\operatorname{{{name}}}"), called) if is_macro else width(tex)
    token = _widths.set(found)
    try:
        yield
    finally:
        _widths.reset(token)


def line_width() -> float:
    """Return the length of a line in points: the width of the text, less what estimates may err by."""
    return _text_width.get() - MARGIN


# ------------------------------------------------------------------------------------------------ widths

RELATIONS = {
    *("=", "<", ">", r"\leq", r"\geq", r"\neq", r"\le", r"\ge", r"\in", r"\sim", r"\to", r"\mapsto", r"\wedge"),
    *(r"\vee", r"\Rightarrow", r"\subseteq", r"\colon", r"\approx"),
}
SIGNS = {"+", "-", r"\pm", r"\cdot", r"\times", r"\circ", r"\oplus"}
OPERATORS = {r"\sum", r"\prod", r"\operatorname*"}
WORDS = {r"\text", r"\mathrm", r"\operatorname", r"\operatorname*", r"\mathbf", r"\mathbb", r"\boldsymbol", r"\textup"}
FUNCTIONS = {r"\sin": 12.2, r"\cos": 13.4, r"\exp": 15.5, r"\log": 13.4, r"\max": 20.0, r"\min": 18.3}
WIDTHS = {
    **dict.fromkeys("()[]", 3.9),
    **dict.fromkeys("ijl", 3.8),
    **dict.fromkeys("mw", 8.0),
    **dict.fromkeys("ABCDEFGHIJKLNOPQRSTUVXYZ", 7.9),
    **dict.fromkeys("MW", 10.5),
    **dict.fromkeys((",", ";"), 4.5),
    **dict.fromkeys((":", r"\colon"), 5.6),
    **dict.fromkeys((r"\infty", r"\to", r"\mapsto"), 10.0),
    **dict.fromkeys((r"\dots", r"\ldots", r"\cdots", "…"), 12.0),
    **dict.fromkeys((r"\sum", r"\prod"), 16.1),
    **dict.fromkeys((r"\bigl", r"\bigr", r"\big"), 0.7),  # with the bracket that follows
    **dict.fromkeys((r"\biggl", r"\biggr", r"\Biggl", r"\Biggr"), 3.8),
    **dict.fromkeys((r"\lVert", r"\rVert", r"\Vert", r"\|"), 5.0),
    **dict.fromkeys((r"\langle", r"\rangle"), 3.9),
    r"\ell": 4.2,
    r"\\": 0.0,
    " ": 0.0,
    "|": 2.8,
    ".": 2.8,
    "'": 2.8,
}
#: Letters of words that are wider or narrower than most.
ROMAN = {"M": 9.4, "W": 10.5, "m": 8.5, "w": 7.4, **dict.fromkeys("ijl.,;'", 3.0), **dict.fromkeys("frst ", 4.0)}
SPACES = {r"\,": 1.7, r"\:": 2.3, r"\ ": 3.4, "~": 3.4, r"\!": -1.7, r"\quad": 10.0, r"\qquad": 20.0}
OTHER = 5.7  # most letters, digits and Greek letters are at most this wide
SCRIPT = 0.73  # an index in proportion to what it stands at


@dataclass(frozen=True)
class Atom:
    """Hold a part of a formula that stands on one line; `opened` is what it may be replaced by when it is too wide.

    `kind` is "relation", "sign", "comma", "space", "operator" (belongs to what follows), "close" or "factor"; `depth`
    counts the opened brackets around the atom; `height` is 1 for fractions and sums, 2 for matrices; `is_glued` says
    that the atom is written without a space after what precedes it, as the arguments of a function are.
    """

    source: str
    width: float
    kind: str = "factor"
    opened: tuple[Atom, ...] = ()
    height: int = 0
    depth: int = 0
    is_glued: bool = False
    is_quotient: bool = False  # with a slash, which a factor behind it would join


def width(source: str) -> float:
    """Estimate how wide a formula is when it is displayed on one line, in points at 10 pt.

    >>> width("x = 1") < width("x + 1 = 1") < 60
    True
    """
    return _total(atoms(source))


def _total(parts: Sequence[Atom]) -> float:
    return sum(part.width for part in parts)


# ------------------------------------------------------------------------------------------------ reading

#: A power of ten belongs to the number before it.
_TOKEN = re.compile(r"\\[A-Za-z]+\*?|\\.|\s+|\d+(?:\.\d+)?(?: \\cdot 10\^\{-?\d+\})?|.", re.DOTALL)


def atoms(source: str) -> list[Atom]:
    """Read a formula as the row of its atoms."""
    return list(_Reader(_TOKEN.findall(source)).row(""))


class _Reader:
    """Read the atoms of a formula from its tokens."""

    def __init__(self, tokens: list[str]) -> None:
        self.tokens, self.place = tokens, 0
        self.inner = 0  # how many fractions, indices and matrices there are around: sums have their limits beside them
        self.reset = False  # whether something is set in another way than it was written

    def _next(self) -> str:
        token = self.tokens[self.place] if self.place < len(self.tokens) else ""
        self.place += 1
        return token

    def _peek(self) -> str:
        while self.place < len(self.tokens) and self.tokens[self.place].isspace():
            self.place += 1
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def row(self, end: str) -> Iterator[Atom]:
        """Yield atoms until the token that ends the row, which is consumed; a quotient before a factor has brackets."""
        waiting: Atom | None = None
        for atom in self._row(end):
            if waiting is not None:
                joins = waiting.is_quotient and atom.kind in ("factor", "operator")
                yield _enclosed(waiting) if joins else waiting
            waiting = atom
        if waiting is not None:
            yield waiting

    def _row(self, end: str) -> Iterator[Atom]:
        leads = True
        while True:
            token = self._peek()
            if not token or token == end:
                break
            is_glued = self.place > 0 and not self.tokens[self.place - 1].isspace()
            atom = replace(self._scripted(leads), is_glued=is_glued)
            yield atom
            leads = atom.kind in ("relation", "comma", "sign", "operator")
        self._next()

    def group(self) -> list[Atom]:
        """Read an argument: a group in braces, or one token."""
        if self._peek() == "{":
            self._next()
            return list(self.row("}"))
        return [self._nucleus(False)]

    def _small(self) -> list[Atom]:
        """Read an argument that is not set in the style of displayed formulas."""
        self.inner += 1
        inside = self.group()
        self.inner -= 1
        return inside

    def _raw_group(self) -> str:
        """Read an argument in braces as it is written."""
        self._peek()
        start, level = self.place, 0
        while (token := self._next()) and (level := level + (token == "{") - (token == "}")):
            pass
        return "".join(self.tokens[start : self.place])

    def _scripted(self, leads: bool) -> Atom:
        atom = self._nucleus(leads)
        if atom.source == "e" and self._peek() == "^" and self._is_long_power():
            self.reset = True
            return _word(r"\exp")
        scripts, widths = "", [0.0]
        power: list[Atom] = []
        while self._peek() in ("^", "_"):
            mark = self._next()
            inside = self._small()
            scripts += f"{mark}{{{_write(inside)}}}"
            widths.append(SCRIPT * _total(inside))
            power = inside if mark == "^" else []
        if not scripts:
            return atom
        if atom.source == r"\operatorname{SoftMax}" and "SoftMax" in _widths.get():
            widths = [0.0]  # the macro stands for the subscript too
        if atom.kind == "operator" and not atom.source.startswith(r"\operatorname{"):
            if self.inner:
                return replace(atom, source=atom.source + scripts, width=atom.width + max(widths))
            return replace(atom, source=atom.source + scripts, width=max(atom.width, *widths), height=1)
        opened = atom.opened
        if atom.source == "e" and power and scripts.startswith("^"):
            opened = (_word(r"\exp"), *_bracketed("(", power, ")"))
        elif opened:
            opened = _with_scripts(opened, scripts, max(widths) + 0.5)
        return replace(atom, source=atom.source + scripts, width=atom.width + max(widths) + 0.5, opened=opened)

    def _is_long_power(self) -> bool:
        """Turn a power that is too long or too high to be read as one, which comes next, into brackets after exp."""
        start = self.place
        self._next()
        if self._peek() != "{":
            self.place = start
            return False
        opening = self.place
        raw = self._raw_group()
        is_long = any(each in raw for each in (r"\frac", r"\sum", r"\left", r"\sqrt")) or width(raw[1:-1]) > LONG_POWER
        if is_long:
            inside = self.tokens[opening + 1 : self.place - 1]
            self.tokens[start : self.place] = [r"\left", "(", *inside, r"\right", ")"]
        self.place = start
        return is_long

    def _nucleus(self, leads: bool) -> Atom:
        self._peek()
        token = self._next()
        if token == "{":
            return self._braces()
        if token == r"\left":
            return self._brackets()
        if token in (r"\frac", r"\tfrac"):
            return self._fraction(token)
        if token == r"\sqrt":
            inside = self.group()
            root = f"{_write(inside)}"
            return Atom(rf"\sqrt{{{root}}}", 8.5 + _total(inside), opened=(*_bracketed("(", inside, ")^{1/2}"),))
        if token == r"\begin":
            return self._environment()
        if token in (r"\substack", r"\parbox"):
            raw = self._raw_group()
            return Atom(token + raw, max(width(line) for line in raw[1:-1].split(r"\\")))
        if token in WORDS:
            return self._words(token)
        if token in FUNCTIONS:
            return _word(token)
        if token in RELATIONS:
            return Atom(token, WIDTHS.get(token, 7.8) + 5.6, "relation")
        if token in SIGNS:
            return Atom(token, 7.8 + (0 if leads else 4.5), "operator" if leads else "sign")
        if token in (",", ";"):
            return Atom(token, WIDTHS[token], "comma")
        if token in SPACES:
            return Atom(token, SPACES[token], "space")
        is_operator = token in OPERATORS
        if token[0].isdigit():
            digits, _, power = token.partition(r" \cdot 10^")
            return Atom(token, 5.0 * len(digits) + (20.0 + SCRIPT * 5.0 * len(power.strip("{}")) if power else 0.0))
        size = WIDTHS.get(token, OTHER)
        return Atom(token, size, "operator" if is_operator else "factor", height=int(is_operator))

    def _words(self, token: str) -> Atom:
        raw = self._raw_group()
        own = _widths.get().get(raw[1:-1].replace(r"\_", "_")) if token.startswith(r"\operatorname") else None
        if own is not None:
            return Atom(token + raw, own, "operator")
        letters = re.sub(r"\\[A-Za-z]+|[{}$]", "", raw)
        size = 1.7 + sum(8.0 if token == r"\mathbb" else ROMAN.get(c, 7.6 if c.isupper() else 5.3) for c in letters)
        return Atom(token + raw, size, "operator" if token.startswith(r"\operatorname") else "factor")

    def _braces(self) -> Atom:
        inside = list(self.row("}"))
        is_fraction = len(inside) == 1 and not inside[0].source.endswith((")", "]"))
        opened = () if is_fraction else inside[0].opened if len(inside) == 1 else tuple(inside)
        return Atom(f"{{{_write(inside)}}}", _total(inside), opened=opened, height=_height(inside))

    def _brackets(self) -> Atom:
        left = self._next()
        inside = list(self.row(r"\right"))
        right = self._next()
        source = rf"\left{_before(left)}{_write(inside)}\right{right}"
        height = _height(inside)
        size = _total(inside) + (15.0 if height else 8.0)
        is_letter = len(inside) == 1 and not inside[0].opened  # whose brackets may be those of a function
        if left == "." or right == "." or is_letter:
            return Atom(source, size, height=height)
        return Atom(source, size, opened=(*_bracketed(left, inside, right),), height=height)

    def _fraction(self, token: str) -> Atom:
        above, below = self._small(), self._small()
        if token == r"\frac" and self.inner:
            self.reset = True
            return _quotient(above, below)
        small = SCRIPT if token == r"\tfrac" else 1.0
        source = rf"{token}{{{_write(above)}}}{{{_write(below)}}}"
        over = Atom(r"\big/", 6.0, "sign", depth=1)
        opened = (*_bracketed("(", above, ")"), over, *_bracketed("(", below, ")"))
        return Atom(source, small * max(_total(above), _total(below)) + 3.0, opened=opened, height=int(small == 1.0))

    def _environment(self) -> Atom:
        name = self._raw_group()
        start = self.place
        level = 1
        while level and (token := self._next()):
            level += (token == r"\begin") - (token == r"\end")
        inside = self.tokens[start : self.place - 1]
        body = "".join(inside)
        self._raw_group()
        rows = _cells(inside)
        columns = max(len(row) for row in rows)
        size = sum(max(width(row[k]) for row in rows if k < len(row)) for k in range(columns))
        size += 10.0 * columns + (8.0 if name == "{pmatrix}" else 0.0)
        return Atom(rf"\begin{name}{body}\end{name}", size, height=2)


def _cells(tokens: Sequence[str]) -> list[list[str]]:
    """Return the cells of an environment, row by row; an environment within a cell is left whole.

    >>> _cells(["a", "&", r"\\begin", "{matrix}", "b", "&", "c", r"\\end", "{matrix}"])
    [['a', '\\\\begin{matrix}b&c\\\\end{matrix}']]
    """
    rows, level = [[""]], 0
    for token in tokens:
        level += (token == r"\begin") - (token == r"\end")
        if level == 0 and token == "&":
            rows[-1].append("")
        elif level == 0 and token == r"\\":
            rows.append([""])
        else:
            rows[-1][-1] += token
    return rows


def _quotient(above: Sequence[Atom], below: Sequence[Atom]) -> Atom:
    """Write a fraction with a slash, for where it would be set too small."""
    numbers = [part.source for part in (*above, *below)]
    if len(above) == len(below) == 1 and all(number.isdecimal() for number in numbers):
        return Atom(rf"\tfrac{{{numbers[0]}}}{{{numbers[1]}}}", 7.0)
    has_sum = any(part.kind in ("sign", "relation", "comma") for part in above)
    first, second = _in_brackets(above, has_sum), _in_brackets(below, len(below) > 1)
    parts = (*first, Atom("/", 5.0, "sign"), *second)
    opened = tuple(replace(part, depth=part.depth + 1) for part in parts)
    source = f"{_write(first)} / {_write(second)}"
    return Atom(source, _total(parts), opened=opened, height=_height(parts), is_quotient=True)


def _in_brackets(parts: Sequence[Atom], needed: bool) -> tuple[Atom, ...]:
    if not needed:
        return tuple(parts)
    source, height = rf"\left({_write(parts)}\right)", _height(parts)
    return (Atom(source, _total(parts) + 8.0, opened=(*_bracketed("(", parts, ")"),), height=height),)


def _enclosed(quotient: Atom) -> Atom:
    (whole,) = _in_brackets([quotient], True)
    return replace(whole, is_glued=quotient.is_glued)


def _with_scripts(parts: tuple[Atom, ...], scripts: str, size: float) -> tuple[Atom, ...]:
    """Put indices and powers on the last of the atoms, however often it is opened; nothing opens if it has its own."""
    *before, last = parts
    if last.source[-1] not in ")]" and set("^_") & set(last.source):
        return ()
    opened = _with_scripts(last.opened, scripts, size) if last.opened else ()
    return (*before, replace(last, source=last.source + scripts, width=last.width + size, opened=opened))


def _word(token: str) -> Atom:
    return Atom(token, FUNCTIONS[token] + 1.7, "operator")


def _height(parts: Sequence[Atom]) -> int:
    return max((part.height for part in parts), default=0)


def _write(parts: Sequence[Atom]) -> str:
    return "".join(("" if n == 0 or part.is_glued else " ") + part.source for n, part in enumerate(parts))


def _before(bracket: str) -> str:
    """Write an opening bracket before what it encloses: after the name of a command a space keeps it apart."""
    return f"{bracket} " if bracket[-1].isalpha() else bracket


def _bracketed(left: str, inside: Sequence[Atom], right: str) -> Iterator[Atom]:
    """Yield atoms in brackets of a fixed size, between which a line may break; one letter needs no brackets."""
    if len(inside) == 1 and not inside[0].opened and right == ")":
        yield inside[0]
        return
    size, room = (("big", 4.6), ("bigg", 7.4), ("Bigg", 8.0))[_height(inside)]
    scripts = right[1:] if right[0] == ")" else ""
    yield Atom(rf"\{size}l{_before(left)}", room, "operator")
    yield from (replace(part, depth=part.depth + 1, is_glued=n == 0 or part.is_glued) for n, part in enumerate(inside))
    closing = rf"\{size}r{right[: len(right) - len(scripts)]}{scripts}"
    yield Atom(closing, room + 5.0 * bool(scripts), "close", is_glued=True)


# ------------------------------------------------------------------------------------------------ breaking


def lines(source: str, measure: float | None = None) -> list[str]:
    """Break a formula into lines of at most this many points; those after the first are to be indented by INDENT.

    A formula that fits is returned as it is. A line that begins with a factor begins with a dot for the product.

    >>> lines("x = a + b + c", 48.0)
    ['x = a + b', '{} + c']
    """
    measure = line_width() if measure is None else measure
    reader = _Reader(_TOKEN.findall(source))
    parts = list(reader.row(""))
    if _total(parts) <= measure:
        return [_write(parts) if reader.reset else source]
    if (folded := _CASES.sub(partial(_folded, room=CASE * measure), source)) != source:
        return lines(folded, measure)
    broken = _broken(parts, measure)
    return [_write(broken[0]), *(_continued(*pair) for pair in pairwise(broken))]


_CASES = re.compile(r"\\begin\{cases\}((?:(?!\\begin).)*?)\\end\{cases\}", re.DOTALL)


def _folded(found: re.Match[str], room: float) -> str:
    """Break the parts of a case that are too wide into lines below each other."""
    rows = [[cell.strip() for cell in row] for row in _cells(_TOKEN.findall(found[1]))]
    if all(width(cell) <= room for row in rows for cell in row):
        return found[0]
    cells = [[cell if width(cell) <= room else _stacked(lines(cell, room)) for cell in row] for row in rows]
    return r"\begin{cases} " + r" \\ ".join(" & ".join(row) for row in cells) + r" \end{cases}"


def _stacked(parts: Sequence[str]) -> str:
    return r"\begin{aligned}[t] & " + r" \\ & ".join(parts) + r" \end{aligned}"


def _broken(parts: Sequence[Atom], measure: float) -> list[list[Atom]]:
    """Break a row of atoms into lines that fit, if it can be, with as little opened as possible."""
    broken: list[list[Atom]] = []
    for share in (1.0, 0.8, 0.5, 0.3, 0.15, 0.0):
        broken = list(_fill(list(_open(parts, share * (measure - INDENT))), measure))
        if all(_total(line) <= measure - INDENT * (number > 0) for number, line in enumerate(broken)):
            break
    return broken


def _overflows(source: str, measure: float) -> bool:
    """Tell whether a formula has a line that does not fit even when it is broken."""
    parts = atoms(source)
    if _total(parts) <= measure:
        return False
    widest = max(_total(line) + INDENT * (place > 0) for place, line in enumerate(_broken(parts, measure)))
    return widest > measure


_MATRIX = re.compile(r"\\begin\{([a-z]*matrix)\}((?:(?!\\begin).)*?)\\end\{\1\}", re.DOTALL)
LETTERS = "BCDEFGHLMNPRSUVWXYZA"


def with_names(formulas: Sequence[str], measure: float | None = None) -> tuple[list[str], list[str]]:
    """Name the wide entries of the matrices of formulas that do not fit; return the formulas, and what the names mean.

    >>> with_names([r"x = \\begin{matrix}a + b & c\\end{matrix}"], 62.0)
    (['x = \\\\begin{matrix}B_{1} & c\\\\end{matrix}'], ['B_{1} = a + b'])
    """
    measure = line_width() if measure is None else measure
    written = list(formulas)
    free = [letter for letter in LETTERS if not any(re.search(rf"(?<![A-Za-z\\]){letter}", each) for each in formulas)]
    names: dict[str, str] = {}
    if not free:
        return written, []

    def shorter(found: re.Match[str], share: float) -> str:
        rows = _cells(_TOKEN.findall(found[2]))
        limit = share * measure / max(len(row) for row in rows)
        cells = [
            [
                names.setdefault(cell.strip(), f"{free[0]}_{{{len(names) + 1}}}") if width(cell) > limit else cell
                for cell in row
            ]
            for row in rows
        ]
        body = r" \\ ".join(" & ".join(each.strip() for each in row) for row in cells)
        return rf"\begin{{{found[1]}}}{body}\end{{{found[1]}}}"

    for place, formula in enumerate(formulas):
        before = dict(names)
        for share in (0.5, 0.3, 0.1):  # of a line that the entries of a row may take
            if "matrix}" in formula and _overflows(written[place], measure):
                names.clear()
                names.update(before)
                written[place] = _MATRIX.sub(partial(shorter, share=share), formula)
        for part in list(_parts_of_subscripts(written[place])) if _overflows(written[place], measure) else ():
            if width(part) > SUBSCRIPT:
                named = names.setdefault(part, f"{free[0]}_{{{len(names) + 1}}}")
                written[place] = written[place].replace(part, named)
    return written, [f"{name} = {cell}" for cell, name in names.items()]


_WITH_SUBSCRIPT = re.compile(r"\\operatorname\*?\{\w+\}_\{")


def _parts_of_subscripts(formula: str) -> Iterator[str]:
    """Yield what stands between the commas in the subscripts of operators, as the weights of heads do."""
    for found in _WITH_SUBSCRIPT.finditer(formula):
        depth, part = 0, ""
        for token in _TOKEN.findall(formula[found.end() :]):
            depth += (token in ("{", r"\left")) - (token in ("}", r"\right"))
            if depth < 0 or (token == "," and not depth):
                yield part.strip()
                part = ""
            else:
                part += token
            if depth < 0:
                break


def shortened(formula: str, measure: float) -> str:
    """Leave out columns of the matrices of a formula that is too wide, bold ones and those at both ends last.

    >>> print(shortened(r"x = \\begin{pmatrix} 1 & 2 & \\mathbf{3} & 4 & 5 & 6 & 7 & 8 \\end{pmatrix}", 120.0))
    x = \\begin{pmatrix} 1 & 2 & \\mathbf{3} & \\cdots & 8 \\end{pmatrix}
    """

    def with_fewer(count: int) -> str:
        return _MATRIX.sub(lambda found: _with_columns(found, count), formula)

    if width(formula) <= measure or "matrix}" not in formula:
        return formula
    most = max(len(row) for found in _MATRIX.finditer(formula) for row in _cells(_TOKEN.findall(found[2])))
    tried = (with_fewer(count) for count in range(most - 1, 1, -1))
    return next((shorter for shorter in tried if width(shorter) <= measure), with_fewer(2))


def _with_columns(found: re.Match[str], count: int) -> str:
    """Write a matrix with so many of its columns, and dots for the others."""
    rows = [[cell.strip() for cell in row] for row in _cells(_TOKEN.findall(found[2]))]
    wide = max(map(len, rows))
    if wide <= count:
        return found[0]
    bold = [place for place in range(wide) if any(r"\mathbf" in row[place] for row in rows if place < len(row))]
    kept = sorted([*dict.fromkeys((*bold, 0, wide - 1, *range(wide)))][:count])
    starts = [place for number, place in enumerate(kept) if place and (not number or kept[number - 1] != place - 1)]
    written = []
    for row in rows:
        cells = [(r"\cdots & " if place in starts else "") + row[place] for place in kept if place < len(row)]
        written.append(" & ".join([*cells, *[r"\cdots"] * (kept[-1] != wide - 1)]))
    return rf"\begin{{{found[1]}}} " + r" \\ ".join(written) + rf" \end{{{found[1]}}}"


def _continued(before: Sequence[Atom], line: Sequence[Atom]) -> str:
    """Write a line that goes on from another one; between two factors the product gets a sign."""
    parts = line[1:] if line[0].kind == "space" else line
    is_product = parts[0].kind in ("factor", "operator") and before[-1].kind != "comma"
    return (r"{} \cdot " if is_product else "{} ") + _write(parts)


def _open(parts: Sequence[Atom], limit: float) -> Iterator[Atom]:
    for part in parts:
        if part.opened and part.width > limit:
            first, *others = (replace(inner, depth=inner.depth + part.depth) for inner in part.opened)
            yield from _open([replace(first, is_glued=part.is_glued), *others], limit)
        else:
            yield part


#: What a break costs before a relation, a sign and a factor, and after a comma; each level of brackets adds LEVEL.
COSTS = {"relation": 0.0, "sign": 1.0, "comma": 2.0, "space": 3.0, "factor": 3.0, "operator": 3.0}
LEVEL = 2.0
#: How much unused room, in proportion to the length of a line, costs as much as a break at a sign.
COST = 0.15


def _fill(parts: list[Atom], measure: float) -> Iterator[list[Atom]]:
    """Yield lines: each is broken where the room that is left and the cost of the break are least together."""
    start, room = 0, measure
    while start < len(parts):
        used, best, least = 0.0, len(parts), float("inf")
        for place in range(start, len(parts)):
            ends_in_one = parts[place].kind == "relation" and _total(parts[place:]) <= measure - INDENT
            shortest = (0.1 if ends_in_one else 0.25) * room
            if place > start and (cost := _cost(parts[place - 1], parts[place])) is not None and used > shortest:
                total = room - used + COST * measure * cost
                if total <= least and (used <= room or best == len(parts)):
                    best, least = place, total
            used += parts[place].width
            if used > room and best < len(parts):
                break
        else:
            if used <= room:
                best = len(parts)
        yield parts[start:best]
        start, room = best, measure - INDENT


def _cost(before: Atom, after: Atom) -> float | None:
    """Say what a break between two atoms costs, or None where there must be none."""
    if before.kind in ("operator", "relation", "sign", "space") or after.kind in ("close", "comma"):
        return None
    if after.is_glued and after.kind in ("factor", "operator") and before.kind != "comma":
        return None
    kind = "comma" if before.kind == "comma" else after.kind
    return COSTS[kind] + LEVEL * min(before.depth, after.depth)


# ------------------------------------------------------------------------------------------------ displays


Row = tuple[str, str]


def aligned(*groups: Sequence[Row], end: str = "") -> str:
    """Write derivations as one `align*`, broken into lines that fit, the words of each row at the right margin.

    A row is a formula and words in LaTeX's text mode, which go below a line that leaves them no room; the rows of a
    derivation after its first are indented.

    >>> print(aligned([("a + b", ""), ("= b + a", "matrix algebra")], end="."))
    \\begin{align*}
    & a + b \\\\
    &\\quad = b + a. \\tag*{matrix algebra}
    \\end{align*}
    """
    blocks, measure, widest = [], line_width(), 0.0
    longest = measure - BESIDE_WORDS
    for group in groups:
        written = []
        formulas, meanings = with_names([formula for formula, _ in group], measure - QUAD)
        rows = [*zip(formulas, (words for _, words in group), strict=True)]
        rows += [(rf"\text{{where }} {meaning}", "") for meaning in meanings]
        for number, (formula, words) in enumerate(rows):
            lead, room = ("& ", measure) if number == 0 else (r"&\quad ", measure - QUAD)
            first, *others = broken = lines(formula + (end if number == len(rows) - 1 else ""), room)
            widest = max(widest, *(width(line) + measure - room for line in broken))
            parts = [lead + first, *(_indented(line) for line in others)]
            if words:
                long = text_width(words) > longest
                words = rf"\parbox[t]{{{longest:g}pt}}{{\raggedleft {words}}}" if long else words
                parts[-1] += rf" \tag*{{{words}}}"
            written += parts
        blocks.append(" \\\\\n".join(written))
    whole = "\n".join([r"\begin{align*}", " \\\\[1ex]\n".join(blocks), r"\end{align*}"])
    if widest <= measure:
        return whole
    size = next((size for size, share in SIZES.items() if share * widest <= measure), r"\tiny")
    return rf"{{{size}" + "\n" + whole + "\n}"


def _indented(line: str) -> str:
    """Indent a line that goes on, less where nothing in it can be broken and it would run into the margin."""
    return (r"&\quad\qquad " if width(line) <= line_width() - INDENT else r"&\quad ") + line


def display(formula: str, end: str = "") -> str:
    """Display one formula, broken into lines where it is too wide.

    >>> print(display("x = 1", end="."))
    \\[ x = 1. \\]
    """
    source = formula + end
    return aligned([(source, "")]) if width(source) > line_width() else rf"\[ {lines(source)[0]} \]"


def breaking(words: str) -> str:
    """Write words in LaTeX's text mode so that a line can break in each formula that is too wide for one.

    >>> with fitting(60.0):
    ...     print(breaking("where $x = a + b + c$"))
    where $x = a + b$ ${} + c$
    """

    def parts(found: re.Match[str]) -> str:
        return found[0] if width(found[1]) <= line_width() else " ".join(f"${line}$" for line in lines(found[1]))

    return re.sub(r"\$([^$]+)\$", parts, words)


def text_width(words: str) -> float:
    """Estimate how wide words in LaTeX's text mode are, formulas between dollar signs included."""
    parts = re.sub(r"\\symattnstep\{[^{}]*\}", "(10)", words).split("$")
    return sum(width(part) if number % 2 else 4.8 * len(part) for number, part in enumerate(parts))
