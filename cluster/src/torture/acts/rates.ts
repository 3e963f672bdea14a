import { countAmiss, listOrders } from '../../load/judge.ts';
import { offerCreates } from '../../load/offered.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, setLimit } from '../ground.ts';
import { zero } from '../judged.ts';
import { countWindows } from '../load/judge-rates.ts';

const RATE = 20;
const BURST = 20;
const OFFERED = 60;
/** Processes read the settings of a tenant again after so long. */
const SETTINGS_MS = 3_000;
const UNLIMITED = 10_000;
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

/** Offers three times what the neighbour's limit lets through, to both processes, while the other tenant has its usual load (I8, R69). */
export async function offerBeyondLimit(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, nodes, neighbour, database, databaseUrl, seed } = ground;
  const limit = (rate: number, burst: number): Promise<unknown> =>
    setLimit(database(), neighbour.companyId, rate, burst);
  await limit(RATE, BURST);
  try {
    await calm(stage, SETTINGS_MS);
    const { samples, answers, unwaited, acknowledged } = await offerCreates(
      { urls: nodes.urls, demo: neighbour },
      OFFERED,
      milliseconds,
      `trial-rates-${seed}`,
      stage.signal,
    );
    const amiss = countAmiss(acknowledged, await listOrders(databaseUrl()));
    return figuresOfRates(samples, answers, unwaited, amiss);
  } finally {
    await limit(UNLIMITED, UNLIMITED);
  }
}
