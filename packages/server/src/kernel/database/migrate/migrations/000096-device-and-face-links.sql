-- expand, min_program 46
-- What a company does about a face of many identities and a device of many identities: within how many days, from how many on, and what
-- follows. A release that does not know it does none of that, and sets no cookie.
ALTER TABLE companies
  ADD COLUMN face_days integer NOT NULL DEFAULT 30,
  ADD COLUMN identities_per_face integer NOT NULL DEFAULT 3,
  ADD COLUMN face_many_identities text NOT NULL DEFAULT 'ignore',
  ADD COLUMN device_days integer NOT NULL DEFAULT 30,
  ADD COLUMN identities_per_device integer NOT NULL DEFAULT 3,
  ADD COLUMN device_many_identities text NOT NULL DEFAULT 'ignore',
  ADD CONSTRAINT companies_face_days_check CHECK (face_days BETWEEN 1 AND 365) NOT VALID,
  ADD CONSTRAINT companies_identities_per_face_check CHECK (identities_per_face BETWEEN 1 AND 50) NOT VALID,
  ADD CONSTRAINT companies_face_many_identities_check CHECK (face_many_identities IN ('ignore', 'note', 'end')) NOT VALID,
  ADD CONSTRAINT companies_device_days_check CHECK (device_days BETWEEN 1 AND 90) NOT VALID,
  ADD CONSTRAINT companies_identities_per_device_check CHECK (identities_per_device BETWEEN 1 AND 50) NOT VALID,
  ADD CONSTRAINT companies_device_many_identities_check CHECK (device_many_identities IN ('ignore', 'note', 'end')) NOT VALID;

-- On which device an attempt was begun, and whom it was to show: both as keyed hashes of the tenant. Of pages without the cookie there is no row.
CREATE TABLE capture_devices (
  tenant_id uuid NOT NULL,
  subject_id uuid NOT NULL,
  subject_kind text NOT NULL CHECK (subject_kind IN ('transaction', 'process')),
  attempt_id uuid NOT NULL,
  device_hash bytea NOT NULL,
  identity_hash bytea NOT NULL,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, subject_id, attempt_id)
);
-- From one identity of a device to the next, each with its latest attempt first.
CREATE INDEX capture_devices_identities ON capture_devices (tenant_id, device_hash, identity_hash, used_at DESC);
CREATE INDEX capture_devices_used ON capture_devices (used_at);

-- In triggers, so that a release that knows no devices leaves none: its retention deletes attempts alone, and its erasure of a stated identity
-- takes it out of the attempt.
CREATE FUNCTION delete_device_use() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM capture_devices d
  WHERE d.tenant_id = OLD.tenant_id AND d.subject_id = OLD.subject_id AND d.attempt_id = OLD.attempt_id;
  RETURN NULL;
END
$$;
CREATE TRIGGER capture_attempts_deleted_devices AFTER DELETE ON capture_attempts
  FOR EACH ROW EXECUTE FUNCTION delete_device_use();
CREATE TRIGGER capture_attempts_unnamed_devices AFTER UPDATE OF identity_hash ON capture_attempts
  FOR EACH ROW WHEN (OLD.identity_hash IS NOT NULL AND NEW.identity_hash IS NULL) EXECUTE FUNCTION delete_device_use();
