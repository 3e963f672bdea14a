const USERS = '/portal/api/deployment/users';
const QUEUES = '/portal/api/deployment/queues';

/** Calls of operators about people and queues: rows of `portalOperations`. */
export const operatorOperations = {
  searchPeople: {
    method: 'POST',
    path: `${USERS}/search`,
    access: 'deployment:manage',
    twin: { command: 'users list' },
  },
  endPersonSessions: {
    method: 'POST',
    path: `${USERS}/:user_id/end-sessions`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'sessions end' },
  },
  switchPerson: {
    method: 'POST',
    path: `${USERS}/:user_id/switch`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'users disable' },
  },
  readQueues: {
    method: 'GET',
    path: QUEUES,
    access: 'deployment:manage',
    twin: { command: 'jobs list' },
  },
  searchJobs: {
    method: 'POST',
    path: `${QUEUES}/jobs/search`,
    access: 'deployment:manage',
    twin: { command: 'jobs failing' },
  },
  retryJobs: {
    method: 'POST',
    path: `${QUEUES}/jobs/retry`,
    access: 'deployment:manage',
    stepUp: true,
    twin: { command: 'jobs retry' },
  },
} as const;
