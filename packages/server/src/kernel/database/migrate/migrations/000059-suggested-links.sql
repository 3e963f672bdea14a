-- expand, min_program 46
-- The page shows a code for the phone before anybody asks for one: such a link does not lead a page that is loaded anew.
ALTER TABLE capture_links ADD COLUMN is_suggested boolean NOT NULL DEFAULT false;
