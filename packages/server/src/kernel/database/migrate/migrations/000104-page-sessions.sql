-- expand, min_program 46
-- How many sessions told of an event at least once: a step of the funnel counts people's visits, not how often a page was loaded.
ALTER TABLE page_event_counts
  ADD COLUMN sessions bigint NOT NULL DEFAULT 0,
  DROP CONSTRAINT page_event_counts_seen_check,
  ADD CONSTRAINT page_event_counts_seen_check CHECK (seen >= 0) NOT VALID;

-- What a session told of, a bit for each event by its place in the contract; and its first day and browser, by which it is counted.
ALTER TABLE capture_sessions
  ADD COLUMN events_told integer NOT NULL DEFAULT 0,
  ADD COLUMN told_day date,
  ADD COLUMN told_browser text;
