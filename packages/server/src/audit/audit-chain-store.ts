import { sql } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { ChainLink, EntryTexts } from './audit-chain.ts';

// A page is looked up row by row: a planner that knows nothing of the tables yet would read all of both for each page.

type LinkRow = {
  position: string;
  link_entry_id: string;
  previous_hash: Buffer;
  hash: Buffer;
  is_there: boolean;
  tenant_id: TenantId | null;
  at: string;
  actor: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
};

const toEntry = (row: LinkRow): EntryTexts => ({
  entryId: row.link_entry_id,
  tenantId: row.tenant_id,
  at: row.at,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  before: row.before,
  after: row.after,
});

/** Up to `limit` links after a position, in their order, each with its entry as the texts that were hashed. */
export async function listLinks(db: Db, afterPosition: number, limit: number): Promise<ChainLink[]> {
  const { rows } = await sql<LinkRow>`
    SELECT c.position::text, c.entry_id AS link_entry_id, c.previous_hash, c.hash, a.entry_id IS NOT NULL AS is_there,
      a.tenant_id, to_char(a.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') AS at, a.actor, a.action, a.subject,
      a.before::text, a.after::text
    FROM (SELECT position, entry_id, previous_hash, hash FROM audit_chain
      WHERE position > ${afterPosition} ORDER BY position LIMIT ${limit}) c
    LEFT JOIN LATERAL (SELECT entry_id, tenant_id, at, actor, action, subject, before, after
      FROM audit_log WHERE entry_id = c.entry_id LIMIT 1) a ON true
    ORDER BY c.position`.execute(db);
  return rows.map((row) => ({
    position: Number(row.position),
    entryId: row.link_entry_id,
    previousHash: row.previous_hash,
    hash: row.hash,
    entry: row.is_there ? toEntry(row) : undefined,
  }));
}

/** The position that has this hash. */
export async function findPosition(db: Db, hash: Buffer): Promise<number | undefined> {
  const { rows } = await sql<{ position: string }>`
    SELECT position::text FROM audit_chain WHERE hash = ${hash}`.execute(db);
  return rows[0] && Number(rows[0].position);
}

/** Up to `limit` entries after an id, in the order of ids, and whether each has a place in the chain. */
export async function listChained(
  db: Db,
  afterId: string,
  limit: number,
): Promise<{ entryId: string; isChained: boolean }[]> {
  const { rows } = await sql<{ entry_id: string; is_chained: boolean }>`
    SELECT a.entry_id, c.entry_id IS NOT NULL AS is_chained
    FROM (SELECT entry_id FROM audit_log WHERE entry_id > ${afterId} ORDER BY entry_id LIMIT ${limit}) a
    LEFT JOIN LATERAL (SELECT entry_id FROM audit_chain WHERE entry_id = a.entry_id LIMIT 1) c ON true
    ORDER BY a.entry_id`.execute(db);
  return rows.map((row) => ({ entryId: row.entry_id, isChained: row.is_chained }));
}
