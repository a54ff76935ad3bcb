"""`read(latex(claim))` is the claim again, or it is not read: it is never another one.

``round_trip.json`` lists the claims of ``proofs`` that do not come back, by what stands in the way. Run this file to
write it anew.
"""

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import sympy
from sympy import Basic, Idx, preorder_traversal

import symattn.language as language
from symattn.deciding.decide import decided
from symattn.errors import SymattnError
from symattn.language import Calc, Claim, Equation, claim, declarations
from symattn.language.own_words import OfWord
from symattn.reading import judging
from symattn.reading.judging import Decision
from symattn.reading.pages import Page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar
from symattn.render.latex import latex
from symattn.scripts.loading import called, load
from symattn.scripts.registry import Declaration

HERE = Path(__file__).parent
DATA = json.loads((HERE / "round_trip.json").read_text("utf-8"))
#: What comes back as another claim, and holds for more: A_n is printed as a family has an index, λ_512 as a symbol.
MORE_GENERAL = {
    "A.recurrences.ssd_state",
    "A.recurrences.ssd",
    "A.recurrences.ssd_start",
    "A.recurrences.ssd.mistake",
    "D2.derivation",
    "D6.printed.first0",
    "G56",  # an entry for a matrix of one entry
    "G56.every",
    "A.flash.lse.mistake",  # a word that nothing declares is defined by its equation
    "A.positions.alibi_distance",  # the same, with |j − i| for |i − j|
    "A.positions.alibi_distance.mistake",
}


#: How the printer writes words of the language → the words.
WORDS = (
    (r"\operatorname{SoftMax}_{\mathrm{row}}", "RowSoftmax"),
    (r"\operatorname{Att}", "Attention"),
    (r"\operatorname{Att}", "KernelAttention"),
    (r"\operatorname{MultiHeadAtt}", "KernelMultiHeadAttention"),
    (r"\operatorname{RoPE}", "RotaryEncoding"),
    (r"\operatorname{mask}", "PrefixMask"),
    (r"\operatorname{mask}", "SubsetMask"),
    (r"\mathrm{dot}", "DotProduct"),
    (r"\mathrm{sqeuclid}", "SquaredEuclidean"),
    (r"\mathrm{euclid}", "Euclidean"),
    (r"\mathrm{epan}", "Epanechnikov"),
    (r"\mathrm{box}", "BoxCar"),
    (r"\operatorname{RowMax}", "RowMax"),
    (r"\operatorname{LogSumExp}", "LogSumExp"),
    (r"\operatorname{lse}", "LogSum"),
    (r"\operatorname{LayerNorm}", "LayerNorm"),
    (r"\operatorname{RMS}", "RMSNorm"),
    (r"\operatorname{causal}", "CausalAttention"),
    (r"\operatorname{Retention}", "Retention"),
    (r"\operatorname{ALiBi}", "ALiBi"),
    (r"\operatorname{Causal}", "CausalMask"),
    (r"\operatorname{SelfAtt}", "SelfAttention"),
    (r"\operatorname{MultiHeadAtt}", "MultiHeadAttention"),
    (r"\operatorname{Add}", "AdditiveEncoding"),
    (r"\operatorname{sincos}", "SineCosine"),
    (r"\operatorname{Rot}", "BlockRotation"),
    ("e", "SinusoidalVector"),
    ("E", "SinusoidalEncoding"),
    (r"\boldsymbol{\lambda}", "Frequencies"),
    ("T", "ShiftMatrix"),
    ("P", "PositionalEncoding"),
)


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
    parts = (said.proposition, *said.given)
    found = declarations(*parts)
    used = {each.word for part in parts for each in preorder_traversal(part) if isinstance(each, OfWord)}
    names = {type(each).__name__ for part in parts for each in preorder_traversal(part)}
    has_unit = any(part.has(sympy.I) for part in parts)
    words = {rf"\operatorname{{{name}}}": name for name in sorted(names & set(language.__all__))}
    said = [each for each in WORDS if each[1] in names]
    for each in sorted(used, key=lambda each: each.name):
        said += [(rf"\operatorname{{{each.name}}}", each.name), (each.latex, each.name)]
    known = dict[str, str]()
    for name, word in dict.fromkeys(filter(all, said)):  # H is one word of one argument, and another of two
        known[name] = f"{known[name]} | {word}" if name in known else word
    numbers = {latex(each): "number" for each in found.scalars} | ({"i": "imaginary"} if has_unit else {})
    sizes = [latex(each) for each in found.sizes]
    made.take({"first": 0, "softmax": "rows", "functions": {**words, **known}, "kinds": numbers, "sizes": sizes})
    return made


def round_trip(said: Claim) -> tuple[str, str]:
    """Write a claim and read it; say what came of it, and why."""
    text = latex(said)
    lines = list(noted(Page("claim", f"\\[{text}\\]", "md"), sidecar(said), {}).lines())
    readings = [each for line in lines for each in line.answer.readings]
    if not readings:
        return "not read", "; ".join(f"{line.answer.status}: {line.answer.why}" for line in lines)
    if any(each.unread for each in readings):
        return "not read", "it rests on what nobody declared"
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
    if type(read) is not type(said.proposition):
        return False
    try:
        return all(
            one == other or decided(Claim(Equation(one, other), said.given), None, (), steps=300).status == "proved"
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


#: What LaTeX does not carry: a pattern of the formula, one of why it is not read, and what the formula lacks.
LOST = (
    ("``", "", "a name that is not one of LaTeX is printed in quotation marks"),
    (r"(?<![\\A-Za-z])[a-z]{2} \\in", "", "a name of several letters is printed as letters beside each other"),
    ("", "which of .* are indices", "a name of several letters is printed as letters beside each other"),
    (r"\\mathrm\{(?:dot|euclid|box|epan|unscaled)", "", "a similarity is printed by its name alone"),
    ("", r"cannot use \w+: it takes", "one letter stands for two words with different arguments"),
    ("", "cannot use A_1", "a matrix with one entry is printed as the member of a family"),
)
#: What LaTeX carries and reading does not know yet; what fits none of these has the reason that the report gives.
UNREAD = (
    (r"text\{ for all rows \}", "", "for all rows of a kernel"),
    (r"operatorname\{rows\}", "", "a map of the rows of a matrix and their numbers"),
    (r"_\{\[[gh]\]\}", "", "blocks of a matrix below or beside each other"),
    (r"_\{2 (?:m|i), 2 (?:m|i)'|^.*2 h - [12]\}|P_\{\\operatorname\{Rot\}", "", "multiples of an index"),
    (r"\\left\(T_\{2 h\}\^\{\(1\)\}\\right\)\^\{i", "", "a power whose exponent is an index"),
)


def reason(text: str, why: str) -> str:
    """Return why a claim is not read, for a group of claims."""
    for formula, told, said in LOST + UNREAD:
        if re.search(formula, text) and re.search(told, why):
            return said
    return re.sub(r"(?<=.)[:;'].*", "", why.removeprefix("not read: "))


def tried(entries: Iterable[Declaration]) -> dict[str, Any]:
    """Return how many claims come back, which do otherwise, and why each of the rest does not."""
    claims, again, lost = 0, 0, {said for _, _, said in LOST}
    otherwise, unread = list[str](), dict[str, list[str]]()
    for entry in entries:
        said = stated(entry)
        if said is None:
            continue
        claims += 1
        answer, why = round_trip(said)
        again += answer == "again"
        if answer == "not read":
            unread.setdefault(reason(latex(said), why), []).append(entry.id)
        elif answer != "again":
            otherwise.append(entry.id)
    carried = claims - sum(len(each) for why, each in unread.items() if why in lost)
    groups = {why: sorted(unread[why]) for why in sorted(unread)}
    return {
        "claims": claims,
        "LaTeX carries": carried,
        "again": again,
        "more general": sorted(otherwise),
        "LaTeX does not carry": {why: each for why, each in groups.items() if why in lost},
        "not read": {why: each for why, each in groups.items() if why not in lost},
    }


@pytest.fixture(autouse=True)
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "decide_reading", lambda reading: Decision("unknown"))


def entries() -> list[Declaration]:
    return list(load([HERE.parents[1] / "proofs"]).entries.values())


def test_a_claim_comes_back_as_itself() -> None:
    found = tried(entries()[::14])
    assert set(found["more general"]) <= MORE_GENERAL and found["again"] >= 8
    for kind in ("LaTeX does not carry", "not read"):
        for why, each in found[kind].items():
            assert set(each) <= set(DATA[kind][why])


@pytest.mark.slow
def test_all_claims_come_back_as_themselves() -> None:
    found = tried(entries())
    assert set(found["more general"]) <= MORE_GENERAL
    assert found == DATA, "python tests/reading/test_round_trip.py writes the list anew"


if __name__ == "__main__":
    judging.decide_reading = lambda reading: Decision("unknown")
    (HERE / "round_trip.json").write_text(json.dumps(tried(entries()), ensure_ascii=False, indent=1) + "\n", "utf-8")
