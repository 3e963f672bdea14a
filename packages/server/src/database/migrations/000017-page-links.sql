-- What a link is for, and the origin around the page that it opens in a frame; links of before are the merchant's.
ALTER TABLE capture_links
  ADD COLUMN purpose text NOT NULL DEFAULT 'merchant' CHECK (purpose IN ('merchant', 'cardholder', 'phone', 'sdk')),
  ADD COLUMN embedder text,
  ADD COLUMN page_load_hash bytea,
  ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();

ALTER TABLE capture_sessions
  ADD COLUMN opening text NOT NULL DEFAULT 'merchant' CHECK (opening IN ('merchant', 'cardholder', 'phone', 'sdk')),
  ADD COLUMN is_embedded boolean NOT NULL DEFAULT false;

ALTER TABLE companies
  ADD COLUMN link_renewal text NOT NULL DEFAULT 'same-browser' CHECK (link_renewal IN ('never', 'same-browser', 'unused'));
