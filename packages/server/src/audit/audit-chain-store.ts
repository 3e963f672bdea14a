import type { ChainLink, EntryTexts, WaitingEntry } from '@titular/contract';
import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';

// A page is looked up row by row: a planner that knows nothing of the tables yet would read all of both for each page.

type EntryRow = {
  link_entry_id: string;
  is_there: boolean;
  tenant_id: TenantId | null;
  at: string;
  actor: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
};

type LinkRow = EntryRow & { position: string; previous_hash: Buffer; hash: Buffer };

const toEntry = (row: EntryRow): EntryTexts => ({
  entryId: row.link_entry_id,
  tenantId: row.tenant_id,
  at: row.at,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: row.after,
});

/** The columns of an entry `a` as the texts that are hashed. */
const ENTRY_TEXTS = sql`a.entry_id IS NOT NULL AS is_there, a.tenant_id,
      to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, a.actor, a.action, a.subject,
      a.before::text, a.after::text`;

/** Up to `limit` links after a position, in their order, each with its entry as the texts that were hashed. */
export async function listLinks(db: Db, afterPosition: number, limit: number): Promise<ChainLink[]> {
  const { rows } = await sql<LinkRow>`
    SELECT c.position::text, c.entry_id AS link_entry_id, c.previous_hash, c.hash, ${ENTRY_TEXTS}
    FROM (SELECT position, entry_id, previous_hash, hash FROM audit_chain
      WHERE position > ${afterPosition} ORDER BY position LIMIT ${limit}) c
    LEFT JOIN LATERAL (SELECT entry_id, tenant_id, at, actor, action, subject, before, after
      FROM audit_log WHERE entry_id = c.entry_id LIMIT 1) a ON true
    ORDER BY c.position`.execute(db);
  return rows.map((row) => ({
    position: Number(row.position),
    entryId: row.link_entry_id,
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    entry: row.is_there ? toEntry(row) : undefined,
  }));
}

/** The position that has this hash, given in hex. */
export async function findPosition(db: Db, hash: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: string }>`
    SELECT position::text FROM audit_chain WHERE hash = ${Buffer.from(hash, 'hex')}`.execute(db);
  return rows[0] && Number(rows[0].position);
}

/** Up to `limit` entries after an id, in the order of ids, and whether each has a place in the chain or waits for one. */
export async function listChained(
  db: Db,
  afterId: string,
  limit: number,
): Promise<{ entryId: string; isChained: boolean }[]> {
  const { rows } = await sql<{ entry_id: string; is_chained: boolean }>`
    SELECT a.entry_id, c.entry_id IS NOT NULL OR u.entry_id IS NOT NULL AS is_chained
    FROM (SELECT entry_id FROM audit_log WHERE entry_id > ${afterId} ORDER BY entry_id LIMIT ${limit}) a
    LEFT JOIN LATERAL (SELECT entry_id FROM audit_chain WHERE entry_id = a.entry_id LIMIT 1) c ON true
    LEFT JOIN LATERAL (SELECT entry_id FROM audit_unsealed WHERE entry_id = a.entry_id LIMIT 1) u ON true
    ORDER BY a.entry_id`.execute(db);
  return rows.map((row) => ({ entryId: row.entry_id, isChained: row.is_chained }));
}

/** Up to `limit` entries that wait for their places, the longest waiting first. */
export async function listWaiting(db: Db, limit: number): Promise<WaitingEntry[]> {
  const { rows } = await sql<EntryRow & { entry_text: string; seconds: number }>`
    SELECT u.entry_id AS link_entry_id, u.entry_text,
      extract(epoch FROM clock_timestamp() - u.written_at)::float8 AS seconds, ${ENTRY_TEXTS}
    FROM (SELECT row_id, entry_id, entry_text, written_at FROM audit_unsealed ORDER BY row_id LIMIT ${limit}) u
    LEFT JOIN LATERAL (SELECT entry_id, tenant_id, at, actor, action, subject, before, after
      FROM audit_log WHERE entry_id = u.entry_id LIMIT 1) a ON true
    ORDER BY u.row_id`.execute(db);
  return rows.map((row) => ({
    entryId: row.link_entry_id,
    text: row.entry_text,
    seconds: row.seconds,
    entry: row.is_there ? toEntry(row) : undefined,
  }));
}

/** How many entries wait for their places. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`SELECT count(*)::integer AS count FROM audit_unsealed`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The last position of the chain; 0 without one. */
export async function findLastPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ position: string }>`
    SELECT position::text FROM audit_chain ORDER BY position DESC LIMIT 1`.execute(db);
  return Number(rows[0]?.position ?? 0);
}
