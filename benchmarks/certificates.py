"""Certificates of the proof scripts: replaying them all against proving it all, and the size of one of them."""

from __future__ import annotations

import io
from typing import Any

from benchmarks.measure import ROOT, Row, Say, Settings, duration, seconds

#: The lemma whose certificate has a bound on its size, and what a quick run takes beside it.
LEMMA, QUICK = "G11", ("G13", "G26", "D2.free")


def run(settings: Settings, say: Say) -> list[Row]:
    """Prove every claim once, as a cold run does, write its certificate, and replay all certificates."""
    from symattn import verifier
    from symattn.certificates.certificate import certificate
    from symattn.scripts.claims import load, run_claim

    entries = load([ROOT / "proofs"]).entries
    names = list(entries) if settings.all_claims else [LEMMA, *QUICK]
    say(f"prove {len(names)} claims")
    proved: dict[str, Any] = {}
    proving = writing = replaying = 0.0
    for name in names:
        taken = seconds(lambda name=name: proved.update({name: run_claim(entries[name], numeric=False).verdict}))  # type: ignore[misc]
        if getattr(proved[name], "theorem", None) is None:
            del proved[name]  # refuted by values, or computed: there is no proof to replay
        else:
            proving += taken
    contents: dict[str, bytes] = {}
    say(f"write and replay {len(proved)} certificates")
    for name, verdict in proved.items():
        writing += seconds(lambda: contents.update({name: certificate(verdict, name).encode()}))  # noqa: B023
        replaying += seconds(lambda: verifier.verify(io.BytesIO(contents[name])))  # noqa: B023
    what = f"{len(proved)} certificates"
    size = len(contents[LEMMA])
    return [
        Row(f"replay {what}", "prove them", replaying / proving, _pair(replaying, proving), at_most=2),
        Row(f"write {what}", "prove them", writing / proving, _pair(writing, proving)),
        Row(f"certificate of {LEMMA}", "1 MB", size / 1e6, f"{size / 1e3:.0f} kB : 1 MB", at_most=1),
    ]


def _pair(ours: float, theirs: float) -> str:
    return f"{duration(ours)} : {duration(theirs)}"
