-- expand, min_program 0
-- How often pages told of an event: sums of a day, without anything by which a person, an order or a session could be found.
CREATE TABLE page_event_counts (
  tenant_id uuid NOT NULL,
  company_id uuid NOT NULL,
  day date NOT NULL,
  event text NOT NULL,
  browser text NOT NULL,
  seen bigint NOT NULL CHECK (seen > 0),
  PRIMARY KEY (tenant_id, company_id, day, event, browser)
);
CREATE INDEX page_event_counts_day ON page_event_counts (day);

-- How many events of a session were counted, so that none is counted without end.
ALTER TABLE capture_sessions
  ADD COLUMN events_counted integer NOT NULL DEFAULT 0;
