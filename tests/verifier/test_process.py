"""The verifiers run as processes of their own: nothing that is done in this process changes what they say."""

import io
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from sympy import MatrixSymbol

from symattn import certificate, decide, dims, refutation_verifier, verifier
from symattn.certificates import verifying
from symattn.certificates.verifying import verified
from symattn.deciding.replay import NotReplayed, replayed, replays
from symattn.kernel import rules
from symattn.kernel.rules import axiom
from symattn.kernel.syntax import FALSE
from symattn.language import Claim
from symattn.scripts.cli import main

n = dims("n")
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)


def running(program="verifier.py"):
    """Return the process of a verifier that was asked here, None where there is none."""
    process = verifying._processes.get((os.getpid(), verifying._PROGRAMS / program))
    return process and process.running


@pytest.fixture
def fresh(monkeypatch):
    """Start new processes, and end them."""
    processes = {}
    monkeypatch.setattr(verifying, "_processes", processes)
    yield
    for process in processes.values():
        process.end()


@pytest.fixture(scope="module")
def proof():
    return certificate(axiom("exp_zero")).encode()


@pytest.fixture(scope="module")
def refutation():
    return certificate(decide(A * B, B * A)).encode()


def spoiled(content, old, new):
    assert old in content
    return content.replace(old, new)


# -------------------------------------------------------------------------------------------------------- what is said


def test_what_is_found_is_what_the_programs_find(proof, refutation):
    assert verified(proof) == verifier.verify(io.BytesIO(proof))
    assert verified(refutation) == refutation_verifier.replayed(io.BytesIO(refutation))


@pytest.mark.parametrize("content", [b"", b"{}\n", b"[]", b"\xff\n", b"[" * 200_000 + b"\n", b"5\n{}\n", b'{"format":'])
def test_what_is_no_certificate_is_refused_in_the_same_words(content):
    with pytest.raises(verifier.NotACertificate) as here:
        verifier.verify(io.BytesIO(content))
    with pytest.raises(verifier.NotACertificate) as there:
        verified(content)
    assert str(here.value) == str(there.value)


def test_what_does_not_hold_is_refused_in_the_same_words(proof, refutation):
    wrong = spoiled(proof, b'"exp_zero"', b'"exp_one"')
    with pytest.raises(verifier.DoesNotHold, match="no axiom 'exp_one'"):
        verified(wrong)
    with pytest.raises(refutation_verifier.NotARefutation, match="truncated"):
        verified(spoiled(refutation, b'["end"]\n', b""))
    with pytest.raises(refutation_verifier.DoesNotHold, match="does not meet"):
        verified(spoiled(refutation, b'"left":["', b'"left":["9'))
    assert verified(proof).statement == [["then", ["exp 0 = 1"]]]  # they are asked on


def test_a_file_that_is_too_long_is_refused(proof, monkeypatch):
    monkeypatch.setattr(verifying, "LONGEST", len(proof) - 1)
    with pytest.raises(verifier.NotACertificate, match="longer than"):
        verified(proof)


# ------------------------------------------------------------------------------------------- what is changed over here


def believe_anything(monkeypatch):
    """Change both verifiers in this process so that they accept all there is."""
    found = verifier.Established("", [["then", ["0 = 1"]]], (), 1, 1)
    rules_here = {**verifier.rules(), "beta": verifier.rules()["refl"]}
    monkeypatch.setattr(verifier, "rules", lambda: rules_here)
    monkeypatch.setattr(verifier.Replay, "conclude", lambda self: found)
    monkeypatch.setattr(verifier, "verify", lambda file: found)
    monkeypatch.setattr(verifier, "__file__", "/nowhere")
    monkeypatch.setattr(refutation_verifier, "replayed", lambda file: {"name": "", "lines": {}, "sides": []})
    monkeypatch.setattr(refutation_verifier, "confirmed", lambda *_: {"lines": {}, "sides": []})


def test_a_forged_theorem_is_not_replayed_by_changed_tables(monkeypatch):
    forged = rules._theorem((), FALSE, "axiom", (), ("exp_zero",))
    believe_anything(monkeypatch)
    with pytest.raises(NotReplayed, match="conclusion that is claimed"):
        replayed(forged)


def test_a_kept_certificate_is_not_replayed_by_changed_tables(monkeypatch):
    verdict = decide(A.T.T, A)
    kept, stated = certificate(verdict), Claim((A.T.T, A))
    assert replays(kept, stated, verdict.axioms)
    believe_anything(monkeypatch)
    assert not replays(kept.replace('["refl",', '["beta",'), stated, verdict.axioms)


def test_files_are_not_verified_by_changed_tables(monkeypatch, proof, refutation, tmp_path, capsys):
    wrong = [spoiled(proof, b'"exp_zero"', b'"exp_one"'), spoiled(refutation, b'"left":["', b'"left":["9')]
    believe_anything(monkeypatch)
    for place, content in enumerate(wrong):
        (tmp_path / f"{place}.cert").write_bytes(content)
        assert main(["verify", str(tmp_path / f"{place}.cert")]) == 1
        assert "does not hold" in capsys.readouterr().out


def test_neither_the_folder_nor_the_environment_reaches_it(monkeypatch, tmp_path, proof, fresh):
    for name in ("json", "sitecustomize", "usercustomize", "fractions"):
        (tmp_path / f"{name}.py").write_text("import os\nos._exit(5)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PYTHONSTARTUP", str(tmp_path / "json.py"))
    assert verified(proof).axioms == ("exp_zero",)


def test_bytecode_beside_the_verifier_is_not_read(tmp_path, monkeypatch, proof, fresh):
    """An unchecked one, which Python would believe whatever the text says."""
    import py_compile

    (tmp_path / "evil.py").write_text("import os\nos._exit(5)\n", encoding="utf-8")
    (tmp_path / "verifier.py").write_bytes((verifying._PROGRAMS / "verifier.py").read_bytes())
    cached = tmp_path / "__pycache__" / f"verifier.{sys.implementation.cache_tag}.pyc"
    mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(tmp_path / "evil.py"), str(cached), invalidation_mode=mode)
    monkeypatch.setattr(verifying, "_PROGRAMS", tmp_path)
    assert verified(proof).axioms == ("exp_zero",)


# ------------------------------------------------------------------------------------------ when it answers otherwise


@pytest.fixture
def server(tmp_path, monkeypatch, fresh):
    """Let another program answer: some lines of Python, which are given a question as `content`."""

    def let(answers):
        text = "import hashlib, json, os, signal, sys, time\n"
        text += "while length := sys.stdin.buffer.readline():\n"
        text += "    content = sys.stdin.buffer.read(int(length))\n"
        text += "    found = {'name': '', 'statement': [], 'axioms': [], 'inferences': 1, 'terms': 1}\n"
        text += "    right = {'sha256': hashlib.sha256(content).hexdigest(), 'found': found}\n"
        (tmp_path / "server.py").write_text(text + textwrap.indent(answers, "    "), encoding="utf-8")
        monkeypatch.setattr(verifying, "_SERVER", tmp_path / "server.py")

    return let


def test_an_answer_to_the_question_is_believed(server, proof):
    server("print(json.dumps(right), flush=True)")
    assert verified(proof).inferences == 1
    first = running()
    assert verified(proof).inferences == 1 and running() is first


OTHERWISE = {
    "another digest": "print(json.dumps(right | {'sha256': '0' * 64}), flush=True)",
    "no digest": "print(json.dumps({'found': found}), flush=True)",
    "two answers": r"os.write(1, (json.dumps(right) + '\n' + json.dumps(right) + '\n').encode())",
    "no JSON": "print('verified', flush=True)",
    "JSON of something else": "print('[]', flush=True)",
    "no bytes": "sys.exit(0)",
    "half an answer": "os.write(1, json.dumps(right).encode()[:-1]); os._exit(0)",
    "an end by force": "os.kill(os.getpid(), signal.SIGKILL)",
}


@pytest.mark.parametrize("answers", OTHERWISE.values(), ids=OTHERWISE)
def test_anything_else_is_refused_and_the_process_ended(server, answers, proof, monkeypatch):
    real = verifying._SERVER
    server(answers)
    with pytest.raises(verifier.DoesNotHold, match=r"the verifier (ended|answered|cannot)"):
        verified(proof)
    assert running() is None
    monkeypatch.setattr(verifying, "_SERVER", real)
    assert verified(proof).axioms == ("exp_zero",)  # by a new one


def test_a_proof_is_not_replayed_without_an_answer(server):
    server("sys.exit(0)")
    with pytest.raises(NotReplayed, match="the verifier refuses its proof: the verifier ended without an answer"):
        replayed(axiom("exp_zero"))


def test_without_python_nothing_is_verified(monkeypatch, fresh, proof):
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with pytest.raises(verifier.DoesNotHold, match="the verifier cannot be asked: "):
        verified(proof)


def test_one_that_died_between_two_questions_is_replaced(proof, fresh):
    assert verified(proof).axioms
    first = running()
    first.kill()
    first.wait()
    assert verified(proof).axioms and running() is not first


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no signals that a process sends itself")
def test_ctrl_c_in_the_middle_ends_it(server, proof, monkeypatch):
    """What it answers later is to a question that nobody asks any more."""
    real = verifying._SERVER
    server("os.kill(os.getppid(), signal.SIGINT); time.sleep(60); sys.exit()")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a process in the background ignores Ctrl-C
    try:
        with pytest.raises(KeyboardInterrupt):
            verified(proof)
    finally:
        signal.signal(signal.SIGINT, before)
    assert running() is None
    monkeypatch.setattr(verifying, "_SERVER", real)
    assert verified(proof).axioms == ("exp_zero",)


# ----------------------------------------------------------------------------------------------- whose process it is


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_asks_a_process_of_its_own(proof, refutation, fresh):
    assert verified(proof).axioms
    ours = running()
    process = verifying._processes[os.getpid(), verifying._PROGRAMS / "verifier.py"]
    with process.lock:  # as if another thread asked just then
        child = os.fork()
        if not child:
            code = 1
            try:
                found = verified(proof).axioms == ("exp_zero",) and running().pid != ours.pid
                verifying._end()
                code = 0 if found and running() is None else 2
            finally:
                os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert ours.poll() is None and verified(proof).axioms and running() is ours


def test_it_ends_with_the_process_that_asks(tmp_path, proof):
    (tmp_path / "p.cert").write_bytes(proof)
    program = """
        import os, sys
        from symattn.certificates import verifying
        verifying.verified(open(sys.argv[1], "rb").read())
        (process,) = verifying._processes.values()
        print(process.running.pid)
    """
    command = [sys.executable, "-c", textwrap.dedent(program), str(tmp_path / "p.cert")]
    root = Path(verifying.__file__).parents[2]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=True, cwd=root)
    assert run.stderr == ""
    with pytest.raises(ProcessLookupError):
        os.kill(int(run.stdout), 0)


def test_many_threads_ask_one_process(proof, fresh):
    from concurrent.futures import ThreadPoolExecutor

    wrong = spoiled(proof, b'"exp_zero"', b'"exp_one"')

    def holds(content):
        try:
            return verified(content).axioms == ("exp_zero",)
        except verifier.DoesNotHold:
            return False

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(holds, [proof, wrong] * 50)) == [True, False] * 50
    assert len(verifying._processes) == 1


def test_the_server_says_of_what_it_speaks(proof):
    command = [sys.executable, "-I", "-S", verifying._SERVER, verifying._PROGRAMS / "verifier.py"]
    question = b"%d\n%b" % (len(proof), proof)
    run = subprocess.run(command, input=question * 2, capture_output=True, check=True)
    first, second = map(json.loads, run.stdout.splitlines())
    assert first == second and sorted(first) == ["found", "sha256"] and first["found"]["axioms"] == ["exp_zero"]
