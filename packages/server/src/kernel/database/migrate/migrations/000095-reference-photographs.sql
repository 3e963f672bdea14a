-- expand, min_program 46
-- Photographs of a reference, sealed, where the request asked to keep them. They go with the reference, whichever release deletes it.
CREATE TABLE reference_photographs (
  tenant_id uuid NOT NULL,
  reference_id uuid NOT NULL,
  position smallint NOT NULL CHECK (position BETWEEN 1 AND 5),
  sealed_image bytea NOT NULL,
  kept_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reference_id, position),
  FOREIGN KEY (tenant_id, reference_id) REFERENCES face_references ON DELETE CASCADE
);
-- A sealed picture cannot be compressed.
ALTER TABLE reference_photographs ALTER COLUMN sealed_image SET STORAGE EXTERNAL;
