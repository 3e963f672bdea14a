import type { AuditAction, AuditLogOf, AuditSubject } from '@titular/contract';
import type { Selectable } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** Whose log tells of an action: a tenant's, the deployment's, or either. */
type TenantOf<Action extends AuditAction> =
  | ('deployment' extends AuditLogOf<Action> ? undefined : never)
  | ('tenant' extends AuditLogOf<Action> ? TenantId : never);

/** One change: what was done to what, with the values before and after; never a secret, never a private key. */
export type AuditEntry<Action extends AuditAction = AuditAction> = {
  tenantId: TenantOf<Action>;
  action: Action;
  subject: AuditSubject<Action>;
  before?: object;
  after?: object;
};

/** Actions that the log of a tenant may have. */
type TenantAction = {
  [Action in AuditAction]: 'tenant' extends AuditLogOf<Action> ? Action : never;
}[AuditAction];

/** One change for the log of a tenant: each action with its own kinds of subjects, whichever of them it is. */
export type TenantAuditEntry = {
  [Action in TenantAction]: Omit<AuditEntry<Action>, 'tenantId'>;
}[TenantAction];

/** An entry as it is read, of any release; times are the service's clock. */
export type RecordedAuditEntry = Pick<AuditEntry, 'before' | 'after'> & {
  entryId: string;
  tenantId: TenantId | undefined;
  at: Date;
  actor: string;
  action: string;
  subject: string;
};

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
