"""Objects that a proof has to name, such as inverses: propose one, then check it."""
