import { insertAuditEntry, type Operator } from '../audit/index.ts';
import { inTransaction } from '../kernel/database/connect.ts';
import { retryFailedJobs } from '../kernel/jobs/job-store.ts';

/** Jobs that run again at once. */
export const MAX_RETRIED = 1_000;

/** Has failed jobs of a task run again, or one of them, with an entry in the audit log; tells how many, 1,000 at most. */
export const retryJobs = (operator: Operator, task: string, id?: string): Promise<number> =>
  inTransaction(operator.db, async (trx) => {
    const retried = await retryFailedJobs(trx, { task, id, limit: MAX_RETRIED });
    if (retried > 0)
      await insertAuditEntry(trx, operator, {
        tenantId: undefined,
        action: 'jobs.retry',
        subject: 'deployment',
        after: { task, jobs: retried, ...(id === undefined ? {} : { job: id }) },
      });
    return retried;
  });
