"""Claims for people who script: watched, as tests, packaged, on a cluster, with disks and screens that fail."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import symattn
from symattn.scripts import cli, watch
from symattn.scripts.cluster import bundle, settle
from symattn.scripts.loading import script_paths
from symattn.scripts.running import How

pytest_plugins = ["pytester"]

GOOD = """
from sympy import MatrixSymbol
from symattn import dims, theorem
import helper
n = dims("n")
A = MatrixSymbol("A", n, n)


@theorem("T1", "a matrix transposed twice — σ", "school", "proved")
def twice():
    return A.T.T, A
"""
WRONG = """
from symattn import dims, theorem
n = dims("n")


@theorem("W1", "a wrong square", "nowhere", "computed")
def wrong():
    return n**2, 2*n
"""
PLAIN = "raise SystemExit('it is executed')\n"
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(symattn.__file__).parents[1])}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Make a folder with scripts and others, and go there."""
    monkeypatch.chdir(tmp_path)
    for name, text in {"helper.py": "", "good.py": GOOD, "wrong.py": WRONG, "plain.py": PLAIN}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def command(*arguments, **options):
    """Run `symattn` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "symattn", *arguments],
        check=False,
        **{"env": ENVIRONMENT, "capture_output": True, **options},
    )


# ------------------------------------------------------------------------------------------------ which files are run


def test_a_folder_s_files_that_declare_no_claim_are_not_executed(here, capsys):
    for folder in (".hidden", "env", "lib/site-packages"):
        Path(folder).mkdir(parents=True)
        Path(folder, "other.py").write_text(GOOD.replace("T1", "T9"))
    Path("env/pyvenv.cfg").write_text("")
    assert [path.name for path in script_paths(["."])] == ["good.py", "wrong.py"]
    assert cli.main(["check", ".", "--only", "T1", "-q"]) == 0


# -------------------------------------------------------------------------------------------------------------- watch


def test_watch_checks_again_what_has_changed(here, monkeypatch, capsys):
    runs = []
    monkeypatch.setattr(watch, "_checked", lambda arguments: runs.append(list(arguments)) or len(runs))
    turns = iter([lambda: None, lambda: Path("good.py").write_text(GOOD + "\n"), lambda: None])

    def again():
        turn = next(turns, None)
        if turn is not None:
            turn()
        return turn is not None

    assert watch.watch(["check", "."], ["."], again, every=0) == 2
    assert runs == [["check", "."], ["check", ".", "-q"]]
    assert "good.py changed" in capsys.readouterr().err


def test_watch_ends_with_the_code_of_the_last_run(here, monkeypatch, capsys):
    monkeypatch.setattr(watch, "_checked", lambda arguments: 1)
    monkeypatch.setattr(time, "sleep", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    assert cli.main(["check", "--watch", "good.py"]) == 1
    assert "no longer watching" in capsys.readouterr().err


# ------------------------------------------------------------------------------------------------------------- pytest


def test_claims_are_tests_of_pytest_where_that_is_asked_for(pytester):
    pytester.makepyfile(good=GOOD.replace("import helper", ""), wrong=WRONG, plain=PLAIN)
    # the options come with symattn's plugin, which pytest has loaded
    found = pytester.runpytest_inprocess("--symattn", "-p", "no:cacheprovider", "-v", ".")
    found.assert_outcomes(passed=1, failed=1)
    found.stdout.fnmatch_lines(
        ["*good.py::T1 PASSED*", "*wrong.py::W1 FAILED*", "*wrong.py:5: W1 was declared computed*"]
    )
    assert pytester.runpytest_inprocess(".").ret == pytest.ExitCode.NO_TESTS_COLLECTED
    pytester.makeini("[pytest]\nsymattn_claims = true")
    pytester.runpytest_inprocess("good.py::T1").assert_outcomes(passed=1)


def test_a_claim_is_used_within_a_test(here):
    from symattn.testing import assert_claim

    assert assert_claim("T1", "good.py").status == "proved"
    with pytest.raises(AssertionError, match=r"wrong\.py:6: W1 was declared computed and came out refuted"):
        assert_claim("W1", "wrong.py")


# ------------------------------------------------------------------------------------------------------------ library


def test_the_library_is_there_where_no_scripts_are(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["show", "G13"]) == 0
    assert "attention is invariant under permutations of the key–value pairs" in capsys.readouterr().out
    assert cli.main(["check", "--library", "--list", "--only", "G12"]) == 0
    assert "G12" in capsys.readouterr().out
    assert cli.main(["check"]) == 2
    assert "--library" in capsys.readouterr().err


def test_a_first_script_of_one_s_own_checks(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["new", "my.py"]) == 0
    assert cli.main(["check", "my.py"]) == 0
    assert "2 claims: 1 proved, 1 refuted; all as declared" in capsys.readouterr().out
    assert cli.main(["new", "my.py"]) == 2 and "'my.py' is there already" in capsys.readouterr().err
    assert cli.main(["new", "my"]) == 2 and "a proof script is a Python file: 'my.py'" in capsys.readouterr().err


# --------------------------------------------------------------------------------------- disks and screens that fail


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("option", ["--json", "--junitxml"])
def test_a_full_disk_loses_no_result(here, option):
    found = command("check", "good.py", option, "/dev/full")
    assert found.returncode == 2 and b"1 claim: 1 proved" in found.stdout
    assert b"cannot write '/dev/full'" in found.stderr and b"Traceback" not in found.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_behind_the_output_is_named(here):
    with open("/dev/full", "wb") as full:
        found = command("check", "good.py", stdout=full, capture_output=False, stderr=subprocess.PIPE)
    assert found.returncode == 2 and b"Traceback" not in found.stderr and b"No space left on device" in found.stderr


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_what_the_screen_cannot_show_is_no_error(here, encoding):
    found = command("check", "good.py", env={**ENVIRONMENT, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert found.returncode == 0 and b"Traceback" not in found.stderr and b"T1" in found.stdout


@pytest.mark.slow
@pytest.mark.parametrize("columns", ["60", "20"])
def test_narrow_screens_without_colour(here, columns):
    environment = {**ENVIRONMENT, "COLUMNS": columns, "NO_COLOR": "1"}
    found = command("check", "good.py", "wrong.py", env=environment)
    assert found.returncode == 1 and b"Traceback" not in found.stderr and b"\x1b[" not in found.stdout


def test_a_reader_that_goes_away_is_no_error(here):
    reading = subprocess.Popen(
        [sys.executable, "-m", "symattn", "check", "good.py"],
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    reading.stdout.close()
    assert b"Traceback" not in reading.stderr.read()
    assert reading.wait() == 0


# ------------------------------------------------------------------------------------------------------------ cluster


def test_what_is_sent_are_the_scripts_with_what_lies_beside_them(here):
    sent = bundle(["good.py"])
    assert [Path(name).name for name in sent.scripts] == ["good.py"]
    assert {Path(name).name for name, _ in sent.files} == {"good.py", "wrong.py", "plain.py", "helper.py"}
    assert sent.name == bundle(["good.py"]).name
    Path("helper.py").write_text("x = 1")
    assert sent.name != bundle(["good.py"]).name


def test_a_cluster_that_is_not_there_is_named(here, capsys):
    pytest.importorskip("distributed")
    assert cli.main(["check", "good.py", "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "there is no cluster at 'tcp://127.0.0.1:1'" in capsys.readouterr().err


LEMMA = """
from sympy import MatrixSymbol
from symattn import dims, theorem
n = dims("n")
B = MatrixSymbol("B", n, n)


@theorem("L1", "a lemma of the folder proofs", "", "proved")
def lemma():
    return B.T.T, B
"""
USES = GOOD.replace("good", "uses").replace('"T1"', '"U1"').replace("return A.T.T, A", 'return calc(A.T.T, (A, "L1"))')


def test_a_lemma_of_the_folder_proofs_is_sent_too(here):
    Path("proofs").mkdir()
    Path("proofs/lemmas.py").write_text(LEMMA)
    Path("uses.py").write_text(USES.replace("import dims", "import calc, dims"))
    outcome, record, _ = settle(bundle(["uses.py"]), "U1", How(0, its_record))
    assert record.verdict == "proved" and record == outcome.record and record.file == "uses.py"
    assert not outcome.fingerprint, "without a cache nothing is said of what is stated"


def its_record(_, outcome):
    return outcome.record


@pytest.fixture
def cluster(here, monkeypatch):
    """Give the address of two workers of this machine."""
    distributed = pytest.importorskip("distributed")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([ENVIRONMENT["PYTHONPATH"], os.environ.get("PYTHONPATH", "")]))
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with distributed.LocalCluster(**options) as running:
        yield running.scheduler_address


@pytest.mark.slow
def test_certificates_and_the_book_are_written_on_a_cluster_with_the_bytes_of_one_process(here, cluster, capsys):
    Path("proofs").mkdir()
    Path("proofs/lemmas.py").write_text(LEMMA)
    Path("proofs/uses.py").write_text(USES.replace("import dims", "import calc, dims"))
    Path("proofs/helper.py").touch()

    def files(folder):
        return {path.relative_to(folder): path.read_bytes() for path in Path(folder).rglob("*") if path.is_file()}

    there, one = ["--cluster", cluster], ["--jobs", "1", "--no-cache"]
    assert cli.main(["certify", "--all", "-o", "there", *there, "--cache", "kept"]) == 0
    assert cli.main(["certify", "--all", "-o", "one", *one]) == 0
    assert files("there") == files("one") and len(files("one")) == 2
    assert cli.main(["book", "-o", "far", *there, "--cache", "kept"]) == 0
    assert cli.main(["book", "-o", "near", *one]) == 0
    assert files("far") == files("near") and Path("near/claims/U1.html").is_file()
    capsys.readouterr()
    assert cli.main(["book", "-o", "again", "--cache", "kept", "--cluster", "tcp://127.0.0.1:1"]) == 0
    assert "2 of 2 claims from the cache" in capsys.readouterr().err and files("again") == files("near")
    assert cli.main(["certify", "--all", "-o", "known", "--cache", "kept", "--cluster", "tcp://127.0.0.1:1"]) == 0
    assert files("known") == files("one")
    assert cli.main(["check", "--cache", "kept", "--cluster", "tcp://127.0.0.1:1"]) == 0
    assert "2 from the cache" in capsys.readouterr().out


SLOW = """

@theorem("S{0}", "takes its time", "nowhere", "proved")
def s{0}():
    import time
    time.sleep(1)
    return {0}*A.T.T, A*{0}
"""


@pytest.mark.slow
def test_a_worker_that_is_lost_costs_no_claim_and_the_bytes_are_those_of_one_process(here):
    distributed = pytest.importorskip("distributed")
    import signal
    import threading

    Path("good.py").write_text(GOOD + "".join(SLOW.format(k) for k in range(2, 12)))
    os.environ["PYTHONPATH"] = ENVIRONMENT["PYTHONPATH"]
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1"
    ) as cluster:

        def kill():
            time.sleep(6)
            worker = next(iter(cluster.workers.values()))
            os.kill(worker.process.process.pid if hasattr(worker.process, "process") else worker.pid, signal.SIGKILL)

        killing = threading.Thread(target=kill)
        killing.start()
        arguments = ["check", "good.py", "wrong.py", "--json"]
        assert cli.main([*arguments, "there.json", "--cluster", cluster.scheduler_address]) == 1
        killing.join()
    assert cli.main([*arguments, "here.json", "--jobs", "1"]) == 1
    there, one = (json.loads(Path(f"{name}.json").read_text()) for name in ("there", "here"))
    for found in (there, one):
        found["summary"]["seconds"] = 0
        for each in found["claims"]:
            each["seconds"] = 0
    differ = [(a, b) for a, b in zip(there["claims"], one["claims"], strict=True) if a != b]
    assert differ == [] and there == one and len(one["claims"]) == 12
