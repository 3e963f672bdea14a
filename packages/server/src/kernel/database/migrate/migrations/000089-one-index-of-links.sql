-- contract, min_program 46
-- Each key of this index is the beginning of one in capture_links_of_subject, which finds the links of a subject as well: no release needs both.
DROP INDEX CONCURRENTLY IF EXISTS capture_links_subject;
