import { availableParallelism } from 'node:os';
import { startClients } from '../../load/clients.ts';
import { countAmiss, listOrders } from '../../load/judge.ts';
import { type Offered, offerCreates, recoveryOf } from '../../load/offered.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';

const TIMES = [1, 2, 5] as const;
const AFTER = 0.5;
/** Each waits for its answer, so together they offer what the ground holds. */
const CLIENTS = 8;
const MIN_RATIO = 0.8;
const MAX_RECOVERY_MS = 10_000;
/** Longer than a recovery may take, so that a late one is seen. */
const MIN_AFTER_MS = 12_000;
/** A create that takes longer has not recovered. */
const RECOVERED_MS = 500;
/** What a service may answer that has too much to do. */
const BUSY = [429, 503];

/** What was offered in turn, and half of what fits straight afterwards. */
export type Course = { loads: readonly Offered[]; after: Offered };

const describe = ({ perSecond, goodput, p99Ms, answers, ownProcessors }: Offered): string => {
  const told = Object.entries(answers).map(
    ([status, count]) => `${count} x ${status === '0' ? 'no answer' : status}`,
  );
  return `${perSecond.toFixed(0)} offered, ${goodput.toFixed(0)} served a second, p99 ${p99Ms.toFixed(0)} ms; ${told.join(', ')}; load, proxies and receivers took ${ownProcessors.toFixed(2)} of ${availableParallelism()} processors`;
};

/** Compares what is served at the highest load with the peak, judges every refusal, and tells how many acknowledged creates are not there once. */
export function figuresOfOverload({ loads, after }: Course, amiss: number): Figure[] {
  const peak = Math.max(...loads.map(({ goodput }) => goodput));
  const ratio = peak > 0 ? (loads.at(-1)?.goodput ?? 0) / peak : 0;
  const recoveryMs = after.samples.length > 0 ? recoveryOf(after, RECOVERED_MS) : Number.POSITIVE_INFINITY;
  const all = [...loads, after];
  const strange = all
    .flatMap(({ answers }) => Object.entries(answers))
    .filter(([status]) => ![200, ...BUSY].includes(Number(status)))
    .reduce((sum, [, count]) => sum + count, 0);
  return [
    ...loads.map((one, place) => ({
      what: `overload: ${TIMES[place]} times what the ground holds`,
      value: describe(one),
    })),
    { what: `overload: ${AFTER} times what the ground holds, straight afterwards`, value: describe(after) },
    {
      what: 'overload: served at the highest load, to the peak',
      value: `x ${ratio.toFixed(2)}`,
      target: `>= ${MIN_RATIO}`,
      isMet: ratio >= MIN_RATIO,
      isTimed: true,
    },
    {
      what: `overload: time until every create is good again, within ${RECOVERED_MS} ms`,
      value: `${(recoveryMs / 1_000).toFixed(0)} s`,
      target: `<= ${MAX_RECOVERY_MS / 1_000} s`,
      isMet: recoveryMs <= MAX_RECOVERY_MS,
      isTimed: true,
    },
    zero('overload: loads of which nothing was served', loads.filter(({ goodput }) => goodput === 0).length),
    zero('overload: creates acknowledged and lost, or doubled (I1)', amiss),
    zero('overload: answers other than 200, 429 and 503', strange),
    zero(
      'overload: refusals without Retry-After',
      all.reduce((sum, { unwaited }) => sum + unwaited, 0),
    ),
  ];
}

/** Offers 1, 2 and 5 times what the ground holds, and half of it afterwards (R70). */
export async function overloadGround(
  { stage, nodes, seed, databaseUrl }: Ground,
  milliseconds: number,
): Promise<Figure[]> {
  const stretchMs = milliseconds / (TIMES.length + 1);
  const clients = await startClients(nodes, CLIENTS, `trial-capacity-${seed}`, 0);
  const { rate } = await clients.measure(stretchMs, stage.signal).finally(clients.stop);
  const offer = (times: number, ms: number): Promise<Offered> =>
    offerCreates(nodes, Math.max(1, rate * times), ms, `trial-overload-${seed}-${times}`, stage.signal);
  const loads: Offered[] = [];
  for (const times of TIMES) {
    stage.signal.throwIfAborted();
    loads.push(await offer(times, stretchMs));
  }
  const after = await offer(AFTER, Math.max(stretchMs, MIN_AFTER_MS));
  const acknowledged = [...loads, after].flatMap((one) => one.acknowledged);
  return figuresOfOverload({ loads, after }, countAmiss(acknowledged, await listOrders(databaseUrl())));
}
