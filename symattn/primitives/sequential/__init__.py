"""Sequential positional encodings: functions of the natural numbers with φ(j + k) = φ(j) φ(k)."""
