"""The library's claims are found in any folder, beside proofs of one's own, whose ids come first."""

from pathlib import Path

import pytest

from symattn.scripts.cli import main

OWN = """
from sympy import MatrixSymbol
from symattn import dims, theorem
A = MatrixSymbol("A", *dims("r n"))

@theorem("G27", "one of mine that is called so", "me", "proved")
def mine():
    return A.T.T, A
"""


@pytest.fixture()
def beside_own(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "mine.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "G13"], "attention is invariant under permutations"),
        (["show", "G27"], "one of mine that is called so"),
        (["show", "G27", "--library"], "softmax is invariant under a shift of each row"),
        (["latex", "G13"], r"\begin{theorem}"),
        (["axioms", "G13"], "used by: G13"),
    ],
)
def test_a_claim_of_the_library_is_shown_beside_own_ones(beside_own, capsys, arguments, said):
    assert main(arguments) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_it_is_certified(beside_own, capsys):
    assert main(["certify", "G13", "-o", "g13.cert"]) == 0
    assert Path("g13.cert").exists()


def test_an_id_that_nobody_has_is_told_with_those_like_it(beside_own, capsys):
    assert main(["show", "G113"]) == 2
    assert "no claim has the id 'G113'; did you mean" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["show", "G13", "--from", "proofs"], ["check", "--only", "G13"]])
def test_a_folder_that_is_named_is_the_only_one(beside_own, capsys, arguments):
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("symattn: no claim has the id 'G13'")
    assert "did you mean G27" in said or "--library looks among the claims that come with symattn" in said


def test_an_own_script_that_declares_wrongly_is_told_with_the_way_around_it(beside_own, capsys):
    Path("proofs/wrong.py").write_text(OWN.replace('"G27"', '"B1.printed"'))
    assert main(["show", "G13"]) == 2
    said = capsys.readouterr().err
    assert "wrong.py:6: claim B1.printed" in said and said.endswith("with --library your own scripts are not read\n")
    assert main(["show", "G13", "--library"]) == 0
    assert main(["check"]) == 2
    assert "--library" not in capsys.readouterr().err


def test_an_own_script_with_an_error_hides_no_claim_of_the_library(beside_own, capsys):
    Path("proofs/broken.py").write_text("from symattn import theorem, nothing_of_this_name\n")
    assert main(["show", "G13"]) == 0
    assert main(["show", "G27"]) == 0
    assert "one of mine that is called so" in capsys.readouterr().out
    Path("proofs/broken.py").write_text(OWN.replace('"G27"', '"B1"') + "raise ValueError('broken')\n")
    assert main(["show", "G13"]) == 0
    capsys.readouterr()
    assert main(["show", "B1"]) == 1
    told = capsys.readouterr().out
    assert "error, NOT as declared" in told and "broken" in told and "()" not in told
