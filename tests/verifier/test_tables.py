"""The verifier's tables say what the kernel's say, and it stays small and alone."""

import ast
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from symattn import refutation_verifier, verifier
from symattn.certificates import proofs as certificates
from symattn.kernel.axioms import AXIOMS, CONSTANTS
from symattn.kernel.rules import axiom

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ("verifier", "refutation_verifier", "certificates/serve_verifier")


def test_the_constants_are_the_kernels():
    table = verifier.table(verifier.CONSTANTS)
    for c in CONSTANTS:
        expected = " ".join(c.parameters), c.type, c.meaning
        assert table.get(c.name) == expected, f"add or mend {c.name} in verifier.CONSTANTS"
    assert list(table) == [c.name for c in CONSTANTS]


def test_the_axioms_are_the_kernels_statement_by_statement():
    table = verifier.table(verifier.AXIOMS)
    for name, entry in AXIOMS.items():
        assert table.get(name) == (entry.statement, entry.source), f"add or mend {name} in verifier.AXIOMS"
    assert list(table) == list(AXIOMS)


@pytest.mark.parametrize("table, columns", [(verifier.CONSTANTS, 4), (verifier.AXIOMS, 3)])
def test_every_line_of_a_table_has_its_columns_and_a_name_of_its_own(table, columns):
    rows = [line.split("|") for line in table.strip().splitlines()]
    assert {len(row) for row in rows} == {columns}
    assert len({row[0].strip() for row in rows}) == len(rows)


@pytest.mark.parametrize("name", AXIOMS)
def test_both_parsers_read_the_same_proposition(name):
    """The kernel's term, written out line by line, is the very term that the verifier reads from its own table."""
    writer = certificates._ProofWriter((axiom(name).conclusion,))
    number = writer.term(axiom(name).conclusion)
    replay = verifier.Replay()
    for line in json.loads(json.dumps(writer.lines)):
        replay.line(line)
    assert replay.terms[number] is verifier.statement(replay.logic, name, AXIOMS[name].statement)


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_uses_the_standard_library_alone_and_no_assert(name):
    tree = ast.parse((ROOT / "symattn" / f"{name}.py").read_text("utf-8"))
    found = set()
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Assert)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0
            found.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
    assert found <= sys.stdlib_module_names


def test_it_works_alone_in_an_empty_folder(tmp_path, certificates):
    copy = tmp_path / "check.py"
    copy.write_bytes((ROOT / "symattn" / "verifier.py").read_bytes())
    (tmp_path / "G13.cert").write_text(certificates["G13"], encoding="utf-8")
    command = [sys.executable, "-I", "check.py", "G13.cert"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", env={})
    assert run.returncode == 0 and run.stderr == ""
    assert "Attention{r,n,ell,d} Q (matmul{n,n,ell} (permutation{n} sigma) K)" in run.stdout
    assert "sum_reindex: ∀f:[n]→ℝ" in run.stdout and "∀i:[n]. sigma (sigma⁻¹ i) = i" in run.stdout


def test_no_table_of_a_verifier_can_be_changed_in_place():
    """A MappingProxyType too gives its dictionary away, to what is compared or joined with it."""
    for program in (verifier, refutation_verifier):
        for name, value in vars(program).items():
            assert name.startswith("__") or not isinstance(value, Mapping | list | set | bytearray), name


def model():
    """Return a model of nothing."""
    return refutation_verifier.Model(refutation_verifier.Statement())


TABLES = {
    "rules": (verifier.rules, verifier.Replay, "rules"),
    "axioms": (lambda: verifier.table(verifier.AXIOMS), verifier.Replay, "table"),
    "meanings": (refutation_verifier.meanings, model, "meanings"),
    "primitives": (refutation_verifier.primitives, refutation_verifier.Statement, "primitives"),
}


@pytest.mark.parametrize("name", TABLES)
def test_a_table_that_was_changed_is_read_anew_for_the_next_file(name):
    read, program, attribute = TABLES[name]
    before = list(read())
    read().clear()
    getattr(program(), attribute).clear()
    assert list(read()) == list(getattr(program(), attribute)) == before
