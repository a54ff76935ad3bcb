"""The limits of the search stand in one table, each with its unit and its reason."""

import re
from pathlib import Path

from symattn.prover import limits

ORDERS = Path(limits.__file__).parent / "strategies" / "orders"


def test_each_limit_has_a_unit_and_a_reason():
    assert 20 < len(limits.TABLE) < 50
    assert all(limit > 0 and limit.unit and limit.reason for limit in limits.TABLE.values())


def test_each_limit_is_used():
    text = "".join(
        path.read_text(encoding="utf-8") for path in ORDERS.parents[1].rglob("*.py") if path.name != "limits.py"
    )
    assert [name for name in limits.TABLE if len(re.findall(rf"\b{name}\b", text)) < 2] == []


def test_no_module_about_order_has_a_limit_of_its_own():
    for path in ORDERS.glob("*.py"):
        assert re.findall(r"^(?:MOST|LEAST)_\w+ = ", path.read_text(encoding="utf-8"), re.MULTILINE) == [], path.name
