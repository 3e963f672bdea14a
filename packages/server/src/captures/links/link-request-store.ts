import { sql } from 'kysely';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Link } from './link-store.ts';

/** A company is told so often at most that a new link is wanted: for all links of a transaction or process together. */
const REQUEST_PAUSE_SECONDS = 600;

/** And no more often for one link, however long somebody goes on pressing. */
const MAX_REQUESTS = 10;

/** Notes that a new link is wanted in place of this one; false where the company was told a moment ago, or often enough. */
export async function noteLinkRequest(
  db: Db,
  { tenantId, codeHash, subject }: Link,
  now: Date,
): Promise<boolean> {
  const since = addSeconds(now, -REQUEST_PAUSE_SECONDS);
  const result = await sql`
    UPDATE capture_links l SET requested_at = ${now}, requests = requests + 1
    WHERE tenant_id = ${tenantId} AND code_hash = ${codeHash} AND requests < ${MAX_REQUESTS}
      AND (requested_at IS NULL OR requested_at <= ${since})
      AND NOT EXISTS (
        SELECT FROM capture_links o
        WHERE o.tenant_id = l.tenant_id AND o.subject_id = ${subject.id} AND o.requested_at > ${since})`.execute(
    db,
  );
  return result.numAffectedRows === 1n;
}

/** When the company was last told for any link of the same transaction or process. */
export async function findLastRequest(db: Db, { tenantId, subject }: Link): Promise<Date | undefined> {
  const row = await db
    .selectFrom('capture_links')
    .select((table) => table.fn.max('requested_at').as('at'))
    .where('tenant_id', '=', tenantId)
    .where('subject_id', '=', subject.id)
    .executeTakeFirst();
  return row?.at ?? undefined;
}
