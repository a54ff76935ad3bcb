"""Seeded errors in rows that are proved: a sign, an index, a transpose, a factor, a scale, a letter, a mask.

None of them is proved, but for those that hold all the same; three quarters are refuted, fail or do not fit.
"""

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted, read
from symattn.reading.report import WRONG
from symattn.reading.sidecar import Sidecar

DECLARED = r"""Let $A, B, C, X, M \in \mathbb{R}^{n\times n}$, $Q, K \in \mathbb{R}^{n\times d}$,
$V \in \mathbb{R}^{n\times m}$, $u, v, w \in \mathbb{R}^n$,
$a, b, c, \beta, \theta, \lambda \in \mathbb{R}$ and a permutation matrix $P$.

"""
ROWS = [
    r"(A B)^\top = B^\top A^\top",
    r"(A + B)^\top = A^\top + B^\top",
    r"(A B C)^\top = C^\top B^\top A^\top",
    r"A (B + C) = A B + A C",
    r"(A + B)(A - B) = A A - A B + B A - B B",
    r"(A - a B) C = A C - a B C",
    r"u^\top A v = v^\top A^\top u",
    r"u^\top (A + B) v = u^\top A v + u^\top B v",
    r"(u + v)^\top (u - w) = u^\top u - u^\top w + v^\top u - v^\top w",
    r"(u v^\top) w = (v^\top w) u",
    r"u (v^\top w) = u v^\top w",
    r"\|u - v\|^2 = u^\top u - 2 u^\top v + v^\top v",
    r"\|u + v\|^2 - \|u - v\|^2 = 4 u^\top v",
    r"(A - \beta u v^\top) w = A w - \beta (v^\top w) u",
    r"\sum_{i=1}^n u_i (v_i + w_i) = \sum_{i=1}^n u_i v_i + \sum_{i=1}^n u_i w_i",
    r"u^\top v = \sum_{i=1}^n u_i v_i",
    r"u^\top A v = \sum_{i=1}^n \sum_{j=1}^n u_i A_{ij} v_j",
    r"(A B)_{ij} = \sum_{k=1}^n A_{ik} B_{kj}",
    r"(A v)_i = \sum_{k=1}^n A_{ik} v_k",
    r"\sum_{i=1}^n a u_i = a \sum_{i=1}^n u_i",
    r"e^{a + b} = e^a e^b",
    r"e^{a - b} = \frac{e^a}{e^b}",
    r"\sin(a + b) = \sin a \cos b + \cos a \sin b",
    r"\cos(a - b) = \cos a \cos b + \sin a \sin b",
    r"\cos^2 \theta + \sin^2 \theta = 1",
    r"\frac{a + b}{c} = \frac{a}{c} + \frac{b}{c}",
    r"(a + b)(a - b) = a^2 - b^2",
    r"a (b + c) - b (a + c) = (a - b) c",
    r"\text{softmax}(u + c \mathbf{1}) = \text{softmax}(u)",
    r"\text{softmax}(Q K^\top + M) V = \text{softmax}(M + Q K^\top) V",
    r"\text{softmax}(P A) = P \text{softmax}(A)",
    r"\text{softmax}(A P^\top) P = \text{softmax}(A)",
    r"\text{softmax}(P Q (P K)^\top) P V = P \text{softmax}(Q K^\top) V",
    r"P^\top P A = A",
    r"(P A)^\top P B = A^\top B",
    r"(Q K^\top) V = Q (K^\top V)",
    r"Q (K^\top V + \lambda K^\top V) = (1 + \lambda) Q K^\top V",
    r"\begin{pmatrix} \cos a & -\sin a \\ \sin a & \cos a \end{pmatrix}"
    r" \begin{pmatrix} \cos b & -\sin b \\ \sin b & \cos b \end{pmatrix}"
    r" = \begin{pmatrix} \cos (a + b) & -\sin (a + b) \\ \sin (a + b) & \cos (a + b) \end{pmatrix}",
]
Mutate = Callable[[str, random.Random], str]


def _replace_one(pattern: str, by: Callable[[re.Match[str], random.Random], str]) -> Mutate:
    def mutate(row: str, chance: random.Random) -> str:
        found = list(re.finditer(pattern, row))
        if not found:
            return row
        one = chance.choice(found)
        return row[: one.start()] + by(one, chance) + row[one.end() :]

    return mutate


_LETTER = r"(?<![\\A-Za-z{])(?:(?<=_\{)|(?<!\{))[ABCXMQKVPuvwabc](?![A-Za-z}])"
#: How a row goes wrong.
ERRORS: dict[str, Mutate] = {
    "sign": _replace_one(r"(?<=[\w)}] )[+-](?= )", lambda one, _: "-" if one[0] == "+" else "+"),
    "index": _replace_one(
        r"(?<=_)[ij]\b|(?<=_\{)[ijk]{2}(?=\})",
        lambda one, chance: one[0][::-1] if len(one[0]) == 2 else {"i": "j", "j": "i"}[one[0]],
    ),
    "transpose": _replace_one(r"\^\\top", lambda *_: ""),
    "factor": _replace_one(_LETTER + r" (?=[\w\\(])", lambda *_: ""),
    "scale": _replace_one(r"= ", lambda *_: "= 2 "),
    "letter": _replace_one(
        _LETTER, lambda one, chance: chance.choice([each for each in _LIKE[one[0]] if each != one[0]])
    ),
    "mask": _replace_one(r" \+ M|M \+ ", lambda *_: ""),
}
_LIKE = {each: like for like in ("ABCXM", "uvw", "abc", "QK", "VQ", "PA") for each in like}
#: Errors that are none: what stands there holds all the same.
HOLDS = {
    r"\text{softmax}(u - c \mathbf{1}) = \text{softmax}(u)",
    r"\text{softmax}(u + \mathbf{1}) = \text{softmax}(u)",
}


def mutants() -> list[tuple[str, str]]:
    """Return at least 300 rows that differ from those above, each with its error, always the same."""
    chance, found = random.Random(32), dict[str, str]()
    for _ in range(40):
        for row in ROWS:
            error = chance.choice(list(ERRORS))
            mutant = ERRORS[error](row, chance)
            if mutant not in ROWS:
                found.setdefault(mutant, error)
    return list(found.items())


def answer(row: str) -> str:
    (line,) = noted(page("note.md", f"{DECLARED}$${row}$$\n"), Sidecar(), {}).lines()
    return line.answer.status


@pytest.mark.parametrize("row", ROWS)
def test_the_rows_themselves_are_proved(row: str) -> None:
    assert answer(row) == "proved"


@pytest.mark.slow
def test_errors_are_not_proved() -> None:
    found = Counter[str]()
    proved = set[str]()
    tried = mutants()
    for row, _ in tried:
        status = answer(row)
        found[status] += 1
        if status == "proved":
            proved.add(row)
    assert len(tried) >= 300
    assert proved <= HOLDS, proved - HOLDS
    wrong = found["refuted"] + found["fails as read"] + found["differs"] + found["shapes"]
    assert wrong >= 0.75 * len(tried), found


_NAME = r"(?<![\\A-Za-z{_^])[A-Zqkvxw](?![A-Za-z])"
_TURN = r"\^\{?(?:\\top|\\intercal|\\mathsf\{?T\}?|T(?![A-Za-z]))\}?(?= |\)|\$|\\|[A-Z])"
#: How rows of notes go wrong.
IN_NOTES: dict[str, Mutate] = {
    "sign": _replace_one(r"(?<=[\w)}\]] )[+-](?= )", lambda one, _: "-" if one[0] == "+" else "+"),
    "transpose": _replace_one(_TURN, lambda *_: ""),
    "scale": _replace_one(r"(?<![{_\w] )= ", lambda *_: "= 2 "),
    "index": _replace_one(
        r"(?<=_)[ijmnt](?![A-Za-z])|(?<=_\{)[ijmnt](?=\})",
        lambda one, chance: chance.choice([each for each in "ijmnt" if each != one[0]]),
    ),
    "letter": _replace_one(
        _NAME, lambda one, chance: chance.choice([each for each in _like(one[0]) if each != one[0]])
    ),
}


def _like(letter: str) -> str:
    return "QKVXW" if letter.isupper() else "qkvxw"


@pytest.mark.slow
def test_errors_in_rows_of_notes_are_found() -> None:
    claims = tomllib.loads((Path(__file__).parent / "judged_claims.toml").read_text("utf-8"))["claim"]
    chance, found, proved = random.Random(7), Counter[str](), set[str]()
    for claim in claims:
        *before, row = claim["note"].rstrip("\n").split("\n\n")
        if read(claim["note"]).lines[-1].answer.status != "proved" or r"\\" in row or "underbrace" in row:
            continue
        for mutant in {error(row.strip(), chance) for error in IN_NOTES.values() for _ in range(3)} - {row.strip()}:
            status = read("\n\n".join([*before, mutant]) + "\n").lines[-1].answer.status
            found[status] += 1
            proved |= {mutant} if status == "proved" else set()
    assert not proved - HOLDS
    assert sum(found[status] for status in WRONG) >= 0.75 * found.total(), found
