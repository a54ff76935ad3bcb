"""The commands `symattn certify --coq` and `symattn verify --coq`: write proofs for Coq, and have Coq check them.

Coq is another program; it is asked for by its name, `coqc`, and nothing here believes a proof that it has not accepted.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symattn.certificates.coq import library
from symattn.certificates.coq.export import Exported, exported
from symattn.certificates.coq.names import Names
from symattn.certificates.coq.shared import Shared
from symattn.errors import SymattnError, UsageError
from symattn.render import terminal
from symattn.render.text import counted
from symattn.scripts.certify import Result
from symattn.scripts.claims import load, run_claim
from symattn.scripts.coq_badge import Accepted, Badges, key, needs_of
from symattn.scripts.records import PROVED, Record
from symattn.scripts.store import VARIABLE, default_folder

HOW_TO_INSTALL = "install it with `apt-get install coq` or from https://coq.inria.fr, version 8.16 or later"
#: From so many claims on it takes less time to have what they share in a file of its own.
MANY = 20
TIME_LIMIT = 600.0  # seconds that Coq may take for one file


class NotAccepted(SymattnError):
    """Report a file that Coq does not accept; the message says where."""


@dataclass(frozen=True)
class Proof:
    """Hold a claim's file for Coq, the name of its module, and the key under which is kept that Coq accepted it."""

    id: str
    module: str
    file: Exported
    key: str = ""


# -------------------------------------------------------------------------------------------------------- certify --coq


def certify(
    paths: Sequence[str], wanted: str | None, output: str, seed: int, write: Callable[[Path, str], None]
) -> int:
    """Write one proof as a file that stands alone, or those of all claims as a folder with a Makefile.

    Return 0 when every claim that is proved got a file, 1 otherwise. Raise UsageError for an unknown id.
    """
    target = Path(output)
    rows, proofs = [], []
    if wanted is None:
        target.mkdir(parents=True, exist_ok=True)
    held, shared = True, None if wanted else Shared(library.declared())
    for id, verdict, proof, reason in _exported(paths, [wanted] if wanted else [], seed, shared):
        if proof is None:
            held = held and verdict not in PROVED
            rows.append((id, verdict, f"none: {reason}", ""))
            continue
        path = target if wanted else target / f"{proof.module}.v"
        text = library.standalone(proof.file.text, proof.file.theorems) if wanted else proof.file.text
        write(path, text)
        proofs.append(proof)
        rows.append((id, verdict, str(path), f"{len(text.encode()):,}"))
    if shared is not None:
        for name, text in _folder(proofs, shared):
            write(target / name, text)
    out = terminal.console(sys.stdout)
    terminal.table(out, ("id", "verdict", "file for Coq", "bytes"), rows, right=(3,))
    terminal.paragraph(out, f"{counted(len(rows), 'claim')}: {counted(len(proofs), 'file')} for Coq")
    if proofs:
        how = f"coqc {target.name}" if wanted else f"make -C {output}"
        terminal.paragraph(out, f"Coq checks {'it' if wanted else 'them'} with: {how}")
        must = f"It must end without an error and print, as what is assumed, no more than: {library.allowed_names()}."
        terminal.paragraph(out, must)
    return 0 if held and (proofs or wanted is None) else 1


def _exported(
    paths: Sequence[str], ids: Sequence[str], seed: int, shared: Shared | None, keyed: bool = False
) -> Iterator[tuple[str, str, Proof | None, str]]:
    """Run claims one after the other and yield id, verdict, and its file for Coq or the reason why there is none."""
    entries = load(paths).select(ids)
    names = Names((*library.FILES, *library.IN_FOLDERS, "Assumptions"))
    with terminal.progress(len(entries), sys.stderr) as report:
        for entry in entries:
            outcome = run_claim(entry, seed, numeric=False)
            proof, reason = None, ""
            module = names.new(entry.id)
            try:
                proof = _proof(entry, outcome, module, shared, keyed)
            except UsageError as error:
                reason = str(error)
            report(outcome.record)
            yield entry.id, outcome.record.verdict, proof, reason


def _proof(entry: Any, outcome: Any, module: str, shared: Shared | None, keyed: bool) -> Proof:
    record, theorem = outcome.record, getattr(outcome.verdict, "theorem", None)
    if theorem is None:
        raise UsageError(_no_proof(record))
    about = f"{entry.id}: {entry.title}{f' ({entry.source})' if entry.source else ''}"
    if record.verdict == "refuted":
        about += ". What is proved here is that the claim is false."
    needs = needs_of(outcome.verdict, record.verdict)
    file = exported(theorem, module, needs, about, record.statement if record.verdict in PROVED else "", shared)
    return Proof(entry.id, module, file, key(theorem, needs) if keyed else "")


def _no_proof(record: Record) -> str:
    """Say why Coq has nothing to check of a claim."""
    if record.verdict == "refuted":
        how = "its shapes do not fit" if (record.counterexample or {}).get("kind") == "shape" else "by a counterexample"
        return f"there is no proof: it is refuted, {how}, which `symattn show {record.id}` has"
    if record.verdict == "unknown":
        return f"there is no proof: it is unknown whether it holds; `symattn show {record.id}` says what was left"
    if record.verdict == "computed":
        return "there is no proof: it is a count, which is computed"
    return f"there is no proof: {record.reason or record.verdict}"


def _rest(shared: Shared | None) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of the files that those of the claims rest on, in order."""
    yield from ((name, library.source(name)) for name in library.FILES)
    if shared is not None:
        yield "Definitions", library.source("Definitions")
        yield "Library", shared.text()


def _folder(proofs: Sequence[Proof], shared: Shared) -> Iterator[tuple[str, str]]:
    """Yield the names and the texts of the files beside those of the claims."""
    modules = [proof.module for proof in proofs]
    theorems = [(proof.module, theorem) for proof in proofs for theorem in proof.file.theorems]
    yield from ((f"{name}.v", text) for name, text in _rest(shared))
    yield "Assumptions.v", library.assumptions_of(theorems)
    yield "_CoqProject", library.project([*modules, "Assumptions"])
    yield "Makefile", library.makefile(modules)


# --------------------------------------------------------------------------------------------------------- verify --coq


class Coq:
    """Run Coq on the files of one folder."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("coqc")
        if program is None:
            raise UsageError(f"Coq is not installed: there is no program coqc here; {HOW_TO_INSTALL}")
        self.program, self.folder = program, folder

    def version(self) -> str:
        """Return Coq's version, such as 8.16.1."""
        said = subprocess.run([self.program, "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"version (\d+(?:\.\d+)*)", said)
        return found[1] if found else "of an unknown version"

    def check(self, name: str, text: str) -> str:
        """Write a file and return what Coq prints of it; raise NotAccepted where Coq does not accept it."""
        (self.folder / f"{name}.v").write_text(text, encoding="utf-8")
        command = [self.program, "-q", "-R", ".", "symattn", f"{name}.v"]
        try:
            done = subprocess.run(
                command, cwd=self.folder, capture_output=True, text=True, check=False, timeout=TIME_LIMIT
            )
        except subprocess.TimeoutExpired:
            raise NotAccepted(f"Coq took longer than {TIME_LIMIT:.0f} s") from None
        if done.returncode != 0 or not (self.folder / f"{name}.vo").is_file():
            lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
            raise NotAccepted(f"Coq does not accept the proof: {' '.join(lines)[:300] or 'it gave no reason'}")
        return done.stdout


def verify(paths: Sequence[str], ids: Sequence[str], seed: int, jobs: int) -> int:
    """Write claims into a folder that goes away, have Coq check them, several at once, and keep which it accepts.

    Return 0 when Coq accepts every claim that is proved and they assume no more than is allowed, 1 otherwise. Raise
    UsageError where Coq is not installed, and for an unknown id.
    """
    out = terminal.console(sys.stdout)
    with tempfile.TemporaryDirectory(prefix="symattn-coq-") as folder:
        coq = Coq(Path(folder))
        version = coq.version()
        results: dict[str, Result] = {}
        proofs: list[Proof] = []
        shared = None if 0 < len(ids) < MANY else Shared(library.declared())
        for id, verdict, proof, reason in _exported(paths, ids, seed, shared, keyed=True):
            if proof is not None:
                proofs.append(proof)
            elif verdict in PROVED or ids:
                results[id] = Result(id, "no file for Coq", 0.0, reason)
        accepted = _checked(coq, proofs, shared, results, jobs)
        assumed, problem = _assumed(coq, accepted) if accepted else ((), "")
    badges = Badges(default_folder())
    for proof in proofs:
        held = proof in accepted and not problem
        badges.keep(proof.key, Accepted(version, assumed) if held else None)
    rows = [(id, r.verdict, f"{r.seconds:.1f}") for id, r in results.items()]
    terminal.table(out, ("id", f"Coq {version}", "seconds"), rows, right=(2,))
    for result in results.values():
        if result.reason:
            terminal.paragraph(out, f"{result.id}: {result.reason}")
    if accepted:
        terminal.paragraph(out, problem or f"all that they assume is among: {library.allowed_names()}")
    seconds = sum(result.seconds for result in results.values())
    counts = f"{counted(len(results), 'claim')}: {len(accepted)} checked by Coq {version}, {seconds:.1f} s"
    terminal.paragraph(out, counts)
    if accepted and not problem:
        where = "`symattn show`, `latex` and `book` say so of these proofs"
        nowhere = f"this is not kept, and `symattn show` will not say so: {VARIABLE} names no folder for it"
        terminal.paragraph(out, where if badges.store.folder is not None else nowhere)
    return 0 if not problem and all(result.as_declared for result in results.values()) else 1


def _checked(
    coq: Coq, proofs: Sequence[Proof], shared: Shared | None, results: dict[str, Result], jobs: int
) -> list[Proof]:
    """Have Coq check the library, then the proofs; return those that it accepts, and say of each what came out."""
    if not proofs:
        return []
    for name, text in _rest(shared):
        try:
            coq.check(name, text)
        except NotAccepted as error:
            raise UsageError(f"{name}.v, which all proofs rest on, needs Coq 8.16 or later: {error}") from None
    accepted = []
    with terminal.progress(len(proofs), sys.stderr) as report, ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(_timed, coq, proof): proof for proof in proofs}
        for done in as_completed(waiting):
            result = results[waiting[done].id] = done.result()
            report(result)
            if result.as_declared:
                accepted.append(waiting[done])
    order = [proof.id for proof in proofs]
    for id in order:
        results[id] = results.pop(id)
    return sorted(accepted, key=lambda proof: order.index(proof.id))


def _timed(coq: Coq, proof: Proof) -> Result:
    start = time.perf_counter()
    try:
        coq.check(proof.module, proof.file.text)
    except NotAccepted as error:
        return Result(proof.id, "not accepted", time.perf_counter() - start, str(error))
    return Result(proof.id, "accepted", time.perf_counter() - start)


def _assumed(coq: Coq, proofs: Sequence[Proof]) -> tuple[tuple[str, ...], str]:
    """Return what the theorems assume together, and what is wrong with that as a sentence, or nothing."""
    theorems = [(proof.module, theorem) for proof in proofs for theorem in proof.file.theorems]
    try:
        found = library.assumptions_printed(coq.check("Assumptions", library.assumptions_of(theorems)))
    except NotAccepted as error:
        return (), str(error)
    if found is None:
        return (), "Coq did not say what the theorems assume"
    beyond = sorted(set(found) - library.ALLOWED)
    return tuple(sorted(found)), f"they assume more than is allowed: {', '.join(beyond)}" if beyond else ""
