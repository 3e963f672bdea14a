import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectRef } from '../../kernel/database/subject-ref.ts';
import { MAX_CALLS, MAX_ENTRIES } from './limits.ts';

/** A case whose version is read, and the instant by which times are over. */
export type VersionRequest = { tenantId: TenantId; subject: SubjectRef; now: Date };

/** The version as text, whose company the case is, and whether its time has passed without anything having ended it. */
export type CaseVersion = { version: string; companyId: CompanyId; isDue: boolean };

/** Hashes rows as text in an order of their own. */
const digest = (columns: RawBuilder<unknown>, order: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
  (SELECT md5(string_agg(concat_ws(',', ${columns}), ';' ORDER BY ${order})) FROM ${from})`;

/** The subject itself: its company, the one whose captures count for it, and what it says. */
const subjectOf = ({ tenantId, subject }: VersionRequest): RawBuilder<unknown> =>
  subject.kind === 'transaction'
    ? sql`SELECT t.company_id, t.finished_at, least(t.expires_at, t.retry_until) AS due_at, coalesce(t.reference_process_id, t.transaction_id) AS captured_for,
        concat_ws(',', t.version, t.status, t.erased_at, t.retry_until, t.erasure_requested_at, t.has_identity_changed,
        encode(t.stated_identity_hash, 'hex'), c.name, c.active) AS said FROM transactions t
        JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id
        WHERE t.tenant_id = ${tenantId} AND t.transaction_id = ${subject.id}`
    : sql`SELECT p.company_id, p.finished_at, least(p.expires_at, p.retry_until) AS due_at, p.process_id AS captured_for,
        concat_ws(',', p.version, p.status, p.erased_at, p.retry_until, p.erasure_requested_at, p.liveness, p.authentication,
        p.purpose, p.client_reference, p.expires_at, c.name, c.active) AS said FROM processes p
        JOIN companies c ON c.tenant_id = p.tenant_id AND c.company_id = p.company_id
        WHERE p.tenant_id = ${tenantId} AND p.process_id = ${subject.id}`;

const CAPTURED_FOR = sql`(SELECT captured_for FROM subject)`;

/** Uses of a process, with the orders that erasures take out of them. */
const usesOf = ({ tenantId, subject }: VersionRequest): RawBuilder<unknown> =>
  subject.kind === 'transaction'
    ? sql`''`
    : digest(
        sql`h.version, h.transaction_id, t.order_number`,
        sql`h.version`,
        sql`process_history h LEFT JOIN transactions t ON t.tenant_id = h.tenant_id AND t.transaction_id = h.transaction_id
          WHERE h.tenant_id = ${tenantId} AND h.process_id = ${subject.id}`,
      );

const captured = ({ tenantId, now }: VersionRequest): RawBuilder<unknown>[] => [
  digest(
    sql`created_at, used_at, ended_at, expires_at, expires_at <= ${now}, opened_by`,
    sql`created_at, code_hash`,
    sql`capture_links WHERE tenant_id = ${tenantId} AND subject_id = ${CAPTURED_FOR}`,
  ),
  digest(
    sql`session_id, ended_at, consented_at, expires_at, expires_at <= ${now}`,
    sql`session_id`,
    sql`capture_sessions WHERE tenant_id = ${tenantId} AND subject_id = ${CAPTURED_FOR}`,
  ),
  digest(
    sql`number, step, frames_seen, outcome, finished_at, consented_at`,
    sql`number`,
    sql`capture_attempts WHERE tenant_id = ${tenantId} AND subject_id = ${CAPTURED_FOR}`,
  ),
  digest(
    sql`attempt_number, sign, seen`,
    sql`attempt_number, sign`,
    sql`capture_signs WHERE tenant_id = ${tenantId} AND subject_id = ${CAPTURED_FOR}`,
  ),
  sql`(SELECT count(*) FROM capture_attempts a JOIN capture_frames f ON f.tenant_id = a.tenant_id AND f.attempt_id = a.attempt_id
    WHERE a.tenant_id = ${tenantId} AND a.subject_id = ${CAPTURED_FOR})`,
];

const told = ({ tenantId, subject: { kind, id }, now }: VersionRequest): RawBuilder<unknown>[] => {
  const about = sql`(
    SELECT event_id, order_number FROM events WHERE tenant_id = ${tenantId} AND subject_id = ${id}
    ${kind === 'transaction' ? sql`UNION ALL SELECT event_id, order_number FROM events WHERE tenant_id = ${tenantId} AND transaction_id = ${id}` : sql``}
  ) e`;
  const deliveries = sql`${about} JOIN deliveries d ON d.tenant_id = ${tenantId} AND d.event_id = e.event_id`;
  return [
    digest(sql`e.event_id, e.order_number`, sql`e.event_id`, about),
    digest(
      sql`d.delivery_id, d.state, d.attempts, d.next_attempt_at, d.finished_at, d.skipped, w.url,
        EXISTS (SELECT FROM delivery_claims c
          WHERE c.tenant_id = d.tenant_id AND c.delivery_id = d.delivery_id AND c.expires_at > ${now})`,
      sql`d.delivery_id`,
      sql`${deliveries} JOIN webhook_endpoints w ON w.tenant_id = d.tenant_id AND w.endpoint_id = d.endpoint_id`,
    ),
    sql`(SELECT concat_ws(',', count(*), count(a.response_excerpt)) FROM ${deliveries}
      JOIN delivery_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.delivery_id)`,
  ];
};

const logged = ({ tenantId, subject: { kind, id } }: VersionRequest): RawBuilder<unknown>[] => [
  digest(
    sql`call_id, repeated, request IS NULL`,
    sql`call_id`,
    sql`(SELECT call_id, repeated, request FROM api_calls
      WHERE tenant_id = ${tenantId} AND ${sql.ref(`${kind}_id`)} = ${id}
      ORDER BY call_id DESC LIMIT ${sql.lit(MAX_CALLS + 1)}) AS newest`,
  ),
  ...(kind === 'transaction'
    ? [
        digest(
          sql`note_id, withdrawn_at`,
          sql`note_id`,
          sql`case_notes WHERE tenant_id = ${tenantId} AND transaction_id = ${id}`,
        ),
      ]
    : []),
  digest(
    sql`entry_id`,
    sql`entry_id`,
    sql`(SELECT entry_id FROM audit_log WHERE tenant_id = ${tenantId} AND subject = ${`${kind}/${id}`}
      ORDER BY entry_id DESC LIMIT ${sql.lit(MAX_ENTRIES + 1)}) AS newest`,
  ),
];

type Row = { version: string; company_id: CompanyId; is_due: boolean };

const statementOf = (request: VersionRequest): RawBuilder<Row> => {
  const parts = [sql`said`, usesOf(request), ...captured(request), ...told(request), ...logged(request)];
  return sql<Row>`
    WITH subject AS MATERIALIZED (${subjectOf(request)})
    SELECT company_id, finished_at IS NULL AND due_at <= ${request.now} AS is_due, concat_ws('|', ${sql.join(parts)}) AS version
    FROM subject`;
};

/** Stands for the values of a request in a statement that is put together once. */
const MARKS = { tenantId: 'tenant', id: 'id', now: new Date(0) } as const;

type Prepared = { text: string; parameters: readonly unknown[] };
const prepared = new Map<SubjectRef['kind'], Prepared>();

/** The statement for a kind of subject: putting it together costs more than the database takes to run it, and open pages ask every two seconds. */
function prepare(db: Db, kind: SubjectRef['kind']): Prepared {
  const known = prepared.get(kind);
  if (known) return known;
  const subject = { kind, id: MARKS.id } as unknown as SubjectRef;
  const compiled = statementOf({ tenantId: MARKS.tenantId as TenantId, subject, now: MARKS.now }).compile(db);
  const made = { text: compiled.sql, parameters: compiled.parameters };
  prepared.set(kind, made);
  return made;
}

/**
 * Reads a text that changes whenever something of the case does, in one statement and without opening a seal: versions, times and states of
 * its rows. Resends stand in the deliveries, so that no entry about one is looked for.
 */
export async function readCaseVersion(db: Db, request: VersionRequest): Promise<CaseVersion | undefined> {
  const { tenantId, subject, now } = request;
  const { text, parameters } = prepare(db, subject.kind);
  const values = new Map<unknown, unknown>([
    ...([
      [MARKS.tenantId, tenantId],
      [MARKS.id, subject.id],
      [MARKS.now, now],
    ] as const),
    [`${subject.kind}/${MARKS.id}`, `${subject.kind}/${subject.id}`],
  ]);
  const given = parameters.map((mark) => (values.has(mark) ? values.get(mark) : mark));
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, given));
  const [row] = rows;
  return row && { version: row.version, companyId: row.company_id, isDue: row.is_due };
}
