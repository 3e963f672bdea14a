-- expand, min_program 46
-- Assets of the hosted page, as the nodes of each release brought them: any node answers for the release beside it.
CREATE TABLE page_assets (
  name text PRIMARY KEY,
  sealed_body bytea NOT NULL,
  carried_at timestamptz NOT NULL
);
CREATE INDEX page_assets_carried ON page_assets (carried_at);
