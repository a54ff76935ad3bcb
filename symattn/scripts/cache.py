"""Know what was decided before: a claim that states what it stated is not proved again.

A result is kept by what the claim states, and by nothing else: its expressions, the definitions of its words, its
hypotheses and lemmas with all of theirs, the seed, symattn's own code and the versions of its packages. So every run
executes the scripts. What the expressions do not show is not kept, nor what did not come out as declared.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from symattn.scripts import fingerprints
from symattn.scripts.data import read_as
from symattn.scripts.fingerprints import digest
from symattn.scripts.how import Keeps, Made, NotYet, Outcome
from symattn.scripts.lookup import resolve
from symattn.scripts.records import PROVED, Record
from symattn.scripts.registry import Declaration, Entry
from symattn.scripts.store import Store, default_folder

#: Fields of a record that are said anew each time: they are no part of what was decided.
_SAID = ("id", "title", "source", "expected", "printed", "file", "line", "remark", "statement_latex")


class Cache:
    """Find and keep the results of claims, for one seed; what travels to other processes is the folder and the seed.

    Without a folder nothing is kept, and it tells what is stated.
    """

    def __init__(self, folder: Path | None, seed: int = 0) -> None:
        self.folder, self.seed = folder, seed
        self.store = Store(folder)
        self._stating: set[tuple[str, str]] = set()
        self._lemmas: dict[tuple[str, str], str] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return Cache, (self.folder, self.seed)

    @cached_property
    def code(self) -> str:
        return fingerprints.code()[0]

    def of_code(self, what: str, find: Callable[[], Any]) -> Any:
        """Return plain data that depend on symattn's own code alone: as kept under a name, or found and kept now."""
        key = digest("code", self.code, what)
        kept = self.store.get(key)
        if kept is None:
            kept = find()
            if _code_is_unchanged():
                self.store.put(key, kept)
        return kept

    # ------------------------------------------------------------------------------------------------- what is stated

    def fingerprint(self, entry: Declaration, stated: Any, is_word: bool) -> str:
        """Return the fingerprint of what a claim states now, or nothing where its expressions do not show it."""
        from symattn.scripts.stated import Unclear

        try:
            return self._fingerprint(entry, stated, is_word)
        except (Unclear, RecursionError):
            return ""

    def _fingerprint(self, entry: Declaration, stated: Any, is_word: bool) -> str:
        from symattn.scripts.stated import Unclear, fingerprint, settings

        place = entry.script, entry.id
        if place in self._stating:
            raise Unclear(f"the claim {entry.id}, which rests on itself")
        self._stating.add(place)
        try:
            lemmas = [digest(name, self._of_lemma(name, entry)) for name in entry.uses]
            says = fingerprint(stated, lambda name: self._of_lemma(name, entry))
            expected = str(entry.plain().expected)
            return digest("statement", entry.id, expected, f"{self.seed}", f"{is_word}", settings(), *lemmas, says)
        finally:
            self._stating.remove(place)

    def _of_lemma(self, name: str, outer: Declaration) -> str:
        from symattn.scripts.claims import as_lemma
        from symattn.scripts.stated import Unclear

        among = outer.among
        if among is not None and among.elsewhere is None and name not in among.entries:
            raise NotYet
        entry = resolve(name, outer)
        if not isinstance(entry, Declaration):
            raise Unclear(f"the lemma {name}")
        place = entry.script, entry.id
        if place not in self._lemmas:
            self._lemmas[place] = self._fingerprint(entry, as_lemma(entry), is_word=False)
        return self._lemmas[place]

    # ------------------------------------------------------------------------------------------------- what is kept

    def known(
        self, outcome: Outcome, keeps: Keeps[Any] | None, entry: Entry, verify: bool
    ) -> tuple[Record, Any] | None:
        """Return what came of a claim that states what it stated before, and the plain data of what was made of it.

        The outcome has the fingerprint, and the record with what is said of the claim now. With `verify` a proof is
        replayed first: without a certificate that the independent verifier accepts, and that says what is stated and
        rests on the axioms of the record, nothing is known.
        """
        from symattn.render.terminal import evidence

        text = self.store.get_text(self._key(outcome, keeps, entry)) if outcome.fingerprint else None
        try:
            found = None if text is None else json.loads(text)
            if not isinstance(found, dict):
                return None
            said = {name: getattr(outcome.record, name) for name in _SAID}
            plain = {**asdict(outcome.record), **found["record"]}
            record = replace(read_as(Record, json.loads(json.dumps(plain))), **said, cached=True)
            evidence(record)  # which reads all of a counterexample
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        is_good = record.as_declared and (not verify or self._replayed(outcome, record))
        return (record, found.get("made")) if is_good else None

    def _replayed(self, outcome: Outcome, record: Record) -> bool:
        stated: Any = outcome.stated
        from symattn.deciding.replay import replays

        text = self.store.get_text(self._key(outcome, None, None, "certificate"))
        return record.verdict in PROVED and text is not None and replays(text, stated, record.axioms)

    def _key(self, outcome: Outcome, keeps: Keeps[Any] | None, entry: Entry | None, what: str = "") -> str:
        if keeps is not None and entry is not None:
            what = digest(keeps.name, keeps.rests(entry, outcome) if keeps.rests is not None else "")
        return digest(self.code, outcome.fingerprint, what)

    def keep(
        self, entry: Entry, outcome: Outcome, is_whole: bool, keeps: Keeps[Made] | None = None, made: Made | None = None
    ) -> None:
        """Keep what came of a claim, and what was made of it, if that is as declared and the code is what it was.

        A record that is not whole, for the numeric checks were left out, is kept with what was made of it alone.
        """
        record = outcome.record
        if not outcome.fingerprint or record.cached or not record.as_declared or record.verdict == "error":
            return
        if not _code_is_unchanged():
            return
        found = {"record": {name: value for name, value in asdict(record).items() if name not in _SAID}}
        if is_whole:
            self.store.put_text(self._key(outcome, None, None), json.dumps(found, ensure_ascii=False))
        if keeps is not None and made is not None:
            found["made"] = keeps.plain(made)
            self.store.put_text(self._key(outcome, keeps, entry), json.dumps(found, ensure_ascii=False))
        if outcome.certificate:
            self.store.put_text(self._key(outcome, None, None, "certificate"), outcome.certificate)

    def close(self) -> None:
        """Drop what was used longest ago, where there is too much."""
        self.store.prune()


def _code_is_unchanged() -> bool:
    """Tell whether symattn's files are what was imported."""
    return fingerprints.code()[1].unchanged(fingerprints.STARTED)


def opened(seed: int, folder: str | None) -> tuple[Cache | None, str]:
    """Open the cache in a folder, or in the user's; return why there is none as the second."""
    at = Path(folder).expanduser() if folder else default_folder()
    if at is None:
        return None, ""
    cache = Cache(at, seed)
    refused = cache.store.refused()
    return (None, refused) if refused else (cache, "")
