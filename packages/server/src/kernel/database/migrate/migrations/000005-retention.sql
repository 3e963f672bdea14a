-- expand, min_program 0
-- What the cleaning jobs look for.
CREATE INDEX transactions_finished_at ON transactions (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX capture_links_expires_at ON capture_links (expires_at);
