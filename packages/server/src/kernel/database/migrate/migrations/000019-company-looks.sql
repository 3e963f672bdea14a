-- expand, min_program 0
-- What a company shows of itself on the page: words above the purpose, and a logo, which this service has drawn anew from what it was given.
ALTER TABLE companies
  ADD COLUMN brand_introduction_pt text,
  ADD COLUMN brand_introduction_en text,
  ADD COLUMN brand_introduction_es text,
  ADD COLUMN logo_sha256 text CHECK (logo_sha256 ~ '^[0-9a-f]{64}$');

CREATE TABLE company_logos (
  tenant_id uuid NOT NULL,
  company_id uuid NOT NULL,
  -- The address of the picture: browsers may keep it for ever, because another picture has another one.
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  picture bytea NOT NULL CHECK (octet_length(picture) <= 1048576),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (tenant_id, company_id),
  FOREIGN KEY (tenant_id, company_id) REFERENCES companies (tenant_id, company_id)
);

CREATE INDEX company_logos_by_sha256 ON company_logos (sha256);
