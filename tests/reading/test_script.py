"""The proof script of a note: it runs, gives the verdicts of the report, and chains are calcs."""

import re
import tomllib
from pathlib import Path

import pytest

from symattn.reading.read import read, read_all
from symattn.reading.script import script
from symattn.scripts.cli import main

CLAIMS = tomllib.loads((Path(__file__).parent / "judged_claims.toml").read_text("utf-8"))["claim"]


@pytest.mark.parametrize("claims", [CLAIMS[::4], pytest.param(CLAIMS, marks=pytest.mark.slow)], ids=["some", "all"])
def test_the_script_of_the_judged_rows_gives_the_same_verdicts(claims, tmp_path, capsys) -> None:
    notes = []
    for number, row in enumerate(claims):
        notes.append(tmp_path / f"note_{number}.md")
        notes[-1].write_text(row["note"], "utf-8")
    report = read_all(notes)
    text = script(report)
    assert "not written" not in text
    path = tmp_path / "claims.py"
    path.write_text(text, "utf-8")
    assert main(["check", str(path), "--no-cache"]) == 0
    written = re.findall(r'"(proved|refuted|unknown)"', text)
    assert f"{len(written)} claims" in capsys.readouterr().out
    decided = [
        line.answer.status for line in report.lines if line.answer.status in ("proved", "differs", "fails as read")
    ]
    assert len(written) + text.count("    calc(") >= 0.9 * len(decided)


CHAIN = r"""Let $A, B \in \mathbb{R}^{n \times n}$.

$$(AB)^\top B = B^\top A^\top B = B^\top (B^\top A)^\top$$

$$= (B^\top A B)^\top$$
"""


def test_a_chain_is_a_calc() -> None:
    text = script(read(CHAIN))
    assert "calc(" in text and text.count("@theorem") == 1


def test_what_is_printed_and_its_place_stand_beside_a_claim() -> None:
    text = script(read(r"(AB)^\top = A^\top B^\top"))
    assert 'printed=r"(AB)^\\top = A^\\top B^\\top"'.replace("\\\\", "\\") in text
    assert '"formula:1:1", "refuted"' in text


@pytest.mark.parametrize(("source", "printed"), [(r"A = A \quad \text{\$}", 'printed=r"A = A"'), (r"\}A = A", "")])
def test_a_source_that_no_script_can_quote_is_left_out(source, printed) -> None:
    text = script(read(source))
    assert printed in text if printed else "printed=" not in text
