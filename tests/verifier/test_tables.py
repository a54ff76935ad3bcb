"""The verifier's tables say what the kernel's say, and it stays small and alone."""

import ast
import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from symattn import refutation_verifier, verifier
from symattn.certificates import proofs as certificates
from symattn.kernel.axioms import AXIOMS, CONSTANTS
from symattn.kernel.rules import axiom

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAMS = ("verifier", "refutation_verifier", "certificates/serve_verifier")


def test_the_constants_are_the_kernels():
    for c in CONSTANTS:
        expected = " ".join(c.parameters), c.type, c.meaning
        assert verifier.PRIMITIVE.get(c.name) == expected, f"add or mend {c.name} in verifier.CONSTANTS"
    assert list(verifier.PRIMITIVE) == [c.name for c in CONSTANTS]


def test_the_axioms_are_the_kernels_statement_by_statement():
    for name, entry in AXIOMS.items():
        assert verifier.AXIOM.get(name) == (entry.statement, entry.source), f"add or mend {name} in verifier.AXIOMS"
    assert list(verifier.AXIOM) == list(AXIOMS)


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
    assert replay.terms[number] is verifier.statement(replay.logic, name)


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


TABLES = [
    (program, name)
    for program in (verifier, refutation_verifier)
    for name, value in vars(program).items()
    if not name.startswith("__") and isinstance(value, Mapping | list | set | bytearray)
]


def test_every_table_is_looked_at():
    names = {f"{program.__name__}.{name}" for program, name in TABLES}
    assert names >= {f"symattn.verifier.{name}" for name in ("INFIX", "PRIMITIVE", "AXIOM", "_DECODE", "RULES")}
    assert names >= {f"symattn.refutation_verifier.{name}" for name in ("BASE", "MEANINGS", "PRIMITIVE")}


@pytest.mark.parametrize("program, name", TABLES, ids=str)
def test_no_table_of_a_verifier_can_be_changed_in_place(program, name):
    """`verifier.RULES["ring"] = …` in the same process would make `verify` accept anything."""
    table = getattr(program, name)
    assert isinstance(table, MappingProxyType)
    with pytest.raises(TypeError):
        table[next(iter(table))] = ("tt", lambda *_: None)
    # nor is the dictionary behind it to be found under another name
    assert not [other for other, value in vars(program).items() if isinstance(value, dict) and value == table]
    assert not any(isinstance(each, dict | list | set) for each in table.values())
