import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { Figure } from '../trial.ts';
import { formsOf, patternsOf } from './canaries/canary-forms.ts';
import { query } from './times.ts';

/** An invariant of the service, as statements of our own found it in a database: how often it is broken, and the first ids that break it. */
export type Invariant = { name: string; what: string; broken: number; about?: readonly string[] };

/** What a statement may name: the graph of statuses, words that must stand nowhere in clear, transactions of erased persons, and the address below which receivers are not made by the API. */
type Facts = {
  edges: readonly string[];
  secrets: readonly string[];
  erasedIds: readonly string[];
  ownReceivers: string | undefined;
};

/** What those who look know besides the database; rows that were written before `rowsFrom` have been looked through for secrets. */
export type Known = Partial<Pick<Facts, 'secrets' | 'erasedIds' | 'ownReceivers'>> & { rowsFrom?: string };

/** `isLookedFor` tells where nothing was named that could be broken, which proves nothing. */
type Check = Omit<Invariant, 'broken' | 'about'> & {
  text: string;
  values?: (facts: Facts) => unknown[];
  isLookedFor?: (facts: Facts) => boolean;
};

const LIVE = "('waiting', 'processing', 'shared', 'approved')";
const OPEN = "('waiting', 'processing', 'shared')";
/** Attempts after which a delivery is given up whose webhook could not be made the last time. */
const UNPREPARED = 3;

/** Each gives the ids of what breaks it; none is sound. Requests and memory (I8, I9, I11) leave nothing in a database that could be counted. */
const CHECKS: readonly Check[] = [
  {
    name: 'I2',
    what: 'more than one live transaction of one order, identity and card',
    // By the hash of all of it, and by what was sent: one of them may be made wrong.
    text: `SELECT min(transaction_id::text) FROM transactions WHERE status IN ${LIVE} GROUP BY tenant_id, replica_hash HAVING count(*) > 1
      UNION ALL SELECT min(transaction_id::text) FROM transactions WHERE status IN ${LIVE} AND erased_at IS NULL
      GROUP BY tenant_id, order_number, identity_key, identity_hash, card_hash HAVING count(*) > 1`,
  },
  {
    name: 'I3',
    what: 'transactions without history or, still open, without link',
    text: `SELECT t.transaction_id::text FROM transactions t
      WHERE NOT EXISTS (SELECT FROM transaction_history h WHERE (h.tenant_id, h.transaction_id) = (t.tenant_id, t.transaction_id))
      UNION ALL SELECT t.transaction_id::text FROM transactions t WHERE status IN ('waiting', 'shared')
        AND NOT EXISTS (SELECT FROM capture_links l WHERE (l.tenant_id, l.subject_id) = (t.tenant_id, t.transaction_id))`,
  },
  {
    name: 'I4',
    what: 'steps of histories that are no path of the graph or leave one out, do not lead to the status, or end it at no time',
    text: `SELECT transaction_id::text FROM (
        SELECT h.*, lag(to_status) OVER path AS before, lead(version) OVER path AS next, row_number() OVER path AS place
        FROM transaction_history h WINDOW path AS (PARTITION BY tenant_id, transaction_id ORDER BY version)
      ) h JOIN transactions t USING (tenant_id, transaction_id)
      WHERE from_status IS DISTINCT FROM before OR h.version <> place
        OR coalesce(from_status, '*') || ' ' || to_status <> ALL ($1)
        OR next IS NULL AND (to_status <> t.status OR h.version <> t.version)
      UNION ALL SELECT transaction_id::text FROM transactions WHERE (finished_at IS NULL) <> (status IN ${OPEN})`,
    values: ({ edges }) => [edges],
  },
  {
    name: 'I5',
    what: 'ends without event or with that of another, events twice, without delivery or attempt, or given up early',
    text: `SELECT transaction_id::text FROM transactions t LEFT JOIN (
        SELECT tenant_id, transaction_id, count(*) AS ends FROM events WHERE type = 'transaction.finished' GROUP BY 1, 2
      ) e USING (tenant_id, transaction_id)
      WHERE t.status NOT IN ${OPEN} AND coalesce(ends, 0) <> 1
      UNION ALL SELECT coalesce(e.transaction_id, e.event_id)::text FROM events e JOIN webhook_endpoints p USING (tenant_id, company_id)
      WHERE e.type = 'transaction.finished' AND p.created_at < e.created_at AND p.enabled AND p.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM deliveries d WHERE (d.tenant_id, d.event_id, d.endpoint_id) = (e.tenant_id, e.event_id, p.endpoint_id))
      UNION ALL SELECT d.event_id::text FROM deliveries d WHERE state = 'delivered' AND NOT EXISTS (
        SELECT FROM delivery_attempts a
        WHERE (a.tenant_id, a.delivery_id) = (d.tenant_id, d.delivery_id) AND a.response_status BETWEEN 200 AND 299)
      UNION ALL SELECT transaction_id::text FROM events e JOIN transactions t USING (tenant_id, transaction_id)
      WHERE e.type = 'transaction.finished' AND (e.status <> t.status OR e.sequence <> t.version OR e.company_id <> t.company_id)
      UNION ALL SELECT event_id::text FROM deliveries WHERE state = 'pending' AND next_attempt_at IS NULL
      UNION ALL SELECT d.event_id::text FROM deliveries d JOIN webhook_endpoints p USING (tenant_id, endpoint_id)
      WHERE state = 'failed' AND NOT skipped AND attempts - schedule_from < CASE
          WHEN 'webhook-endpoint/' || p.endpoint_id IN (SELECT subject FROM audit_log WHERE action = 'webhook-endpoint.change')
          THEN least(maximum_attempts, ${UNPREPARED}) ELSE maximum_attempts END
        AND NOT EXISTS (
        SELECT FROM delivery_attempts a WHERE (a.tenant_id, a.delivery_id) = (d.tenant_id, d.delivery_id)
          AND (a.response_status = 410 OR a.number = d.attempts AND d.attempts - d.schedule_from >= ${UNPREPARED}
            AND a.error LIKE '%could not prepare%'))`,
  },
  {
    name: 'I10',
    what: 'places of the audit log that do not follow, do not fit their entry, or are missing',
    text: `SELECT 'place ' || position FROM (
        SELECT c.*, lag(hash) OVER chain AS hash_before, lag(position) OVER chain AS last FROM audit_chain c WINDOW chain AS (ORDER BY position)
      ) c LEFT JOIN audit_log e USING (entry_id)
      WHERE position <> coalesce(last, 0) + 1 OR previous_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
        OR e IS NULL OR hash <> audit_hash(previous_hash, e)
      UNION ALL SELECT e.entry_id::text FROM audit_log e
      WHERE NOT EXISTS (SELECT FROM audit_chain c WHERE c.entry_id = e.entry_id)
        AND NOT EXISTS (SELECT FROM audit_unsealed u WHERE u.entry_id = e.entry_id)`,
  },
  {
    name: 'acts',
    what: 'whose row in the audit log is missing, or there twice',
    // Acts on a tenant that moved in stand in the log of where it was made.
    text: `WITH made AS (
        SELECT tenant_id FROM tenants
        WHERE 'tenant/' || tenant_id NOT IN (SELECT subject FROM audit_log WHERE action = 'tenant.move-in')
      ), act AS (
        SELECT tenant_id, 'tenant.create' AS action, 'tenant/' || tenant_id AS subject, 1 AS times FROM made
        UNION ALL SELECT tenant_id, 'service-account.create', 'service-account/' || account, 1 FROM service_accounts JOIN made USING (tenant_id)
        UNION ALL SELECT tenant_id, 'webhook-endpoint.delete', 'webhook-endpoint/' || endpoint_id, (deleted_at IS NOT NULL)::integer
          FROM webhook_endpoints JOIN made USING (tenant_id)
      ), log AS (SELECT tenant_id, action, subject, count(*) AS rows FROM audit_log GROUP BY 1, 2, 3)
      SELECT action || ' ' || subject FROM act LEFT JOIN log USING (tenant_id, action, subject) WHERE times <> coalesce(rows, 0)
      UNION ALL SELECT action || ' ' || subject FROM log WHERE action = 'webhook-endpoint.create' AND rows > 1`,
  },
  {
    name: 'processes',
    what: 'without history, whose history leaves a step out or leads elsewhere, or that ended without one event',
    text: `SELECT process_id::text FROM (
        SELECT h.*, lag(to_status) OVER path AS before, lead(version) OVER path AS next, row_number() OVER path AS place
        FROM process_history h WINDOW path AS (PARTITION BY tenant_id, process_id ORDER BY version)
      ) h JOIN processes p USING (tenant_id, process_id)
      WHERE from_status IS DISTINCT FROM before OR h.version <> place
        OR next IS NULL AND (to_status <> p.status OR h.version <> p.version)
      UNION ALL SELECT process_id::text FROM processes p
      WHERE NOT EXISTS (SELECT FROM process_history h WHERE (h.tenant_id, h.process_id) = (p.tenant_id, p.process_id))
      UNION ALL SELECT process_id::text FROM processes p
      WHERE platform = 'built-in' AND finished_at IS NOT NULL AND 1 <> (
        SELECT count(*) FROM events e WHERE (e.tenant_id, e.subject_id) = (p.tenant_id, p.process_id)
          AND type IN ('process.finished', 'process.failed'))`,
  },
  {
    name: 'acts of the API',
    what: 'endpoints that it made without a row of it, or with two, in the audit log',
    text: `SELECT 'webhook-endpoint ' || endpoint_id FROM webhook_endpoints p
      WHERE NOT (url = $1 OR url LIKE $1 || '/%') AND 1 <> (
        SELECT count(*) FROM audit_log a WHERE a.tenant_id = p.tenant_id
          AND action = 'webhook-endpoint.create' AND subject = 'webhook-endpoint/' || endpoint_id)`,
    values: ({ ownReceivers }) => [ownReceivers],
    isLookedFor: ({ ownReceivers }) => ownReceivers !== undefined,
  },
  {
    name: 'galleries',
    what: 'whose number of faces or last change is another than counted',
    text: `SELECT 'tenant ' || tenant_id FROM face_galleries g WHERE faces <> (
        SELECT count(*) FROM face_templates f
        WHERE (f.tenant_id, coalesce(f.identity_key, ''), f.engine_version) = (g.tenant_id, g.identity_key, g.engine_version))
      OR changes < (SELECT coalesce(max(change), 0) FROM face_changes c
        WHERE (c.tenant_id, c.identity_key, c.engine_version) = (g.tenant_id, g.identity_key, g.engine_version))`,
  },
  {
    name: 'numbers',
    what: 'places of events, rows of the outbox and attempts that are later than the server counts',
    text: `SELECT event_id::text FROM events WHERE position > (SELECT last_value FROM event_positions)
      UNION ALL SELECT 'job_outbox ' || row_id FROM job_outbox WHERE row_id > (SELECT last_value FROM job_outbox_row_id_seq)
      UNION ALL SELECT 'wake_outbox ' || row_id FROM wake_outbox WHERE row_id > (SELECT last_value FROM wake_outbox_row_id_seq)
      UNION ALL SELECT 'audit_unsealed ' || row_id FROM audit_unsealed WHERE row_id > (SELECT last_value FROM audit_unsealed_row_id_seq)
      UNION ALL SELECT delivery_id::text FROM delivery_attempts WHERE kept_in > pg_current_xact_id()`,
  },
  {
    name: 'erased',
    what: 'persons that are back: not erased, or with page, pictures or face',
    text: `SELECT transaction_id::text FROM transactions WHERE transaction_id = ANY ($1) AND erased_at IS NULL
      UNION ALL SELECT subject_id::text FROM capture_links WHERE subject_id = ANY ($1)
      UNION ALL SELECT subject_id::text FROM capture_sessions WHERE subject_id = ANY ($1)
      UNION ALL SELECT subject_id::text FROM capture_frames JOIN capture_attempts USING (tenant_id, attempt_id) WHERE subject_id = ANY ($1)
      UNION ALL SELECT subject_id::text FROM frame_prints WHERE subject_id = ANY ($1)
      UNION ALL SELECT subject_id::text FROM face_templates WHERE subject_id = ANY ($1)`,
    values: ({ erasedIds }) => [erasedIds],
    isLookedFor: ({ erasedIds }) => erasedIds.length > 0,
  },
];

/** The graph of statuses, from and to, and what a transaction may begin with: written here by hand, because the published one is printed from the code that is judged. */
export const EDGES: readonly string[] = [
  ...['* waiting', '* processing', '* fast-inconclusive'],
  ...['waiting processing', 'waiting inconclusive', 'waiting shared', 'waiting waiting'],
  ...['waiting unknown-share', 'waiting absent-holder', 'waiting canceled', 'waiting expired'],
  ...['processing approved', 'processing inconclusive'],
  ...['shared processing', 'shared inconclusive', 'shared shared'],
  ...['shared unknown-share', 'shared absent-holder', 'shared canceled', 'shared expired'],
];

/** Statements that count what breaks a reference from one table to another; a copy of rows makes none of the usual checks. */
const REFERENCES = `
  SELECT format('SELECT %L || (%s)::text FROM %s a WHERE (%s) IS NOT NULL AND NOT EXISTS (SELECT FROM %s b WHERE (%s) = (%s))',
    conrelid::regclass::text || ' ', own.columns, conrelid::regclass, own.columns, confrelid::regclass, own.columns, other.columns) AS text
  FROM pg_constraint c,
    LATERAL (SELECT string_agg(format('a.%I', attname), ', ' ORDER BY n) AS columns
      FROM unnest(conkey) WITH ORDINALITY k (number, n) JOIN pg_attribute ON attrelid = conrelid AND attnum = number) own,
    LATERAL (SELECT string_agg(format('b.%I', attname), ', ' ORDER BY n) AS columns
      FROM unnest(confkey) WITH ORDINALITY k (number, n) JOIN pg_attribute ON attrelid = confrelid AND attnum = number) other
  WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace`;

/** Statements that look for words in every row of every table that was written since, in clear or as bytes; jobs, which name nobody, among them. */
const ROWS = `
  SELECT format('SELECT %L FROM %s t WHERE t.xmin::text::bigint >= $2::bigint AND t::text LIKE ANY ($1)',
    'table ' || c.oid::regclass::text, c.oid::regclass) AS text
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname IN ('public', 'graphile_worker')`;

/** How often something was found, and the first ids. */
type Rows = { broken: number; about: readonly string[] };

/** Ids that are told of one invariant. */
const MAX_TOLD = 10;

async function listRows(client: pg.Client, text: string, values: unknown[] = []): Promise<Rows> {
  const { rows } = await client.query<Rows>(
    `SELECT count(*)::integer AS broken, coalesce((array_agg(DISTINCT about))[1:${MAX_TOLD}], '{}') AS about
     FROM (${text}) broken (about)`,
    values,
  );
  return rows[0] ?? { broken: Number.NaN, about: [] };
}

/** Adds up what statements find that another statement wrote. */
async function listEach(client: pg.Client, writer: string, values: unknown[] = []): Promise<Rows> {
  const { rows } = await client.query<{ text: string }>(writer);
  const all: Rows[] = [];
  for (const { text } of rows) all.push(await listRows(client, text, values));
  return {
    broken: all.reduce((sum, { broken }) => sum + broken, 0),
    about: all.flatMap(({ about }) => about).slice(0, MAX_TOLD),
  };
}

/** The place from which on rows are new to whoever looks through all of them now. */
export async function readHorizon(databaseUrl: string): Promise<string> {
  const [row] = await query<{ xid: string }>(
    databaseUrl,
    'SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid',
  );
  return row?.xid ?? '0';
}

/** Counts what breaks each invariant that a database can show; indexes are not believed. */
export async function checkInvariants(
  databaseUrl: string,
  { secrets = [], erasedIds = [], ownReceivers, rowsFrom = '0' }: Known = {},
): Promise<Invariant[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query('SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off');
    await client.query('SET LOCAL enable_indexonlyscan = off; SET LOCAL statement_timeout = 0');
    // Rows are compared by hash: without an index, anything else looks at each for each.
    await client.query("SET LOCAL work_mem = '256MB'");
    const facts = { secrets, erasedIds, ownReceivers, edges: EDGES };
    const found: Invariant[] = [];
    for (const { name, what, text, values } of CHECKS.filter(
      ({ isLookedFor }) => isLookedFor?.(facts) ?? true,
    ))
      found.push({ name, what, ...(await listRows(client, text, values?.(facts))) });
    const references = await listEach(client, REFERENCES);
    const leaks =
      secrets.length > 0 ? await listEach(client, ROWS, [patternsOf(secrets), rowsFrom]) : undefined;
    return [
      ...found,
      { name: 'I3, I6', what: 'rows that refer to none, or to one of another tenant', ...references },
      ...(leaks === undefined
        ? []
        : [{ name: 'I7', what: 'rows with a name or number of a person in clear', ...leaks }]),
    ];
  } finally {
    await client.end();
  }
}

/** Lines of logs below a directory, those of the database among them, that have a name or number of a person (I7). */
export function countInLogs(directory: string, secrets: readonly string[]): Invariant {
  const lines = readdirSync(directory)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'));
  const forms = secrets.flatMap(formsOf);
  const broken = lines.filter((line) => forms.some((form) => line.includes(form))).length;
  return { name: 'I7', what: 'lines of logs with a name or number of a person, or another secret', broken };
}

/** One figure for each invariant. */
export const figuresOfInvariants = (when: string, found: readonly Invariant[]): Figure[] =>
  found.map(({ name, what, broken }) => ({
    ...{ what: `${when}, ${name}: ${what}`, value: String(broken), target: '0', isMet: broken === 0 },
  }));
