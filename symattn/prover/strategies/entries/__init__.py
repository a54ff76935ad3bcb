"""The entry level: goals are opened, both sides normalised, and the ways of tables tried."""
