import { type AuditEntry, insertAuditEntry, type Operator } from '@titular/server/audit/index.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';

/** An entry as another release may have written it: with an action and a kind of subject that this one does not have. */
type AnyEntry = Pick<AuditEntry, 'before' | 'after'> & {
  tenantId?: AuditEntry['tenantId'];
  action: string;
  subject: string;
};

/** Adds an audit entry of any action about anything. */
export const insertAnyEntry = (
  db: Db,
  by: Pick<Operator, 'clock' | 'actor'>,
  { tenantId, action, subject, ...values }: AnyEntry,
): Promise<void> => insertAuditEntry(db, by, { tenantId, action, subject, ...values } as AuditEntry);
