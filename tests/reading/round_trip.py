"""The round trip: a claim is written in LaTeX and read again."""

from __future__ import annotations

from typing import Any

from sympy import Basic, Idx

from symattn.deciding.decide import decided
from symattn.errors import SymattnError
from symattn.language import Calc, Claim, Equation, claim, declarations
from symattn.reading.pages import Page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar
from symattn.render.latex import latex
from symattn.scripts.loading import called
from symattn.scripts.registry import Declaration

#: How the printer writes words of the language → the words.
WORDS = {
    r"\operatorname{SoftMax}_{\mathrm{row}}": "RowSoftmax",
    r"\operatorname{Att}": "Attention",
    r"\operatorname{RowMax}": "RowMax",
    r"\operatorname{LogSumExp}": "LogSumExp",
    r"\operatorname{lse}": "LogSum",
    r"\operatorname{LayerNorm}": "LayerNorm",
    r"\operatorname{RMS}": "RMSNorm",
    r"\operatorname{causal}": "CausalAttention",
    r"\operatorname{Retention}": "Retention",
    r"\operatorname{ALiBi}": "ALiBi",
    r"\operatorname{Causal}": "CausalMask",
}


def stated(entry: Declaration) -> Claim | None:
    """Return what an entry claims, None where that is a misfit."""
    try:
        said = called(entry)
        said = claim(*said) if isinstance(said, tuple) else said.claim if isinstance(said, Calc) else said
        return said if isinstance(said, Claim) else claim(said)
    except (SymattnError, TypeError):
        return None


def sidecar(said: Claim) -> Sidecar:
    """Return what the printer takes for granted: the sizes, and that letters are numbers where it says no more."""
    made = Sidecar()
    found = declarations(said.proposition, *said.given)
    numbers = {latex(each): "number" for each in found.scalars}
    sizes = [latex(each) for each in found.sizes]
    made.take({"first": 0, "softmax": "rows", "functions": WORDS, "kinds": numbers, "sizes": sizes})
    return made


def round_trip(said: Claim) -> tuple[str, str]:
    """Write a claim and read it; say what came of it, and why."""
    text = latex(said)
    lines = list(noted(Page("claim", f"\\[{text}\\]", "md"), sidecar(said), {}).lines())
    readings = [each for line in lines for each in line.answer.readings]
    if not readings:
        return "not read", "; ".join(f"{line.answer.status}: {line.answer.why}" for line in lines)
    if len(lines) != 1:
        return "several rows", ""
    shown = [each.claim.proposition for each in readings]
    if any(_same(said, each) for each in shown):
        return "again", ""
    return "otherwise", f"{shown[0]} instead of {said.proposition}"


def _same(said: Claim, read: Basic) -> bool:
    own = {_name(each): each for each in _symbols(said.proposition)}
    try:
        read = read.xreplace({each: own[_name(each)] for each in _symbols(read) if _name(each) in own})
    except (SymattnError, TypeError, ValueError, AttributeError):
        return False
    if read == said.proposition:
        return True
    if not isinstance(read, Equation) or not isinstance(said.proposition, Equation):
        return bool(type(read) is type(said.proposition) and read.args == said.proposition.args)
    try:
        return all(
            one == other or decided(Claim(Equation(one, other)), None, (), steps=300).status == "proved"
            for one, other in zip(read.args, said.proposition.args, strict=True)
        )
    except (SymattnError, TypeError, ValueError, AttributeError):
        return False


def _symbols(proposition: Basic) -> set[Any]:
    found = declarations(proposition)
    return (
        {*found.sizes}
        | {each for kind in vars(found) if kind != "sizes" for each in getattr(found, kind) if isinstance(each, Basic)}
        | proposition.atoms(Idx)
    )


def _name(symbol: Any) -> str:
    return str(getattr(symbol, "name", symbol))
