"""Keep the verdicts of claims, so that a claim that states the same as before is not proved again.

The key of a verdict is a hash of what the claim states (its expressions, the definitions of its words, its hypotheses,
its lemmas with theirs), of the seed, of symattn's own code and of the versions of its packages. Scripts and other
files are not part of it: every run executes the scripts and builds the claims. A claim that expressions do not show
completely, as one with a function of Python, has no key. Only verdicts that came out as declared are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
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

#: Fields of a record that are taken from the declaration each time.
_SAID = ("id", "title", "source", "expected", "printed", "file", "line", "remark", "statement_latex")


class Cache:
    """Look up and keep the results of claims, for one seed.

    Without a folder it keeps nothing, and still takes fingerprints.
    """

    def __init__(self, folder: Path | None, seed: int = 0) -> None:
        self.folder, self.seed = folder, seed
        self.store = Store(folder)
        self._stating: set[tuple[str, str]] = set()
        self._lemmas: dict[tuple[str, str], str] = {}

    @cached_property
    def code(self) -> str:
        return fingerprints.code()[0]

    def of_code(self, what: str, find: Callable[[], Any]) -> Any:
        """Return plain data that depend on symattn's own code alone: kept ones, or what `find` returns."""
        key = digest("code", self.code, what)
        kept = self.store.get(key)
        if kept is None:
            kept = find()
            if _code_is_unchanged():
                self.store.put(key, kept)
        return kept

    # ------------------------------------------------------------------------------------------------- what is stated

    def fingerprint(self, entry: Declaration, stated: Any, is_word: bool) -> str:
        """Return the fingerprint of what a claim states, or nothing where its expressions do not show all of it."""
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
        """Return the kept record of a claim, and what else was kept of it, or None.

        The outcome has the fingerprint, and a record with what the declaration says now. With `verify` a proof counts
        only if its kept certificate is accepted by the independent verifier, says what the claim states and rests on
        the axioms of the record.
        """
        from symattn.render.terminal import evidence

        found: Any = self.store.get(self._key(outcome, keeps, entry)) if outcome.fingerprint else None
        try:
            said = {name: getattr(outcome.record, name) for name in _SAID}
            record = read_as(Record, {**asdict(outcome.record), **found["record"], **said, "cached": True})
            evidence(record)  # which reads all of a counterexample
            made = found.get("made")
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return None
        return (record, made) if record.as_declared and (not verify or self._replayed(outcome, record)) else None

    def _replayed(self, outcome: Outcome, record: Record) -> bool:
        stated: Any = outcome.stated
        from symattn.deciding.replay import replays

        text = self.store.get(self._key(outcome, None, None, "certificate"))
        return record.verdict in PROVED and isinstance(text, str) and replays(text, stated, record.axioms)

    def _key(self, outcome: Outcome, keeps: Keeps[Any] | None, entry: Entry | None, what: str = "") -> str:
        if keeps is not None and entry is not None:
            what = digest(keeps.name, keeps.rests(entry, outcome) if keeps.rests is not None else "")
        return digest(self.code, outcome.fingerprint, what)

    def keep(
        self, entry: Entry, outcome: Outcome, is_whole: bool, keeps: Keeps[Made] | None = None, made: Made | None = None
    ) -> None:
        """Keep the record of a claim and what was made of it, if it came out as declared and the code is unchanged.

        A record that is not whole, because the numeric checks were left out, is kept only beside what was made of it.
        """
        record = outcome.record
        if not outcome.fingerprint or record.cached or not record.as_declared or record.verdict == "error":
            return
        if not _code_is_unchanged():
            return
        found = {"record": {name: value for name, value in asdict(record).items() if name not in _SAID}}
        if is_whole:
            self.store.put(self._key(outcome, None, None), found)
        if keeps is not None and made is not None:
            found["made"] = keeps.plain(made)
            self.store.put(self._key(outcome, keeps, entry), found)
        if outcome.certificate:
            self.store.put(self._key(outcome, None, None, "certificate"), outcome.certificate)

    def close(self) -> None:
        """Delete the least recently used results when all together are too large."""
        self.store.prune()


def _code_is_unchanged() -> bool:
    """Tell whether symattn's files are still those that were imported."""
    return fingerprints.code()[1].unchanged(fingerprints.STARTED)


def opened(seed: int, folder: str | None) -> tuple[Cache | None, str]:
    """Return the cache in a folder, or in the user's, and why it cannot be used."""
    usual = default_folder()
    at = Path(folder).expanduser() if folder else usual
    if at is None:
        return None, ""
    cache = Cache(at, seed)
    refused = cache.store.refused()
    return (None, refused) if refused else (cache, "")
