-- expand, min_program 46
-- What a company's page tells besides its brand, and how long a link of it stays unopened: null as the deployment says, 0 as long as its
-- transaction or process.
ALTER TABLE companies
  ADD COLUMN link_lifetime_seconds integer,
  ADD COLUMN controller_name text,
  ADD COLUMN shop_domain text,
  ADD COLUMN privacy_url text,
  ADD COLUMN terms_url text,
  ADD COLUMN support_url text,
  ADD COLUMN support_email text,
  ADD COLUMN support_phone text;
