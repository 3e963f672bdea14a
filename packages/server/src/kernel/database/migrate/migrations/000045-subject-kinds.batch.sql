-- backfill, min_program 0
-- The kind of what was made for processes before 44. All that is found by an index goes process by process; a cut-off run goes on where it was.
WITH batch AS MATERIALIZED (
  SELECT tenant_id, process_id FROM processes
  WHERE (tenant_id, process_id) > ((SELECT after_tenant_id FROM subject_kind_fill), (SELECT after_process_id FROM subject_kind_fill))
  ORDER BY tenant_id, process_id LIMIT 500
), capture_attempts_of AS (
  UPDATE capture_attempts s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
), capture_dues_of AS (
  UPDATE capture_dues s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
), capture_links_of AS (
  UPDATE capture_links s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
), capture_sessions_of AS (
  UPDATE capture_sessions s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
), capture_signs_of AS (
  UPDATE capture_signs s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
), frame_prints_of AS (
  UPDATE frame_prints s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
), sandbox_runs_of AS (
  UPDATE sandbox_runs s SET subject_kind = 'process' FROM batch b
  WHERE s.tenant_id = b.tenant_id AND s.transaction_id = b.process_id AND s.subject_kind <> 'process'
)
UPDATE subject_kind_fill SET (after_tenant_id, after_process_id) = (
  SELECT tenant_id, process_id FROM batch ORDER BY tenant_id DESC, process_id DESC LIMIT 1)
WHERE EXISTS (SELECT FROM batch);

-- No index leads from a process to an enrolled face; there are few enough faces to go through all.
UPDATE face_templates SET subject_kind = 'process' WHERE ctid = ANY (ARRAY(
  SELECT f.ctid FROM face_templates f
  JOIN processes p ON p.tenant_id = f.tenant_id AND p.process_id = f.transaction_id
  WHERE f.subject_kind <> 'process' LIMIT 10000));
