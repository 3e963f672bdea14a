import type { TenantRow } from '@titular/contract';

/** The dialog that is open on the page of tenants, and which tenant it is about. */
export type TenantDialog = { kind: 'add' } | { kind: 'company' | 'invite' | 'switch'; tenant: TenantRow };

/** Names under which unsent forms outlive the lock. */
export const tenantForms = {
  add: 'new tenant',
  company: (tenantId: string): string => `new company of ${tenantId}`,
  enter: (tenantId: string): string => `entry into ${tenantId}`,
};

/** What every dialog gets; `onChanged` reads the list from its beginning. */
export type TenantDialogProps = { onChanged(): void; onClose(): void };
