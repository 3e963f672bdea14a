import type { AccountView } from '@titular/contract';

/** The dialog that is open about an account, about which of its credentials, and what `switch` makes it. */
export type AccountDialog =
  | { kind: 'add-key' | 'add-secret' | 'rotate' }
  | { kind: 'switch'; active: boolean }
  | { kind: 'end-key' | 'end-secret'; id: string };

/** Names under which unsent forms outlive the lock. */
export const accountForms = {
  create: (tenantId: string): string => `service account of ${tenantId}`,
  key: (tenantId: string, account: string): string => `public key of ${tenantId} ${account}`,
};

/** What every dialog about an account gets; `onChanged` reads it again. */
export type AccountDialogProps = { account: AccountView; onChanged(): void; onClose(): void };
