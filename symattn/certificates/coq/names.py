"""Give names that Coq accepts: one to each thing, like its own name, and never that of something else."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: Keywords, and what exported files call by its name.
RESERVED: Final = frozenset(
    """as at by cofix do else end exists exists2 fix for forall fun if in let match mod return Prop Set Type then using
    where with IF SProp Axiom Definition Lemma Theorem R S O I Z N nat bool option true false Some None is_true size
    Fin fin val val_lt val_inj bound MkFin pos0 val_fin fin_val eqb leb ind nreal iterate card bigsum sum pos nat_of
    last inl inr case pair quo rem plus times eexp allow deriv TT ALL AND IMP FF NOT LT REFL SYM TRANS COMB CTX1 CTX2
    CTX3 ABS EQMP DEDUCT TRUE FROM GEN SPEC CONJ CONJ1 CONJ2 MP DISCH EQI EQE TT_true decided eqbP derivP lebP ALLP ANDP
    IMPP FFP NOTP LTP Rplus Rmult Rle Rlt Ropp Rinv Rdiv exp ln sqrt sin cos PI conj proj1 proj2 eq eq_refl True False
    not and or iff left right derivable_pt_lim positive xH xO xI Nat Pos INR IZR""".split()
)


class Names:
    """Hold the names given so far."""

    def __init__(self) -> None:
        self.given: dict[object, str] = {}
        self.taken: set[str] = set(RESERVED)

    def name(self, thing: object, like: str) -> str:
        """Return the name of a thing, which is one like this, in ASCII.

        >>> names = Names()
        >>> names.name(1, "x'"), names.name(2, "x'"), names.name(1, "x'"), names.name(3, "τ"), names.name(4, "sum")
        ("x'", "x'1", "x'", 'tau', 'sum1')
        """
        if thing not in self.given:
            self.given[thing] = self.new(like)
        return self.given[thing]

    def new(self, like: str) -> str:
        """Return a name like this one that nothing has."""
        base = identifier(like)
        found, number = base, 0
        while found in self.taken:
            number += 1
            found = f"{base}_{number}" if base[-1].isdigit() else f"{base}{number}"
        self.taken.add(found)
        return found


def identifier(name: str) -> str:
    """Return a name in letters, digits, _ and ' of ASCII, which begins with a letter."""
    plain = name.replace("⁻¹", "_inv").replace("′", "'").replace("?", "v")
    plain = re.sub(r"[^A-Za-z0-9_']", _spelt, plain).strip("_") or "x"
    return plain if plain[0].isalpha() else f"x{plain}"


def _spelt(found: re.Match[str]) -> str:
    """Return a Greek letter by its name, another character by its number, and _ for a dot."""
    character = found[0]
    if character in ".·":
        return "_"
    case, letter = "SMALL LETTER ", unicodedata.name(character, "")
    if letter.startswith("GREEK ") and letter.count(" ") == 3:
        spelt = letter.rsplit(" ", 1)[1].lower()
        return spelt if case in letter else spelt.capitalize()
    return f"u{ord(character):x}"
