-- expand, min_program 46
-- Whether a file has the persons of its rows; a node of an earlier release ends such a file at an erasure as any other, and writes none.
ALTER TABLE exports ADD COLUMN with_persons boolean NOT NULL DEFAULT false;
