import { hasView, insertAuditEntry, type Operator } from '../../audit/index.ts';
import type { Stay } from './stay-store.ts';

/** Action of the entries about what an operator viewed. */
export const VIEW_ACTION = 'operator.view';

/** A call of a stay, and what it is about as the audit log names it. */
export type View = { call: string; subject: string };

/** Writes the first view of a thing by a call to the tenant's audit log, with the reason of the stay; the answer comes after it. */
export async function noteView(
  { db, clock, actor }: Operator,
  { stayId, tenantId, reason, enteredAt }: Pick<Stay, 'stayId' | 'tenantId' | 'reason' | 'enteredAt'>,
  { call, subject }: View,
): Promise<void> {
  const view = { tenantId, actor, subject, action: VIEW_ACTION, values: { call, stay: stayId } };
  if (await hasView(db, view, enteredAt)) return;
  await insertAuditEntry(
    db,
    { clock, actor },
    { tenantId, action: VIEW_ACTION, subject, after: { call, stay: stayId, reason } },
  );
}
