import { countAmiss, listOrders } from '../../load/judge.ts';
import { type Client, type Offered, offerCreates } from '../../load/offered.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, setLimit } from '../ground.ts';
import { zero } from '../judged.ts';
import { countWindows } from '../load/judge-rates.ts';
import { LONG_PHASE_MS } from './healing.ts';

const RATE = 20;
const BURST = 20;
const OFFERED = 60;
/** Processes read the settings of a tenant again after so long. */
const SETTINGS_MS = 3_000;
const UNLIMITED = 10_000;
/** Creates a second of another tenant meanwhile. */
const BESIDE = 25;
/** A limit so small that 100 times as much costs the load little (R68). */
const SMALL_RATE = 2;
const TIMES = 100;
/** How much slower another tenant may be by it, and what of that is this machine's. */
const MAX_RISE = 1.2;
const NOISE_MS = 10;

/** Good answers of a load: when each was due, and how long after that it came. */
type Sample = { dueMs: number; status: number; ms: number };

/** Windows from the sending of one request to the answer of another, and those in which more passed than rate and burst allow (I8). */
export function countOver(
  samples: readonly Sample[],
  rate: number,
  burst: number,
): { windows: number; over: number } {
  const passed = samples
    .filter(({ status }) => status === 200)
    .map(({ dueMs, ms }) => ({ sentMs: dueMs, answeredMs: dueMs + ms }));
  return countWindows(passed, { ratePerSecond: rate, rateBurst: burst });
}

/** Judges what passed, what was refused and how, and how many acknowledged creates are not there once. */
export function figuresOfRates(
  samples: readonly Sample[],
  answers: Readonly<Record<number, number>>,
  unwaited: number,
  amiss: number,
): Figure[] {
  const { windows, over } = countOver(samples, RATE, BURST);
  const strange = Object.entries(answers).reduce(
    (sum, [status, count]) => (['200', '429'].includes(status) ? sum : sum + count),
    0,
  );
  return [
    {
      what: `rates: of ${OFFERED} creates a second of one tenant, with a limit of ${RATE} a second and ${BURST} at once, passed and refused`,
      value: `${answers[200] ?? 0}, ${answers[429] ?? 0}`,
    },
    {
      what: 'I8: windows of one request and more that were looked at',
      value: String(windows),
      target: '> 0',
      isMet: windows > 0,
    },
    zero('I8: windows in which more passed than the limit lets through', over),
    zero(
      'rates: loads of which nothing passed, or nothing was refused',
      answers[200] && answers[429] ? 0 : 1,
    ),
    zero('rates: creates acknowledged and lost, or doubled (I1)', amiss),
    zero('rates: answers other than 200 and 429', strange),
    zero('rates: refusals without Retry-After', unwaited),
  ];
}

/** Judges another tenant beside the one that asks for too much (R68): none of its creates fails, and where it was measured alone as well, its slowest hundredth is about the same. */
export function figuresOfBeside(beside: readonly Offered[], alone?: Offered): Figure[] {
  const bad = beside.flatMap(({ answers }) => Object.entries(answers)).filter(([status]) => status !== '200');
  const [last] = beside.slice(-1);
  const limitMs = (alone?.writtenP99Ms ?? 0) * MAX_RISE + NOISE_MS;
  return [
    zero(
      'rates: creates of another tenant meanwhile that were answered with other than 200 (R68)',
      bad.reduce((sum, [, count]) => sum + count, 0),
    ),
    ...(alone && last
      ? [
          {
            what: `rates: p99 of another tenant beside one that asks for ${TIMES} times its limit; alone`,
            value: `${last.writtenP99Ms.toFixed(0)} ms; ${alone.writtenP99Ms.toFixed(0)} ms`,
            target: `<= ${limitMs.toFixed(0)} ms (R68)`,
            isMet: last.writtenP99Ms <= limitMs,
            isTimed: true as const,
          },
        ]
      : []),
  ];
}

/** Offers creates of both tenants at once: of the neighbour, whom a limit holds up, and of the demo, whom none does. */
function offerBoth({ nodes, neighbour, seed, stage }: Ground, perSecond: number, ms: number, name: string) {
  const offer = (demo: Client, rate: number, whose: string): Promise<Offered> =>
    offerCreates({ urls: nodes.urls, demo }, rate, ms, `trial-${name}${whose}-${seed}`, stage.signal);
  return Promise.all([offer(neighbour, perSecond, ''), offer(nodes.demo, BESIDE, '-beside')]);
}

/** Measures the other tenant alone, and then beside one that asks for 100 times its limit. */
async function offerFarBeyond(ground: Ground, milliseconds: number) {
  const { stage, nodes, neighbour, database, seed } = ground;
  const prefix = `trial-rates-alone-${seed}`;
  const alone = await offerCreates(nodes, BESIDE, milliseconds / 2, prefix, stage.signal);
  await setLimit(database(), neighbour.companyId, SMALL_RATE, SMALL_RATE);
  await calm(stage, SETTINGS_MS);
  const [own, beside] = await offerBoth(ground, SMALL_RATE * TIMES, milliseconds / 2, 'rates-far');
  return { alone, beside, over: countOver(own.samples, SMALL_RATE, SMALL_RATE).over };
}

/** Offers three times what the neighbour's limit lets through, to both processes, while the other tenants have their usual load (I8, R69); a long phase then offers 100 times as much as a smaller limit does (R68). */
export async function offerBeyondLimit(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, neighbour, database, databaseUrl } = ground;
  const isLong = milliseconds > LONG_PHASE_MS;
  await setLimit(database(), neighbour.companyId, RATE, BURST);
  try {
    await calm(stage, SETTINGS_MS);
    const ms = isLong ? milliseconds / 2 : milliseconds;
    const [offered, beside] = await offerBoth(ground, OFFERED, ms, 'rates');
    const far = isLong ? await offerFarBeyond(ground, milliseconds / 2) : undefined;
    const { samples, answers, unwaited, acknowledged } = offered;
    const others = [beside, ...(far ? [far.beside] : [])];
    const all = [acknowledged, ...others.map((one) => one.acknowledged)].flat();
    const amiss = countAmiss(all, await listOrders(databaseUrl()));
    return [
      ...figuresOfRates(samples, answers, unwaited, amiss),
      ...figuresOfBeside(others, far?.alone),
      ...(far
        ? [
            zero(
              `I8: windows in which more passed of ${TIMES} times the limit than it lets through`,
              far.over,
            ),
          ]
        : []),
    ];
  } finally {
    await setLimit(database(), neighbour.companyId, UNLIMITED, UNLIMITED);
  }
}
