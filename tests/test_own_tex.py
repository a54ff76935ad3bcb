"""TeX that a script gives a symbol is that script's: another's symbol of the same name and shape keeps its own."""

import json
import os
import time
from pathlib import Path

import pytest
from sympy import MatrixSymbol

from symattn import decide, dims, typeset
from symattn.render.latex import latex
from symattn.scripts import cli
from symattn.scripts.book.build import build
from symattn.scripts.cluster import bundle, settle
from symattn.scripts.records import Record
from symattn.scripts.running import How

HEAD = """
from sympy import MatrixSymbol
from symattn import OrthogonalSymbol, dims, theorem, typeset

n = dims("n")
A = MatrixSymbol("A", n, n)
"""
CLAIM = """

@theorem("{id}", "a title", "", "{expected}")
def {name}():
    {first}
    return {body}
"""


def claim(id, body="A.T.T, A", first="pass", expected="proved"):
    return CLAIM.format(id=id, name=id.lower(), first=first, body=body, expected=expected)


SCRIPTS = {
    "a.py": HEAD + 'typeset(A, latex=r"\\mathbf{A}")\n' + claim("BOLD") + claim("ROW", "A, A.T", expected="refuted"),
    "b.py": HEAD + claim("PLAIN") + claim("OWN", first='typeset(A, latex=r"\\mathcal{O}")') + claim("AFTER"),
    "c.py": HEAD + 'typeset(A, latex=r"\\hat{A}")\n' + claim("HAT"),
    "d.py": "import shared\n" + HEAD + claim("FIRST"),
    "e.py": "import shared\n" + HEAD + claim("SECOND"),
    "f.py": "import shared\n" + HEAD + 'typeset(A, latex=r"\\dot{A}")\n' + claim("OTHER"),
    "_g.py": "",
    "shared.py": HEAD + 'typeset(A, latex=r"\\tilde{A}")\n',
}
GIVEN = {
    "BOLD": r"\mathbf{A}",
    "ROW": r"\mathbf{A}",
    "PLAIN": "A",
    "OWN": r"\mathcal{O}",
    "AFTER": "A",
    "HAT": r"\hat{A}",
    "FIRST": r"\tilde{A}",
    "SECOND": r"\tilde{A}",
    "OTHER": r"\dot{A}",
}


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.setenv("SYMATTN_CACHE", str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    Path("proofs").mkdir()
    past = time.time_ns() - 3_600_000_000_000
    for name, text in SCRIPTS.items():
        path = Path("proofs", name)
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(past, past))


def statements(*arguments):
    """Check everything and return the LaTeX of each statement."""
    assert cli.main(["check", "-q", "--json", "out.json", *arguments]) == 0
    return {each["id"]: each["statement_latex"] for each in json.loads(Path("out.json").read_text())["claims"]}


def says(given, tex):
    """Tell whether LaTeX writes a symbol as given, and not as any other script gives it."""
    written = {other for other in GIVEN.values() if other != "A" and other in tex}
    return written == ({given} - {"A"})


def test_each_claim_is_printed_as_its_script_says(here):
    first = statements("--jobs", "1")
    for id, given in GIVEN.items():
        assert says(given, first[id]) and given in first[id], (id, first[id])
    assert statements("--jobs", "1") == first, "from the cache"
    path = Path("proofs/b.py")
    path.write_text(SCRIPTS["b.py"] + "# a remark\n")
    assert statements("--jobs", "1") == first, "a script is read again, by what it states"
    assert statements("--only", "PLAIN", "--no-cache", "--jobs", "1")["PLAIN"] == first["PLAIN"]


@pytest.mark.slow
def test_it_is_the_same_from_several_processes(here):
    assert statements("--jobs", "1", "--no-cache") == statements("--jobs", "2", "--no-cache")


def test_a_document_of_all_keeps_them_apart(here, capsys):
    assert cli.main(["latex", "--all", "--fragment", "--no-definitions"]) == 0
    sections = capsys.readouterr().out.split(r"\begin{")
    for id, given in GIVEN.items():
        (section,) = [each for each in sections if f"[{{{id}: " in each]
        assert says(given, section), (id, section)


def test_a_book_keeps_them_apart(here, tmp_path):
    for article in build(["proofs"], tmp_path / "book"):
        id = article.record.id
        assert says(GIVEN[id], article.tex) and says(GIVEN[id], article.record.statement_latex), id
        accent = {r"\hat{A}": "^", r"\dot{A}": "˙", r"\tilde{A}": "~"}.get(GIVEN[id])
        assert accent is None or accent in article.statement, article.statement


def test_it_travels_to_a_cluster(here):
    sent = bundle(["proofs"])
    for id in ("HAT", "PLAIN", "OTHER"):
        outcome, made, _ = settle(sent, id, How(0, tex_of_statement))
        assert outcome.record.statement_latex == made and says(GIVEN[id], made)


def tex_of_statement(_, outcome):
    assert isinstance(outcome.record, Record)
    return outcome.record.statement_latex


def test_in_a_session_it_stays_and_scripts_do_not_change_it(here):
    n = dims("n")
    A = typeset(MatrixSymbol("A", n, n), latex=r"\mathfrak{A}")
    assert says(r"\hat{A}", statements("--jobs", "1", "--no-cache", "proofs/c.py")["HAT"])
    assert latex(A) == r"\mathfrak{A}"
    assert latex(decide(A.T.T, A)).count(r"\mathfrak{A}") >= 2
