import { timeCommitsOf } from '../kernel/database/connect.ts';
import type { Module } from '../module.ts';
import { auditCommitSeconds } from './audit-metrics.ts';

/** The log of what operators and accounts did, and its hash chain. */
export function createAudit(): Module {
  timeCommitsOf('audit_log', auditCommitSeconds);
  return {
    tables: { audit_log: 'deployment', audit_chain: 'deployment' },
    metrics: [auditCommitSeconds],
  };
}
