"""`read(latex(claim))` is the claim again, or it is not read: it is never another one.

``round_trip.json`` lists the claims of ``proofs`` that do not come back, by what stands in the way. Run this file to
write it anew.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import sympy
from sympy import Add, Basic, Idx, Lambda, MatAdd, Mul, preorder_traversal
from sympy.concrete.expr_with_limits import ExprWithLimits

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
    numbers |= {r"\pi": "constant"} if any(part.has(sympy.pi) for part in parts) else {}
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
    if any(_same(said, each.claim) for each in readings):
        return "again", ""
    return "otherwise", f"{readings[0].claim} instead of {said}"


def _same(said: Claim, read: Claim) -> bool:
    """Tell whether a claim was read as itself: hypotheses and all, whatever bound letters are called."""
    own = {_name(each): each for part in (said.proposition, *said.given) for each in _symbols(part)}
    pairs = list(zip((read.proposition, *read.given), (said.proposition, *said.given), strict=False))
    try:
        return len(read.given) == len(said.given) and all(
            _says(one.xreplace({each: own[_name(each)] for each in _symbols(one) if _name(each) in own}), other, said)
            for one, other in (map(_with_squares, pair) for pair in pairs)
        )
    except (SymattnError, TypeError, ValueError, AttributeError):
        return False


def _with_squares(part: Basic) -> Basic:
    """Return what is claimed with one word for the square of a norm, which is written as one."""
    powers = [each for each in preorder_traversal(part) if isinstance(each, sympy.Pow) and each.exp == 2]
    norms = {each: each.base for each in powers if isinstance(each.base, language.FrobeniusNorm)}
    return part.xreplace({each: language.SquaredNorm(*norm.args) for each, norm in norms.items()})


def _says(one: Basic, other: Basic, said: Claim) -> bool:
    if _form(one) == _form(other):
        return True
    return type(one) is type(other) and all(
        left == right or decided(Claim(Equation(left, right), said.given), None, (), steps=300).status == "proved"
        for left, right in zip(one.args, other.args, strict=True)
    )


def _form(part: Any, bound: dict[Any, str] | None = None) -> Any:
    """Return what an expression says as nested tuples in which bound letters have numbers."""
    bound = bound or {}
    if part in bound:
        return bound[part]
    if isinstance(part, Idx) or not part.args:
        return str(part), type(part).__name__, *(_form(each, bound) for each in part.args[1:])
    letters = part.variables if isinstance(part, ExprWithLimits | Lambda) else ()
    inner = bound | {each: f"#{number}" for number, each in enumerate(letters, len(bound))}
    forms = [_form(each, inner) for each in part.args]
    return type(part).__name__, *(sorted(forms, key=str) if isinstance(part, Add | Mul | MatAdd) else forms)


def _symbols(proposition: Basic) -> set[Any]:
    found = declarations(proposition)
    return (
        {*found.sizes}
        | {each for kind in vars(found) if kind != "sizes" for each in getattr(found, kind) if isinstance(each, Basic)}
        | proposition.atoms(Idx)
    )


def _name(symbol: Any) -> str:
    return str(getattr(symbol, "name", symbol))


def tried(entries: Iterable[Declaration]) -> dict[str, Any]:
    """Return how many claims come back, which do otherwise, and why each of the rest does not."""
    claims, again = 0, 0
    otherwise, unread = list[str](), dict[str, str]()
    for entry in entries:
        said = stated(entry)
        if said is None:
            continue
        claims += 1
        answer, why = round_trip(said)
        again += answer == "again"
        if answer == "not read":
            unread[entry.id] = why
        elif answer != "again":
            otherwise.append(entry.id)
    return {"claims": claims, "again": again, "otherwise": sorted(otherwise), "not read": unread}


@pytest.fixture(autouse=True)
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "decide_reading", lambda reading: Decision("unknown"))


def entries() -> list[Declaration]:
    return list(load([HERE.parents[1] / "proofs"]).entries.values())


def test_a_claim_comes_back_as_itself() -> None:
    found = tried(entries()[::14])
    assert set(found["otherwise"]) <= set(DATA["otherwise"]) and found["not read"].items() <= DATA["not read"].items()
    assert found["again"] >= 60


def test_another_hypothesis_is_another_claim() -> None:
    x, y, i, j = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True), *sympy.symbols("i j", integer=True)
    claims = [
        Claim(Equation(x, y), (sympy.Eq(y, sympy.Sum(x**k, (k, 0, end))),)) for k, end in ((i, 2), (j, 2), (i, 3))
    ]
    assert [_same(claims[0], each) for each in claims] == [True, True, False]
    assert not _same(claims[0], Claim(Equation(x, y), ()))


@pytest.mark.slow
def test_all_claims_come_back_as_themselves() -> None:
    assert tried(entries()) == DATA, "python tests/reading/test_round_trip.py writes the list anew"


if __name__ == "__main__":
    judging.decide_reading = lambda reading: Decision("unknown")
    (HERE / "round_trip.json").write_text(json.dumps(tried(entries()), ensure_ascii=False, indent=1) + "\n", "utf-8")
