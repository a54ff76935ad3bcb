"""Write types and terms for Coq, with the connectives by their names and every implicit argument given.

Bound variables are opened with variables named after how deep they lie, so that a term is written in one way wherever
it stands. Constants that are defined become Coq definitions when they are first written.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from symattn.certificates.coq.names import Names
from symattn.certificates.coq.sizes import agrees, expression, sizes_of_type, sizes_written, third, written
from symattn.errors import UsageError
from symattn.kernel.syntax import FALSE, TRUE
from symattn.kernel.terms import (
    REAL,
    Abs,
    App,
    Const,
    Lit,
    Size,
    Term,
    Type,
    Var,
    open_body,
    size_variables,
    substitute_sizes,
    var,
)
from symattn.prover.library.definitions import definition_of
from symattn.prover.logic.derived_rules import match_conjunction, match_forall, match_implication
from symattn.prover.logic.notation import show

#: Primitive constants without sizes, and those that take their sizes as explicit arguments.
PLAIN: Final = {
    "+": "Rplus",
    "*": "Rmult",
    "inv": "Rinv",
    "≤": "leb",
    "exp": "exp",
    "log": "ln",
    "sqrt": "sqrt",
    "sin": "sin",
    "cos": "cos",
    "pi": "PI",
    "ind": "ind",
    "suc": "S",
    "nadd": "Nat.add",
    "real": "nreal",
    "emb": "(@Some R)",
    "ninf": "(@None R)",
    "plus": "plus",
    "times": "times",
    "eexp": "eexp",
    "allow": "allow",
    "deriv": "deriv",
}
SIZED: Final = {"#": "card", "pos": "pos", "nat": "nat_of"} | {name: name for name in ("sum", "last", "iterate", "det")}
THREE: Final = {"inl": "inl", "inr": "inr", "case": "case", "pair": "pair", "quo": "quo", "rem": "rem"}
_BASE: Final = {"ℝ": "R", "ℕ": "nat", "𝔹": "bool", "ℝ∞": "option R"}
_OPENED: Final = "·b"
#: Closed terms of more characters are written once.
SHARED: Final = 80


class Printer:
    """Write terms; ``lines`` are the definitions of the constants in them, in order."""

    def __init__(self, names: Names, sharing: bool = True) -> None:
        self.names, self.sharing = names, sharing
        self.lines: list[str] = []
        self.constants: dict[object, str] = {}
        self.texts: dict[Term, str] = {}
        self.types: dict[Type, str] = {}
        self.depths: dict[Term, int] = {}
        self.size_parameters: dict[Size, str] = {}  # sizes that are written as a name of their own

    # sizes and types

    def size_name(self, name: str) -> str:
        """Return the name of a size variable."""
        return self.names.name(("size", name), name)

    def size(self, size: Size) -> str:
        """Return a size as Coq reads it."""
        return self.size_parameters.get(size) or written(expression(size), self.size_name)

    def type(self, ty: Type) -> str:
        """Return a type as Coq reads it."""
        if ty not in self.types:
            if ty.domain is not None and ty.codomain is not None:
                left = self.type(ty.domain)
                left = f"({left})" if ty.domain.domain is not None else left
                self.types[ty] = f"{left} -> {self.type(ty.codomain)}"
            else:
                self.types[ty] = f"Fin {self.size(ty.size)}" if ty.size is not None else _BASE[ty.kind]
        return self.types[ty]

    def argument_type(self, ty: Type) -> str:
        """Return a type as the argument of a function."""
        text = self.type(ty)
        return f"({text})" if " " in text else text

    def some(self, ty: Type) -> str:
        """Return an element of a type; there always is one."""
        if ty.domain is not None and ty.codomain is not None:
            return f"(fun _ : {self.type(ty.domain)} => {self.some(ty.codomain)})"
        if ty.size is not None:
            return f"(fin {self.size(ty.size)} 0)"
        return {"ℝ": "0%R", "ℕ": "0%nat", "𝔹": "TT", "ℝ∞": "(@None R)"}[ty.kind]

    # terms

    def variable(self, v: Var) -> str:
        """Return the name of a free variable, or of a bound one that is opened."""
        if v.name.startswith(_OPENED):
            return f"{_letter(v.type)}{v.name.removeprefix(_OPENED)}"
        return self.names.name(v, v.name)

    def opened(self, t: Abs) -> tuple[Var, Term]:
        """Return the bound variable of an abstraction and its body; its name follows from the abstraction."""
        x = var(f"{_OPENED}{self.depth(t)}", t.binder)
        return x, open_body(t, x)

    def depth(self, t: Term) -> int:
        """Return a number beyond those of all opened variables in a term."""
        found = self.depths.get(t)
        if found is None:
            levels = [int(v.name.removeprefix(_OPENED)) for v in t.free if v.name.startswith(_OPENED)]
            found = self.depths[t] = 1 + max(levels, default=-1)
        return found

    def term(self, t: Term) -> str:
        """Return a term without loose bound variables as Coq reads it, in parentheses where needed."""
        text = self.texts.get(t)
        if text is None:
            text = self._term(t)
            if self.sharing and len(text) > SHARED and not t.free and not size_variables([t]):
                text = self.share(t, text)
            self.texts[t] = text
        return text

    def share(self, t: Term, text: str) -> str:
        """Write a large closed term once, by a name of its own."""
        name = self.names.new("shared")
        self.lines.append(f"Definition {name} : {self.type(t.type)} :=\n  {text}.")
        return name

    def _term(self, t: Term) -> str:
        if isinstance(t, Var):
            return self.variable(t)
        if isinstance(t, Lit):
            return self.literal(t)
        if isinstance(t, Const):
            text = self.constant(t)
            return f"({text})" if " " in text else text
        if isinstance(t, Abs):
            x, body = self.opened(t)
            return f"(fun {self.variable(x)} : {self.type(t.binder)} => {self.term(body)})"
        if t is TRUE or t is FALSE:
            return "TT" if t is TRUE else "FF"
        if (under := match_forall(t)) is not None:
            return f"(@ALL {self.argument_type(under.binder)} {self.term(under)})"
        if (pair := match_implication(t)) is not None:
            p, q = pair
            return f"(NOT {self.term(p)})" if q is FALSE else f"(IMP {self.term(p)} {self.term(q)})"
        if (pair := match_conjunction(t)) is not None:
            return f"(AND {self.term(pair[0])} {self.term(pair[1])})"
        arguments = []
        while isinstance(t, App):
            arguments.append(t.argument)
            t = t.function
        shown = [self.term(a) for a in reversed(arguments)]
        if isinstance(t, Const):
            if t.name in ("+", "*") and len(shown) == 2:
                return f"({shown[0]} {t.name} {shown[1]})"
            return f"({self.constant(t)} {' '.join(shown)})"
        return f"({self.term(t)} {' '.join(shown)})"

    def literal(self, t: Lit) -> str:
        """Return a number, or an index by its number."""
        if t.type is not REAL:
            return f"{t.value}%nat" if t.type.size is None else f"(fin {self.size(t.type.size)} {t.value})"
        return f"{fraction(Fraction(t.value))}%R"

    def constant(self, t: Const) -> str:
        """Return a constant at its sizes, without parentheses; a definition is written when it is first needed."""
        if t.name == "=":
            return f"@eqb {self.argument_type(t.type.domain or t.type)}"
        if t.name in PLAIN:
            return PLAIN[t.name]
        sizes = " ".join(map(self.size, t.sizes))
        if t.name in SIZED:
            return f"@{SIZED[t.name]} {sizes}"
        if t.name in THREE:
            return f"@{THREE[t.name]} {sizes} {self.size(third(t) or t.sizes[0])}"
        return self.defined(t)

    def defined(self, t: Const) -> str:
        """Return a defined constant: an instance of the definition for all sizes, or one written at these sizes."""
        theorem = definition_of(t.name)
        if theorem is None:
            raise UsageError(f"the constant {t.name} has no meaning in Coq")
        _, parameters, value = theorem.arguments
        if not isinstance(value, Term) or not isinstance(parameters, tuple):
            raise UsageError(f"the definition of {t.name} has no value")
        names = [str(p) for p in parameters]
        values = dict(zip(names, t.sizes, strict=True))
        if all(agrees(size, values) for size in sizes_written([value]) | sizes_of_type(value.type)):
            name = self.define(t.name, t.name, value, names)
            sizes = " ".join(map(self.size, t.sizes))
            return f"{name} {sizes}" if sizes else name
        at = substitute_sizes(value, values)
        over = sorted(size_variables([at]).union(*(size.variables() for size in t.sizes)))
        return " ".join([self.define(t, t.name, at, over), *map(self.size_name, over)])

    def define(self, key: object, name: str, value: Term, sizes: list[str]) -> str:
        """Write a definition once, with its formula as a comment; return its name."""
        if key not in self.constants:
            text, ty = self.term(value), self.type(value.type)
            given = self.names.new(f"{name}_at" if isinstance(key, Term) else name)
            self.constants[key] = given
            over = f" ({' '.join(map(self.size_name, sizes))} : size)" if sizes else ""
            self.lines.append(f"(* {given}{' for ' + ', '.join(sizes) if sizes else ''}: {comment(show(value))} *)")
            self.lines.append(f"Definition {given}{over} : {ty} :=\n  {text}.")
        return self.constants[key]


def fraction(value: Fraction) -> str:
    """Return a rational number.

    >>> fraction(Fraction(3)), fraction(Fraction(-3)), fraction(Fraction(1, 2)), fraction(Fraction(-1, 2))
    ('3', '(-3)', '(1 / 2)', '((-1) / 2)')
    """
    above = f"({value.numerator})" if value < 0 else str(value.numerator)
    return above if value.denominator == 1 else f"({above} / {value.denominator})"


def comment(text: str) -> str:
    """Return text that may stand in a comment: nothing in it opens or ends one, or begins a string."""
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "”")


def _letter(ty: Type) -> str:
    """Return the letter of bound variables of a type: i for indices, A for matrices, f for other functions."""
    if ty.domain is not None and ty.codomain is not None:
        return "A" if ty.domain.size is not None and ty.codomain.domain is not None else "f"
    return "i" if ty.size is not None else {"ℕ": "k", "𝔹": "p"}.get(ty.kind, "x")
