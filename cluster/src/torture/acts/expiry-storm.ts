import { setTimeout as delay } from 'node:timers/promises';
import { offerCreates } from '../../load/offered.ts';
import { API, fetchToken } from '../../load/requests.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero, zeroLate } from '../judged.ts';
import { LONG_PHASE_MS } from './healing.ts';

/** Transactions that expire in one instant. */
const MAX_STORM = 300;
const CREATED_PER_SECOND = 100;
const CREATED_MS = { long: 3_000, short: 2_000 };
const AHEAD_SECONDS = 4;
/** How late an expiry may be seen. */
const MAX_LATE_MS = 2_000;
const ASK_MS = 40;
const ANSWER_MS = 30_000;
const TOLD_MS = 90_000;
/** How often the schedule looks for what has expired. */
const SCHEDULE_MS = 60_000;

/** Ids of transactions and the one instant of the machine's clock in which they expire. */
type Storm = { ids: readonly string[]; dueMs: number };

/** One answer: when it was asked for and when it came, by the machine's clock; the transaction's status, or what was told instead. */
type Seen = { sentMs: number; cameMs: number; status: string };

/** Creates transactions for the storm, a few seconds' worth. */
const create = ({ nodes, seed, stage }: Ground, ms: number): Promise<unknown> =>
  offerCreates(nodes, CREATED_PER_SECOND, ms, `trial-storm-${seed}`, stage.signal);

/** Lets waiting transactions expire all at once, some seconds from now. */
async function gather({ database, nodes: { demo } }: Ground): Promise<Storm> {
  const rows = (await database().run([
    `UPDATE transactions SET expires_at = date_trunc('milliseconds', clock_timestamp()) + interval '${AHEAD_SECONDS} seconds'
     WHERE transaction_id IN (SELECT transaction_id FROM transactions WHERE status = 'waiting'
       AND company_id = '${demo.companyId}'
       AND order_number LIKE 'trial-storm-%' ORDER BY transaction_id DESC LIMIT ${MAX_STORM})
     RETURNING transaction_id, expires_at`,
  ])) as { transaction_id: string; expires_at: Date }[];
  const times = rows.map(({ expires_at }) => expires_at.getTime());
  return { ids: rows.map(({ transaction_id }) => transaction_id), dueMs: Math.max(...times) };
}

/** Counts answers that told of the end before it, or of none two seconds after it. */
export const countWrong = (seen: readonly Seen[], dueMs: number): { early: number; late: number } => ({
  // Each has an instant of its own, all within the statement that set them.
  early: seen.filter(({ status, cameMs }) => status === 'expired' && cameMs < dueMs - MAX_LATE_MS).length,
  late: seen.filter(({ status, sentMs }) => status === 'waiting' && sentMs > dueMs + MAX_LATE_MS).length,
});

/** Has the worker look for what has expired now, as the schedule does each minute. */
const EXPIRE = "SELECT graphile_worker.add_job('expire-transactions', queue_name => 'expiry')";

/** Creates hundreds of transactions, lets them expire in one instant, and asks for them before, meanwhile and after (I4, I5); in a short phase the schedule's minute is not waited for. */
export async function raiseExpiryStorm(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, nodes, heard } = ground;
  const token = await fetchToken(nodes.urls[0] ?? '', nodes.demo);
  await create(ground, milliseconds > LONG_PHASE_MS ? CREATED_MS.long : CREATED_MS.short);
  const { ids, dueMs } = await gather(ground);
  const seen: Seen[] = [];
  const ask = async (number: number): Promise<void> => {
    const url = `${nodes.urls[number % nodes.urls.length]}${API}/transactions/${ids[number % ids.length]}`;
    const sentMs = Date.now();
    const headers = { authorization: `Bearer ${token}` };
    const status = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) }).then(
      async (response) => {
        const body = (await response.json()) as { status?: string; code?: string };
        return (response.status === 200 ? body.status : body.code) ?? String(response.status);
      },
      () => 'no answer',
    );
    seen.push({ sentMs, cameMs: Date.now(), status });
  };
  const asked: Promise<void>[] = [];
  while (Date.now() < dueMs + 2 * MAX_LATE_MS) {
    asked.push(ask(asked.length));
    await delay(ASK_MS, undefined, { signal: stage.signal });
  }
  for (const _ of ids) asked.push(ask(asked.length));
  await Promise.all(asked);
  if (milliseconds < SCHEDULE_MS) await ground.database().run([EXPIRE]);
  const { early, late } = countWrong(seen, dueMs);
  const untold = (): number => ids.filter((id) => heard.firstMs(id) === undefined).length;
  await waitFor('webhooks of the storm', TOLD_MS, stage.signal, async () => untold() === 0).catch(
    (error: Error) => stage.say(error.message),
  );
  const told: Record<string, number> = {};
  for (const { status } of seen) told[status] = (told[status] ?? 0) + 1;
  const words = Object.entries(told).map(([status, count]) => `${count} x ${status}`);
  return [
    { what: 'time: transactions that expired in one instant', value: String(ids.length) },
    { what: 'time: answers about them', value: words.join(', ') },
    zero('time: storms without an answer that told of the end', told['expired'] ? 0 : 1),
    zero(`time: told as expired more than ${MAX_LATE_MS / 1_000} s early`, early),
    zero(`time: told as waiting more than ${MAX_LATE_MS / 1_000} s late`, late),
    zeroLate(`time: ends of the storm not told of within ${TOLD_MS / 1_000} s (I5)`, untold()),
  ];
}
