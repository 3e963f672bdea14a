-- expand, min_program 46
-- The company's own introduction on the page in French; none unless it is set.
ALTER TABLE companies ADD COLUMN brand_introduction_fr text;
