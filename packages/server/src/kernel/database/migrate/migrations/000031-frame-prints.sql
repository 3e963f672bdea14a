-- expand, min_program 0
-- Keys of the deployment itself, which belong to no tenant, wrapped by a master key.
CREATE TABLE deployment_keys (
  purpose text PRIMARY KEY,
  wrapped_key bytea NOT NULL,
  master_key_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- The aligned faces of kept pictures by what they look like, under a key of the deployment, so that a picture is known again whoever's
-- transaction it was sent for. The tenant is there for erasure alone. A row goes with that of the whole picture, also where an earlier
-- release deletes it.
CREATE TABLE face_prints (
  tenant_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  step integer NOT NULL,
  parts bigint[] NOT NULL,
  sealed_print bytea NOT NULL,
  PRIMARY KEY (tenant_id, attempt_id, step),
  FOREIGN KEY (tenant_id, attempt_id, step) REFERENCES frame_prints ON DELETE CASCADE
);
CREATE INDEX face_prints_parts ON face_prints USING gin (parts);
