"""Every claim of the proof scripts, compiled by a real TeX engine: no error, and no line that runs into the margin."""

import re
from pathlib import Path

import pytest

from symattn.render.document import HOW_TO_INSTALL, Layout, run_tex, tex_engine
from symattn.scripts.claims import load, run_claim
from symattn.scripts.paper import companions, paper

pytestmark = pytest.mark.slow

PROOFS = Path(__file__).parents[2] / "proofs"
COLUMNS = (246, 345)  # points: of a page with two columns, and of one
WIDEST = 0.0  # points by which a box may be overfull

needs_tex = pytest.mark.skipif(tex_engine() is None, reason=f"no TeX engine is installed; {HOW_TO_INSTALL}")


@pytest.fixture(scope="module")
def outcomes():
    return [run_claim(entry, numeric=False) for entry in load(sorted(PROOFS.glob("*.py"))).select([])]


@pytest.fixture(scope="module")
def source(outcomes):
    return paper(outcomes)


def log_of(source: str, folder: Path) -> str:
    """Compile a document and return the engine's log, in which lines are not broken."""
    pdf = run_tex(source, tex_engine(), folder)
    assert pdf.read_bytes().startswith(b"%PDF")
    return pdf.with_suffix(".log").read_text(encoding="utf-8", errors="replace")


def complaints(log: str) -> list[str]:
    overfull = [line for line in log.splitlines() if line.startswith("Overfull \\hbox")]
    wide = [line for line in overfull if float(re.search(r"\(([\d.]+)pt", line)[1]) > WIDEST]
    return wide + [line for line in log.splitlines() if line.startswith(("!", "Missing character"))]


@needs_tex
def test_every_claim_compiles_and_no_line_runs_into_the_margin(outcomes, source, tmp_path):
    assert source.count("\n\\begin{") > len(outcomes) > 100
    assert "[U+" not in source
    assert complaints(log_of(source, tmp_path)) == []


@needs_tex
@pytest.mark.parametrize("width", COLUMNS)
def test_every_claim_fits_a_column(outcomes, width, tmp_path):
    assert complaints(log_of(paper(outcomes, Layout(width=width)), tmp_path)) == []


@needs_tex
@pytest.mark.parametrize("folder", ["modern", "testing"])
def test_the_libraries_keep_to_the_margins_too(folder, tmp_path):
    outcomes = [run_claim(entry, numeric=False) for entry in load([PROOFS / folder]).select([])]
    source = paper(outcomes)
    assert "[U+" not in source and r"\pdfbookmark" in source
    for width in (0, *COLUMNS):
        assert complaints(log_of(paper(outcomes, Layout(width=width)), tmp_path)) == [], width


HOST = r"""\documentclass{article}
\usepackage{amsmath,amssymb,amsthm}
\newtheorem{theorem}{Proposition}[section]
\begin{document}
\section{Ours}
\begin{theorem} One of the document's own. \end{theorem}
\input{fragment}
\section{Theirs}
\begin{theorem} Another one. \end{theorem}
\[ x = 1 \]
\end{document}
"""


@needs_tex
def test_a_fragment_fits_into_a_document_with_theorems_of_its_own(outcomes, tmp_path):
    chosen = {outcome.record.id: outcome for outcome in outcomes}
    ids = [entry.id for entry in companions("G12", load([PROOFS]).select([]))]
    fragment = paper([chosen[id] for id in ids], Layout(fragment=True))
    assert "documentclass" not in fragment and fragment.startswith("% Needs \\usepackage{amsmath,amssymb,amsthm}.\n")
    (tmp_path / "fragment.tex").write_text(fragment, encoding="utf-8")
    assert complaints(log_of(HOST, tmp_path)) == []


@needs_tex
def test_labels_of_claims_and_steps_can_be_referred_to_and_macros_are_the_author_s(outcomes, tmp_path):
    chosen = {outcome.record.id: outcome for outcome in outcomes}
    fragment = paper([chosen["G12"]], Layout(fragment=True, label="perm", environment="proposition"))
    (tmp_path / "fragment.tex").write_text(fragment, encoding="utf-8")
    host = HOST.replace(r"\section{Theirs}", r"\section{Theirs} See \ref{perm} and \ref{perm.3}.")
    host = host.replace(r"\begin{document}", r"\newcommand{\Att}{\mathsf{A}}\begin{document}")
    assert complaints(log_of(host, tmp_path)) == []
    assert "undefined" not in log_of(host, tmp_path)
    aux = (tmp_path / "claims.aux").read_text(encoding="utf-8")
    assert r"\newlabel{perm}{{1}" in aux and r"\newlabel{perm.3}{{3}" in aux


@needs_tex
def test_several_fragments_print_conventions_and_definitions_once(outcomes, tmp_path):
    chosen = {outcome.record.id: outcome for outcome in outcomes}
    for name, id in (("fragment", "G11"), ("other", "G12")):
        (tmp_path / f"{name}.tex").write_text(paper([chosen[id]], Layout(fragment=True)), encoding="utf-8")
    twice = HOST.replace(r"\input{fragment}", r"\input{fragment}\input{other}")
    assert complaints(log_of(twice, tmp_path)) == []
    written = (tmp_path / "other.tex").read_text(encoding="utf-8")
    assert written.count(r"\ifcsname symattn definition ") == 2


def test_refuted_forms_stand_beside_the_theorem_that_corrects_them(source):
    places = [match[1] for match in re.finditer(r"^\\begin\{\w+\}\[([^:]+):", source, re.MULTILINE)]
    corrected = [place for place in places if ".printed" in place and place.split(".printed")[0] in places]
    assert len(corrected) > 10
    for place in corrected:
        between = places[places.index(place.split(".printed")[0]) : places.index(place)]
        assert {each.split(".")[0] for each in between} == {place.split(".")[0]}
