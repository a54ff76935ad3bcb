"""The command line: exit codes, output files, JSON, several processes, interruption."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from symattn.errors import UsageError
from symattn.scripts import cli
from symattn.scripts.files import write_file

BROKEN = """


@theorem("B", "cannot be stated", "nowhere", "proved")
def broken():
    return 1 / 0, 1
"""
SCRIPT = '''
"""Claims that need no proof: exact polynomials and shapes."""
import sys
import time
from sympy import MatrixSymbol
from symattn import Attention, OrthogonalSymbol, ShapeError, dims, run_script, theorem

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
g = OrthogonalSymbol("g", d)
misfit = ShapeError(Q*g, (r, ell), (d, d))


@theorem("C1", "a square of a sum", "school", "computed")
def square():
    print("printed by a claim")
    return (n + d)**2, n**2 + 2*n*d + d**2


@theorem("C2.printed", "an orthogonal matrix of the wrong size", "Ganev, Lemma 2.3", misfit, "g")
def wrong_size():
    return Attention(Q*g, K, V), Attention(Q, K, V)


@theorem("C3", "a product", "school", "computed")
def product():
    return n*(n + 1), n**2 + n


if __name__ == "__main__":
    run_script(__file__)
'''
WRONG = """
from symattn import dims, theorem
n = dims("n")


@theorem("W1", "a wrong square", "nowhere", "computed")
def wrong():
    return n**2, 2*n


@theorem("W2", "a claim that raises", "nowhere", "proved")
def raises():
    return n.no_such_attribute
"""
CRASH = """
from symattn import dims, theorem


@theorem("X1", "never reached", "nowhere", "proved")
def unreachable():
    return 1, 1


raise RuntimeError("this script is broken")
"""


@pytest.fixture
def proofs(tmp_path, monkeypatch):
    """Make a folder with a good script, and go there."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "proofs"
    folder.mkdir()
    (folder / "good.py").write_text(SCRIPT, encoding="utf-8")
    return folder


def without_seconds(output: str) -> dict:
    results = json.loads(output)
    for part in [*results["claims"], results["summary"]]:
        assert part.pop("seconds") >= 0
    return results


def test_all_as_declared_exits_0(proofs):
    done = run("-m", "symattn", "check", folder=proofs.parent)
    assert done.returncode == 0
    out, err = done.stdout, done.stderr
    assert out.splitlines()[-1].startswith("3 claims: 2 computed, 1 refuted; all as declared, ")
    assert [line.split()[0] for line in out.splitlines()] == ["id", "C1", "C2.printed", "C3", "3"]
    assert err == "printed by a claim\n"


def test_a_wrong_claim_exits_1_and_shows_its_report(proofs, capsys):
    (proofs / "wrong.py").write_text(WRONG)
    assert cli.main(["check"]) == 1
    out = capsys.readouterr().out
    assert "W1 was declared computed and came out refuted" in out
    assert "W2 was declared proved and came out error" in out
    assert "AttributeError: 'Symbol' object has no attribute 'no_such_attribute' (wrong.py, line 13)" in out
    assert "2 not as declared" in out.splitlines()[-1]
    assert cli.main(["check", "--only", "C1", "--only", "C3"]) == 0


def test_a_broken_script_exits_1_and_the_others_still_run(proofs, capsys):
    (proofs / "broken.py").write_text(CRASH)
    assert cli.main(["check", "--json", "-"]) == 1
    results = without_seconds(capsys.readouterr().out)
    assert [(claim["id"], claim["verdict"]) for claim in results["claims"]] == [
        ("X1", "error"),
        ("C1", "computed"),
        ("C2.printed", "refuted"),
        ("C3", "computed"),
    ]
    assert results["claims"][0]["reason"].endswith("RuntimeError: this script is broken (broken.py, line 10)")
    assert results["summary"] == {"proved": 0, "refuted": 1, "unknown": 0, "unexpected": 1}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "nowhere"], "symattn: there is no proof script or folder 'nowhere'"),
        (["check", "--only", "C4"], "symattn: no claim has the id 'C4'; did you mean"),
        (["show", "C11"], "symattn: no claim has the id 'C11'; did you mean C1"),
        (["latex", "zzz"], "symattn: no claim has the id 'zzz'\n"),
        (
            ["axioms", "zzz"],
            "symattn: no claim has the id 'zzz'; no axiom or lemma is called so either: `symattn axioms` lists",
        ),
        (["check", "--json", "missing/out.json"], "symattn: cannot write to 'missing/out.json'"),
        (["check", "--json", "proofs"], "symattn: cannot write to 'proofs'"),
    ],
)
def test_bad_usage_exits_2_with_a_message(proofs, capsys, arguments, message):
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(message) and err.count("\n") == 1


@pytest.mark.parametrize("arguments", [[], ["check", "--jobs", "0"], ["latex"], ["latex", "C1", "--all"], ["prove"]])
def test_bad_arguments_exit_2(arguments, capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main(arguments)
    assert exit.value.code == 2 and "usage: symattn" in capsys.readouterr().err


def test_an_id_used_twice_exits_2(proofs, capsys):
    (proofs / "second.py").write_text(SCRIPT)
    assert cli.main(["check"]) == 2
    assert "the claim id 'C1' is used twice: " in capsys.readouterr().err


def test_json_has_the_documented_fields(proofs):
    done = run("-m", "symattn", "check", "--json", "-", folder=proofs.parent)
    assert done.returncode == 0
    out, err = done.stdout, done.stderr
    results = json.loads(out)
    assert list(results) == ["claims", "axioms", "summary"]
    documented = "id title source statement statement_latex expected verdict axioms hypotheses inferences seconds "
    documented += "spot_check counterexample as_declared reason remark printed uses file line cached"
    assert [list(claim) for claim in results["claims"]] == [documented.split()] * 3
    assert list(results["summary"]) == ["proved", "refuted", "unknown", "unexpected", "seconds"]
    assert results["claims"][1]["expected"] == "ShapeError(Q*g, (r, ell), (d, d))"
    assert results["claims"][1]["counterexample"]["shapes"] == [["r", "ell"], ["d", "d"]]
    assert "printed by a claim" in err and "3 claims: " in err


def test_several_processes_give_the_same_results_in_the_same_order(proofs, capsys):
    (proofs / "wrong.py").write_text(WRONG)
    assert cli.main(["check", "--json", "one.json", "--jobs", "1"]) == 1
    assert cli.main(["check", "--json", "two.json", "--jobs", "2"]) == 1
    assert without_seconds(Path("one.json").read_text()) == without_seconds(Path("two.json").read_text())
    assert list(Path().glob(".*")) == [Path(".symattn_cache")] and not list(Path().rglob("*.partial"))


def test_a_worker_that_dies_costs_its_claim_only(proofs, capsys):
    died = '\n\n@theorem("DIES", "kills its process", "nowhere", "computed")\n'
    died += "def dies():\n    import os\n    os._exit(3)\n"
    (proofs / "dies.py").write_text(WRONG.split("\n\n\n")[0] + died)
    assert cli.main(["check", "--json", "out.json", "--jobs", "2"]) == 1
    claims = {claim["id"]: claim for claim in json.loads(Path("out.json").read_text())["claims"]}
    assert claims["DIES"]["reason"] == "the worker process died (exit code 3)"
    assert claims["DIES"]["title"] == "kills its process"
    assert [claims[name]["as_declared"] for name in ("C1", "C2.printed", "C3")] == [True, True, True]


def run(*arguments: str, folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, env=environment(), check=False
    )


def environment() -> dict[str, str]:
    root = str(Path(cli.__file__).parents[2])
    return os.environ | {"PYTHONPATH": root, "PYTHONIOENCODING": "utf-8"}


def test_a_script_runs_by_itself(proofs):
    done = run("proofs/good.py", "--only", "C3", folder=proofs.parent)
    assert (done.returncode, done.stdout.splitlines()[-1][:37]) == (0, "1 claim: 1 computed; all as declared,")
    (proofs / "good.py").write_text(SCRIPT.replace("n**2 + n", "n**2"))
    assert run("proofs/good.py", folder=proofs.parent).returncode == 1


def test_in_a_notebook_a_script_is_checked_and_the_cell_goes_on(proofs, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=object))
    monkeypatch.setattr(sys, "argv", ["ipykernel", "-f", "kernel.json"])  # options of the kernel, and none of check
    cli.run_script(str(next(proofs.glob("*.py"))))
    assert "as declared" in capsys.readouterr().out


def test_the_module_runs_and_json_on_stdout_is_alone(proofs):
    done = run("-m", "symattn", "check", "--json", "-", "--jobs", "2", folder=proofs.parent)
    assert done.returncode == 0
    assert len(json.loads(done.stdout)["claims"]) == 3
    assert "printed by a claim" in done.stderr


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_leaves_the_output_file_as_it_was(proofs, jobs):
    slow = '\n\n@theorem("SLOW", "takes its time", "nowhere", "computed")\ndef slow():\n'
    slow += "    import pathlib, time\n    pathlib.Path('started').touch()\n    time.sleep(60)\n"
    (proofs / "slow.py").write_text(WRONG.split("\n\n\n")[0] + slow)
    Path("out.json").write_text("what was there")
    command = [sys.executable, "-m", "symattn", "check", "--json", "out.json", "--jobs", jobs]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    # Tests that run in the background may have been started with Ctrl-C ignored, which processes inherit.
    heard = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    process = subprocess.Popen(command, **streams, env=environment(), start_new_session=True, **heard)
    deadline = time.monotonic() + 30
    while not Path("started").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: every process of the group
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err.splitlines()[-1] == "symattn: interrupted; no half-written file is left"
    assert "Traceback" not in err
    assert Path("out.json").read_text() == "what was there"
    assert sorted(path.name for path in Path().iterdir()) == ["out.json", "proofs", "started"]


def test_a_write_that_fails_half_way_leaves_nothing(tmp_path, monkeypatch):
    def fail(source, target):
        raise OSError("disk full")

    (tmp_path / "out.json").write_text("old")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(UsageError, match=r"cannot write .*out\.json': disk full"):
        write_file(tmp_path / "out.json", "new")
    assert [path.name for path in tmp_path.iterdir()] == ["out.json"]
    assert (tmp_path / "out.json").read_text() == "old"


def test_show_prints_the_claim_with_its_evidence(proofs, capsys):
    assert cli.main(["show", "C2.printed"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "C2.printed  an orthogonal matrix of the wrong size"
    assert "source: Ganev, Lemma 2.3" in out
    assert any(line.startswith("refuted, as declared, ") for line in out)
    assert out[-1] == "ill-formed: in Q*g the shape r×ell stands beside d×d"


def test_latex_writes_a_standalone_document(proofs, capsys):
    assert cli.main(["latex", "C1"]) == 0
    one = capsys.readouterr().out
    assert one.startswith("\\documentclass{article}")
    assert one.count("\\usepackage") == 1 and r"\usepackage{amsmath,amssymb,amsthm}" in one
    assert cli.main(["latex", "--all", "-o", "all.tex"]) == 0
    everything = Path("all.tex").read_text()
    assert [everything.count(rf"\begin{{{kind}}}") for kind in ("theorem", "refuted", "undecided")] == [2, 1, 0]
    assert everything.endswith("\\end{document}\n")


def test_pdf_without_an_engine_still_writes_the_source(proofs, capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert cli.main(["latex", "C1", "--pdf"]) == 1
    said = capsys.readouterr().err
    assert "wrote C1.tex; no TeX engine (pdflatex, lualatex, tectonic) is installed" in said
    assert "apt-get install texlive-latex-base texlive-latex-recommended lmodern" in said
    assert Path("C1.tex").read_text().startswith("\\documentclass{article}")


ENGINE = """#!{python}
import pathlib, sys
source = pathlib.Path(sys.argv[-1]).read_text()
if "C3" in source:
    print("! Undefined control sequence.")
    sys.exit(1)
pathlib.Path("claims.pdf").write_bytes(b"%PDF of " + str(len(source)).encode())
"""


def test_pdf_runs_the_engine_that_is_installed(proofs, capsys, monkeypatch, tmp_path):
    folder = tmp_path / "bin"
    folder.mkdir()
    engine = folder / "pdflatex"
    engine.write_text(ENGINE.format(python=sys.executable))
    engine.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    assert cli.main(["latex", "C1", "--pdf", "-o", "paper.tex"]) == 0
    assert Path("paper.pdf").read_bytes() == b"%PDF of " + str(len(Path("paper.tex").read_text())).encode()
    assert cli.main(["latex", "C3", "--pdf"]) == 1
    assert "wrote C3.tex; pdflatex failed: ! Undefined control sequence." in capsys.readouterr().err
    assert Path("C3.tex").exists() and not Path("C3.pdf").exists()


def test_axioms_shows_a_lemma_of_the_prover_by_its_name(proofs, capsys):
    assert cli.main(["axioms", "log_le"]) == 0
    out = capsys.readouterr().out
    assert "∀x y:ℝ. 0 < x ⇒ x ≤ y ⇒ log x ≤ log y" in out and "a lemma, proved from the axioms: " in out
    assert cli.main(["axioms", "log_lee"]) == 2
    assert "there is the fact log_le" in capsys.readouterr().err


def test_axioms_lists_the_unused_ones(proofs, capsys):
    assert cli.main(["axioms"]) == 0
    from symattn.kernel.axioms import AXIOMS

    line = capsys.readouterr().out.splitlines()[-1]
    assert line == f"unused by these claims: {', '.join(AXIOMS)}"


def test_axioms_shows_an_axiom_by_its_name_and_runs_no_claim_for_it(proofs, capsys):
    assert cli.main(["axioms", "sum_swap"]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith("sum_swap\n  ") and "  source: " in shown.out and shown.err == ""
    assert cli.main(["axioms", "sum_swop"]) == 2
    assert "no claim has the id 'sum_swop'; there is the fact sum_swap" in capsys.readouterr().err


def test_axioms_says_how_far_it_is_and_names_no_more_claims_than_one_reads(proved, capsys, monkeypatch):
    monkeypatch.setattr("symattn.scripts.axioms.NAMED", 0)
    assert cli.main(["axioms", "P1"]) == 0
    shown = capsys.readouterr()
    assert "  used by: 1 claims: , …" in shown.out


def test_axioms_counts_the_claims_that_need_no_proof_among_all(proved, capsys, monkeypatch):
    monkeypatch.setattr("symattn.render.terminal.PAUSE", 0.0)
    (proved / "counted.py").write_text(SCRIPT, encoding="utf-8")
    assert cli.main(["axioms"]) == 0
    done = [line.split() for line in capsys.readouterr().err.splitlines() if line.endswith(" checked")]
    assert len(done) > 5 and done[-1] == [str(len(done)), "of", str(len(done)), "checked"]


def test_every_argument_and_option_has_a_help_text():
    (table,) = (each for each in cli.parser()._actions if each.dest == "command")
    silent = [
        (name, each.dest) for name, command in table.choices.items() for each in command._actions if not each.help
    ]
    assert silent == []


def test_a_reader_that_closes_early_causes_no_traceback(proofs):
    command = f"{sys.executable} -m symattn check --json - | head -c 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, env=environment(), check=False)
    assert done.stdout == "{" and "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


#: Prints as `head -1` reads it: a line is taken, and the pipe is closed before the rest is written.
READER = "import subprocess, sys; p = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE); p.stdout.readline(); "
READER += "p.stdout.close(); sys.exit(p.wait())"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["axioms"], 0),
        (["check", "proofs", "wrong.py"], 1),
        (["latex", "--all"], 0),
    ],
)
def test_the_exit_code_is_the_same_when_a_reader_closes_early(proofs, command, code):
    Path("wrong.py").write_text(WRONG)
    whole = [sys.executable, "-u", "-m", "symattn", *command]
    streams = {"capture_output": True, "text": True, "env": environment(), "check": False}
    for before in ([], [sys.executable, "-c", READER]):
        done = subprocess.run([*before, *whole], **streams)
        assert done.returncode == code, done.stderr
        assert "Traceback" not in done.stderr and "BrokenPipe" not in done.stderr


def test_an_option_that_is_not_known_is_told_by_its_command(capsys):
    for arguments, usage, hint in [
        (["check", "--onyl", "C1"], "usage: symattn check", "did you mean --only?"),
        (["latex", "G1", "--fragmnt"], "usage: symattn latex", "did you mean --fragment?"),
        (["show", "G1", "--zzzzz"], "usage: symattn show", "--zzzzz\n"),
    ]:
        with pytest.raises(SystemExit) as exit:
            cli.main(arguments)
        shown = capsys.readouterr().err
        assert exit.value.code == 2
        assert shown.startswith(usage) and hint in shown


def test_a_file_that_is_no_script_is_bad_usage(proofs, capsys):
    Path("env.sh").write_text("echo 1\n")
    assert cli.main(["check", "env.sh"]) == 2
    shown = capsys.readouterr()
    assert shown.err == "symattn: 'env.sh' is no Python file, so that it is no proof script\n" and not shown.out


def test_a_claim_that_cannot_be_stated_is_shown_without_empty_lines_and_not_written(proofs, capsys):
    Path("proofs/broken.py").write_text(WRONG.split("\n\n\n")[0] + BROKEN)
    assert cli.main(["show", "B"]) == 1
    assert "\n\n\n" not in capsys.readouterr().out
    Path("B.tex").write_text("what was there")
    assert cli.main(["latex", "B", "-o", "B.tex"]) == 1
    assert "B is left out, for it could not be decided: ZeroDivisionError" in capsys.readouterr().err
    assert Path("B.tex").read_text() == "what was there"
    assert cli.main(["latex", "B"]) == 1
    assert not capsys.readouterr().out
    assert cli.main(["latex", "--all", "-o", "all.tex"]) == 1
    written = Path("all.tex").read_text()
    assert "could not be stated" not in written and "class" not in written.split("begin{document}")[1]
    assert "C1" in written and "{B}" not in written


def test_ctrl_c_before_the_first_claim_says_that_none_was_run(proofs, capsys, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("symattn.scripts.check._records", interrupted)
    assert cli.main(["check"]) == 130
    assert "no claim was run to its end" in capsys.readouterr().out


def test_help_is_about_the_four_commands(capsys):
    with pytest.raises(SystemExit) as exit:
        cli.main(["--help"])
    out = capsys.readouterr().out
    assert exit.value.code == 0
    assert [name for name in ("check", "show", "latex", "axioms") if f"\n    {name} " not in out] == []


def test_colour_is_only_for_terminals(proofs, monkeypatch):
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert cli.main(["check"]) == 0
    assert "\x1b" not in sys.stdout.getvalue()


# ------------------------------------------------------------------------------------------------ with the prover

PROVED = """
from sympy import MatrixSymbol, Symbol, sqrt
from symattn import Attention, PermutationSymbol, RowSoftmax, calc, claim, dims, theorem

r, n, ell, d = dims("r n ell d")
Q, K, V = MatrixSymbol("Q", r, ell), MatrixSymbol("K", n, ell), MatrixSymbol("V", n, d)
sigma, rho = PermutationSymbol("sigma", n), PermutationSymbol("rho", n)
x = Symbol("x", real=True)


@theorem("P1", "pairs may be permuted", "Ganev, §2.3", "proved")
def pairs():
    return Attention(Q, sigma*K, sigma*V), Attention(Q, K, V)


@theorem("P2", "in two steps", "Ganev, §2.3", "proved")
def steps():
    return calc(Attention(Q, K, V), (RowSoftmax(Q*K.T/sqrt(ell))*V, Attention), (Attention(Q, K, V), Attention))


@theorem("P3", "permutations commute", "nowhere", "refuted")
def commute():
    return sigma*rho, rho*sigma


@theorem("P4", "nothing satisfies this", "nowhere", "proved")
def vacuous():
    return claim(x, x, given=[x > 1, x < 0])


@theorem("P5", "what attention is", "Ganev, Definition 2.1", "defined")
def definition():
    return Attention(Q, K, V)
"""


@pytest.fixture
def proved(proofs):
    (proofs / "good.py").write_text(PROVED, encoding="utf-8")
    return proofs


def test_claims_are_proved_and_refuted(proved, capsys):
    assert cli.main(["check", "--json", "-"]) == 1
    claims = {claim["id"]: claim for claim in json.loads(capsys.readouterr().out)["claims"]}
    assert [claim["verdict"] for claim in claims.values()] == ["proved", "proved", "refuted", "unknown", "defined"]
    assert [claim["as_declared"] for claim in claims.values()] == [True, True, True, False, True]
    assert claims["P4"]["reason"].startswith("vacuous: the hypotheses contradict each other")
    assert claims["P1"]["axioms"] and claims["P1"]["inferences"] > 100 and claims["P1"]["hypotheses"]
    assert claims["P1"]["spot_check"]["trials"] > 0 and claims["P1"]["spot_check"]["max_error"] < 1e-12
    assert claims["P2"]["spot_check"]["trials"] == 2 * claims["P1"]["spot_check"]["trials"]
    found = claims["P3"]["counterexample"]
    assert (found["kind"], found["sizes"], sorted(found["values"])) == ("values", {"n": 3}, ["rho", "sigma"])
    assert found["lhs"] != found["rhs"] and len(found["entry"]) == 2


def test_everything_but_seconds_is_the_same_on_every_run(proved):
    outputs = []
    for seed, jobs in (("1", "1"), ("2", "2")):
        arguments = [sys.executable, "-m", "symattn", "check", "--json", "-", "--jobs", jobs]
        setting = environment() | {"PYTHONHASHSEED": seed}
        outputs.append(subprocess.run(arguments, capture_output=True, text=True, env=setting, check=False).stdout)
    assert without_seconds(outputs[0]) == without_seconds(outputs[1])


def test_show_prints_stages_steps_and_counterexamples(proved, capsys):
    assert cli.main(["show", "P1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "  claim: Att(Q, σ K, σ V) = Att(Q, K, V)" in lines
    start = lines.index("derivation:")
    assert lines[start + 1] == "    Att(Q, σ K, σ V)[i, j]" and lines[start + 3] == "  = Att(Q, K, V)[i, j]"
    assert lines[start + 4] == "      definitions of Att, SoftMax; σ is a permutation"
    assert cli.main(["show", "P2"]) == 0
    assert "      definition of Att; proved" in capsys.readouterr().out.splitlines()
    assert cli.main(["show", "P3"]) == 0
    assert "  n = 3" in capsys.readouterr().out.splitlines()
    assert cli.main(["show", "P4"]) == 1


def test_latex_prints_the_derivation_that_was_checked(proved, capsys):
    assert cli.main(["latex", "P2"]) == 0
    source = capsys.readouterr().out
    assert r"\tag*{definition of $\Att$}" in source and "Checked in" in source


def test_axioms_names_who_uses_each(proved, capsys):
    assert cli.main(["axioms", "P1"]) == 0
    out = capsys.readouterr().out
    assert "  used by: P1" in out.splitlines() and "  source: " in out and "unused" not in out


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_changes_no_exit_code_and_prints_no_traceback(tmp_path, closed):
    command = f"'{sys.executable}' -m symattn --version {closed}; '{sys.executable}' -m symattn check no.py {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    assert "Traceback" not in done.stdout + done.stderr
    assert "no.py" not in done.stdout
