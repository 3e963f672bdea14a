const T = '/portal/api/t/:tenant_id';

/** Calls about the sandbox; a portal of production has none of them. */
export const sandboxByHandOperations = {
  listPortalScenarios: {
    method: 'GET',
    path: `${T}/scenarios`,
    access: 'endpoints:manage',
    twin: { operation: 'listScenarios' },
  },
  runPortalScenario: {
    method: 'POST',
    path: `${T}/scenarios/run`,
    access: 'transactions:act',
    twin: { operation: 'createTransaction' },
  },
  stepPortalTransaction: {
    method: 'POST',
    path: `${T}/transactions/:transaction_id/steps`,
    access: 'transactions:act',
    twin: { operation: 'stepTransaction' },
  },
  examinePortalReceiver: {
    method: 'POST',
    path: `${T}/endpoints/:endpoint_id/examination`,
    access: 'endpoints:manage',
    twin: { command: 'webhooks examine' },
  },
  readPortalExamination: {
    method: 'GET',
    path: `${T}/endpoints/:endpoint_id/examination`,
    access: 'endpoints:manage',
    twin: { command: 'webhooks examine' },
  },
  readSandboxFill: {
    method: 'GET',
    path: `${T}/sandbox-fill`,
    access: 'endpoints:manage',
    twin: { command: 'sandbox show' },
  },
  fillSandbox: {
    method: 'POST',
    path: `${T}/sandbox-fill`,
    access: 'endpoints:manage',
    twin: { command: 'sandbox fill' },
  },
  clearSandbox: {
    method: 'POST',
    path: `${T}/sandbox-fill/removal`,
    access: 'endpoints:manage',
    twin: { command: 'sandbox clear' },
  },
} as const;
