import { type Database, timeCommitsOf } from '../kernel/database/connect.ts';
import type { Kernel, Module } from '../module.ts';
import { auditCommitSeconds, unsealedSeconds } from './audit-metrics.ts';
import { startSealer } from './seal-audit-log.ts';

/** The log of what operators and accounts did, and its hash chain; entries of both pools are sealed after their commits. */
export function createAudit(
  { db, pool, log }: Kernel,
  { portalDatabase }: { portalDatabase: Database | undefined },
): Module {
  timeCommitsOf('audit_log', auditCommitSeconds);
  return {
    tables: { audit_log: 'deployment', audit_chain: 'deployment', audit_unsealed: 'deployment' },
    metrics: [auditCommitSeconds, unsealedSeconds],
    start: async () => startSealer(db, portalDatabase ? [pool, portalDatabase.pool] : [pool], log),
  };
}
