"""What is asserted of a function: a theorem, read, decided, and with symbols for what the function computes.

A theorem comes as a statement about F, as one that is kept, as the id of a claim, or as a verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sympy import Basic, MatrixSymbol, sympify
from sympy.matrices.expressions.matexpr import MatrixExpr

from symattn.deciding.verdict import Verdict
from symattn.errors import UsageError
from symattn.language import Claim, Equation
from symattn.language.base.dims import dims, is_dim
from symattn.language.base.substitution import substituted
from symattn.language.base.symbols import MaskSymbol
from symattn.language.inspection import declarations
from symattn.language.words.attention import Attention
from symattn.render.text import text
from symattn.testing.calls import Violation
from symattn.testing.claims import verdict_named
from symattn.testing.relations import Relation, decided, remade, sizes_of

#: What is asserted: a statement about F, a theorem that is kept, the id of a claim, or a verdict.
Stated: TypeAlias = Callable[[Callable[..., MatrixExpr]], Any] | Relation | str | Verdict


class Marks:
    """Remember which symbol stands for which occurrence: what it means, which function computes it, and of what."""

    def __init__(self) -> None:
        self.meant: dict[Any, Any] = {}
        self.made: dict[Basic, Occurrence] = {}


@dataclass(frozen=True)
class Occurrence:
    """Hold an occurrence of a function in a theorem: which function it is, and its arguments."""

    of: Of
    arguments: tuple[MatrixExpr, ...]


class Of:
    """Make an expression of other matrices than it was written with, and remember what it was made of.

    ``label`` tells several functions of one theorem apart, which then share their ``marks``.
    """

    def __init__(self, template: Any, names: Sequence[str], label: str = "", marks: Marks | None = None) -> None:
        self.template, self.label, self.marks = template, label, marks or Marks()
        if template is Attention:
            r, n, ell, d = dims("r n ell d")
            shown = (MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d))
            self.expr: Any = Attention(*shown, *((MaskSymbol("M", r, n),) if len(names) > 3 else ()))
        elif isinstance(template, MatrixExpr):
            self.expr = template
        else:
            raise UsageError(f"of= is the class Attention or an expression of the arguments, not {template!r}")
        declared = declarations(self.expr)
        sizes = [size for size in declared.sizes if str(size) in names]
        found = (*declared.matrices, *declared.masks, *declared.families, *declared.scalars, *sizes)
        known = {str(symbol.name): symbol for symbol in found}
        if self.template is Attention:  # the arguments may be called otherwise than in the textbook
            self.symbols = list(known.values())
            self.symbols.sort(key=lambda symbol: "QKVM".index(str(symbol.name)))
            if len(names) != len(self.symbols):
                raise UsageError(f"attention has three arguments, or four with a mask; the signature has {len(names)}")
            renamed = [type(old)(name, *old.shape) for name, old in zip(names, self.symbols, strict=True)]
            self.expr, self.symbols = Attention(*renamed), renamed
        else:
            missing = [name for name in names if name not in known]
            if missing:
                raise UsageError(f"{missing[0]} is neither a matrix nor a number of {self.expr}")
            self.symbols = [known[name] for name in names]

    def __call__(self, *arguments: Any) -> MatrixExpr:
        """Return F of other matrices, all in their order, or only those that are changed: ``F({K: 2*K})``."""
        if len(arguments) == 1 and isinstance(arguments[0], Mapping):
            changed = {str(getattr(symbol, "name", symbol)): made for symbol, made in arguments[0].items()}
            unknown = [name for name in changed if name not in map(str, self.symbols)]
            if unknown:
                raise UsageError(f"{unknown[0]} is no argument of F, which takes {', '.join(map(str, self.symbols))}")
            arguments = tuple(changed.get(str(symbol), symbol) for symbol in self.symbols)
        if len(arguments) != len(self.symbols):
            given = f"{len(self.symbols)} arguments, {', '.join(map(str, self.symbols))}"
            raise UsageError(f"F takes {given}; the theorem gives it {len(arguments)}")
        arguments = tuple(map(sympify, arguments))
        return self.marked(self.at(arguments), arguments)

    def marked(self, made: MatrixExpr, arguments: tuple[MatrixExpr, ...]) -> MatrixExpr:
        """Return the symbol that stands for an occurrence, whose value the function under test computes."""
        marks = self.marks
        meant = substituted(made, marks.meant)
        for marker, other in marks.meant.items():
            if other == meant and marks.made[marker].of is self:
                return marker
        marker = MatrixSymbol(f"{self.label}: {meant}" if self.label else str(meant), *made.shape)
        marks.meant[marker], marks.made[marker] = meant, Occurrence(self, arguments)
        return marker

    def at(self, arguments: Sequence[Any]) -> Any:
        """Return the expression with other matrices for its arguments; their shapes give the sizes."""
        if self.template is Attention:
            return Attention(*arguments)
        return remade(self.expr, self.symbols, arguments)

    def sizes_of(self, arguments: Sequence[Any]) -> dict[Any, Any]:
        """Return the sizes of the expression at other matrices for its arguments; of a sum, the last one unknown."""
        given = {s: value for s, value in zip(self.symbols, arguments, strict=True) if is_dim(s)}
        return {**sizes_of(self.symbols, arguments), **given}

    def occurrences(self, *sides: Any) -> tuple[Any, ...]:
        """Return sides that were written without F, with symbols for the occurrences of attention."""
        found: dict[Any, Any] = {}
        for node in _nodes(sides) if self.template is Attention else ():
            if isinstance(node, Attention) and node.scale is True and node.bias is None:
                parts = (node.queries, node.keys, node.values, *(() if node.mask is None else (node.mask,)))
                if len(parts) == len(self.symbols):
                    parts = tuple(part.xreplace(found) for part in parts)
                    found[node] = self.marked(self.at(parts), parts)
        return tuple(side.xreplace(found) for side in sides)


def _nodes(roots: Iterable[Basic]) -> list[Basic]:
    """List all parts of expressions, inner ones first, each once."""
    found: dict[Basic, None] = {}
    stack: list[tuple[Any, bool]] = [(root, False) for root in roots]
    while stack:
        node, ready = stack.pop()
        if node in found:
            continue
        if ready:
            found[node] = None
        else:
            stack.append((node, True))
            stack.extend((part, False) for part in getattr(node, "args", ()))
    return list(found)


@dataclass
class Theorem:
    """Hold the two sides of a theorem about a function, the verdict on it, and its occurrences of the function."""

    name: str
    left: Any
    right: Any
    verdict: Verdict | None
    marks: Marks = field(default_factory=Marks)

    def meant(self) -> tuple[Any, Any]:
        """Return the two sides with what is meant for the symbols of the occurrences."""
        return substituted(self.left, self.marks.meant), substituted(self.right, self.marks.meant)


def read_theorem(stated: Any, functions: Sequence[Of], unproved: bool = False, refuted: bool = False) -> Theorem:
    """Read a theorem about functions and decide it.

    Raise Violation where it is refuted, UsageError where it is not decided; with ``refuted``, UsageError where it is
    not refuted by values.
    """
    __tracebackhide__ = True
    of, marks = functions[0], functions[0].marks
    given: tuple[Any, ...] = ()
    verdict: Verdict | None = None
    if isinstance(stated, str):
        verdict = verdict_named(stated)
    elif isinstance(stated, Verdict):
        verdict = stated
    if verdict is not None:
        claim: Any = verdict.claim
        if not isinstance(claim, Claim) or not isinstance(claim.proposition, Equation):
            raise UsageError(f"{stated} is no equation, so it is no test")
        left, right, given = claim.proposition.args[0], claim.proposition.args[1], tuple(claim.given)
        name = stated if isinstance(stated, str) else text(claim.proposition)
    else:
        statement = stated.statement if isinstance(stated, Relation) else stated
        if not callable(statement):
            raise UsageError(f"a theorem is a function of F, the id of a claim, or a verdict, not {stated!r}")
        sides = statement(*functions)
        if not isinstance(sides, tuple) or len(sides) != 2:
            raise UsageError(f"a theorem about F returns its two sides, not {sides!r}")
        left, right = sides
        name = stated.name if isinstance(stated, Relation) else ""
    left, right = sympify(left), sympify(right)
    if len(functions) == 1:
        left, right = of.occurrences(left, right)
    name = name or text(Equation(substituted(left, marks.meant), substituted(right, marks.meant)))
    for each in functions:
        if all(occurrence.of is not each for occurrence in marks.made.values()):
            raise UsageError(f"{name} does not mention what is tested, {text(each.expr)}")
    if given:
        raise UsageError(f"{name} has hypotheses, which random values do not have: {', '.join(map(str, given))}")
    theorem = Theorem(name, left, right, verdict, marks)
    if verdict is None:
        theorem.verdict = verdict = decided(theorem.meant())
    if refuted:
        if verdict.status != "refuted" or getattr(verdict.counterexample, "kind", "") != "values":
            raise UsageError(f"{name} is not refuted by values, so there is nothing to replay")
        return theorem
    if verdict.status == "refuted":
        raise Violation(f"no function has this, for it does not hold: {verdict}")
    if verdict.status != "proved" and not unproved:
        raise UsageError(f"this is not proved, so it is no test; declare it by unproved=True:\n{verdict}")
    return theorem
