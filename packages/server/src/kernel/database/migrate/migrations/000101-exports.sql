-- expand, min_program 46
-- Files of lists, for who asked for them and for an hour. How far a file is written stands beside it, in the same commit as its part.
CREATE TABLE exports (
  tenant_id uuid NOT NULL,
  export_id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind text NOT NULL,
  state text NOT NULL,
  companies uuid[],
  is_own boolean NOT NULL,
  sealed_filter bytea NOT NULL,
  first_id uuid NOT NULL,
  reached_id uuid NOT NULL,
  row_count integer NOT NULL DEFAULT 0,
  part_count integer NOT NULL DEFAULT 0,
  is_whole boolean NOT NULL DEFAULT true,
  byte_count integer NOT NULL DEFAULT 0,
  next_part integer NOT NULL DEFAULT 0,
  failure_count integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  finished_at timestamptz,
  expires_at timestamptz NOT NULL,
  CONSTRAINT exports_pkey PRIMARY KEY (tenant_id, export_id),
  CONSTRAINT exports_kind_check CHECK (kind IN ('transactions', 'audit')),
  CONSTRAINT exports_state_check CHECK (state IN ('writing', 'ready', 'ended', 'failed'))
);

CREATE INDEX exports_expired ON exports (expires_at);

-- So many lines of a file, sealed under the key of the tenant.
CREATE TABLE export_parts (
  tenant_id uuid NOT NULL,
  export_id uuid NOT NULL,
  part integer NOT NULL,
  sealed_lines bytea NOT NULL,
  CONSTRAINT export_parts_pkey PRIMARY KEY (tenant_id, export_id, part),
  CONSTRAINT export_parts_export_fkey FOREIGN KEY (tenant_id, export_id) REFERENCES exports (tenant_id, export_id) ON DELETE CASCADE
);

-- Whether a node ends files at an erasure. One of the release before does not say so, and no file is written or read beside it.
ALTER TABLE nodes ADD COLUMN ends_exports boolean NOT NULL DEFAULT false;
