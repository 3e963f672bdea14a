import type { TransactionStatus } from '@titular/contract';
import type { TransactionEvent } from '@titular/server/transactions/transaction.ts';
import { expectedAfter, isExpectedFinal } from '../../transactions/status-oracle.ts';
import type { DeliveryRow } from '../memory/queue-statements.ts';
import type { HistoryRow, TransactionRow } from '../memory/status-statements.ts';
import type { OpenCall, StatusWorld, Told } from './status-world.ts';

const LIVE = ['waiting', 'processing', 'shared', 'approved'];
const FIRST = ['waiting', 'processing', 'fast-inconclusive'];

/** Finds more than one live transaction of the same data (I2). */
function findTwins(transactions: readonly TransactionRow[]): string[] {
  const live = transactions
    .filter(({ status }) => LIVE.includes(status))
    .map((row) => row.replica_hash.toString('hex'));
  return live.length === new Set(live).size ? [] : ['two live transactions have the same data (I2)'];
}

/** Holds row, history, event and delivery of a transaction against the written graph. */
export function findBadTrail(
  { rows }: Pick<StatusWorld, 'rows'>,
  row: TransactionRow,
  history: readonly HistoryRow[],
): string[] {
  const bad: string[] = [];
  const [first, ...changes] = history;
  if (first?.event !== 'create' || !FIRST.includes(first.to_status))
    bad.push('a history does not begin with its create (I3)');
  if (history.some(({ version }, index) => version !== index + 1)) bad.push('versions have a gap (I4)');
  let status = first?.to_status as TransactionStatus;
  for (const { event, from_status, to_status } of changes) {
    const next = expectedAfter(status, event as TransactionEvent);
    if (from_status !== status || to_status !== next)
      bad.push(`${status} is left by ${event} to ${to_status} (I4)`);
    status = to_status as TransactionStatus;
  }
  if (row.status !== status || row.version !== history.length)
    bad.push(`a history leads to ${status}, and its row says ${row.status} (I4)`);
  const isFinal = isExpectedFinal(row.status as TransactionStatus);
  if ((row.finished_at !== null) !== isFinal)
    bad.push('a time of the end without an end, or the other way round (I4)');
  const events = rows
    .committed('events')
    .filter(
      (event) => event['transaction_id'] === row.transaction_id && event['type'] === 'transaction.finished',
    );
  if (events.length !== (isFinal ? 1 : 0))
    bad.push(`${events.length} events tell of the end of what is ${row.status} (I5)`);
  const [event] = events;
  if (event && (event['status'] !== row.status || event['sequence'] !== row.version))
    bad.push('an event tells of another end (I5)');
  const deliveries = rows
    .committed<DeliveryRow>('deliveries')
    .filter(({ event_id }) => event_id === event?.['event_id']);
  if (event && deliveries.length !== 1)
    bad.push(`an end has ${deliveries.length} deliveries to its one endpoint (I5)`);
  const links = rows.committed('capture_links').filter((link) => link['subject_id'] === row.transaction_id);
  if (links.length !== 1) bad.push(`a transaction has ${links.length} links (I3)`);
  return bad;
}

/** Place of a status in a history: the last one that is so. */
const placeOf = (history: readonly HistoryRow[], { status }: Told): number =>
  history.findLastIndex(({ to_status }) => to_status === status);

/** Holds what clients were told against the history, and against what they had been told before (R77). */
function findBadTold(told: readonly Told[], history: readonly HistoryRow[]): string[] {
  const bad: string[] = [];
  for (const one of told) {
    const { kind, event, status, isChanged } = one;
    if (isChanged && !history.some((step) => step.event === event))
      bad.push(`${event} was told, and never happened (I1)`);
    if (status === undefined) continue;
    if (placeOf(history, one) < 0) bad.push(`${kind} told ${status}, which it never was (I4)`);
    const before = told.filter((other) => other.status !== undefined && other.answeredAt < one.askedAt);
    if (
      kind === 'read' &&
      before.some(
        (other) => history.findIndex((step) => step.to_status === other.status) > placeOf(history, one),
      )
    )
      bad.push(`a read told ${status} after a later status (I4, R77)`);
  }
  return bad;
}

/** Finds calls that hang though nobody waits for a turn: all but those of a process that was killed are answered. */
export const findUnanswered = (open: ReadonlySet<OpenCall>): string[] =>
  [...open].filter(({ owner }) => !owner.isDead()).map(({ kind }) => `${kind} is never answered`);

/** Finds what must not be once nothing is under way any more. */
export function findBadStatuses(world: StatusWorld): string[] {
  const transactions = world.rows.committed<TransactionRow>('transactions');
  const histories = world.rows.committed<HistoryRow>('transaction_history');
  const bad = findTwins(transactions);
  for (const row of transactions) {
    const id = row.transaction_id;
    const history = histories
      .filter(({ transaction_id }) => transaction_id === id)
      .toSorted((one, other) => one.version - other.version);
    bad.push(
      ...findBadTrail(world, row, history),
      ...findBadTold(
        world.told.filter((one) => one.id === id),
        history,
      ),
    );
  }
  const ids = transactions.map(({ transaction_id }) => transaction_id);
  for (const { id } of world.told) if (!ids.includes(id)) bad.push('a create that was answered is gone (I1)');
  bad.push(...findUnanswered(world.open));
  for (const fault of world.faults) if (!String(fault).includes('SQLSTATE 08006')) bad.push(String(fault));
  return bad;
}
