const EXPORTS = '/portal/api/t/:tenant_id/exports';
const ROWS = { operation: 'listTransactions' } as const;

/** Calls about files of a list: each person sees their own alone. */
export const exportOperations = {
  startTransactionExport: {
    method: 'POST',
    path: `${EXPORTS}/transactions`,
    access: 'exports:make',
    twin: ROWS,
  },
  startPersonExport: {
    method: 'POST',
    path: `${EXPORTS}/persons`,
    access: 'persons:export',
    stepUp: true,
    twin: { command: 'transactions reveal' },
  },
  startAuditExport: {
    method: 'POST',
    path: `${EXPORTS}/audit`,
    access: 'audit:read',
    twin: { command: 'audit list' },
  },
  listExports: { method: 'GET', path: EXPORTS, access: 'exports:make', twin: { command: 'exports list' } },
  readExportPart: {
    method: 'POST',
    path: `${EXPORTS}/:export_id/parts`,
    access: 'exports:make',
    twin: ROWS,
  },
  endExport: {
    method: 'DELETE',
    path: `${EXPORTS}/:export_id`,
    access: 'exports:make',
    twin: { command: 'exports end' },
  },
} as const;
