"""Claims in several processes: a worker that dies costs one claim, whenever it dies."""

import os
import signal

import pytest

from symattn.scripts import workers
from symattn.scripts.claims import load
from symattn.scripts.how import How

SCRIPT = """
from sympy import Identity, MatrixSymbol
from symattn import dims, theorem

n = dims("n")
A = MatrixSymbol("A", n, n)
"""
CLAIM = """

@theorem("C{0}", "a matrix times the identity", "any textbook", "proved")
def c{0}():
    return A * Identity(n), A
"""


@pytest.fixture
def script(tmp_path):
    path = tmp_path / "claims.py"
    path.write_text(SCRIPT + "".join(CLAIM.format(number) for number in range(5)))
    return str(path)


def verdicts(script, jobs=2):
    reported = []
    records = workers.run_and_make(list(load([script]).entries.values()), [script], jobs, How(0), reported.append)
    assert sorted(record.id for record in reported) == [record.id for record in records]
    return [record.verdict if record.as_declared else record.reason for record in records]


def killed(process):
    os.kill(process.pid, signal.SIGKILL)
    process.join()


DIED = "the worker process died (exit code -9)"


@pytest.mark.parametrize("unlucky", [0, 1])
def test_a_worker_that_is_killed_as_it_starts_costs_one_claim(script, monkeypatch, unlucky):
    started, start = [], workers._worker

    def worker(*arguments):
        process, connection = start(*arguments)
        started.append(process)
        if len(started) == unlucky + 1:
            killed(process)
        return process, connection

    monkeypatch.setattr(workers, "_worker", worker)
    assert sorted(verdicts(script)) == ["proved"] * 4 + [DIED]
    assert len(started) == 3  # another one takes its place


def test_a_worker_that_is_killed_between_two_claims_costs_one_claim(script, monkeypatch):
    processes, start = [], workers._worker

    def worker(*arguments):
        process, connection = start(*arguments)
        return process, Killing(connection, process)

    class Killing:
        """A connection whose process is killed when it is the first of all to answer: it is to get another claim."""

        def __init__(self, connection, process):
            self.connection, self.process = connection, process

        def fileno(self):
            return self.connection.fileno()

        def send(self, what):
            self.connection.send(what)

        def close(self):
            self.connection.close()

        def recv(self):
            found = self.connection.recv()
            if not processes:
                processes.append(self.process)
                killed(self.process)
            return found

    monkeypatch.setattr(workers, "_worker", worker)
    assert sorted(verdicts(script)) == ["proved"] * 4 + [DIED]


def test_no_worker_is_left_when_the_run_is_broken_off(script, monkeypatch):
    processes, start = [], workers._worker

    def worker(*arguments):
        process, connection = start(*arguments)
        processes.append(process)
        return process, connection

    def interrupted(record):
        raise KeyboardInterrupt

    monkeypatch.setattr(workers, "_worker", worker)
    with pytest.raises(KeyboardInterrupt):
        workers.run_and_make(list(load([script]).entries.values()), [script], 2, How(0), interrupted)
    for process in processes:
        process.join(10)
    assert [process.is_alive() for process in processes] == [False, False]
