"""Each statement is decided as it is, except those that are open, and these are listed."""

import pytest

from symattn import decide
from symattn.errors import UnsupportedExpression
from tests.unseen import (  # noqa: F401, all of them fill the table
    algebra,
    analysis,
    attention,
    by_family,
    definite,
    easy,
    families,
    general,
    information,
    linear,
    mathematics,
    norms,
    recurrences,
    sums,
    transformers,
)
from tests.unseen.table import STATEMENTS

pytestmark = pytest.mark.sampled

# what is not decided today: whoever decides one of these takes it off the list, and only new statements are put on it
STILL_OPEN = """
att28
def07 def15 sum13 nrm05 eas07
prob_pinsker def_schur_complement
inf_kl_convex inf_hellinger
cv14
lin27 lin30 ana12 trf02 de12 se13
eig_geometric
af15 sf15
si10 mj06 mj08 mk16
ml02 ml04 ml11 ml13 ml15 sl04
ln05 ln07 ln08 ln26
mn09
fr09 fd06 fd12 fd13 fs07
kr01 kd20 ks02 ks04 ks07
sa15 ra15 rl13 sc15 id15
gl09 gl11 gl13 gl15 gs04 gs07 gs08 gs11
xa15 xb11 xb14 la11 la13 la14 sj12 sj14
ya11 yb15 yd06 yd10 yd13
ye08 ye12 yf06 yf09
ua01 ua05 ua06 ub02 ub09 ub11 uc04 uc07 uc08 uc15
ud06 ud08 ud11 ud17 ue09 ue15 uf01 uf07 uf09 uf11 uf15
"""
OPEN = frozenset(STILL_OPEN.split())
LARGE = ("algebra", "families", "general", "mathematics")
NEWEST = ("linear", "analysis", "transformers", "by_family.linear_algebra_of_textbooks", "by_family.matrices_in_use")
NEWEST += (
    *(f"by_family.{each}" for each in ("recurrences_of_papers", "definite_in_statistics", "information_of_courses")),
    *(f"by_family.{each}" for each in ("sums_and_transforms", "immediate", "linear_algebra_of_papers")),
    *(f"by_family.{each}" for each in ("ranges_limits_and_maps", "structures_that_mislead")),
    *(f"by_family.{each}" for each in ("recurrences_of_optimisers", "definite_matrices_in_use", "sums_of_textbooks")),
    *(f"by_family.{each}" for each in ("linear_algebra_in_use", "information_of_textbooks", "papers_on_transformers")),
    *(f"by_family.{each}" for each in ("attention_of_kernels", "calculus_of_losses", "matrices_and_orders")),
    *(f"by_family.{each}" for each in ("information_and_convexity", "sums_and_products", "recurrences_of_models")),
    *(f"by_family.{each}" for each in ("information_and_divergences", "sums_of_courses", "recurrences_in_learning")),
    *(f"by_family.{each}" for each in ("attention_stated", "sums_and_bounds", "states_of_sequence_models")),
    *(f"by_family.{each}" for each in ("matrices_of_courses", "iterations_of_courses", "convexity_and_entropy")),
    *(f"by_family.{each}" for each in ("recurrences_and_values", "ranges_and_words", "sums_and_norms")),
    *(f"by_family.{each}" for each in ("linear_algebra_stated", "definite_matrices_stated")),
    *(f"by_family.{each}" for each in ("lectures_on_transformers", "loops_of_kernels", "papers_stated")),
    *(f"by_family.{each}_of_lectures" for each in ("recurrences", "definite", "convexity")),
    *(f"by_family.{each}_of_lectures" for each in ("sums", "linear_algebra", "words")),
)


def test_the_list_of_open_ones_only_gets_shorter():
    assert len(STATEMENTS) == 1902
    assert set(STATEMENTS) >= OPEN
    assert len(OPEN) <= 96


def quick_or_slow(name):
    """Return the name; larger modules are decided by the slow tests, the newest ones by the long tests."""
    module = STATEMENTS[name].make.__module__.rpartition("unseen.")[2]  # pytest may name its start otherwise
    marks = [pytest.mark.long] if module in NEWEST else [pytest.mark.slow] if module in LARGE else []
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [*map(quick_or_slow, STATEMENTS)])
def test_each_statement_is_decided_as_it_is(name):
    statement = STATEMENTS[name]
    *sides, given = statement.make()
    try:
        status = decide(*sides, given=given).status
    except UnsupportedExpression:
        status = "unknown"
    decided = "proved" if statement.true else "refuted"
    assert status == ("unknown" if name in OPEN else decided)
