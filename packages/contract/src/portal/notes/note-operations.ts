const NOTES = '/portal/api/t/:tenant_id/transactions/:transaction_id/notes';

/** Calls about notes and verdicts of a transaction. */
export const noteOperations = {
  writeNote: {
    method: 'POST',
    path: NOTES,
    access: 'notes:write',
    twin: { command: 'transactions note' },
  },
  giveVerdict: {
    method: 'POST',
    path: '/portal/api/t/:tenant_id/transactions/:transaction_id/verdicts',
    access: 'verdicts:give',
    twin: { command: 'transactions verdict' },
  },
  withdrawNote: {
    method: 'DELETE',
    path: `${NOTES}/:note_id`,
    access: 'notes:write',
    twin: { command: 'transactions withdraw-note' },
  },
} as const;
