import { ANSWER_LIMIT_MS, API, cardOf, fetchToken, post } from '../../load/requests.ts';
import { query } from '../../load/times.ts';
import { type FakedClock, findClockLibrary, makeClock } from '../../stage/faults/faked-clock.ts';
import { isReady, waitUntilReady } from '../../stage/nodes.ts';
import { waitFor } from '../../stage/wait.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, WORKER } from '../ground.ts';
import { zero, zeroLate } from '../judged.ts';
import { raiseExpiryStorm } from './expiry-storm.ts';
import { figureOfHealing, LONG_PHASE_MS } from './healing.ts';

const HOUR_SECONDS = 3_600;
const MINUTE_SECONDS = 60;
/** The first second that 31 bits cannot count. */
const TOO_LATE = Date.UTC(2038, 0, 19, 3, 14, 8);
const SECOND_MS = 1_000;
/** A process looks at the file of its clock every two seconds; what it does then may still go by what it saw before. */
const SEEN_MS = 2_500;
const SEEN_LIMIT_MS = 10_000;
/** How long the database's clock stays stepped in a smoke, once all of its processes have seen it. */
const STAYS_MS = 1_000;
/** Each tenant has called twice since: the first call after a step back finds its budget empty, the next one a second later does not. A smoke has a few calls of each, and leaves it out. */
const FILLED_MS = 6_000;
const READY_MS = 60_000;
/** How far times may be from the truth (R84). */
const MAX_OFF_SECONDS = 2;
/** What a service may answer that has too much to do: whoever asks comes again. */
const BUSY = [429, 503];
const AGAIN_MS = 200;
/** The place of the API process whose clock is stepped; the other one's is right. */
const STEPPED = 1;

/** A clock that is off: the API process by so many seconds, the worker by as many the other way. */
type Skew = { name: string; seconds(): number };

const SKEWS: readonly Skew[] = [
  { name: '+1 h', seconds: () => HOUR_SECONDS },
  { name: '-1 h', seconds: () => -HOUR_SECONDS },
  { name: '+5 min', seconds: () => 5 * MINUTE_SECONDS },
  { name: '-5 min', seconds: () => -5 * MINUTE_SECONDS },
  { name: '2038', seconds: () => Math.ceil((TOO_LATE - Date.now()) / SECOND_MS) },
];

/** A create, when it was sent and answered by a clock that is right. */
type Sent = { status: number; sentMs: number; answeredMs: number };

/** One at a process by the token of another. */
type Probe = Sent & { order: string };

/** What the database has of a create. */
type Written = { order: string; createdMs: number; livesSeconds: number };

/** Creates once, and again for as long as the tenant, which has a storm meanwhile, has too many under way. */
async function createOnce({ stage }: Ground, url: string, token: string, body: string): Promise<Sent> {
  const endMs = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    const sentMs = Date.now();
    const { status } = await post(`${url}${API}/transaction`, token, body);
    const isOver = !BUSY.includes(status) || performance.now() > endMs;
    if (isOver) return { status, sentMs, answeredMs: Date.now() };
    await calm(stage, AGAIN_MS);
  }
}

/** Creates at each process with the token of the other one. */
async function probe(ground: Ground, name: string): Promise<Probe[]> {
  const { nodes, seed } = ground;
  const { urls, demo } = nodes;
  const tokens = await Promise.all(urls.map((url) => fetchToken(url, demo)));
  return Promise.all(
    urls.map(async (url, place) => {
      // The storm takes orders of the load alone.
      const order = `clock-${seed}-${name}-${place}`;
      const token = tokens[(place + 1) % tokens.length] ?? '';
      return { order, ...(await createOnce(ground, url, token, cardOf(demo.companyId, order))) };
    }),
  );
}

const readWritten = (url: string, orders: readonly string[]): Promise<Written[]> =>
  query<Written>(
    url,
    `SELECT order_number AS order, (extract(epoch FROM created_at) * 1000)::double precision AS "createdMs",
       extract(epoch FROM expires_at - created_at)::double precision AS "livesSeconds"
     FROM transactions WHERE order_number = ANY ($1)`,
    [orders],
  );

/** Steps of histories that are earlier than the step before. */
async function countBackwards(url: string): Promise<number> {
  const [row] = await query<{ n: number }>(
    url,
    `SELECT count(*)::integer AS n FROM (
       SELECT at - lag(at) OVER (PARTITION BY tenant_id, transaction_id ORDER BY version) AS age FROM transaction_history
     ) h WHERE age < interval '0'`,
  );
  return row?.n ?? Number.NaN;
}

/** What was found while clocks of processes were off; `unseen` counts steps that the process did not see. */
export type Probed = {
  probes: readonly Probe[];
  written: readonly Written[];
  backwards: number;
  unseen: number;
};

/** Judges creates made while clocks were off, and what histories say of them. */
export function figuresOfProbes({ probes, written, backwards, unseen }: Probed): Figure[] {
  const found = new Map(written.map((one) => [one.order, one]));
  const offSeconds = probes.flatMap(({ order, sentMs, answeredMs }) => {
    const at = found.get(order)?.createdMs;
    return at === undefined ? [] : [Math.max(0, sentMs - at, at - answeredMs) / SECOND_MS];
  });
  const lives = written.map(({ livesSeconds }) => livesSeconds);
  const spread = lives.length > 0 ? Math.max(...lives) - Math.min(...lives) : 0;
  return [
    {
      what: 'time: creates at each process with the token of the other, whose clock is off or right',
      value: String(probes.length),
      target: '> 0',
      isMet: probes.length > 0,
    },
    zeroLate('time: steps that the process did not see, which takes no requests then', unseen),
    zero('time: of these refused', probes.filter(({ status }) => status !== 200).length),
    zero(
      `time: of these lost, or written more than ${MAX_OFF_SECONDS} s before they were sent or after they were answered`,
      probes.length - offSeconds.filter((seconds) => seconds <= MAX_OFF_SECONDS).length,
    ),
    {
      what: 'time: lives of these transactions, longest less shortest',
      value: `${spread.toFixed(3)} s`,
      target: `<= ${MAX_OFF_SECONDS} s`,
      isMet: spread <= MAX_OFF_SECONDS,
    },
    zero('time: steps of histories that are earlier than the step before (no negative age)', backwards),
  ];
}

/** Whether the process whose clock was stepped takes no requests by now. */
const isSeen = ({ stage, nodes }: Ground): Promise<boolean> =>
  waitFor('a process that sees its clock', SEEN_LIMIT_MS, stage.signal, async () => {
    const url = nodes.urls[STEPPED] ?? '';
    return !(await isReady(url));
  }).catch(() => false);

/** The clocks of an API process and of the worker. */
type Clocks = Readonly<Record<'clock' | 'workers', FakedClock>>;

/** Steps both, each against the other, in turn until the time is over, and creates at each step. */
async function stepInTurn(ground: Ground, { clock, workers }: Clocks, milliseconds: number) {
  const { stage } = ground;
  const endMs = performance.now() + milliseconds;
  const probes: Probe[] = [];
  let unseen = 0;
  let storm: Promise<Figure[]> | undefined;
  for (let round = 0; round < SKEWS.length || performance.now() < endMs; round += 1) {
    const skew = SKEWS[round % SKEWS.length];
    if (!skew) break;
    stage.say(`  ${skew.name}`);
    const seconds = skew.seconds();
    await Promise.all([clock.set(seconds), workers.set(-seconds)]);
    storm ??= raiseExpiryStorm(ground, milliseconds);
    // It goes on while clocks are stepped, is awaited below, and may fail before.
    storm.catch(() => undefined);
    await calm(stage, SEEN_MS);
    if (!(await isSeen(ground))) unseen += 1;
    probes.push(...(await probe(ground, `${skew.name}-${round}`.replaceAll(' ', ''))));
  }
  return { probes, unseen, figuresOfStorm: (await storm) ?? [] };
}

/** Steps the clocks of an API process and of the worker, each against the other, and lets hundreds of transactions expire meanwhile. */
async function stepProcesses(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, nodes, databaseUrl } = ground;
  const [clock, workers] = [await makeClock(stage, 'api.clock'), await makeClock(stage, 'worker.clock')];
  await Promise.all([ground.replaceNode(STEPPED, clock.env), ground.replaceNode(WORKER, workers.env)]);
  // Clocks are right again whatever it breaks off at.
  const { probes, unseen, figuresOfStorm } = await stepInTurn(
    ground,
    { clock, workers },
    milliseconds,
  ).finally(() => Promise.all([clock.set(0), workers.set(0)]));
  const healed = await waitUntilReady(stage, nodes.urls, READY_MS);
  const written = await readWritten(
    databaseUrl(),
    probes.map(({ order }) => order),
  );
  const backwards = await countBackwards(databaseUrl());
  const figures = figuresOfProbes({ probes, written, backwards, unseen });
  return [
    {
      what: 'time: clocks of an API process and of the worker stepped, each against the other, by',
      value: SKEWS.map(({ name }) => name).join(', '),
    },
    ...figuresOfStorm,
    ...figures,
    figureOfHealing('time, clocks of processes', [healed]),
  ];
}

/** Seconds by which the database's clock is off. */
async function readOff({ database }: Ground): Promise<number> {
  const [row] = await database().query(
    'SELECT extract(epoch FROM clock_timestamp())::double precision AS seconds',
  );
  return Number(row?.['seconds']) - Date.now() / SECOND_MS;
}

/** Steps the database's clock; until each of its processes has looked, they count by two of them. */
async function setDatabaseClock(
  { stage, disturbances }: Ground,
  clock: FakedClock,
  seconds: number,
): Promise<void> {
  const isSettled = disturbances.unsettle();
  await clock.set(seconds);
  await calm(stage, SEEN_MS);
  isSettled();
}

/** Waits until a clock is seen and both processes are ready by it. */
async function heal(ground: Ground, clock: FakedClock): Promise<number> {
  const { stage, nodes } = ground;
  await setDatabaseClock(ground, clock, 0);
  return waitUntilReady(stage, nodes.urls, READY_MS);
}

/** Steps the database's clock, by which everything expires: what was due while it was ahead must not wait until it would be due again. */
async function stepDatabase(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage } = ground;
  const clock = await makeClock(stage, 'database.clock');
  await Promise.all([
    ground.replaceDatabase(clock.env),
    // Their clocks are right again.
    ground.replaceNode(STEPPED),
    ground.replaceNode(WORKER),
  ]);
  await waitUntilReady(stage, ground.nodes.urls, READY_MS);
  const healed: number[] = [];
  let unseen = 0;
  try {
    for (const seconds of [HOUR_SECONDS, -HOUR_SECONDS]) {
      if (healed.length > 0 && milliseconds > LONG_PHASE_MS) await calm(stage, FILLED_MS);
      stage.say(`  the database's clock by ${seconds} s, and back`);
      await setDatabaseClock(ground, clock, seconds);
      await calm(stage, milliseconds > LONG_PHASE_MS ? SEEN_MS : STAYS_MS);
      if (Math.abs((await readOff(ground)) - seconds) > MAX_OFF_SECONDS) unseen += 1;
      healed.push(await heal(ground, clock));
    }
  } finally {
    await clock.set(0);
  }
  await ground.replaceDatabase();
  return [
    { what: "time: steps of the database's clock by an hour, and back", value: String(healed.length) },
    zeroLate('time: of these not seen', unseen),
    figureOfHealing("time, the database's clock", healed),
  ];
}

/** Steps clocks under load, with a storm of expiries meanwhile (R84); where none can be stepped, there is the storm alone. */
export async function stepClocks(ground: Ground, milliseconds: number): Promise<Figure[]> {
  if (findClockLibrary())
    return [...(await stepProcesses(ground, milliseconds)), ...(await stepDatabase(ground, milliseconds))];
  return [
    { what: 'time: clocks', value: 'not tried: faketime is not installed' },
    ...(await raiseExpiryStorm(ground, milliseconds)),
  ];
}
