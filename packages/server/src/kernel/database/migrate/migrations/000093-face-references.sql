-- expand, min_program 46
-- Faces that an operator brought, from photographs that are not kept: where they are from, sealed, and a keyed hash of what was sent. An
-- identity has one reference.
CREATE TABLE face_references (
  tenant_id uuid NOT NULL REFERENCES tenants,
  reference_id uuid NOT NULL,
  identity_key text NOT NULL,
  identity_hash bytea NOT NULL,
  content_hash bytea NOT NULL,
  sealed_provenance bytea NOT NULL,
  photographs smallint NOT NULL,
  duplicate_allowed boolean NOT NULL,
  capture_confirmed boolean NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, reference_id)
);
CREATE UNIQUE INDEX face_references_identity ON face_references (tenant_id, identity_hash);

-- The reference that an enrolled face rests on: of its photographs, or found to be the same person; null where a first capture alone
-- says whose it is.
ALTER TABLE face_templates ADD COLUMN proven_by uuid;
ALTER TABLE face_templates DROP CONSTRAINT face_templates_subject_kind_check;
ALTER TABLE face_templates ADD CONSTRAINT face_templates_subject_kind_check
  CHECK (subject_kind IN ('transaction', 'process', 'reference')) NOT VALID;

-- In a trigger, so that a release that knows no references leaves none without a face: retention and renewal delete faces alone. At the commit,
-- because a face that gives way to a new one goes first.
CREATE FUNCTION delete_bare_reference() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM face_references r
  WHERE r.tenant_id = OLD.tenant_id AND r.reference_id = OLD.proven_by AND NOT EXISTS (
    SELECT FROM face_templates f
    WHERE f.tenant_id = r.tenant_id AND f.identity_hash = r.identity_hash AND f.proven_by = r.reference_id);
  RETURN NULL;
END
$$;
CREATE CONSTRAINT TRIGGER face_templates_bare_references AFTER DELETE ON face_templates
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.proven_by IS NOT NULL) EXECUTE FUNCTION delete_bare_reference();
