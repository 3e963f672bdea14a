-- expand, min_program 46
-- Under what names a node holds jobs and deliveries, so that another one can give them back soon after it died. A node of the release
-- before names none, and what it held is given back when its time is over, as before.
ALTER TABLE nodes ADD COLUMN work_names text[] NOT NULL DEFAULT '{}';
-- By how many milliseconds a timer of the node was late, at worst since the renewal before; null for a node of the release before.
ALTER TABLE nodes ADD COLUMN lag_ms integer;
