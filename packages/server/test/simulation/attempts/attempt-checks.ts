import type { AttemptRow } from '../memory/attempt-statements.ts';
import type { HistoryRow, TransactionRow } from '../memory/status-statements.ts';
import { findBadTrail, findUnanswered } from '../statuses/status-checks.ts';
import { type AttemptWorld, MAX_ATTEMPTS } from './attempt-world.ts';

const OPEN = ['waiting', 'shared'];

function findBadEnds(
  attempts: readonly AttemptRow[],
  row: TransactionRow,
  history: readonly HistoryRow[],
): string[] {
  const bad: string[] = [];
  const completed = attempts.filter(({ outcome }) => outcome === 'completed').length;
  const finished = history.filter(({ event }) => event === 'capture-finished').length;
  if (completed !== finished)
    bad.push(`${completed} attempts are completed, and ${finished} captures finished (I3)`);
  const last = attempts.at(-1);
  const isUsedUp = last?.number === MAX_ATTEMPTS && last.outcome !== null;
  if (isUsedUp && OPEN.includes(row.status))
    bad.push('no attempt is left, and the transaction still waits (I3)');
  if (last?.outcome === null && row.retry_until !== null && OPEN.includes(row.status))
    bad.push('the time to try again runs beside an attempt that goes on');
  return bad;
}

/** Finds what must not be once nothing is under way any more. */
export function findBadAttempts({ rows, begun, taken, concluded, faults, open }: AttemptWorld): string[] {
  const attempts = rows
    .committed<AttemptRow>('capture_attempts')
    .toSorted((one, other) => one.number - other.number);
  const history = rows
    .committed<HistoryRow>('transaction_history')
    .toSorted((one, other) => one.version - other.version);
  const bad = findUnanswered(open);
  const decisions = rows.committed('job_outbox').length;
  const finished = history.filter(({ event }) => event === 'capture-finished').length;
  if (decisions !== finished) bad.push(`${finished} captures finished, and ${decisions} are decided (I3)`);
  if (attempts.some(({ number }, index) => number !== index + 1))
    bad.push('numbers of attempts have a gap, or come twice');
  if (attempts.length > MAX_ATTEMPTS)
    bad.push(`${attempts.length} attempts where ${MAX_ATTEMPTS} are allowed`);
  if (attempts.filter(({ outcome }) => outcome === null).length > 1) bad.push('two attempts go on at once');
  for (const row of rows.committed<TransactionRow>('transactions'))
    bad.push(...findBadTrail({ rows }, row, history), ...findBadEnds(attempts, row, history));
  for (const { attemptId } of begun)
    if (!attempts.some(({ attempt_id }) => attempt_id === attemptId))
      bad.push('an attempt that was begun is gone (I1)');
  if (new Set(taken).size !== taken.length) bad.push('two frames were taken at one place');
  if (new Set(concluded).size !== concluded.length) bad.push('an attempt is concluded twice (I3)');
  for (const id of concluded)
    if (!attempts.some(({ attempt_id, outcome }) => attempt_id === id && outcome !== null))
      bad.push('an attempt that was concluded goes on (I1)');
  for (const { attempt_id, frames_seen } of attempts)
    if (taken.filter((place) => place.startsWith(`${attempt_id}/`)).length > frames_seen)
      bad.push('more frames were taken than an attempt has seen (I1)');
  for (const fault of faults) if (!String(fault).includes('SQLSTATE 08006')) bad.push(String(fault));
  return bad;
}
