"""Write refutations: a counterexample as a file that a program which shares no code with symattn can confirm.

The proposition and its hypotheses are written at the sizes of the counterexample, as terms of the kernel's logic, with
an exact value for each variable and the enclosures of the two sides.  `docs/certificate.md` describes the format.
"""

from __future__ import annotations

import io
import re
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor
from typing import Any

from flint import fmpq
from sympy import Derivative, Ge, Lt

from symattn import refutation_verifier
from symattn.certificates.kernel_instance import KernelInstance, function_term, is_function, kernel_instance
from symattn.certificates.terms import TermWriter, json_lines
from symattn.digits import MOST_DIGITS, too_many_digits
from symattn.elaborate import elaborate_many
from symattn.errors import SymattnError, UsageError
from symattn.kernel.rules import Theorem
from symattn.kernel.syntax import parse
from symattn.kernel.terms import NAT, Const, Size, Term, Type, Var, substitute_sizes
from symattn.language.base.derivatives import PartialDerivatives
from symattn.language.definite import Definite
from symattn.language.quantified import ForAll
from symattn.numeric.definite import unequal_places
from symattn.numeric.enclosure import Encloser
from symattn.numeric.exact import MINUS_INFINITY
from symattn.prover.library.definitions import definition_of

DECIMALS = 25  # of an enclosure, rounded outwards
TINY = Fraction(1, 10 ** (4 * DECIMALS))
TOO_LARGE = "this refutation has no certificate: the value of a side has too many digits"


def refutation_certificate(verdict: Any, name: str = "") -> str:
    """Return the certificate of a refuted verdict as text.

    Raise UsageError for a refutation without values (a shape error), and where the verifier does not confirm it: a
    finite computation decides nothing about all functions of real numbers.

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
    (elaborated,) = elaborate_many([verdict.claim.proposition], verdict.claim.given)
    instance = kernel_instance(verdict.claim, elaborated, counterexample)
    return _confirmed(verdict.claim, instance, counterexample, name)


def why_unconfirmed(claim: Any, instance: KernelInstance, counterexample: Any) -> str:
    """Say why the verifier of refutations does not confirm an instance, or nothing where it does."""
    try:
        _confirmed(claim, instance, counterexample)
    except UsageError as reason:
        return str(reason)
    return ""


def _confirmed(claim: Any, instance: KernelInstance, counterexample: Any, name: str = "") -> str:
    """Return the certificate of an instance; raise UsageError where the verifier does not confirm it."""
    writer = _RefutationWriter(instance.goal, *instance.hypotheses)
    left, right = enclosures(claim, counterexample)
    header = {
        "format": "symattn refutation",
        "version": refutation_verifier.VERSION,
        "name": name,
        "left": left,
        "right": right,
    }
    text = json_lines(header, *_lines(instance, writer), ("end",))
    _confirm(text)
    return text


def _lines(instance: KernelInstance, writer: _RefutationWriter) -> list[tuple[Any, ...]]:
    """Return the lines of an instance: its terms, the values of the variables, and what is refuted."""
    try:
        for variable, value in instance.values:
            if is_function(value):
                writer.stands_for(variable, function_term(value, variable.type))
        numbers = [writer.term(proposition) for proposition in (instance.goal, *instance.hypotheses)]
        for variable, value in instance.values:
            if not is_function(value):
                writer.line("value", writer.term(variable), _told(value, variable.type))
    except RecursionError:
        raise UsageError("this refutation has no certificate: the proposition is nested too deeply") from None
    writer.line("claim", *numbers)
    return writer.lines


def _confirm(text: str) -> None:
    """Refuse what the verifier would not confirm, such as a hypothesis about all functions; raise UsageError."""
    try:
        refutation_verifier.replayed(io.BytesIO(text.encode()))
    except (refutation_verifier.NotARefutation, refutation_verifier.DoesNotHold) as error:
        raise UsageError(f"this refutation has no certificate: {error}") from None


class _RefutationWriter(TermWriter):
    """Number terms at given sizes; a constant at sizes is defined on its own, under a name that says them."""

    def __init__(self, *stated: Term) -> None:
        super().__init__(*stated)
        self.defined: set[str] = set()

    def stands_for(self, variable: Var, function: Term) -> None:
        """Let a defined constant of the same name take the place of a variable for a function."""
        name = self.variable_name(variable.name)
        self.line("definition", name, self.term(function))
        self.line("constant", name)
        self.terms[variable] = len(self.terms)

    def undefined(self, constant: Const) -> Term | None:
        """Return the value of a constant at its sizes."""
        theorem = definition_of(constant.name) if constant.name != "=" else None
        if (theorem is None and constant.name != "det") or _label(constant) in self.defined:
            return None
        return _written_out(*constant.sizes) if theorem is None else _value(theorem, constant.sizes)

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


@lru_cache(maxsize=1024)
def _value(definition: Theorem, sizes: tuple[Size, ...]) -> Term:
    """Return what a definition says of its constant at sizes; many claims speak of the same ones."""
    _, parameters, value = definition.arguments
    return substitute_sizes(value, dict(zip(parameters, sizes, strict=True)))  # type: ignore[arg-type]


#: Determinants, of which the verifier of refutations knows nothing, in n⁴ steps; before it stands (−1)ⁿ⁻¹.
#: Source: R. S. Bird, A simple division-free algorithm for computing determinants, *Inf. Process. Lett.* 111 (2011).
_DETERMINANT = (
    "iterate{n,n} (λX:[n]→[n]→ℝ, i j:[n]. Σ k:[n]. (ind (pos{n} i + 1 ≤ pos{n} k) * X i k"
    " + -1 * (ind (i = k) * (Σ l:[n]. ind (pos{n} i + 1 ≤ pos{n} l) * X l l))) * A k j) A (nat{n} last{n}) 0@[n] 0@[n]"
)


def _written_out(size: Size) -> Term:
    """Return the determinant at a size."""
    sign = 1 if _number(size) % 2 else -1
    return substitute_sizes(parse(f"λA:[n]→[n]→ℝ. {sign} * {_DETERMINANT}"), {"n": size})


def _number(size: Size) -> int:
    if size.variables():
        raise UsageError(f"the counterexample says nothing about the size {size}")
    return size.least()


def _label(constant: Const) -> str:
    return constant.name + (f"{{{','.join(str(_number(size)) for size in constant.sizes)}}}" if constant.sizes else "")


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


def enclosures(claim: Any, counterexample: Any) -> tuple[Any, Any]:
    """Return the ends of what encloses the left and the right side, in the order in which the kernel has the sides."""
    left, right = _enclosure(counterexample.lhs), _enclosure(counterexample.rhs)
    # The kernel has l ≥ r as r ≤ l, l < r as ¬(r ≤ l), c = Df as deriv f x c, a form from 0 on as 0 ≤ it.
    said = claim.proposition
    while isinstance(said, ForAll):
        said = said.proposition
    swapped = isinstance(said, (Ge, Lt)) or _has_derivative_last(said) or _is_form(said, counterexample)
    return (right, left) if swapped else (left, right)


def _is_form(said: Any, counterexample: Any) -> bool:
    """Tell whether a form that should not be negative was compared with 0, and not two entries of its matrix."""
    if not isinstance(said, Definite) or said.strict:
        return False
    return unequal_places(Encloser(counterexample.instance.bindings).matrix(said.matrix)) is None


def _has_derivative_last(proposition: Any) -> bool:
    lhs, rhs = (*proposition.args, None, None)[:2]
    return isinstance(rhs, Derivative | PartialDerivatives) and not isinstance(lhs, Derivative | PartialDerivatives)


def _enclosure(text: str) -> Any:
    """Return the ends of an enclosure such as [1/2], [-oo], [0.25 ± 1e-20] or [± 1e-20], rounded outwards.

    Of a list, the values at which members of a sequence agree, the first one is taken.
    """
    found = re.fullmatch(r"\[([^ ±]+)?(?: ?± ([^ ]+))?\]", text.split(", ")[0])
    if found is None:
        raise SymattnError(f"{text} is not an enclosure")
    if found[1] == MINUS_INFINITY.value:
        return found[1]
    (middle, slack), (radius, more) = _written(found[1] or "0"), _written(found[2] or "0")
    radius += slack + more
    if not radius:
        return [str(middle), str(middle)]
    unit = 10**DECIMALS
    return [_decimal(floor((middle - radius) * unit)), _decimal(ceil((middle + radius) * unit))]


def _written(number: str) -> tuple[Fraction, Fraction]:
    """Return a number such as 1/2 or 1e-20, and its error: one far below all decimals is taken for 0."""
    exponent = int(number.partition("e")[2] or 0)
    if exponent > MOST_DIGITS:
        raise UsageError(TOO_LARGE)
    return (Fraction(0), TINY) if exponent < -MOST_DIGITS else (Fraction(number), Fraction(0))


def _decimal(count: int) -> str:
    """Write a whole number of units of the last decimal."""
    whole, rest = divmod(abs(count), 10**DECIMALS)
    if too_many_digits(whole):
        raise UsageError(TOO_LARGE)
    return f"{'-' * (count < 0)}{whole}.{rest:0{DECIMALS}d}"
