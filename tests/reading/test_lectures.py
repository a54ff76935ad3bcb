"""Three lectures, written as lecturers write, with errors in them: these are found, and nothing else is."""

from pathlib import Path

import pytest

from symattn.reading.read import read

LECTURES = Path(__file__).parent / "lectures"
FOUND = ("refuted", "differs", "fails as read", "shapes")
#: The rows that are wrong, by line and column.
WRONG = {
    "attention.md": {"31:35", "52:1", "66:1", "86:1", "142:52", "160:1"},
    "recurrences.tex": {"39:1", "54:1", "72:1", "99:1"},
    "softmax.md": {"23:3", "59:3", "71:3", "87:3", "97:58"},
}
#: How many other claims are proved, at least.
PROVED = {"attention.md": 15, "recurrences.tex": 12, "softmax.md": 15}


@pytest.mark.parametrize("file", WRONG)
def test_the_errors_of_a_lecture_are_found_and_no_others(file: str) -> None:
    answers = {f"{line.line}:{line.column}": line.answer.status for line in read(LECTURES / file).lines}
    assert {place for place, status in answers.items() if status in FOUND} == WRONG[file]
    assert list(answers.values()).count("proved") >= PROVED[file]
