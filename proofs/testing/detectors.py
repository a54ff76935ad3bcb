"""The theorems by which functions are tested: each is proved of attention before a function has to have it."""

from collections.abc import Callable

from symattn import run_script, theorem
from symattn.testing.detectors import DECODE_IS_PREFILL, RELATIONS
from symattn.testing.relations import Relation


def stated(relation: Relation) -> Callable[[], object]:
    """Return the function of a claim."""

    def statement() -> object:
        return relation.sides()

    return statement


for relation in (*RELATIONS, DECODE_IS_PREFILL):
    title = f"{relation.form} attention: {relation.title}" if relation in RELATIONS else relation.title
    theorem(relation.id, title, "symattn.testing.detectors", "proved")(stated(relation))

if __name__ == "__main__":
    run_script(__file__)
