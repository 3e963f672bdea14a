-- expand, min_program 46
-- Which account an identity of the operator's identity provider opens: issuer and subject name it, and no mail address does.
CREATE TABLE user_provider_links (
  link_id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  issuer text NOT NULL,
  subject text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  UNIQUE (issuer, subject),
  UNIQUE (user_id, issuer)
);

-- Visits to the identity provider under way, each for one browser or session and once.
CREATE TABLE provider_visits (
  state_hash bytea PRIMARY KEY,
  holder_hash bytea NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('sign-in', 'again', 'link', 'invitation')),
  -- Nonce, verifier, and what the person wanted before.
  sealed_visit bytea NOT NULL,
  started_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX provider_visits_expiry ON provider_visits (expires_at);
