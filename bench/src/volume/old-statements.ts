/** What jobs and lists sent before their work was bounded, to be run beside what they send now. */
export const oldFrames = `
  SELECT f.tenant_id, f.attempt_id, f.step
  FROM capture_frames f
  JOIN capture_attempts a USING (tenant_id, attempt_id)
  JOIN (
    SELECT tenant_id, transaction_id AS subject_id, company_id, finished_at FROM transactions
    UNION ALL
    SELECT tenant_id, process_id, company_id, finished_at FROM processes
  ) AS t USING (tenant_id, subject_id)
  JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
  WHERE t.finished_at < now() - make_interval(days => c.capture_retention_days)
  LIMIT 500`;

/** The indexes as they were. */
export const OLD_INDEXES = [
  'DROP INDEX transactions_status',
  'DROP INDEX transactions_company',
  'CREATE INDEX transactions_order_number ON transactions (tenant_id, order_number)',
  'CREATE INDEX transactions_finished_at ON transactions (finished_at) WHERE finished_at IS NOT NULL',
  'CREATE INDEX processes_finished_at ON processes (finished_at) WHERE finished_at IS NOT NULL',
];

/** All that is due at once. */
export const oldDelete = (table: string): string =>
  `DELETE FROM ${table} WHERE expires_at <= now() - interval '1 day'`;

/** A list that is narrowed by whatever index the statistics favour. */
export const oldList = (where: string): string => `
  SELECT transaction_id, company_id, order_number, status, module, has_identity_changed, created_at, expires_at, finished_at,
    erased_at, reference_process_id
  FROM transactions WHERE tenant_id = $1 AND ${where} ORDER BY transaction_id DESC LIMIT 21`;
