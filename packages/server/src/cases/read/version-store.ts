import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import { gather } from '../../kernel/database/batches/gather.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { ranTooLong } from '../../kernel/database/database-problem.ts';
import type { SubjectKind, SubjectRef } from '../../kernel/database/subject-ref.ts';
import { portalSlots } from '../../kernel/http/portal/portal-database.ts';
import { MAX_CALLS, MAX_ENTRIES } from './limits.ts';

/** A case whose version is read, and the instant by which times are over. */
export type VersionRequest = { tenantId: TenantId; subject: SubjectRef; now: Date };

/** The version as text, whose company the case is, and whether its time has passed without anything having ended it. */
export type CaseVersion = { version: string; companyId: CompanyId; isDue: boolean };

/** Hashes rows as text in an order of their own. */
const digest = (columns: RawBuilder<unknown>, order: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
  (SELECT md5(string_agg(concat_ws(',', ${columns}), ';' ORDER BY ${order})) FROM ${from})`;

/** The subjects themselves: whose company each is, whose captures count for it, and what it says. */
const SUBJECTS: Readonly<Record<SubjectKind, RawBuilder<unknown>>> = {
  transaction: sql`SELECT asked.*, t.company_id, t.finished_at, least(t.expires_at, t.retry_until) AS due_at, coalesce(t.reference_process_id, t.transaction_id) AS captured_for,
        concat_ws(',', t.version, t.status, t.erased_at, t.retry_until, t.erasure_requested_at, t.has_identity_changed,
        encode(t.stated_identity_hash, 'hex'), c.name, c.active) AS said FROM asked
        JOIN transactions t ON t.tenant_id = asked.tenant_id AND t.transaction_id = asked.id
        JOIN companies c ON c.tenant_id = t.tenant_id AND c.company_id = t.company_id`,
  process: sql`SELECT asked.*, p.company_id, p.finished_at, least(p.expires_at, p.retry_until) AS due_at, p.process_id AS captured_for,
        concat_ws(',', p.version, p.status, p.erased_at, p.retry_until, p.erasure_requested_at, p.liveness, p.authentication,
        p.purpose, p.client_reference, p.expires_at, c.name, c.active) AS said FROM asked
        JOIN processes p ON p.tenant_id = asked.tenant_id AND p.process_id = asked.id
        JOIN companies c ON c.tenant_id = p.tenant_id AND c.company_id = p.company_id`,
};

/** Uses of a process, with the orders that erasures take out of them. */
const usesOf = (kind: SubjectKind): RawBuilder<unknown> =>
  kind === 'transaction'
    ? sql`''`
    : digest(
        sql`h.version, h.transaction_id, t.order_number`,
        sql`h.version`,
        sql`process_history h LEFT JOIN transactions t ON t.tenant_id = h.tenant_id AND t.transaction_id = h.transaction_id
          WHERE h.tenant_id = s.tenant_id AND h.process_id = s.id`,
      );

const CAPTURED: readonly RawBuilder<unknown>[] = [
  digest(
    sql`created_at, used_at, ended_at, expires_at, expires_at <= s.now, opened_by`,
    sql`created_at, code_hash`,
    sql`capture_links WHERE tenant_id = s.tenant_id AND subject_id = s.captured_for`,
  ),
  digest(
    sql`session_id, ended_at, consented_at, expires_at, expires_at <= s.now`,
    sql`session_id`,
    sql`capture_sessions WHERE tenant_id = s.tenant_id AND subject_id = s.captured_for`,
  ),
  digest(
    sql`number, step, frames_seen, outcome, finished_at, consented_at`,
    sql`number`,
    sql`capture_attempts WHERE tenant_id = s.tenant_id AND subject_id = s.captured_for`,
  ),
  digest(
    sql`attempt_number, sign, seen`,
    sql`attempt_number, sign`,
    sql`capture_signs WHERE tenant_id = s.tenant_id AND subject_id = s.captured_for`,
  ),
  sql`(SELECT count(*) FROM capture_attempts a JOIN capture_frames f ON f.tenant_id = a.tenant_id AND f.attempt_id = a.attempt_id
    WHERE a.tenant_id = s.tenant_id AND a.subject_id = s.captured_for)`,
];

const told = (kind: SubjectKind): RawBuilder<unknown>[] => {
  const about = sql`(
    SELECT event_id, order_number FROM events WHERE tenant_id = s.tenant_id AND subject_id = s.id
    ${kind === 'transaction' ? sql`UNION ALL SELECT event_id, order_number FROM events WHERE tenant_id = s.tenant_id AND transaction_id = s.id` : sql``}
  ) e`;
  const deliveries = sql`${about} JOIN deliveries d ON d.tenant_id = s.tenant_id AND d.event_id = e.event_id`;
  return [
    digest(sql`e.event_id, e.order_number`, sql`e.event_id`, about),
    digest(
      sql`d.delivery_id, d.state, d.attempts, d.next_attempt_at, d.finished_at, d.skipped, w.url,
        EXISTS (SELECT FROM delivery_claims c
          WHERE c.tenant_id = d.tenant_id AND c.delivery_id = d.delivery_id AND c.expires_at > s.now)`,
      sql`d.delivery_id`,
      sql`${deliveries} JOIN webhook_endpoints w ON w.tenant_id = d.tenant_id AND w.endpoint_id = d.endpoint_id`,
    ),
    sql`(SELECT concat_ws(',', count(*), count(a.response_excerpt)) FROM ${deliveries}
      JOIN delivery_attempts a ON a.tenant_id = d.tenant_id AND a.delivery_id = d.delivery_id)`,
  ];
};

const logged = (kind: SubjectKind): RawBuilder<unknown>[] => [
  digest(
    sql`call_id, repeated, request IS NULL`,
    sql`call_id`,
    sql`(SELECT call_id, repeated, request FROM api_calls
      WHERE tenant_id = s.tenant_id AND ${sql.ref(`${kind}_id`)} = s.id
      ORDER BY call_id DESC LIMIT ${sql.lit(MAX_CALLS + 1)}) AS newest`,
  ),
  ...(kind === 'transaction'
    ? [
        digest(
          sql`note_id, withdrawn_at`,
          sql`note_id`,
          sql`case_notes WHERE tenant_id = s.tenant_id AND transaction_id = s.id`,
        ),
      ]
    : []),
  digest(
    sql`entry_id`,
    sql`entry_id`,
    sql`(SELECT entry_id FROM audit_log WHERE tenant_id = s.tenant_id AND subject = ${sql.lit(`${kind}/`)} || s.id
      ORDER BY entry_id DESC LIMIT ${sql.lit(MAX_ENTRIES + 1)}) AS newest`,
  ),
];

type Row = { place: string; version: string; company_id: CompanyId; is_due: boolean };

/** Keys of the cases that are asked for, from lists of the same length: tenants, subjects and instants. */
const statementOf = (kind: SubjectKind): RawBuilder<Row> => {
  const parts = [sql`said`, usesOf(kind), ...CAPTURED, ...told(kind), ...logged(kind)];
  return sql<Row>`
    WITH asked AS MATERIALIZED (SELECT * FROM
      unnest(${[]}::uuid[], ${[]}::uuid[], ${[]}::timestamptz[]) WITH ORDINALITY AS asked (tenant_id, id, now, place)),
    subject AS MATERIALIZED (${SUBJECTS[kind]})
    SELECT place, company_id, finished_at IS NULL AND due_at <= s.now AS is_due, concat_ws('|', ${sql.join(parts)}) AS version
    FROM subject s`;
};

const texts = new Map<SubjectKind, string>();

/** The statement for a kind of subject: putting it together costs more than the database takes to run it, and open pages ask every two seconds. */
function textOf(db: Db, kind: SubjectKind): string {
  const text = texts.get(kind) ?? statementOf(kind).compile(db).sql;
  texts.set(kind, text);
  return text;
}

/** Reads versions of cases of one kind in one statement, in the order of the requests. */
async function readVersions(
  db: Db,
  kind: SubjectKind,
  requests: readonly VersionRequest[],
): Promise<(CaseVersion | undefined)[]> {
  const lists = [
    requests.map(({ tenantId }) => tenantId),
    requests.map(({ subject }) => subject.id),
    requests.map(({ now }) => now),
  ];
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(textOf(db, kind), lists));
  const found = new Map(rows.map((row) => [Number(row.place), row]));
  return requests.map((_, index) => {
    const row = found.get(index + 1);
    return row && { version: row.version, companyId: row.company_id, isDue: row.is_due };
  });
}

/**
 * Reads a text that changes whenever something of the case does, in one statement and without opening a seal: versions, times and states of
 * its rows. Resends stand in the deliveries, so that no entry about one is looked for.
 */
export async function readCaseVersion(db: Db, request: VersionRequest): Promise<CaseVersion | undefined> {
  const [version] = await readVersions(db, request.subject.kind, [request]);
  return version;
}

/** Reads the version of a case together with others that are asked for at the same time. */
type Shared = (request: VersionRequest) => Promise<CaseVersion | undefined>;

/** Cases of one statement; open pages ask together, so that a slow statement is no reason to send many beside it. */
const LIMITS = { mostAsks: 16, whenSlow: 2 };

/** So many cases may take too long by themselves before the database counts as slow, and no more is asked of it. */
const HEAVY_LIMIT = 2;

/** Asks for each case by itself, one after the other; every answer fails for itself, and the rest with it where too many do. */
function readOneByOne(db: Db, requests: readonly VersionRequest[], fault: Error): ReturnType<Shared>[] {
  let before: Promise<unknown> = Promise.resolve();
  let heavy = 0;
  return requests.map((request) => {
    const own = before.then((): ReturnType<Shared> => {
      if (heavy < HEAVY_LIMIT) return portalSlots(db).versions(() => readCaseVersion(db, request));
      throw fault;
    });
    before = own.catch((error: Error) => {
      if (ranTooLong(error)) heavy += 1;
    });
    return own;
  });
}

/** Reads versions together; where that takes too long, one by one: the heavy case of one tenant is no failure of others. */
async function readTogether(
  db: Db,
  kind: SubjectKind,
  requests: readonly VersionRequest[],
): Promise<readonly (Awaited<ReturnType<Shared>> | ReturnType<Shared>)[]> {
  try {
    return await readVersions(db, kind, requests);
  } catch (error) {
    if (requests.length === 1 || !ranTooLong(error as Error)) throw error;
    return readOneByOne(db, requests, error as Error);
  }
}

const shareStatements = (db: Db, kind: SubjectKind): Shared =>
  gather((requests: readonly VersionRequest[]) => readTogether(db, kind, requests), {
    ...LIMITS,
    slots: portalSlots(db).versions,
  });

const shared = new WeakMap<Db, Readonly<Record<SubjectKind, Shared>>>();

/** The same as `readCaseVersion`, in one statement with all that is asked for at once; `db` is the pool itself, which statements are shared for. */
export function shareCaseVersion(db: Db, request: VersionRequest): Promise<CaseVersion | undefined> {
  const own = shared.get(db) ?? {
    transaction: shareStatements(db, 'transaction'),
    process: shareStatements(db, 'process'),
  };
  shared.set(db, own);
  return own[request.subject.kind](request);
}
