-- expand, min_program 46
-- A tenant's links are replicated by themselves to another deployment: what names a row there has to hold the tenant. It finds the links of
-- a subject as well, so capture_links_subject can go once no release that runs needs it.
DROP INDEX CONCURRENTLY IF EXISTS capture_links_of_subject;
CREATE UNIQUE INDEX CONCURRENTLY capture_links_of_subject ON capture_links (tenant_id, subject_id, code_hash);
