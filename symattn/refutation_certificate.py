"""Write refutations: a counterexample as a file that a program which shares no code with symattn can confirm.

The proposition and its hypotheses are written at the sizes of the counterexample, as terms of the kernel's logic, with
an exact value for each variable and the enclosures of the two sides.  `docs/certificate.md` describes the format.
"""

from __future__ import annotations

import io
import re
from fractions import Fraction
from math import ceil, floor
from typing import Any

from flint import fmpq
from sympy import Basic, Ge, Inverse, Lt

from . import refutation_verifier
from .certificates import TermWriter, json_lines
from .elaborate import elaborate_many
from .elaborate.names import kernel_name
from .errors import SymattnError, UsageError
from .kernel.terms import NAT, Const, Size, Term, Type, Var, open_body, substitute_sizes, var
from .language.distinct import OfSymbol
from .language.inspection import declarations
from .language.propositions import Invariant
from .language.symbols import MaskSymbol, PermutationSymbol, SubsetSymbol
from .numeric import exact
from .numeric.enclosure import Encloser
from .numeric.exact import MINUS_INFINITY
from .numeric.instances import image_list
from .numeric.reduction import as_pointwise
from .prover.library.definitions import definition_of
from .prover.logic.derived_rules import match_forall

DECIMALS = 25  # of an enclosure, rounded outwards


def refutation_certificate(verdict: Any, name: str = "") -> str:
    """Return the certificate of a refuted verdict as text.

    Raise UsageError for a refutation without values (a shape error), and where a value or a hypothesis is about
    functions of real numbers, of which a finite computation decides nothing.

    >>> from symattn import PermutationSymbol, decide, dims
    >>> n = dims("n")
    >>> sigma, tau = PermutationSymbol("sigma", n), PermutationSymbol("tau", n)
    >>> lines = refutation_certificate(decide(sigma*tau, tau*sigma)).splitlines()
    >>> lines[0]
    '{"format":"symattn refutation","version":1,"name":"","left":["1","1"],"right":["0","0"]}'
    """
    counterexample = verdict.counterexample
    if getattr(counterexample, "kind", None) != "values":
        raise UsageError("only a refutation by values has a certificate")
    claim = verdict.claim
    (elaborated,) = elaborate_many([claim.proposition], claim.given)
    bindings = counterexample.instance.bindings
    sizes = {kernel_name(size): Size.number(value) for size, value in counterexample.sizes.items()}
    goal, values = _at_one(elaborated.goal, _arbitrary(claim, bindings))
    for symbol, variables in elaborated.variables:
        values += zip(variables, _meanings(symbol, bindings), strict=True)
    stated = [goal, *(p for h in elaborated.hypotheses for p in h.propositions)]
    writer = _RefutationWriter(sizes, *stated)
    numbers = [writer.term(substitute_sizes(proposition, sizes)) for proposition in stated]
    for variable, value in values:
        at = substitute_sizes(variable, sizes)
        writer.line("value", writer.term(at), _told(value, at.type))
    left, right = _enclosure(counterexample.lhs), _enclosure(counterexample.rhs)
    if isinstance(claim.proposition, (Ge, Lt)):  # the kernel has l ≥ r as r ≤ l, and l < r as ¬(r ≤ l)
        left, right = right, left
    writer.line("claim", *numbers)
    header = {
        "format": "symattn refutation",
        "version": refutation_verifier.VERSION,
        "name": name,
        "left": left,
        "right": right,
    }
    text = json_lines(header, *writer.lines, ("end",))
    _confirm(text)
    return text


def _arbitrary(claim: Any, bindings: dict[Basic, Any]) -> list[Any]:
    """Return the values at which a statement about all values, or about all rows, fails."""
    proposition = claim.proposition
    if isinstance(proposition, Invariant):
        pointwise, _ = as_pointwise(proposition, claim.given)
        return [bindings[row][0] for row in pointwise.args[1].args[1:]]
    if isinstance(proposition, OfSymbol):
        declared = {*declarations(proposition, *claim.given).all(), proposition.symbol}
        others = sorted((symbol for symbol in bindings if symbol not in declared), key=str)
        return [bindings[symbol] for symbol in (proposition.symbol, *others)]
    return []


def _at_one(goal: Term, values: list[Any]) -> tuple[Term, list[tuple[Var, Any]]]:
    """Return the instance of ∀x… at new variables, with their values: where it is false, so is the whole."""
    found: list[tuple[Var, Any]] = []
    for value in values:
        abstraction = match_forall(goal)
        if abstraction is None:
            break
        found.append((var(f"given.{len(found)}", abstraction.binder), value))
        goal = open_body(abstraction, found[-1][0])
    return goal, found


def _confirm(text: str) -> None:
    """Refuse what the verifier would not confirm, such as a hypothesis about all functions."""
    try:
        refutation_verifier.replayed(io.BytesIO(text.encode()))
    except (refutation_verifier.NotARefutation, refutation_verifier.DoesNotHold) as error:
        raise UsageError(f"this refutation has no certificate: {error}") from None


class _RefutationWriter(TermWriter):
    """Number terms at given sizes; a constant at sizes is defined on its own, under a name that says them."""

    def __init__(self, sizes: dict[str, Size], *stated: Term) -> None:
        super().__init__(*stated)
        self.sizes = sizes
        self.defined: set[str] = set()

    def undefined(self, constant: Const) -> Term | None:
        """Return the value of a constant at its sizes."""
        theorem = definition_of(constant.name) if constant.name != "=" else None
        if theorem is None or _label(constant) in self.defined:
            return None
        _, parameters, value = theorem.arguments
        return substitute_sizes(value, dict(zip(parameters, constant.sizes, strict=True)))  # type: ignore[arg-type]

    def define(self, constant: Const) -> None:
        """Write the definition of a constant at its sizes."""
        value = self.undefined(constant)
        if value is not None:
            self.line("definition", _label(constant), self.terms[value])
            self.defined.add(_label(constant))

    def written(self, t: Term) -> tuple[Any, ...]:
        """Return the line of a term; the sizes of a primitive constant are numbers."""
        if not isinstance(t, Const) or t.name == "=":
            return super().written(t)
        return ("constant", _label(t)) if _label(t) in self.defined else ("constant", t.name, *map(_number, t.sizes))


def _number(size: Size) -> int:
    if size.variables():
        raise UsageError(f"the counterexample says nothing about the size {size}")
    return size.least()


def _label(constant: Const) -> str:
    return constant.name + (f"{{{','.join(str(_number(size)) for size in constant.sizes)}}}" if constant.sizes else "")


def _meanings(symbol: Any, bindings: dict[Basic, Any]) -> tuple[Any, ...]:
    """Return the values of the kernel variables that stand for a symbol."""
    if isinstance(symbol, Inverse):
        return (exact.inverse(Encloser(bindings).matrix(symbol.arg)),)
    value = bindings[symbol]
    if isinstance(symbol, PermutationSymbol):
        images = image_list(value)
        return images, tuple(images.index(place) for place in range(len(images)))
    if isinstance(symbol, MaskSymbol):
        shown = tuple(tuple(entry is not MINUS_INFINITY for entry in row) for row in value)
        return shown, tuple(row.index(True) for row in shown)
    if isinstance(symbol, SubsetSymbol):
        count = Encloser(bindings).size(symbol.size)
        return tuple(place in value for place in range(count)), min(value)
    return (value,)


def _told(value: Any, ty: Type) -> Any:
    """Return a value of a type as the file tells it: nested lists, numbers as text, indices as numbers."""
    if ty.domain is not None and ty.codomain is not None and ty.domain.size is not None and isinstance(value, tuple):
        codomain = ty.codomain
        return [_told(entry, codomain) for entry in value]
    if (ty.size is not None or ty is NAT) and isinstance(value, int | fmpq):
        return int(value)
    if value is MINUS_INFINITY or isinstance(value, bool):
        return value if isinstance(value, bool) else MINUS_INFINITY.value
    if isinstance(value, fmpq):
        return str(value)
    raise UsageError(f"a value of type {ty} cannot be written into a certificate")


def _enclosure(text: str) -> Any:
    """Return the ends of an enclosure such as [1/2], [-oo] or [0.25 ± 1e-20], rounded outwards."""
    found = re.fullmatch(r"\[([^ ]+)(?: ± ([^ ]+))?\]", text)
    if found is None:
        raise SymattnError(f"{text} is not an enclosure")
    if found[1] == MINUS_INFINITY.value:
        return found[1]
    middle, radius = Fraction(found[1]), Fraction(found[2] or 0)
    if not radius:
        return [str(middle), str(middle)]
    unit = 10**DECIMALS
    return [_decimal(floor((middle - radius) * unit)), _decimal(ceil((middle + radius) * unit))]


def _decimal(count: int) -> str:
    """Write a whole number of units of the last decimal."""
    whole, rest = divmod(abs(count), 10**DECIMALS)
    return f"{'-' * (count < 0)}{whole}.{rest:0{DECIMALS}d}"
