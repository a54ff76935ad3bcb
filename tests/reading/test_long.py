"""A document of three hundred pages is read in its whole, each row on its place, and the command says how far it is."""

from collections import Counter
from pathlib import Path

import pytest

from symattn.reading import judging
from symattn.reading.judging import Decision
from symattn.reading.known import Known
from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar
from symattn.scripts.cli import main

LECTURES = Path(__file__).parent / "lectures"
#: Characters on a page of a document.
PAGE = 2_800
PROSE = "These words say nothing of a formula.\n"


def document(pages: int, prose: str = PROSE) -> str:
    """Return a document in LaTeX: lectures in sections with prose between, until its pages are full."""
    texts = [path.read_text("utf-8") for path in sorted(LECTURES.iterdir()) if path.suffix in (".md", ".tex")]
    bodies = [text.split(r"\begin{document}")[-1].split(r"\end{document}")[0] for text in texts]
    done, number = "", 0
    while len(done) < pages * PAGE:
        body = bodies[number % len(bodies)]
        done += f"\n\\section{{Lecture {number}}}\n{body}\n\n" + prose * (10 * len(body) // len(PROSE))
        number += 1
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{done}\n\\end{{document}}\n"


def test_ten_pages() -> None:
    text = document(10)
    lines = list(noted(page("long.tex", text), Sidecar(), {}).lines())
    assert len(lines) > 20
    rows = text.splitlines()
    for line in lines:
        assert line.source.split()[0] in rows[line.line - 1]


def test_what_a_row_costs_does_not_grow_with_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counter[str]()
    runs = Known.is_visible, Known.goes_on, Known._path_at

    def counted(run):
        def counting(self, place):
            counts[run.__name__] += 1
            return run(self, place)

        return counting

    for run in runs:
        monkeypatch.setattr(Known, run.__name__, counted(run))
    monkeypatch.setattr(judging, "decide_reading", lambda reading: Decision("unknown"))

    def cost(pages: int) -> int:
        counts.clear()
        lines = list(noted(page("long.tex", document(pages, prose="")), Sidecar(), {}).lines())
        assert len(lines) > 5 * pages
        return counts.total()

    assert cost(12) < 6 * cost(3)


@pytest.mark.parametrize(
    "prose",
    [
        pytest.param(PROSE, marks=pytest.mark.slow, id="with prose"),
        pytest.param("", marks=pytest.mark.long, id="formulas alone"),
    ],
)
def test_three_hundred_pages(prose: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.tex"
    path.write_text(document(300, prose), "utf-8")
    main(["read", str(path), "--no-cache"])
    assert " rows: " in capsys.readouterr().out
