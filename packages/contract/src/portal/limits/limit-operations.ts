const LIMITS = '/portal/api/t/:tenant_id/limits';

/** Calls of the page about limits. */
export const limitOperations = {
  readLimitsNow: {
    method: 'GET',
    path: LIMITS,
    access: 'calls:read',
    extent: 'all',
    twin: { operation: 'readLimits' },
  },
  readCallTimes: {
    method: 'POST',
    path: `${LIMITS}/calls`,
    access: 'calls:read',
    extent: 'all',
    twin: { command: 'limits simulate' },
  },
} as const;
