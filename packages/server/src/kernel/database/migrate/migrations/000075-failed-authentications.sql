-- expand, min_program 46
-- Failed authentications over all processes: when the budget of a client name, or of a network, is whole again. The key is an HMAC.
-- Unlogged, as a crash gives each of them one budget at most.
CREATE UNLOGGED TABLE failed_authentications (
  key bytea PRIMARY KEY CHECK (length(key) = 32),
  whole_at timestamptz NOT NULL
);
CREATE INDEX failed_authentications_whole ON failed_authentications (whole_at);
