import type { ErasureProposal } from '@titular/contract';

/** The dialog that is open on the page of data, and what it is about. */
export type DataDialog =
  | { kind: 'erase' }
  | { kind: 'approve' | 'withdraw'; proposal: ErasureProposal }
  | { kind: 'receipt'; id: string };

/** Names under which unsent forms outlive the lock. */
export const dataForms = {
  erase: (tenantId: string): string => `erasure in ${tenantId}`,
  approve: (proposalId: string): string => `approval of erasure ${proposalId}`,
};

/** What every dialog gets; `onChanged` reads the lists again. */
export type DialogProps = { onChanged(): void; onClose(): void };
