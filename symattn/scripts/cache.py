"""Know what was checked before: a claim of which nothing has changed is not proved again.

A result is found in two ways. By the files: symattn's own, the script's and those that it imports are what they were,
and so are the scripts of the lemmas; then no script is run at all. Or, where a script has changed, by what the claim
states: its expressions, the definitions of its words, its hypotheses and lemmas are what they were; then the script is
run and the claim stated, and its proof is not looked for. Only what came out as declared is kept.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from symattn.scripts import fingerprints
from symattn.scripts.fingerprints import Sources, Text, digest
from symattn.scripts.loading import read_script
from symattn.scripts.lookup import resolve
from symattn.scripts.records import PROVED, Record, blank_record, describe, remark_of
from symattn.scripts.registry import Crash, Declaration, Entry, Recalled, Registry, mentioned
from symattn.scripts.store import Store, default_folder

if TYPE_CHECKING:
    from symattn.scripts.claims import Outcome

#: Fields of a record that are not what was decided: they are said anew each time.
_DECLARED = ("id", "title", "source", "expected", "printed", "file", "line", "cached")
_TUPLES = ("axioms", "hypotheses", "uses")


class Cache:
    """Find and keep the results of claims, for one seed; what travels to other processes is the folder and the seed.

    With `whole`, a claim that has to be run is run to its verdict: something is made of it, not of its record.
    """

    def __init__(self, folder: Path, seed: int = 0, whole: bool = False) -> None:
        self.folder, self.seed, self.whole = folder, seed, whole
        self.store = Store(folder)
        self.began = time.time()
        self.evidence: dict[str, str] = {}
        self._stating: set[tuple[str, str]] = set()
        self._lemmas_stated: dict[tuple[str, str], str | None] = {}
        self._keys: dict[tuple[str, str], str | None] = {}
        self._scripts: dict[tuple[str, str], str | None] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Cache, (self.folder, self.seed, self.whole)

    @cached_property
    def code(self) -> str:
        return fingerprints.code()[0]

    @cached_property
    def sources(self) -> Sources:
        return Sources(self._known_text, self._keep_text)

    def _known_text(self, name: str) -> Text | None:
        found = self.store.get(digest("text", self.code, name))
        return None if found is None else Text(tuple(found["imports"]), found["pure"], found["declares"])

    def _keep_text(self, name: str, text: Text) -> None:
        self.store.put(digest("text", self.code, name), asdict(text))

    def _unchanged(self) -> bool:
        """Tell whether what was read is still what lies on the disk, and was not written while it was read."""
        return fingerprints.code()[1].unchanged(fingerprints.STARTED) and self.sources.seen.unchanged(self.began)

    def of_code(self, what: str, find: Callable[[], Any]) -> Any:
        """Return plain data that depend on symattn's own code alone: as kept under a name, or found and kept now."""
        key = digest("code", self.code, what)
        kept = self.store.get(key)
        if kept is None:
            kept = find()
            if self._unchanged():
                self.store.put(key, kept)
        return kept

    # -------------------------------------------------------------------------------------------- what scripts declare

    def declares(self, script: Path) -> bool:
        """Tell whether the text of a script shows that it declares claims."""
        return self.sources.text(script)[1].declares

    def declarations(self, script: Path) -> list[Recalled] | None:
        """Return what a script declares, if it was read before and has not changed since."""
        key = self._script(script, "declarations")
        found = self.store.get(key) if key else None
        if found is None:
            return None
        read = partial(read_script, script)
        return [
            Recalled(
                **{**each, "path": each["path"] or str(script)},
                uses=tuple(uses),
                mentions=tuple(mentions),
                script=str(script),
                read=read,
            )
            for each, uses, mentions in found
        ]

    def keep_declarations(self, script: Path, own: Registry) -> None:
        """Keep what a script declares, where its text shows all that this depends on."""
        key = self._script(script, "declarations")
        if not key or any(not isinstance(e, Declaration) or e.asked_while_read for e in own.entries.values()):
            return
        found = [_plain(e, script) for e in own.entries.values() if isinstance(e, Declaration)]
        if self._unchanged():
            self.store.put(key, found)

    def _script(self, script: str | Path, what: str) -> str | None:
        place = str(script), what
        if place not in self._scripts:
            taken = self.sources.fingerprint(Path(script))
            self._scripts[place] = digest(what, self.code, taken) if taken else None
        return self._scripts[place]

    # ---------------------------------------------------------------------------------------------------- by the files

    def record(self, entry: Entry, typeset: bool) -> Record | None:
        """Return what came of a claim, if no file has changed on which that depends."""
        key = self._by_files(entry, "claim")
        found = self.store.get(key) if key else None
        if found is None or (typeset and not found["typeset"]) or not self._are(found["lemmas"], entry):
            return None
        self.evidence[entry.id] = found["evidence"]
        return recalled(found["record"], entry)

    def made(self, entry: Entry, what: str) -> Any:
        """Return what was made of a claim when it was run, under a name for it; None where a file has changed."""
        key = self._by_files(entry, what)
        text = self.store.get_text(key) if key else None
        try:
            found = None if text is None else json.loads(text)
        except (ValueError, RecursionError):
            return None
        return found["made"] if found is not None and self._are(found["lemmas"], entry) else None

    def keep_made(self, entry: Entry, what: str, outcome: Outcome, made: Any) -> None:
        """Keep plain data that were made of a claim, where `keep` keeps what came of it by the files."""
        if not _is_kept(entry, outcome):
            return
        key, lemmas = self._by_files(entry, what), self._lemmas(outcome)
        if key and lemmas is not None and self._unchanged():
            self.store.put_text(key, json.dumps({"lemmas": lemmas, "made": made}, ensure_ascii=False))

    def _are(self, lemmas: Sequence[tuple[str, str]], entry: Entry) -> bool:
        """Tell whether the scripts of the lemmas are what they were."""
        for name, taken in lemmas:
            lemma = resolve(name, entry)
            if lemma is None or isinstance(lemma, Crash) or self.sources.fingerprint(Path(lemma.script)) != taken:
                return False
        return True

    def _by_files(self, entry: Entry, what: str) -> str | None:
        if isinstance(entry, Crash) or getattr(entry, "asked_while_read", False):
            return None
        key = self._script(entry.script, what)
        return digest(key, entry.id, f"{self.seed}") if key else None

    def _lemmas(self, outcome: Outcome) -> list[tuple[str, str]] | None:
        """Return the lemmas that a claim used with what their scripts are now; None where that cannot be told."""
        if outcome.asked is None:
            return None
        found = [(name, self.sources.fingerprint(Path(script))) for name, script in outcome.asked]
        lemmas = [(name, taken) for name, taken in found if taken is not None]
        return lemmas if len(lemmas) == len(found) else None

    # ----------------------------------------------------------------------------------------------------- by the claim

    def known(
        self, entry: Declaration, stated: Any, is_word: bool, blank: Record, verify: bool
    ) -> tuple[Record, tuple[tuple[str, str], ...] | None] | None:
        """Return what came of a claim that states what it stated before; with `verify`, after its proof was replayed.

        Without a certificate that the independent verifier accepts, and that says what is stated, nothing is known
        then. The second is the lemmas that this rests on, with their scripts, None where that cannot be told.
        """
        key = self._by_statement(entry, stated)
        key = self._keys[entry.script, entry.id] = digest(key, f"{is_word}") if key else None
        found = self.store.get(key) if key and not self.whole else None
        if found is None or key is None:
            return None
        record = _record(found["record"], **{name: getattr(blank, name) for name in (*_DECLARED[:-1], "remark")})
        record = replace(record, statement=blank.statement, statement_latex=blank.statement_latex)
        if verify and not (record.verdict in PROVED and self._replayed(key, stated, record)):
            return None
        self.evidence[entry.id] = found["evidence"]
        lemmas = [(name, resolve(name, entry)) for name in found["lemmas"]]
        among = {id(lemma.among) for _, lemma in lemmas if isinstance(lemma, Declaration | Recalled)}
        if len(among) > 1 or any(isinstance(lemma, Crash | None) for _, lemma in lemmas):
            return record, None  # one name may stand for two claims
        return record, tuple(
            (name, lemma.script) for name, lemma in lemmas if isinstance(lemma, Declaration | Recalled)
        )

    def _replayed(self, key: str, stated: Any, record: Record) -> bool:
        from symattn.deciding.replay import replays

        text = self.store.get_text(key)
        return text is not None and replays(text, stated, record.axioms)

    def _by_statement(self, entry: Declaration, stated: Any) -> str | None:
        """Return the key of a claim by what it states, None where its expressions do not show it.

        What it states now counts: a function may return something else than when it was asked for as a lemma.
        """
        place = entry.script, entry.id
        if place in self._stating:
            return None  # it rests on itself
        self._stating.add(place)
        try:
            return self._taken(entry, stated)
        finally:
            self._stating.remove(place)

    def _taken(self, entry: Declaration, stated: Any) -> str | None:
        from symattn.scripts.stated import Unclear, fingerprint

        def of_lemma(name: str) -> str:
            found = self._of_lemma(name, entry)
            if found is None:
                raise Unclear(f"the lemma {name}")
            return found

        expected = entry.expected if isinstance(entry.expected, str) else describe(entry.expected)
        try:
            lemmas = [digest(name, of_lemma(name)) for name in entry.uses]
            return digest(
                "statement", self.code, entry.id, expected, f"{self.seed}", *lemmas, fingerprint(stated, of_lemma)
            )
        except (Unclear, RecursionError):
            return None

    def _of_lemma(self, name: str, outer: Entry) -> str | None:
        from symattn.scripts.claims import as_lemma

        lemma = resolve(name, outer)
        entry = lemma.among.read(lemma) if isinstance(lemma, Recalled) and lemma.among is not None else lemma
        if not isinstance(entry, Declaration):
            return None
        place = entry.script, entry.id
        if place not in self._lemmas_stated:
            self._lemmas_stated[place] = self._by_statement(entry, as_lemma(entry))
        return self._lemmas_stated[place]

    # ----------------------------------------------------------------------------------------------------- what is kept

    def keep(self, entry: Entry, outcome: Outcome, typeset: bool) -> None:
        """Keep what came of a claim, if that is as declared and no file was changed meanwhile."""
        if not _is_kept(entry, outcome):
            return
        record = outcome.record
        by_files, by_statement = self._by_files(entry, "claim"), self._keys.get((entry.script, entry.id))
        lemmas = self._lemmas(outcome)
        if not self._unchanged():
            return
        from symattn.render.terminal import evidence

        said = {name: value for name, value in asdict(record).items() if name not in _DECLARED}
        found = {"record": said, "evidence": self.evidence.get(entry.id, evidence(record)), "typeset": typeset}
        if by_statement and not record.cached:
            self.store.put(by_statement, {**found, "lemmas": [name for name, _ in outcome.asked or ()]})
            if outcome.certificate:
                self.store.put_text(by_statement, outcome.certificate)
        if by_files and lemmas is not None:
            self.store.put(by_files, {**found, "lemmas": lemmas})

    def close(self) -> None:
        """Drop what was used longest ago, where there is too much."""
        self.store.prune()


def _plain(entry: Declaration, script: Path) -> tuple[dict[str, Any], Sequence[str], Sequence[str]]:
    """Write a declaration as plain data."""
    expected = entry.expected if isinstance(entry.expected, str) else describe(entry.expected)
    said = {name: getattr(entry, name) for name in ("id", "title", "source", "line", "printed")}
    path = "" if entry.path == str(script) else entry.path
    mentions = [each for each in dict.fromkeys(mentioned(entry)) if len(each) <= 200 and each not in entry.uses]
    return {**said, "expected": expected, "path": path, "remark": remark_of(entry)}, entry.uses, mentions


def _is_kept(entry: Entry, outcome: Outcome) -> TypeGuard[Declaration | Recalled]:
    """Tell whether what came of a claim is kept: only what is as declared."""
    record = outcome.record
    return not isinstance(entry, Crash) and record.as_declared and record.verdict != "error"


def recalled(said: dict[str, Any], entry: Entry) -> Record:
    """Return the record of a claim as it was kept, with what is declared of it now."""
    declared = blank_record(entry)
    found = {name: value for name, value in said.items() if name not in _DECLARED}
    return _record(found, **{name: getattr(declared, name) for name in _DECLARED[:-1]})


def _record(said: dict[str, Any], **declared: Any) -> Record:
    tuples = {name: tuple(said[name]) for name in _TUPLES}
    return Record(**{**said, **tuples, **declared}, cached=True)


def opened(seed: int, folder: str | None, whole: bool = False) -> tuple[Cache | None, str]:
    """Open the cache in a folder, or in the user's; return why there is none as the second."""
    at = Path(folder).expanduser() if folder else default_folder()
    if at is None:
        return None, ""
    cache = Cache(at, seed, whole)
    refused = cache.store.refused()
    return (None, refused) if refused else (cache, "")
