"""Declaring claims, loading proof scripts, and turning what comes out into records."""

import dataclasses
import json
import sys
from os import utime
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from symattn import ClaimError, ShapeError, UsageError, theorem
from symattn.render.counting import TRIVIAL
from symattn.scripts.claims import (
    Crash,
    Declaration,
    Registry,
    counterexample_record,
    describe,
    load,
    run_claim,
    summary,
)
from symattn.scripts.cli import main
from symattn.scripts.loading import script_paths

HEAD = """
from sympy import MatrixSymbol
from symattn import Attention, Calc, Equation, OrthogonalSymbol, ShapeError, calc, claim, dims, theorem
r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
g = OrthogonalSymbol("g", d)
"""


@pytest.mark.parametrize("hidden", ["\x1b[2J", "a\nb", "a\u202eb", "a\u200b"])
def test_an_id_title_or_source_that_is_not_seen_as_it_is_is_refused(hidden):
    for words in ((hidden, "title", "source"), ("T1", hidden, "source"), ("T1", "title", hidden)):
        with pytest.raises(ClaimError, match=r"is a nonempty word|is one line of characters that are seen"):
            theorem(*words, "proved")


def script(folder: Path, name: str, body: str) -> Path:
    path = folder / name
    path.write_text(HEAD + body, encoding="utf-8")
    return path


def declare(function, expected, id="T1"):
    return Declaration(id, "a title", "a source", expected, function, __file__, 1)


@pytest.fixture
def fake(monkeypatch):
    """Stand in for the decider and the numbers: what they answer is set by the test."""
    answers = SimpleNamespace(
        status="proved",
        counterexample=None,
        report="",
        vacuous=False,
        error=1e-12,
        difference="",
        seeds=[],
        stated=[],
    )

    def decided(stated, rhs, given, seed=0, *, compare, using):
        answers.seeds.append(seed)
        answers.stated.append(stated)
        return SimpleNamespace(
            status=answers.status,
            theorem=None,
            counterexample=answers.counterexample,
            axioms=("sum_swap",),
            uses=(),
            hypotheses=("g",),
            inferences=12,
            report=answers.report,
            steps=(),
            possibly_vacuous=answers.vacuous,
            doubt="possibly vacuous: …",
        )

    def spot_check(step, given=(), seed=0, trials=20):
        return SimpleNamespace(trials=5, max_error=answers.error)

    def agreement(stated, seed=0, theorem=None):
        return SimpleNamespace(agrees=not answers.difference, notes=(answers.difference,))

    names = ("symattn.deciding.decide", "symattn.numeric", "symattn.deciding.agreement")
    decides, numeric, readings = map(ModuleType, names)
    decides.decided = decided
    readings.agreement, numeric.spot_check = agreement, spot_check
    for name, module in zip(names, (decides, numeric, readings), strict=True):
        monkeypatch.setitem(sys.modules, name, module)
    return answers


def equal_sides():
    from sympy import MatrixSymbol

    from symattn import dims

    A = MatrixSymbol("A", *dims("r n"))
    return A, A


# ------------------------------------------------------------------------------------------------ declaring


@pytest.mark.parametrize(
    ("id", "expected", "message"),
    [
        ("", "proved", "a claim id is a nonempty word"),
        ("two words", "proved", "a claim id is a nonempty word"),
        (
            "T1",
            "true",
            "T1: expected is one of proved, refuted, defined, computed, unknown or a ShapeError, not 'true'",
        ),
        ("T1", ValueError("x"), "claim T1: expected is one of"),
    ],
)
def test_a_bad_declaration_is_refused(id, expected, message):
    with pytest.raises(ClaimError, match=message):
        theorem(id, "title", "source", expected)


def test_a_claim_takes_no_arguments():
    with pytest.raises(ClaimError, match="claim T1: with_argument must take no arguments"):

        @theorem("T1", "title", "source", "proved")
        def with_argument(n):
            return n, n


def test_the_decorator_returns_the_function_itself():
    def function():
        return 1, 1

    assert theorem("T1", "title", "source", "proved")(function) is function
    theorem("T1", "title", "source", "proved")(function)  # a notebook cell may run again


def test_unknown_ids_suggest_near_names():
    registry = Registry()
    for name in ("G11", "G12", "D2"):
        registry.add(Crash(name, "x.py", ""))
    with pytest.raises(UsageError, match=r"^no claim has the id 'G13'; did you mean G1[12] or G1[12]\?$"):
        registry.select(["G13"])
    with pytest.raises(UsageError, match=r"^no claim has the id 'zzz'$"):
        registry.select(["D2", "zzz"])
    assert [entry.id for entry in registry.select(["D2", "G11"])] == ["G11", "D2"]
    assert len(registry.select([])) == 3


# ------------------------------------------------------------------------------------------------ loading


def test_scripts_come_in_order_of_file_name_and_each_once(tmp_path):
    for name in ("b.py", "a.py", "_helper.py", "notes.txt"):
        (tmp_path / name).write_text("from symattn import theorem\n")
    (tmp_path / "c.py").write_text("print('no claims')\n")
    assert [path.name for path in script_paths([tmp_path / "b.py", tmp_path])] == ["b.py", "a.py"]
    assert [path.name for path in script_paths([tmp_path])] == ["a.py", "b.py"]
    with pytest.raises(UsageError, match="there is no proof script or folder"):
        script_paths([tmp_path / "d.py"])


def test_claims_keep_the_order_of_scripts_and_of_lines(tmp_path):
    script(tmp_path, "b.py", '@theorem("B", "t", "s", "proved")\ndef f(): return Q, Q\n')
    one = '@theorem("A2", "t", "s", "proved")\ndef f(): return Q, Q\n'
    script(tmp_path, "a.py", one + one.replace("A2", "A1"))
    assert list(load([tmp_path]).entries) == ["A2", "A1", "B"]


def test_a_script_can_import_its_neighbours(tmp_path):
    (tmp_path / "_shared_notation_for_this_test.py").write_text("title = 'shared'\n")
    body = "from _shared_notation_for_this_test import title\n"
    script(tmp_path, "a.py", body + '@theorem("A", title, "s", "proved")\ndef f(): return Q, Q\n')
    before = list(sys.path)
    assert load([tmp_path]).entries["A"].title == "shared"
    assert sys.path == before


def test_a_script_is_read_as_it_stands_however_soon_it_was_changed(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for title in ("one", "two"):  # of equal length, and changed at the same time for all that a file tells
        path = script(tmp_path, "a.py", f'@theorem("T1", "{title}", "s", "proved")\ndef t1(): pass\n')
        utime(path, (1_000_000_000, 1_000_000_000))
        assert load([path]).entries["T1"].title == title


def test_an_id_used_twice_names_both_places(tmp_path):
    body = '@theorem("A", "t", "s", "proved")\ndef f(): return Q, Q\n'
    script(tmp_path, "a.py", body)
    script(tmp_path, "b.py", body)
    with pytest.raises(ClaimError, match=r"the claim id 'A' is used twice: .*a\.py, line \d+ and .*b\.py, line \d+"):
        load([tmp_path])


def test_no_claims_at_all_is_an_error(tmp_path):
    (tmp_path / "a.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="no claims found in"):
        load([tmp_path / "a.py"])


@pytest.mark.parametrize(
    ("body", "ids", "reason"),
    [
        (
            '@theorem("A", "t", "s", "proved")\ndef f(): return Q, Q\n1/0\n',
            ["A"],
            "ZeroDivisionError: division by zero",
        ),
        ('raise SystemExit("stop")\n@theorem(id="B", title="t")\ndef f(): 1\n', ["B"], "SystemExit: stop"),
        ("def f(:\n", [], "SyntaxError: "),
        ("import no_such_module_at_all\n", [], "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
    ],
)
def test_a_script_that_raises_costs_its_own_claims_only(tmp_path, body, ids, reason):
    path = script(tmp_path, "crash.py", body)
    script(tmp_path, "other.py", '@theorem("other", "t", "s", "proved")\ndef f(): return Q, Q\n')
    entries = load([tmp_path]).entries
    assert list(entries) == [*(ids or [str(path)]), "other"]
    record = run_claim(next(iter(entries.values()))).record
    assert (record.verdict, record.as_declared) == ("error" if ids else "module error", False)
    assert record.reason.startswith(f"{path.name} raised {reason}") and "(crash.py, line " in record.reason
    assert "\n" not in record.reason


# ------------------------------------------------------------------------------------------------ running


def test_a_proved_claim(fake):
    outcome = run_claim(declare(equal_sides, "proved"), seed=7)
    record = outcome.record
    assert (record.verdict, record.as_declared, record.reason) == ("proved", True, "")
    assert (record.axioms, record.hypotheses, record.inferences) == (("sum_swap",), ("g",), 12)
    assert record.statement == "A ∈ ℝ^(r×n): A = A"
    assert record.statement_latex == r"A \in \mathbb{R}^{r \times n}:\quad A = A"
    assert record.spot_check == {"trials": 5, "max_error": 1e-12}
    assert record.counterexample is None and record.seconds > 0 and fake.seeds == [7]


@pytest.mark.parametrize("expected", ["refuted", ShapeError("A", (1, 2), (3, 4))])
def test_a_verdict_other_than_the_declared_one_is_unexpected(fake, expected):
    record = run_claim(declare(equal_sides, expected)).record
    assert (record.verdict, record.as_declared) == ("proved", False)


def test_a_definition_is_a_word_and_its_formula(fake):
    assert run_claim(declare(equal_sides, "defined")).record.verdict == "defined"
    record = run_claim(declare(lambda: equal_sides()[0], "defined")).record
    assert record.verdict == "error" and "a word and its source's formula written out" in record.reason


def test_an_unknown_claim_shows_what_was_left(fake):
    fake.status, fake.report = "unknown", "the normal forms differ"
    record = run_claim(declare(equal_sides, "proved")).record
    assert (record.verdict, record.as_declared, record.reason) == ("unknown", False, "the normal forms differ")
    assert record.spot_check is None


def test_a_refuted_claim_carries_its_counterexample(fake):
    fake.status = "refuted"
    fake.counterexample = SimpleNamespace(
        kind="values", sizes={"n": 2}, values={"Q": (("1", "2"),)}, entry=(0, 1), lhs="[1 ± 0]", rhs="[2 ± 0]", part=""
    )
    record = run_claim(declare(equal_sides, "refuted")).record
    assert record.as_declared
    assert record.counterexample == {
        "kind": "values",
        "sizes": {"n": 2},
        "values": {"Q": [["1", "2"]]},
        "lhs": "[1 ± 0]",
        "rhs": "[2 ± 0]",
        "entry": [0, 1],
    }
    assert counterexample_record(None) == {"kind": "negation"}


def test_hypotheses_without_an_instance_are_possibly_vacuous(fake):
    def stated():
        from sympy import Symbol

        from symattn import claim

        x = Symbol("x", real=True)
        return claim(x, x, given=[x > 1])

    assert run_claim(declare(stated, "proved")).record.as_declared
    fake.vacuous = True
    record = run_claim(declare(stated, "proved")).record
    assert (record.verdict, record.as_declared) == ("proved", False)
    assert record.reason == "possibly vacuous: …"


@pytest.mark.parametrize("error", [0.5, float("nan")])
def test_a_proof_that_the_numbers_contradict_is_unexpected(fake, error):
    fake.error = error
    record = run_claim(declare(equal_sides, "proved")).record
    assert not record.as_declared and "the spot check disagrees with the proof" in record.reason
    assert run_claim(declare(equal_sides, "proved"), numeric=False).record.as_declared


def test_a_claim_that_the_kernel_reads_differently_is_unexpected(fake):
    fake.difference = "the left side is another expression in the kernel's reading"
    record = run_claim(declare(equal_sides, "proved")).record
    assert (record.verdict, record.as_declared) == ("proved", False)
    assert record.reason == f"what was decided may not be what is written: {fake.difference}"
    fake.status, fake.counterexample = (
        "refuted",
        SimpleNamespace(kind="values", sizes={}, values={}, entry=None, lhs="[1 ± 0]", rhs="[2 ± 0]", part=""),
    )
    assert not run_claim(declare(equal_sides, "refuted")).record.as_declared
    assert run_claim(declare(equal_sides, "refuted"), numeric=False).record.as_declared


def test_a_definition_is_the_theorem_that_it_unfolds(fake):
    def stated():
        from sympy import MatrixSymbol

        from symattn import RowSoftmax

        return RowSoftmax(MatrixSymbol("A", 2, 3))

    record = run_claim(declare(stated, "defined")).record
    assert (record.verdict, record.as_declared) == ("defined", True)
    assert "SoftMax(A) = [" in record.statement
    assert fake.stated[0].proposition.rhs == stated().definition()
    fake.status = "unknown"
    assert not run_claim(declare(stated, "defined")).record.as_declared


def test_a_calc_is_spot_checked_step_by_step(fake):
    def stated():
        from symattn import calc

        A, _ = equal_sides()
        return calc(A, (2 * A - A, ()), (A, ()))

    record = run_claim(declare(stated, "proved")).record
    assert record.spot_check["trials"] == 10
    assert record.statement == "A ∈ ℝ^(r×n): A = A"


def test_a_computed_claim_compares_polynomials():
    from symattn import dims

    T, d = dims("T d")
    right = run_claim(declare(lambda: (T * (T + d), T**2 + d * T), "computed")).record
    wrong = run_claim(declare(lambda: (T * (T + d), T**2), "computed")).record
    assert (right.verdict, right.as_declared) == ("computed", True)
    assert (wrong.verdict, wrong.as_declared) == ("refuted", False)
    assert run_claim(declare(lambda: equal_sides(), "computed")).record.verdict == "error"


def ill_formed():
    from sympy import MatrixSymbol

    from symattn import Attention, OrthogonalSymbol, dims

    r, n, ell, d = dims("r n ell d")
    Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
    return Attention(Q * OrthogonalSymbol("g", d), K, V), Attention(Q, K, V)


def test_the_declared_shape_error_is_a_refutation():
    record = run_claim(declare(ill_formed, ShapeError("Q*g", ("r", "ell"), ("d", "d")))).record
    assert (record.verdict, record.as_declared) == ("refuted", True)
    assert record.counterexample == {"kind": "shape", "subexpression": "Q*g", "shapes": [["r", "ell"], ["d", "d"]]}
    assert record.expected == describe(ShapeError("Q*g", ("r", "ell"), ("d", "d")))
    assert record.statement == "the shapes in Q*g do not fit: r×ell and d×d"


@pytest.mark.parametrize(
    "expected",
    ["proved", "refuted", ShapeError("Q*g", ("r", "ell"), ("d", "ell")), ShapeError("K*g", ("r", "ell"), ("d", "d"))],
)
def test_another_shape_error_is_a_crash(expected):
    record = run_claim(declare(ill_formed, expected)).record
    assert (record.verdict, record.as_declared) == ("error", False)
    assert record.reason.startswith("ShapeError: the shapes in Q*g do not fit: r×ell and d×d (test_claims.py, line ")


@pytest.mark.parametrize("error", [ValueError("two\nlines"), RecursionError("deep"), ClaimError("bad")])
def test_a_claim_that_raises_is_an_error_with_one_line(error):
    def stated():
        raise error

    record = run_claim(declare(stated, "proved")).record
    assert (record.verdict, record.as_declared) == ("error", False)
    assert record.reason.startswith(f"{type(error).__name__}: {' '.join(str(error).split())} (test_claims.py, line ")


def test_ctrl_c_is_not_a_claim_that_raises():
    def stated():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_claim(declare(stated, "proved"))


def test_a_record_is_plain_data(fake):
    record = run_claim(declare(equal_sides, "proved")).record
    assert json.loads(json.dumps(dataclasses.asdict(record)))["verdict"] == "proved"


def test_the_summary_counts(fake):
    right = run_claim(declare(equal_sides, "proved")).record
    wrong = run_claim(declare(equal_sides, "refuted")).record
    assert summary([right, wrong], 1.5) == {"proved": 2, "refuted": 0, "unknown": 0, "unexpected": 1, "seconds": 1.5}


def test_the_docstring_of_a_claim_is_a_remark(tmp_path, capsys):
    script = tmp_path / "remarks.py"
    script.write_text(
        "from sympy import Symbol, cos, sin\n"
        "from symattn import theorem\n"
        "x = Symbol('x', real=True)\n"
        "@theorem('R1', 'a sum', '', 'proved')\n"
        "def r1():\n"
        "    '''Said of a number,\n\n    not of a matrix.'''\n"
        "    return sin(x)**2 + cos(x)**2, 1\n"
        "@theorem('R2', 'a sum', '', 'proved')\n"
        "def r2():\n"
        "    return sin(x)**2 + cos(x)**2, 1\n"
        "@theorem('R3', 'a sum', '', 'proved')\n"
        "def r3():\n"
        "    return x + x, 2 * x\n"
    )
    entries = load([script]).entries
    assert run_claim(entries["R1"]).record.remark == "Said of a number, not of a matrix."
    assert run_claim(entries["R2"]).record.remark == ""
    assert run_claim(entries["R3"]).record.remark == TRIVIAL
    assert main(["show", "R1", "--from", str(script)]) == 0
    assert "remark: Said of a number, not of a matrix." in capsys.readouterr().out


def test_a_claim_whose_return_was_forgotten_says_so(tmp_path):
    script = tmp_path / "forgotten.py"
    script.write_text(
        HEAD + '@theorem("T1", "title", "source", "proved")\ndef forgotten():\n    Attention(Q, K, V), Q\n'
    )
    record = run_claim(load([tmp_path]).entries["T1"]).record
    assert record.reason.endswith(
        "the function of the claim returns nothing; it must return the two sides, a claim or a calc"
    )


def test_a_wrong_declaration_is_shown_at_its_line(tmp_path):
    script = 'from symattn import theorem\n\n\n@theorem("X4.printed", "b", "", "refuted")\ndef b():\n    return 1, 2\n'
    (tmp_path / "a.py").write_text(script, encoding="utf-8")
    with pytest.raises(ClaimError, match=r"a\.py:4: claim X4\.printed: .*quote it in LaTeX, printed="):
        load([tmp_path])
