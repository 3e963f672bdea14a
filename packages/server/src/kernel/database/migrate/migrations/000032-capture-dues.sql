-- expand, min_program 0
-- What the clean-up of pictures looks for: one row for each finished transaction or process, by company and end. The company's days are
-- read when the clean-up runs, so that a change of the setting holds at once. Written by a trigger, for a release before this one too.
CREATE TABLE capture_dues (
  tenant_id uuid NOT NULL,
  -- Of a transaction or a process.
  transaction_id uuid NOT NULL,
  company_id uuid NOT NULL,
  finished_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, transaction_id)
);
CREATE INDEX capture_dues_finished ON capture_dues (tenant_id, company_id, finished_at);

CREATE FUNCTION keep_capture_due() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
  subject uuid;
BEGIN
  IF TG_TABLE_NAME = 'processes' THEN
    subject := NEW.process_id;
  ELSE
    subject := NEW.transaction_id;
  END IF;
  INSERT INTO capture_dues (tenant_id, transaction_id, company_id, finished_at)
  VALUES (NEW.tenant_id, subject, NEW.company_id, NEW.finished_at)
  ON CONFLICT (tenant_id, transaction_id) DO UPDATE SET finished_at = excluded.finished_at;
  RETURN NULL;
END
$$;

CREATE TRIGGER transactions_insert_capture_due AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION keep_capture_due();
CREATE TRIGGER transactions_capture_due AFTER UPDATE OF finished_at ON transactions
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at)
  EXECUTE FUNCTION keep_capture_due();
CREATE TRIGGER processes_insert_capture_due AFTER INSERT ON processes
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION keep_capture_due();
CREATE TRIGGER processes_capture_due AFTER UPDATE OF finished_at ON processes
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL AND NEW.finished_at IS DISTINCT FROM OLD.finished_at)
  EXECUTE FUNCTION keep_capture_due();

-- How far the clean-up has listed what had ended before; it goes on in batches, and the row goes when all is listed.
CREATE TABLE capture_due_backfill (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  after_tenant_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  after_attempt_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  begun_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO capture_due_backfill (only_row) SELECT true WHERE EXISTS (SELECT FROM capture_frames);
