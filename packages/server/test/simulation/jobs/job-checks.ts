import { JOBS, type JobRow } from '../memory/job-statements.ts';
import type { HistoryRow, TransactionRow } from '../memory/status-statements.ts';
import { findBadTrail } from '../statuses/status-checks.ts';
import type { JobWorld } from './job-world.ts';

/** Finds what must not be once the dead were found: a job that somebody holds. */
export const findHeldJobs = ({ rows, silenced }: JobWorld): string[] =>
  rows
    .committed<JobRow>(JOBS)
    .filter(({ locked_by }) => locked_by !== null && !silenced.has(locked_by))
    .map(() => 'a job is held by nobody who works on it (I11)');

/** Finds what must not be once all jobs are done. */
export function findBadJobs({ rows, bad, faults }: JobWorld): string[] {
  const found = [...bad];
  const history = rows
    .committed<HistoryRow>('transaction_history')
    .toSorted((one, other) => one.version - other.version);
  for (const row of rows.committed<TransactionRow>('transactions')) {
    const own = history.filter(({ transaction_id }) => transaction_id === row.transaction_id);
    found.push(...findBadTrail({ rows }, row, own));
    if (row.status === 'processing') found.push('a capture is finished, and never decided (I3)');
  }
  if (rows.committed(JOBS).length > 0) found.push('a job is left that nobody does (I11)');
  for (const fault of faults) if (!String(fault).includes('SQLSTATE 08006')) found.push(String(fault));
  return found;
}
