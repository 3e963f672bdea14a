-- expand, min_program 0
-- The processes that run on this database, each with a row that it renews every few seconds: which are there, what each one can open,
-- and how far its clock is off. A row that was not renewed belongs to a process that died.
CREATE TABLE nodes (
  node_id uuid PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  engine_version text,
  master_key_ids text[] NOT NULL,
  skew_seconds double precision NOT NULL DEFAULT 0,
  causes text[] NOT NULL DEFAULT '{}',
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 50);

-- The master key that all processes are to have before anything is wrapped with it, and the lowest schema that a program must know to
-- run on this database: a migration that takes something away from earlier releases raises it.
ALTER TABLE deployment
  ADD COLUMN prepared_master_key_id text,
  ADD COLUMN lowest_known_schema integer NOT NULL DEFAULT 0;

-- What is decided at the limit of a gallery.
ALTER TABLE companies
  ADD COLUMN full_gallery text NOT NULL DEFAULT 'refuse' CHECK (full_gallery IN ('refuse', 'approve'));
