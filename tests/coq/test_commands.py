"""`symattn certify --coq` and `symattn verify --coq`: files, tables, exit codes, with Coq and without."""

import pytest

from symattn.scripts import cli

SCRIPT = """
from sympy import Identity, MatrixSymbol
from symattn import PermutationSymbol, dims, theorem

n, d = dims("n d")
X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)


@theorem("P.1", "a permutation", "any textbook", "proved")
def permutation():
    return sigma.T*sigma*X, X


@theorem("P_1", "a transpose", "any textbook", "proved")
def transposed():
    return X.T.T, X


@theorem("R1", "no involution", "any textbook", "refuted")
def involution():
    return sigma*sigma, Identity(n)
"""


@pytest.fixture
def proofs(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "script.py").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_claims_make_a_folder_that_builds_by_itself(proofs, capsys):
    assert cli.main(["certify", "--all", "--coq", "-o", "out"]) == 0
    out = capsys.readouterr().out
    assert "3 claims: 2 files for Coq" in out and "none: there is no proof" in out and "make -C out" in out
    files = {path.name for path in (proofs / "out").iterdir()}
    shared = {"Definitions.v", "Library.v"}
    ours = {
        "Niven.v",
        "Prelude.v",
        "Determinants.v",
        "Statements.v",
        "Axioms.v",
        "Assumptions.v",
        "_CoqProject",
        "Makefile",
    }
    assert files == {*ours, *shared, "P_1.v", "P_1_1.v"}
    assert "(* P.1: a permutation (any textbook) *)" in (proofs / "out" / "P_1.v").read_text(encoding="utf-8")
    assert "P_1_1.v\n" in (proofs / "out" / "_CoqProject").read_text(encoding="utf-8")


def test_one_claim_makes_a_file_that_stands_alone(proofs, capsys):
    assert cli.main(["certify", "P_1", "--coq", "-o", "one.v"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Coq checks it with: coqc one.v" in out
    assert "print, as what is assumed, no more than: classic, functional_extensionality_dep, sig_forall_dec" in out
    text = (proofs / "one.v").read_text(encoding="utf-8")
    assert "From symattn" not in text and text.endswith("Qed.\n\nPrint Assumptions P_1.\n")


def test_what_is_not_proved_has_no_file(proofs, capsys):
    assert cli.main(["certify", "R1", "--coq", "-o", "one.v"]) == 1
    assert "none: there is no proof" in capsys.readouterr().out and not (proofs / "one.v").exists()


def test_without_coq_the_answer_says_how_to_install_it(proofs, capsys, monkeypatch):
    monkeypatch.setenv("PATH", str(proofs))
    assert cli.main(["verify", "--coq", "P_1"]) == 2
    assert "Coq is not installed: there is no program coqc here; install it with" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--coq"], ["--coq", "--all", "P_1"], ["--all"], []])
def test_verify_wants_files_or_claims(proofs, capsys, arguments):
    assert cli.main(["verify", *arguments]) == 2
    assert "symattn: " in capsys.readouterr().err
