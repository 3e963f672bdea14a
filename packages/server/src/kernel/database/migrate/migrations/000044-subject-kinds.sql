-- expand, min_program 0
-- Whether a capture is made for a transaction or for a process stands beside its id from here on, so that nobody has to look that up. Three
-- steps, none of which holds a table for longer than a change of the catalogue takes or rewrites one: this one adds the kind, with a default
-- that no row is touched for, and a check that looks at new rows alone; 45 fills in the processes, in batches; 46 renames the ids. The
-- release before goes on working until 46: what it writes meanwhile gets its kind by these triggers.
ALTER TABLE capture_attempts
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT capture_attempts_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE capture_dues
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT capture_dues_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE capture_links
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT capture_links_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE capture_sessions
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT capture_sessions_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE capture_signs
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT capture_signs_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE face_templates
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT face_templates_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE frame_prints
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT frame_prints_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;
ALTER TABLE sandbox_runs
  ADD COLUMN subject_kind text NOT NULL DEFAULT 'transaction',
  ADD CONSTRAINT sandbox_runs_subject_kind_check CHECK (subject_kind IN ('transaction', 'process')) NOT VALID;

CREATE FUNCTION find_subject_kind() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM processes WHERE tenant_id = NEW.tenant_id AND process_id = NEW.transaction_id) THEN
    NEW.subject_kind := 'process';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER capture_attempts_subject_kind BEFORE INSERT ON capture_attempts FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER capture_dues_subject_kind BEFORE INSERT ON capture_dues FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER capture_links_subject_kind BEFORE INSERT ON capture_links FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER capture_sessions_subject_kind BEFORE INSERT ON capture_sessions FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER capture_signs_subject_kind BEFORE INSERT ON capture_signs FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER face_templates_subject_kind BEFORE INSERT ON face_templates FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER frame_prints_subject_kind BEFORE INSERT ON frame_prints FOR EACH ROW EXECUTE FUNCTION find_subject_kind();
CREATE TRIGGER sandbox_runs_subject_kind BEFORE INSERT ON sandbox_runs FOR EACH ROW EXECUTE FUNCTION find_subject_kind();

-- How far 45 came: up to this process.
CREATE TABLE subject_kind_fill (
  after_tenant_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  after_process_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);
INSERT INTO subject_kind_fill DEFAULT VALUES;
