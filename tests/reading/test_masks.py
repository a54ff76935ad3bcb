"""Masks in notes: −∞ stands in a matrix that is declared as a mask, or given by cases, and nowhere else."""

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar

SCORES = r"Let $Q, K \in \mathbb{R}^{n \times d}$. "
WEIGHTS = r"A = \operatorname{softmax}(Q K^\top/\sqrt{d} + M)"
ONES = r"A \mathbf 1 = \mathbf 1"
COLUMNS = r"A^\top \mathbf 1 = \mathbf 1"
LAST = r"\operatorname{softmax}(Q K^\top + M)_{nn} = 1"


def cases(zero: str, other: str = r"\text{otherwise}", value: str = "0") -> str:
    return rf"M_{{ij}} = \begin{{cases}} {value} & {zero} \\ -\infty & {other} \end{{cases}}"


def answers(text: str, rows: list[str], declared: str = "") -> list[tuple[str, str]]:
    sidecar = Sidecar()
    if declared:
        sidecar.add(declared, 0)
    note = SCORES + text + "".join(f"\n\n$${row}$$" for row in rows) + "\n"
    lines = sorted(noted(page("note.md", note), sidecar, {}).lines(), key=lambda line: line.line)
    return [(line.answer.status, line.answer.why) for line in lines]


def statuses(*given: object) -> str:
    return ", ".join(status for status, _ in answers(*given))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        (r"Let $M \in \{0, -\infty\}^{n \times n}$.", ""),
        (r"Let $M \in \{0,\allowbreak -\infty\}^{n\times n}$ be a mask.", ""),
        (r"Let $M \in \{-\infty, 0\}^{n \times n}$, where $-\infty$ hides a key.", ""),
        ("", "[shapes]\n'M' = 'mask n × n'"),
        ("", "[shapes]\n'M' = '{0, -\\infty}^{n \\times n}'"),
        ("", "[shapes]\n'M' = '\\{0, -\\infty\\}^{n \\times n}'"),
    ],
)
def test_a_mask_by_its_entries_has_an_unmasked_entry_in_each_row_which_is_said(text: str, declared: str) -> None:
    _, ones, columns, difference = answers(text, [WEIGHTS, ONES, COLUMNS, "M - M = 0"], declared)
    assert ones == ("proved", "where every row of M has an unmasked entry")
    assert columns[0] == "fails as read"
    assert difference[0] == "not read"  # −∞ − (−∞)


@pytest.mark.parametrize(
    ("row", "is_last"),
    [
        (cases(r"j \le i", "j > i"), False),
        (cases(r"\text{if } i \ge j", r"\text{otherwise.}"), False),
        (r"M_{ij} = \begin{cases} -\infty, & \text{if } i < j, \\ 0, & \text{otherwise.} \end{cases}", False),
        (cases(r"j \ge i"), True),  # the last row sees the last key alone
    ],
)
def test_a_causal_mask_by_cases(row: str, is_last: bool) -> None:
    _, weights, ones, columns, one = answers("", [row, WEIGHTS, ONES, COLUMNS, LAST])
    assert [weights[0], ones, columns[0]] == ["definition", ("proved", ""), "fails as read"]
    assert (one[0] == "proved") == is_last, one


@pytest.mark.parametrize(
    "row",
    [
        cases("j < i"),  # the first row has no entry 0
        cases(r"j \le i", r"j \ge i"),
        cases(r"j \le i", "j > i + 1"),
        cases(r"j \le 2", "j > 2"),
        cases(r"k \le i"),
        cases(r"|i - j| \le w"),
        cases(r"j \le i", value="1"),
        cases(r"j \le i", value="-1"),
    ],
)
def test_other_masks_by_cases_are_not_read(row: str) -> None:
    _, weights, ones = answers("", [row, WEIGHTS, ONES])
    assert weights[0] in ("not read", "open")
    assert ones[0] == "open"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $M \in \{0, -\infty\}^n$.",
        r"Let $M \in \{1, -\infty\}^{n \times n}$.",
        r"Let $M \in (\mathbb{R} \cup \{-\infty\})^{n \times n}$.",
        r"In the first layer $M_{ij} = \begin{cases} 0 & j \le i \\ -\infty & \text{otherwise}\end{cases}$.",
    ],
)
def test_what_is_no_mask_is_not_read(text: str) -> None:
    assert statuses(text, [WEIGHTS, ONES]) == "not read, open"


def test_what_else_is_said_of_a_mask_is_a_doubt() -> None:
    causal = r"Let $M \in \{0, -\infty\}^{n \times n}$ be the causal mask."
    assert statuses(causal, [WEIGHTS, ONES, COLUMNS]) == "definition, proved, fails as read"
    entries = r"Let $M \in \{0, -\infty\}^{n \times n}$ with $M_{ij} = -\infty$ for $j > i$ and $0$ otherwise."
    assert "refuted" not in statuses(entries, [WEIGHTS, ONES, COLUMNS, "A = A^\\top"])


def test_two_definitions_by_cases_are_none() -> None:
    rows = [cases(r"j \le i"), cases(r"j \ge i"), WEIGHTS, LAST]
    assert "proved" not in statuses("", rows)


def test_no_number_is_infinite() -> None:
    (_, why), *_ = answers(r"Start with $m_0 = -\infty$.", [r"m_1 = \max(m_0, x_1)"])
    assert why == "−∞ stands in m_0: no number or vector is infinite here; begin with its first finite value"
