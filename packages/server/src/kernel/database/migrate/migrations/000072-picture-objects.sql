-- expand, min_program 46
-- A sealed picture lies in its row, or in an object store under the name in its row. The list of objects that have to go is written before
-- an object is put, and by a trigger for each row that lets go of one, whoever deletes or moves it: a release before this one, too.
ALTER TABLE capture_frames ALTER COLUMN sealed_image DROP NOT NULL;
ALTER TABLE capture_frames ADD COLUMN object_name text COLLATE "C";
ALTER TABLE capture_frames ADD CONSTRAINT capture_frames_one_place
  CHECK ((sealed_image IS NULL) <> (object_name IS NULL)) NOT VALID;

CREATE TABLE object_dues (
  object_name text COLLATE "C" PRIMARY KEY,
  -- Of an object that is found in the store, and in no row, only its name is known.
  tenant_id uuid,
  attempt_id uuid,
  due_at timestamptz NOT NULL,
  -- When a process set about deleting it: from then on no row may come to name it.
  tried_at timestamptz
);
CREATE INDEX object_dues_due ON object_dues (due_at);
CREATE INDEX object_dues_attempt ON object_dues (tenant_id, attempt_id);

CREATE FUNCTION keep_object_due() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  INSERT INTO object_dues (object_name, tenant_id, attempt_id, due_at)
  VALUES (OLD.object_name, OLD.tenant_id, OLD.attempt_id, now())
  ON CONFLICT (object_name) DO UPDATE SET due_at = least(object_dues.due_at, excluded.due_at);
  RETURN NULL;
END
$$;

CREATE TRIGGER capture_frames_delete_object_due AFTER DELETE ON capture_frames
  FOR EACH ROW WHEN (OLD.object_name IS NOT NULL) EXECUTE FUNCTION keep_object_due();
CREATE TRIGGER capture_frames_object_due AFTER UPDATE OF object_name ON capture_frames
  FOR EACH ROW WHEN (OLD.object_name IS NOT NULL AND OLD.object_name IS DISTINCT FROM NEW.object_name)
  EXECUTE FUNCTION keep_object_due();
