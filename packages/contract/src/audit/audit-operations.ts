const AUDIT = '/portal/api/t/:tenant_id/audit';
const OF_DEPLOYMENT = '/portal/api/deployment/audit';
const LIST = { command: 'audit list' } as const;
const VERIFY = { command: 'audit verify' } as const;

/** Calls about the audit log: of a tenant for its members, and of the deployment for operators. */
export const auditOperations = {
  searchAudit: { method: 'POST', path: `${AUDIT}/search`, access: 'audit:read', twin: LIST },
  listAuditFilters: { method: 'GET', path: `${AUDIT}/filters`, access: 'audit:read', twin: LIST },
  searchAuditActors: { method: 'POST', path: `${AUDIT}/actors`, access: 'audit:read', twin: LIST },
  verifyAudit: { method: 'POST', path: `${AUDIT}/verify`, access: 'audit:read', twin: VERIFY },
  searchWholeAudit: {
    method: 'POST',
    path: `${OF_DEPLOYMENT}/search`,
    access: 'deployment:manage',
    twin: LIST,
  },
  listWholeAuditFilters: {
    method: 'GET',
    path: `${OF_DEPLOYMENT}/filters`,
    access: 'deployment:manage',
    twin: LIST,
  },
  searchWholeAuditActors: {
    method: 'POST',
    path: `${OF_DEPLOYMENT}/actors`,
    access: 'deployment:manage',
    twin: LIST,
  },
  readAuditLinks: {
    method: 'POST',
    path: `${OF_DEPLOYMENT}/links`,
    access: 'deployment:manage',
    twin: VERIFY,
  },
  findAuditLink: {
    method: 'POST',
    path: `${OF_DEPLOYMENT}/link`,
    access: 'deployment:manage',
    twin: VERIFY,
  },
  readAuditRest: {
    method: 'POST',
    path: `${OF_DEPLOYMENT}/rest`,
    access: 'deployment:manage',
    twin: VERIFY,
  },
} as const;
