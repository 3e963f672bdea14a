import { hasView, insertAuditEntry, type Operator } from '../../audit/index.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { endStay, recordView, type Stay } from '../../stays/index.ts';

/** Action of the entries about what an operator viewed. */
export const VIEW_ACTION = 'operator.view';

/** Views of a stay: the last one ends it, so that nothing is viewed that the log does not tell. */
export const MAX_VIEWS = 1_000;

/** A call of a stay that succeeded, and what it is about; of a search, a digest of what was asked and how many rows it found. */
export type View = {
  call: string;
  subject: `${string}/${string}`;
  search?: { digest: string; rows: number } | undefined;
};

/**
 * Writes a view of something that the stay has not viewed yet to the tenant's log, before it is answered. False, and nothing to answer, where the
 * stay has ended meanwhile.
 */
export async function noteView(
  operator: Operator,
  { stayId, tenantId, enteredAt }: Pick<Stay, 'stayId' | 'tenantId' | 'enteredAt'>,
  { call, subject, search }: View,
): Promise<boolean> {
  const { db, clock, actor } = operator;
  const values = { call, stay: stayId, ...(search ? { search: search.digest } : {}) };
  if (await hasView(db, { tenantId, actor, subject, action: VIEW_ACTION, values }, enteredAt)) return true;
  return inTransaction(db, async (trx) => {
    const views = await recordView(trx, stayId, clock.now());
    if (views === undefined) return false;
    const after = { ...values, ...(search ? { rows: search.rows } : {}) };
    await insertAuditEntry(trx, operator, { tenantId, action: VIEW_ACTION, subject, after });
    if (views >= MAX_VIEWS) await endStay({ ...operator, db: trx }, stayId);
    return true;
  });
}
