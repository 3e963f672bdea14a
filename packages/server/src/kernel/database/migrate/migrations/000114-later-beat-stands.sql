-- expand, min_program 46
-- Which of a node's statements wrote its row last, in the order in which the node sent them; a node of an earlier release writes without one.
ALTER TABLE nodes ADD COLUMN beat integer NOT NULL DEFAULT 0;
