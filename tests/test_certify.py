"""`symattn certify` and `symattn verify`: files, tables, exit codes; and the axioms of a run."""

import json
from pathlib import Path

import pytest

from symattn import certificate, prove
from symattn.kernel.axioms import AXIOMS
from symattn.scripts import cli

SCRIPT = """
from sympy import MatrixSymbol, Identity
from symattn import PermutationSymbol, RowSoftmax, ShapeError, dims, theorem

n, d = dims("n d")
X, Y, sigma = MatrixSymbol("X", n, d), MatrixSymbol("Y", n, d), PermutationSymbol("sigma", n)


@theorem("P1", "a permutation", "any textbook", "proved")
def permutation():
    return sigma.T*sigma*X, X


@theorem("R1", "no involution", "any textbook", "refuted")
def involution():
    return sigma*sigma, Identity(n)


@theorem("S1", "shapes", "any textbook", ShapeError(X*Y, (n, d), (n, d)))
def shapes():
    return RowSoftmax(X*Y), X


@theorem("C1", "a square", "school", "computed")
def square():
    return n**2, n**2
"""


@pytest.fixture
def proofs(tmp_path, monkeypatch):
    (tmp_path / "proofs").mkdir()
    (tmp_path / "proofs" / "script.py").write_text(SCRIPT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_claims_and_back(proofs, capsys):
    assert cli.main(["certify", "--all", "-o", "out"]) == 0
    out = capsys.readouterr().out
    assert out.splitlines()[-1] == "4 claims: 2 certificates"
    assert out.count("none: there is no proof and no counterexample by values") == 2
    files = sorted(str(path) for path in (proofs / "out").iterdir())
    assert [file.rpartition("/")[2] for file in files] == ["P1.cert", "R1.cert"]
    assert cli.main(["verify", *files]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("2 files: 2 verified") and not err
    assert "P1.cert  verified: the claim is proved" in out
    assert "R1.cert  verified: the claim is refuted" in out and "then\n    matmul" in out and "the sides are" in out


def test_one_claim_says_what_it_establishes(proofs, capsys):
    assert cli.main(["certify", "P1", "-o", "p.cert"]) == 0
    assert cli.main(["certify", "R1", "-o", "r.cert"]) == 0
    capsys.readouterr()
    assert cli.main(["verify", "p.cert"]) == 0
    out = capsys.readouterr().out
    assert "∀i:[n]. sigma⁻¹ (sigma i) = i" in out and "sum_delta: ∀f:[n]→ℝ" in out
    assert cli.main(["verify", "r.cert"]) == 0
    out = capsys.readouterr().out
    assert "sigma : [3]→[3] = [" in out and "the sides are" in out


def test_exit_codes(proofs, capsys):
    assert cli.main(["certify", "P1", "-o", "p.cert"]) == 0
    good = (proofs / "p.cert").read_text("utf-8")
    (proofs / "wrong").write_text(good.replace('["refl",', '["beta",', 1), encoding="utf-8")
    (proofs / "bad").write_text("no certificate\n", encoding="utf-8")
    assert cli.main(["verify", "p.cert", "wrong"]) == 1
    assert "wrong: line " in capsys.readouterr().out
    assert cli.main(["verify", "wrong", "bad", "p.cert"]) == 2
    assert cli.main(["verify", "missing"]) == 2
    assert "cannot be read" in capsys.readouterr().out
    Path("site/certificates").mkdir(parents=True)
    assert cli.main(["verify", "site"]) == 2 and "no certificate" in capsys.readouterr().err
    for name in ("a", "b"):
        Path(f"site/certificates/{name}.cert").write_bytes(Path("p.cert").read_bytes())
    assert cli.main(["verify", "site"]) == 0 and "2 files: 2 verified" in capsys.readouterr().out
    for arguments in (["certify", "P9", "-o", "x"], ["certify", "P1", "-o", "no/such/folder"]):
        assert cli.main(arguments) == 2
    assert cli.main(["certify", "--all", "-o", "bad"]) == 2
    for name in ("C1", "S1"):
        assert cli.main(["certify", name, "-o", "x"]) == 1 and not (proofs / "x").exists()
    with pytest.raises(SystemExit):
        cli.main(["certify", "P1"])


def test_the_file_is_what_python_gives(proofs):
    from sympy import MatrixSymbol

    from symattn import PermutationSymbol, dims

    assert cli.main(["certify", "P1", "-o", "p.cert"]) == 0
    n, d = dims("n d")
    X, sigma = MatrixSymbol("X", n, d), PermutationSymbol("sigma", n)
    verdict = prove(sigma.T * sigma * X, X)
    content = (proofs / "p.cert").read_text("utf-8")
    assert certificate(verdict, "P1") == certificate(verdict.theorem, "P1") == content


def test_axioms_with_statement_source_and_users(proofs, capsys):
    assert cli.main(["axioms"]) == 0
    lines = capsys.readouterr().out.splitlines()
    start = lines.index("sum_delta")
    assert lines[start + 1].strip() == AXIOMS["sum_delta"].statement
    assert lines[start + 2].strip().startswith(r"LaTeX: \forall f \colon [n] \to \mathbb{R}")
    assert lines[start + 3 : start + 5] == [f"  source: {AXIOMS['sum_delta'].source}", "  used by: P1"]
    assert lines[-1].startswith("unused by these claims: ") and "exp_add" in lines[-1]


def test_check_writes_the_axioms_as_json(proofs, capsys):
    assert cli.main(["check", "--json", "-"]) == 0
    found = json.loads(capsys.readouterr().out)["axioms"]
    assert [entry["name"] for entry in found] == list(AXIOMS)
    users = {entry["name"]: entry["used_by"] for entry in found}
    assert users["sum_delta"] == ["P1"] and users["exp_add"] == []
    assert all(entry["statement"] and entry["statement_latex"] and entry["source"] for entry in found)


def test_the_latex_of_every_axiom_is_balanced():
    from symattn.render.notation import notation_latex

    for axiom in AXIOMS.values():
        written = notation_latex(axiom.statement)
        assert written.count(r"\left(") == written.count(r"\right)") == axiom.statement.count("(")
        assert written.count("{") == written.count("}") and written.isascii()
