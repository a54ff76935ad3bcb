"""A document of three hundred pages is read in its whole, each row on its place, and the command says how far it is."""

from pathlib import Path

import pytest

from symattn.reading.pages import page
from symattn.reading.read import noted
from symattn.reading.sidecar import Sidecar
from symattn.scripts.cli import main

LECTURES = Path(__file__).parent / "lectures"
#: Characters on a page of a document.
PAGE = 2_800
PROSE = "These words say nothing of a formula.\n"


def document(pages: int) -> str:
    """Return a document in LaTeX: lectures in sections with prose between, until its pages are full."""
    texts = [path.read_text("utf-8") for path in sorted(LECTURES.iterdir()) if path.suffix in (".md", ".tex")]
    bodies = [text.split(r"\begin{document}")[-1].split(r"\end{document}")[0] for text in texts]
    done, number = "", 0
    while len(done) < pages * PAGE:
        body = bodies[number % len(bodies)]
        done += f"\n\\section{{Lecture {number}}}\n{body}\n\n" + PROSE * (10 * len(body) // len(PROSE))
        number += 1
    return f"\\documentclass{{article}}\n\\begin{{document}}\n{done}\n\\end{{document}}\n"


def test_ten_pages() -> None:
    text = document(10)
    lines = list(noted(page("long.tex", text), Sidecar(), {}).lines())
    assert len(lines) > 20
    rows = text.splitlines()
    for line in lines:
        assert line.source.split()[0] in rows[line.line - 1]


@pytest.mark.slow
def test_three_hundred_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.tex"
    path.write_text(document(300), "utf-8")
    main(["read", str(path), "--no-cache"])
    assert " rows: " in capsys.readouterr().out
