import { createHistogram, SHORT_SECONDS } from '../kernel/metrics/instruments.ts';

/** Seconds of commits with an entry. */
export const auditCommitSeconds = createHistogram({
  name: 'titular_audit_commit_seconds',
  help: 'Seconds of a commit that holds an entry of the audit log; these run one at a time over the deployment.',
  labels: {},
  buckets: SHORT_SECONDS,
});
