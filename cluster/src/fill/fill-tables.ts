import { addAttempts, addTransactions, type Owner } from '@titular/test-kit/fill-volume.ts';
import pg from 'pg';
import type { Stage } from '../stage/children.ts';

const CHUNK = 50_000;
const DAYS = 28;
/** One in so many still waits, for a day more. */
const OPEN_EVERY = 20;
const STATUSES = `(ARRAY['approved','approved','approved','inconclusive','expired','expired','canceled','fast-inconclusive','unknown-share',
  'absent-holder'])[1 + n % 10]`;
const CAPTURED = "('approved', 'inconclusive')";

/** What of a chunk comes from its transactions; $1 is the tenant, $2 and $3 are when they ended. */
const FOLLOWING = [
  `INSERT INTO transaction_history (tenant_id, transaction_id, version, event, from_status, to_status, actor, at)
   SELECT t.tenant_id, t.transaction_id, made.version, made.event, made.from_status, coalesce(made.to_status, t.status), made.actor,
     CASE made.version WHEN 1 THEN t.created_at ELSE t.finished_at END
   FROM ended t, (VALUES (1, 'create', NULL, 'waiting', 'merchant'), (2, 'decide', 'waiting', NULL, 'service'))
     AS made (version, event, from_status, to_status, actor)`,
  `INSERT INTO events (tenant_id, event_id, company_id, transaction_id, type, sequence, status, created_at, subject_id, order_number, position)
   SELECT tenant_id, transaction_id, company_id, transaction_id, 'transaction.finished', 1, status, finished_at, transaction_id, order_number,
     nextval('event_positions') FROM ended`,
  `INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts, finished_at)
   SELECT t.tenant_id, t.transaction_id, t.transaction_id, e.endpoint_id, 'delivered', 1, t.finished_at
   FROM ended t JOIN webhook_endpoints e ON (e.tenant_id, e.company_id) = (t.tenant_id, t.company_id)`,
  `INSERT INTO capture_dues (tenant_id, subject_kind, subject_id, company_id, finished_at)
   SELECT tenant_id, 'transaction', transaction_id, company_id, finished_at FROM ended WHERE status IN ${CAPTURED}`,
];

const ended = (statement: string): string => {
  const range = `tenant_id = $1 AND company_id = $2 AND erased_at IS NULL AND finished_at >= $3 AND finished_at < $4`;
  return `WITH ended AS (SELECT * FROM transactions WHERE ${range}) ${statement} ON CONFLICT DO NOTHING`;
};

type Filled = { count: number; from: Date; before: Date; first: number };

async function addChunk(
  client: pg.Client,
  owner: Owner,
  { count, from, before, first }: Filled,
): Promise<void> {
  const open = Math.floor(count / OPEN_EVERY);
  const finished = count - open;
  const [since, length] = [from.toISOString(), (before.getTime() - from.getTime()) / finished];
  const time = `timestamptz '${since}' + (n - 1) * ${length} * interval '1 millisecond'`;
  const plan = { createdAt: `${time} - interval '10 minutes'`, expiresAt: `${time} + interval '3 days'` };
  const pool = client as unknown as pg.Pool;
  await addTransactions(pool, owner, {
    ...plan,
    count: finished,
    status: STATUSES,
    finishedAt: time,
    salt: first,
  });
  await addTransactions(pool, owner, {
    ...{ count: open, status: "'waiting'", salt: first + finished, finishedAt: 'NULL::timestamptz' },
    ...{
      createdAt: "now() - n * interval '1 second'",
      expiresAt: "now() + interval '1 day' + n * interval '1 second'",
    },
  });
  const range = [owner.tenantId, owner.companyId, from, before];
  for (const statement of FOLLOWING) await client.query(ended(statement), range);
  await addAttempts(pool, owner, {
    from: `timestamptz '${since}'`,
    before: `timestamptz '${before.toISOString()}' AND t.status IN ${CAPTURED} AND t.erased_at IS NULL`,
  });
}

/** Fills what a company would have after it had `from` transactions and until it has `to`, spread over the same weeks: their history, events, deliveries, and attempts of those that had a capture. */
export async function fillTables(
  stage: Stage,
  adminUrl: string,
  owner: Owner,
  { from, to }: { from: number; to: number },
): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    // Rows stand as they would after their triggers, which would take longer than all else.
    for (const setting of ["session_replication_role = 'replica'", 'enable_seqscan = off', 'jit = off'])
      await client.query(`SET ${setting}`);
    const end = Date.now() - 3_600_000;
    const at = (place: number): Date =>
      new Date(end - DAYS * 86_400_000 * (1 - (place - from) / (to - from)));
    for (let first = from; first < to; first += CHUNK) {
      stage.signal.throwIfAborted();
      const last = Math.min(to, first + CHUNK);
      await addChunk(client, owner, { count: last - first, from: at(first), before: at(last), first });
      stage.say(`filled: ${last} of ${to} transactions`);
    }
  } finally {
    await client.end();
  }
}
