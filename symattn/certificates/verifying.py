"""Replay certificates with the standalone verifiers, each in a process of its own.

A verifier is started when it is first needed and asked until this process ends.  Nothing that is changed in this
process reaches it: it gets the bytes of a certificate and says what they establish, and of which bytes it says so.
After anything else than an answer to what was asked it is ended, and the next question goes to a new one.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final

from symattn import refutation_verifier, verifier

#: What is raised of a file that is no certificate, and of one that does not hold.
BAD_FILE: Final = (verifier.NotACertificate, refutation_verifier.NotARefutation)
REFUSED: Final = (*BAD_FILE, verifier.DoesNotHold, refutation_verifier.DoesNotHold)
#: How many bytes a certificate may have.
LONGEST: Final = 256_000_000

_SERVER: Final = Path(__file__).with_name("serve_verifier.py")
_PROGRAMS: Final = Path(__file__).parents[1]


class _NoAnswer(Exception):
    """Report that a verifier gave no answer, or one to something else."""


@dataclass
class _Process:
    """Ask one verifier, which is started when it is needed."""

    program: Path
    running: subprocess.Popen[bytes] | None = None
    lock: Lock = field(default_factory=Lock)

    def ask(self, content: bytes) -> dict[str, Any]:
        """Return the answer to one question; end the process where there is none, for whatever reason."""
        with self.lock:
            try:
                answer = self._exchange(content)
                if not isinstance(answer, dict) or answer.get("sha256") != sha256(content).hexdigest():
                    raise _NoAnswer("the verifier answered for something else")
                return answer
            except (OSError, ValueError) as error:
                self.end()
                raise _NoAnswer(f"the verifier cannot be asked: {error}") from None
            except BaseException:  # such as Ctrl-C: an answer that comes later is to nothing
                self.end()
                raise

    def _exchange(self, content: bytes) -> Any:
        if self.running is None or self.running.poll() is not None:
            self.end()
            self.running = subprocess.Popen(
                [sys.executable, "-I", "-S", _SERVER, self.program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,  # a process that is forked meanwhile has nothing to write
                start_new_session=True,  # Ctrl-C is for this process, which then ends the other
            )
        questions, answers = self.running.stdin, self.running.stdout
        assert questions is not None and answers is not None
        rest = memoryview(b"%d\n%b" % (len(content), content))
        while rest:
            rest = rest[questions.write(rest) :]
        answer = bytearray()
        while not answer.endswith(b"\n"):
            part = answers.read(1 << 16)
            if not part:
                raise _NoAnswer("the verifier ended without an answer")
            answer += part
        return json.loads(answer)

    def end(self) -> None:
        """End the process if there is one."""
        process, self.running = self.running, None
        if process is not None:
            with process:
                process.kill()


#: The processes by the process that asks them, since a fork has none of its own, and by their verifiers.
_processes: dict[tuple[int, Path], _Process] = {}


@atexit.register
def _end() -> None:
    for (asking, _), process in list(_processes.items()):
        if asking == os.getpid():
            process.end()


def verified(content: bytes) -> verifier.Established | dict[str, Any]:
    """Replay a certificate with the verifier that its header asks for, in a process of its own.

    Return what it establishes: `Established` for a proof, a dictionary for a refutation.  Raise one of `REFUSED`, an
    error of the module of that verifier, for what it refuses, and where it gives no answer.

    >>> verified(b"[]")
    Traceback (most recent call last):
    symattn.verifier.NotACertificate: line 1: a line does not end: the file is truncated, or the line too long
    """
    if _format(content) == "symattn refutation":
        found = _asked(refutation_verifier, "refutation_verifier.py", refutation_verifier.NotARefutation, content)
        return found | {"entry": None if found["entry"] is None else tuple(found["entry"])}
    found = _asked(verifier, "verifier.py", verifier.NotACertificate, content)
    return verifier.Established(**found | {"axioms": tuple(found["axioms"])})


def _asked(module: Any, program: str, bad_file: type[Exception], content: bytes) -> dict[str, Any]:
    if len(content) > LONGEST:
        raise bad_file(f"it is longer than {LONGEST:,} bytes")
    path = _PROGRAMS / program
    try:
        answer = _processes.setdefault((os.getpid(), path), _Process(path)).ask(content)
    except _NoAnswer as error:
        raise module.DoesNotHold(str(error)) from None
    if "found" not in answer:
        raise (bad_file if answer["bad_file"] else module.DoesNotHold)(answer["refused"])
    found: dict[str, Any] = answer["found"]
    return found


def _format(content: bytes) -> Any:
    """Return the format that the first line names; the verifier says what is wrong with a line that names none."""
    try:
        header = json.loads(content[: verifier.LINE].partition(b"\n")[0])
    except (ValueError, RecursionError):
        return None
    return header.get("format") if isinstance(header, dict) else None
