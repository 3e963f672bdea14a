import { TOO_LATE } from '../../load/calls.ts';
import type { ContractJudge, Operation } from '../../load/contract.ts';
import { EDGES } from '../../load/invariants.ts';
import { ANSWER_LIMIT_MS, CREATE, READ, TOKEN } from '../../load/requests.ts';
import { percentileOf } from '../../load/samples.ts';
import type { Figure } from '../../trial.ts';
import type { Budgets } from '../disturbances.ts';
import { type Check, checkOf, type Found, foundIn } from '../judged.ts';
import { type Ended, isEnded } from './judge-answers.ts';
import { countWindows } from './judge-rates.ts';
import { checksOfTwins } from './judge-twins.ts';
import type { CallLine, Kind } from './mix.ts';
import { type JudgedTenant, marksIn } from './tenant.ts';

/** What a load has to hold where nothing fails; times of this machine. What is sent in the first `warmSeconds` is told apart: processes and connections are new then. */
export type LoadTarget = { perSecond: number; maxP99Ms: number; warmSeconds: number };

const OPERATIONS: Readonly<Record<Kind, Operation>> = {
  status: READ,
  foreign: READ,
  create: CREATE,
  token: TOKEN,
};

const OVER_RATE = '42901';
/** A request counts when it was admitted, which lies between its being sent and its answer. */
const MAX_SHIFT_SECONDS = 1;
/** Of what was offered, so much has to be served. */
const MIN_SERVED = 0.98;

/** Of who has too much to do, and of who cannot do it now (R79): whoever asked comes again. */
const COMES_AGAIN = [429, 500, 503];
const isUnwaited = ({ status = 0, retryAfter = '' }: CallLine): boolean =>
  COMES_AGAIN.includes(status) && !/^\d+$/.test(retryAfter);

function bodyOf({ body = '' }: CallLine): Record<string, unknown> {
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Statuses that can follow each one, over any number of steps of the published graph. */
export function reachable(edges: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = Map.groupBy(edges, (edge) => edge.split(' ')[0] ?? '');
  const from = (status: string, seen: Set<string>): Set<string> => {
    for (const to of (next.get(status) ?? []).map((edge) => edge.split(' ')[1] ?? ''))
      if (!seen.has(to)) from(to, seen.add(to));
    return seen;
  };
  return new Map([...next.keys()].map((status) => [status, from(status, new Set())]));
}

/** Lists reads that show a status which cannot follow one that was answered before they were sent (I4, R77). */
export function listBackwardReads(calls: readonly CallLine[], edges: readonly string[]): Found[] {
  const later = reachable(edges);
  const reads = calls.filter(isEnded).filter(({ kind, status }) => kind === 'status' && status === 200);
  return [...Map.groupBy(reads, ({ about }) => about).values()].flatMap((list) => {
    const seen = list.map((read) => ({ read, shown: String(bodyOf(read)['status']) }));
    const first = new Map<string, Ended>();
    for (const { shown, read } of seen)
      if (read.answeredMs < (first.get(shown)?.answeredMs ?? Number.POSITIVE_INFINITY))
        first.set(shown, read);
    return seen.flatMap(({ shown, read }) => {
      const before = [...first].find(
        ([status, { answeredMs }]) =>
          answeredMs < read.sentMs && status !== shown && !later.get(status)?.has(shown),
      );
      if (!before) return [];
      return { about: read.about, why: `${shown} after ${before[0]}`, calls: [before[1], read] };
    });
  });
}

/** Refused before a limit is asked: their token is none. */
const UNKNOWN_CALLERS = [401, 403];

/** Lists tenants of whom more passed in some window than rate and burst allow (I8), and one burst for each reset of budgets within it. */
export function listOverLimit(
  calls: readonly CallLine[],
  tenants: readonly JudgedTenant[],
  budgets?: Budgets,
): Found[] {
  const passed = calls
    .filter(isEnded)
    .filter(
      ({ kind, status = 0 }) =>
        kind !== 'token' && status > 0 && status < 429 && !UNKNOWN_CALLERS.includes(status),
    );
  return [...Map.groupBy(passed, ({ tenant }) => tenant)].flatMap(([place, list]) => {
    const { ratePerSecond = 0, rateBurst = 0, mark = '' } = tenants[place] ?? {};
    const { first } = countWindows(list, { ratePerSecond, rateBurst }, budgets);
    if (!first) return [];
    const why = `${first.count} passed within ${(first.untilMs - first.fromMs).toFixed(0)} ms`;
    const calls = list.filter(
      ({ sentMs, answeredMs }) => sentMs >= first.fromMs && answeredMs <= first.untilMs,
    );
    return { about: mark, why, calls };
  });
}

const isOverRate = (line: CallLine): boolean => line.status === 429 && bodyOf(line)['code'] === OVER_RATE;

/** Lists refusals of a tenant for its rate that come later than an empty budget takes to fill after the first of them, with nothing let through between: a tenant of the mix stays below its limit. After a clock was set back a budget may be empty; nobody is locked out (R67). What unsettles budgets between two refusals may empty one again, so the count begins anew. */
export function listLockedOut(
  calls: readonly CallLine[],
  tenants: readonly JudgedTenant[],
  { unsettled }: Pick<Budgets, 'unsettled'> = { unsettled: [] },
): Ended[] {
  const found: Ended[] = [];
  const wasUnsettled = (sinceMs: number, answeredMs: number): boolean =>
    unsettled.some(({ fromMs, untilMs }) => untilMs >= sinceMs && fromMs <= answeredMs);
  const usual = calls.filter(isEnded).filter(({ isEager }) => !isEager);
  for (const [place, list] of Map.groupBy(usual, ({ tenant }) => tenant)) {
    const { ratePerSecond = 1, rateBurst = 0 } = tenants[place] ?? {};
    const maxMs = (rateBurst / ratePerSecond + MAX_SHIFT_SECONDS) * 1_000;
    let sinceMs: number | undefined;
    for (const line of list.toSorted((one, other) => one.answeredMs - other.answeredMs)) {
      if (line.status === 200 && line.kind !== 'token') sinceMs = undefined;
      if (!isOverRate(line)) continue;
      if (sinceMs === undefined || wasUnsettled(sinceMs, line.answeredMs)) sinceMs = line.answeredMs;
      if (line.answeredMs - sinceMs > maxMs) found.push(line);
    }
  }
  return found;
}

/** Lists answers with the mark of another tenant, and reads of another's transaction that were not unknown (I6). */
function listTold(calls: readonly CallLine[], tenants: readonly JudgedTenant[]): CallLine[] {
  return calls.filter(({ kind, tenant, status, body = '' }) => {
    if (kind === 'foreign' && status !== undefined && status < 400) return true;
    return marksIn(body).some((mark) => mark !== tenants[tenant]?.mark);
  });
}

const checkOfLate = (ended: readonly Ended[]): Check => ({
  ...checkOf(
    `I9: calls without an answer within ${ANSWER_LIMIT_MS / 1_000} s, whose connection stood`,
    ended.filter(({ error }) => error === TOO_LATE).map((call) => foundIn(call)),
  ),
  isAwaited: true,
});

/** Lists answers that the contract does not allow to calls of these kinds, each with its reason. */
const listStrange = (contract: ContractJudge, calls: readonly Ended[], kinds: readonly Kind[]): Found[] =>
  calls
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((call) => {
      const { kind, status, body = '' } = call;
      const why = status === undefined ? undefined : contract(OPERATIONS[kind], status, body);
      return why === undefined ? [] : foundIn(call, why);
    });

/** Judges the calls of a phase by the published contract and by each other. */
export function checksOfMix(
  contract: ContractJudge,
  calls: readonly CallLine[],
  tenants: readonly JudgedTenant[],
  budgets?: Budgets,
): Check[] {
  const ended = calls.filter(isEnded);
  const all = (what: string, calls: readonly Ended[]): Check =>
    checkOf(
      what,
      calls.map((call) => foundIn(call)),
    );
  const unknown = ended.filter(({ kind, status }) => kind === 'status' && status === 404);
  const known = ended.filter(({ kind }) => kind === 'foreign');
  return [
    all('I1: reads of an acknowledged create that was unknown', unknown),
    checkOf('I4: reads that show an earlier status than one before', listBackwardReads(calls, EDGES)),
    checkOf(
      'I6: answers that tell of another tenant',
      listTold(calls, tenants).map((call) => foundIn(call)),
    ),
    checkOf(
      'I8: tenants of whom more passed than their limit allows',
      listOverLimit(calls, tenants, budgets),
    ),
    {
      what: 'I8: loads in which the tenant that asks for more than its limit was never refused',
      count: ended.some((line) => line.isEager && isOverRate(line)) ? 0 : 1,
      isOfLoad: true,
    },
    all(
      'I8: calls of a tenant below its limit that was refused for longer than its budget takes to fill (R67)',
      listLockedOut(calls, tenants, budgets),
    ),
    checkOf(
      'I9: reads whose answer is not that of the published contract',
      listStrange(contract, ended, ['status', 'foreign']),
    ),
    checkOf(
      'I9: answers to credentials, good or bad, that are not those of the published contract',
      listStrange(contract, ended, ['token']),
    ),
    checkOfLate(ended),
    all(
      'I9: refusals of who has too much to do, and answers of 500, that do not say how many seconds to wait (R79)',
      ended.filter(isUnwaited),
    ),
    {
      what: 'loads in which no tenant asked for a transaction of another',
      count: known.length > 0 ? 0 : 1,
      isOfLoad: true,
    },
    ...checksOfTwins(calls),
  ];
}

const share = (calls: readonly CallLine[], kinds: readonly Kind[]): string =>
  `${((100 * calls.filter(({ kind }) => kinds.includes(kind)).length) / Math.max(1, calls.length)).toFixed(0)} %`;

/** What the load of a phase was and how fast it was answered, against a target where it has one. */
export function figuresOfMix(
  name: string,
  calls: readonly CallLine[],
  tenants: number,
  target: LoadTarget,
): Figure[] {
  const all = calls.filter(isEnded).filter(({ isEager }) => !isEager);
  const good = all.filter(({ status }) => status !== undefined && status < 500 && status !== 429);
  // Of a long load there are more than a call takes arguments.
  const [first, last] = all.reduce(
    ([least, most], { sentMs }) => [Math.min(least, sentMs), Math.max(most, sentMs)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  const seconds = (last - first) / 1_000;
  const perSecond = good.length / seconds;
  const { warmSeconds } = target;
  const isWarm = ({ sentMs }: Ended): boolean => sentMs - first >= warmSeconds * 1_000;
  const partsOf = (list: readonly Ended[]): [number, number, number] => {
    const times = list.map(({ sentMs, answeredMs }) => answeredMs - sentMs);
    return [0.5, 0.99, 0.999].map((part) => percentileOf(times, part)) as [number, number, number];
  };
  const [p50, p99, p999] = partsOf(good.filter(isWarm));
  const inMs = (parts: readonly number[]): string => parts.map((ms) => `${ms.toFixed(0)} ms`).join(', ');
  return [
    {
      what: `${name}: shares of reads, creates and tokens of ${tenants} tenants`,
      value: [share(all, ['status', 'foreign']), share(all, ['create']), share(all, ['token'])].join(', '),
    },
    {
      what: `${name}: calls served a second`,
      value: `${perSecond.toFixed(0)} of ${target.perSecond}`,
      target: `>= ${(target.perSecond * MIN_SERVED).toFixed(0)}`,
      isMet: perSecond >= target.perSecond * MIN_SERVED,
      isTimed: true,
    },
    {
      what: `${name}: p50, p99 and p99.9 of the first ${warmSeconds} s, while processes and connections are new`,
      value: inMs(partsOf(good.filter((line) => !isWarm(line)))),
    },
    {
      what: `${name}: p50, p99 and p99.9 from then on`,
      value: inMs([p50, p99, p999]),
      target: `p99 <= ${target.maxP99Ms} ms`,
      isMet: p99 <= target.maxP99Ms,
      isTimed: true,
    },
  ];
}
