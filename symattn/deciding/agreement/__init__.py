"""Compare what is proved with what is written: kernel terms with ``evaluate``, number by number."""

from symattn.deciding.agreement.compare import Agreement, agreement

__all__ = ["Agreement", "agreement"]
