-- expand, min_program 0
-- What a link is for, the origin around the page that it opens in a frame, the page session that made it and the one that it opened;
-- links of before are the merchant's.
ALTER TABLE capture_links
  ADD COLUMN purpose text NOT NULL DEFAULT 'merchant' CHECK (purpose IN ('merchant', 'cardholder', 'phone', 'sdk')),
  ADD COLUMN embedder text,
  ADD COLUMN page_load_hash bytea,
  ADD COLUMN made_by uuid,
  ADD COLUMN opened_by uuid,
  ADD COLUMN ended_at timestamptz,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

ALTER TABLE capture_sessions
  ADD COLUMN opening text NOT NULL DEFAULT 'merchant' CHECK (opening IN ('merchant', 'cardholder', 'phone', 'sdk')),
  ADD COLUMN embedder text,
  ADD COLUMN ended_at timestamptz;

ALTER TABLE companies
  ADD COLUMN link_renewal text NOT NULL DEFAULT 'same-browser' CHECK (link_renewal IN ('never', 'same-browser', 'unused'));
