"""The kernel's rules without premises, each with a memory: a proof asks for the same instances again and again."""

from __future__ import annotations

from functools import cache

from ...kernel import rules

refl = cache(rules.refl)
beta = cache(rules.beta)
ring = cache(rules.ring)
