-- contract, min_program 46
-- The ids get the name of what they are: of a subject, a transaction or a process. From here on whoever writes says the kind, so the default
-- goes. The release before knows these columns by their old names, so it must not touch this schema: its nodes stop being ready, and a
-- start is refused with the words that a newer version is to be run.
DROP TRIGGER capture_attempts_subject_kind ON capture_attempts;
DROP TRIGGER capture_dues_subject_kind ON capture_dues;
DROP TRIGGER capture_links_subject_kind ON capture_links;
DROP TRIGGER capture_sessions_subject_kind ON capture_sessions;
DROP TRIGGER capture_signs_subject_kind ON capture_signs;
DROP TRIGGER face_templates_subject_kind ON face_templates;
DROP TRIGGER frame_prints_subject_kind ON frame_prints;
DROP TRIGGER sandbox_runs_subject_kind ON sandbox_runs;
DROP FUNCTION find_subject_kind;
DROP TABLE subject_kind_fill;

ALTER TABLE capture_attempts ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE capture_attempts RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE capture_dues ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE capture_dues RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE capture_links ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE capture_links RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE capture_sessions ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE capture_sessions RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE capture_signs ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE capture_signs RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE face_templates ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE face_templates RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE frame_prints ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE frame_prints RENAME COLUMN transaction_id TO subject_id;
ALTER TABLE sandbox_runs ALTER COLUMN subject_kind DROP DEFAULT;
ALTER TABLE sandbox_runs RENAME COLUMN transaction_id TO subject_id;

ALTER TABLE capture_attempts
  RENAME CONSTRAINT capture_attempts_tenant_id_transaction_id_number_key TO capture_attempts_tenant_id_subject_id_number_key;
ALTER INDEX capture_links_transaction RENAME TO capture_links_subject;
ALTER INDEX capture_sessions_transaction RENAME TO capture_sessions_subject;
ALTER INDEX frame_prints_transaction RENAME TO frame_prints_subject;

CREATE OR REPLACE FUNCTION keep_capture_due() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  kind text := 'transaction';
  subject uuid;
BEGIN
  IF TG_TABLE_NAME = 'processes' THEN
    kind := 'process';
    subject := NEW.process_id;
  ELSE
    subject := NEW.transaction_id;
  END IF;
  INSERT INTO capture_dues (tenant_id, subject_kind, subject_id, company_id, finished_at)
  VALUES (NEW.tenant_id, kind, subject, NEW.company_id, NEW.finished_at)
  ON CONFLICT (tenant_id, subject_id) DO UPDATE SET finished_at = excluded.finished_at;
  RETURN NULL;
END
$$;

ALTER TABLE deployment ALTER COLUMN lowest_known_schema SET DEFAULT 46;
UPDATE deployment SET lowest_known_schema = 46;
