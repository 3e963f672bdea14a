import type { Selectable } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** One change: what was done to what, with the values before and after; never a secret, never a private key. */
export type AuditEntry = {
  tenantId: TenantId | undefined;
  action: string;
  subject: string;
  before?: object;
  after?: object;
};

/** An entry as it is read; times are the service's clock. */
export type RecordedAuditEntry = AuditEntry & { entryId: string; at: Date; actor: string };

/** A row of the log as its stores select it. */
export type AuditRowValues = Selectable<Tables['audit_log']>;

/** Makes an entry of a row. */
export const toRecorded = (row: AuditRowValues): RecordedAuditEntry => ({
  entryId: row.entry_id,
  tenantId: row.tenant_id ?? undefined,
  at: row.at,
  actor: row.actor,
  action: row.action,
  subject: row.subject,
  ...(row.before === null ? {} : { before: row.before as object }),
  ...(row.after === null ? {} : { after: row.after as object }),
});
