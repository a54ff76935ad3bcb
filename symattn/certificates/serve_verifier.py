"""Run one verifier in its own process: ``python -I -S serve_verifier.py VERIFIER.py``.

Nothing of symattn is imported but the file that is named, from its text.  A question on standard input is the length
of a certificate in bytes, on a line of its own, and then the certificate.  The answer on standard output is one line of
JSON: the SHA-256 of the bytes that were read, and either what the verifier found or why it refused.
"""

import hashlib
import io
import json
import sys
from types import ModuleType


def loaded(path: str) -> ModuleType:
    """Execute the text of one file as a module; no bytecode that lies beside it is read."""
    program = ModuleType("the_verifier")
    sys.modules[program.__name__] = program  # where its dataclasses look for their types
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), vars(program))
    return program


def answered(program: ModuleType, content: bytes) -> dict[str, object]:
    """Return what a verifier says of a certificate, and of which one it says so."""
    answer: dict[str, object] = {"sha256": hashlib.sha256(content).hexdigest()}
    is_for_proofs = hasattr(program, "NotACertificate")
    bad_file = program.NotACertificate if is_for_proofs else program.NotARefutation
    try:
        found = vars(program.verify(io.BytesIO(content))) if is_for_proofs else program.replayed(io.BytesIO(content))
        return answer | {"found": found}
    except (bad_file, program.DoesNotHold) as error:
        return answer | {"refused": str(error), "bad_file": isinstance(error, bad_file)}
    except MemoryError:
        return answer | {"refused": "it takes more memory than there is", "bad_file": False}


def main(path: str) -> None:
    """Answer until there are no more questions."""
    program = loaded(path)
    while length := sys.stdin.buffer.readline():
        answer = answered(program, sys.stdin.buffer.read(int(length)))
        sys.stdout.buffer.write(json.dumps(answer).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(sys.argv[1])
