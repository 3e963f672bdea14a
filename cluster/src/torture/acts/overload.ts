import { availableParallelism } from 'node:os';
import { startClients } from '../../load/clients.ts';
import { countAmiss, listOrders } from '../../load/judge.ts';
import { describeAnswers, type Offered, offerCreates, recoveryOf } from '../../load/offered.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { LONG_PHASE_MS } from './healing.ts';

const TIMES = [1, 2, 5] as const;
const AFTER = 0.5;
/** Each waits for its answer, so together they offer less than the peak: what is looked for begins there, and doubles. */
const CLIENTS = 8;
/** Where twice as much is offered and not so much more served, the peak is reached. */
const MIN_RISE = 1.05;
const MAX_DOUBLINGS = 5;
/** Parts of the phase's time: the search for the peak, three loads of it, and the one afterwards. */
const SEARCH_SHARE = 0.25;
const MIN_RATIO = 0.8;
/** 99th percentile of what is served (R70). */
const MAX_P99_MS = 1_000;
const MAX_RECOVERY_MS = 10_000;
/** Longer than a recovery may take, so that a late one is seen; in a smoke nobody judges it. */
const MIN_AFTER_MS = 12_000;
/** A create that takes longer has not recovered. */
const RECOVERED_MS = 500;
/** What a service may answer that has too much to do. */
const BUSY = [429, 503];

/** What was offered while the peak was looked for, its multiples in turn, and half of it straight afterwards. */
export type Course = { search: readonly Offered[]; loads: readonly Offered[]; after: Offered };

const describe = ({
  perSecond,
  goodput,
  p99Ms,
  writtenP99Ms,
  unsent,
  answers,
  ownProcessors,
}: Offered): string =>
  `${perSecond.toFixed(0)} offered, ${goodput.toFixed(0)} served a second, p99 ${writtenP99Ms.toFixed(0)} ms, ${p99Ms.toFixed(0)} ms from when it was due; ${describeAnswers(answers)}; ${unsent} not sent, for want of a connection; load, proxies and receivers took ${ownProcessors.toFixed(2)} of ${availableParallelism()} processors`;

/** Compares what is served at the highest load with the peak, judges every refusal, and tells how many acknowledged creates are not there once. */
export function figuresOfOverload({ search, loads, after }: Course, amiss: number): Figure[] {
  const peak = Math.max(...[...search, ...loads].map(({ goodput }) => goodput));
  const max = Math.max(...loads.map(({ perSecond }) => perSecond));
  const slowestMs = Math.max(...loads.map(({ writtenP99Ms }) => writtenP99Ms));
  const ratio = peak > 0 ? (loads.at(-1)?.goodput ?? 0) / peak : 0;
  const recoveryMs = after.samples.length > 0 ? recoveryOf(after, RECOVERED_MS) : Number.POSITIVE_INFINITY;
  const all = [...search, ...loads, after];
  const strange = all
    .flatMap(({ answers }) => Object.entries(answers))
    .filter(([status]) => ![200, ...BUSY].includes(Number(status)))
    .reduce((sum, [, count]) => sum + count, 0);
  return [
    {
      what: 'overload: offered and served a second while the peak was looked for',
      value: search.map((one) => `${one.perSecond.toFixed(0)} ${one.goodput.toFixed(0)}`).join(', '),
    },
    ...loads.map((one, place) => ({
      what: `overload: ${TIMES[place]} times the peak`,
      value: describe(one),
    })),
    { what: `overload: ${AFTER} times the peak, straight afterwards`, value: describe(after) },
    {
      what: 'overload: most that was offered, to the peak that was served',
      value: `x ${(max / Math.max(1, peak)).toFixed(2)} of ${peak.toFixed(0)} a second`,
    },
    {
      what: 'overload: highest p99 of what was served, at any load',
      value: `${slowestMs.toFixed(0)} ms`,
      target: `<= ${MAX_P99_MS} ms`,
      isMet: slowestMs <= MAX_P99_MS,
      isTimed: true,
    },
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
    zero('overload: loads of which nothing was served', all.filter(({ goodput }) => goodput === 0).length),
    zero('overload: creates acknowledged and lost, or doubled (I1)', amiss),
    zero('overload: answers other than 200, 429 and 503', strange),
    zero(
      'overload: refusals without Retry-After',
      all.reduce((sum, { unwaited }) => sum + unwaited, 0),
    ),
  ];
}

/** Doubles what is offered until no more is served for it, and gives all that was offered. */
export async function findPeak(
  first: number,
  offer: (perSecond: number) => Promise<Offered>,
): Promise<Offered[]> {
  const search: Offered[] = [];
  for (let perSecond = first; search.length <= MAX_DOUBLINGS; perSecond *= 2) {
    const before = search.at(-1);
    const next = await offer(perSecond);
    search.push(next);
    if (before && next.goodput < before.goodput * MIN_RISE) break;
  }
  return search;
}

/** Looks for the most that is served, offers 1, 2 and 5 times as much, and half of it afterwards (R70). */
export async function overloadGround(
  { stage, nodes, seed, databaseUrl }: Ground,
  milliseconds: number,
): Promise<Figure[]> {
  const searchMs = (milliseconds * SEARCH_SHARE) / 4;
  const stretchMs = (milliseconds * (1 - SEARCH_SHARE)) / (TIMES.length + 1);
  const clients = await startClients(nodes, CLIENTS, `trial-capacity-${seed}`, 0);
  const { rate } = await clients.measure(searchMs, stage.signal).finally(clients.stop);
  const offer = (name: string, perSecond: number, ms: number): Promise<Offered> => {
    stage.signal.throwIfAborted();
    const prefix = `trial-overload-${seed}-${name}`;
    return offerCreates(nodes, Math.max(1, perSecond), ms, prefix, stage.signal);
  };
  const search = await findPeak(rate, (perSecond) => offer(`s${Math.round(perSecond)}`, perSecond, searchMs));
  const peak = Math.max(...search.map(({ goodput }) => goodput));
  const loads: Offered[] = [];
  for (const times of TIMES) loads.push(await offer(String(times), peak * times, stretchMs));
  const afterMs = milliseconds > LONG_PHASE_MS ? Math.max(stretchMs, MIN_AFTER_MS) : stretchMs;
  const after = await offer('after', peak * AFTER, afterMs);
  const acknowledged = [...search, ...loads, after].flatMap((one) => one.acknowledged);
  return figuresOfOverload(
    { search, loads, after },
    countAmiss(acknowledged, await listOrders(databaseUrl())),
  );
}
