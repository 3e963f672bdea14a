import { drawFrom } from '../../load/creates.ts';
import { medianOf, percentileOf } from '../../load/samples.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, type Point, ROLES } from '../ground.ts';
import { secondsOf } from './healing.ts';

const BETWEEN_KILLS_MS = 300;
/** A process that does not come to a point within this is killed at random. */
const POINT_MS = 2_000;
/** So many start again at once: more would wait for the processors, and nobody would answer meanwhile. */
const MAX_STARTING = 2;
/** One kill in so many is of a process or database beside which nothing starts, by which R78 is judged. */
const ALONE_EVERY = 10;
/** 200 kills in 7 minutes. */
const MAX_MS_A_KILL = 2_100;

/** Points at which a process of a role is killed; at any other time it is killed at random. */
const POINTS: Readonly<Record<(typeof ROLES)[number], readonly Point[]>> = {
  api: ['before a commit', 'after a commit'],
  worker: ['before a commit', 'after a commit', 'before an answer', 'after an answer'],
};

/** Waits until a process is at a point, where it is killed at once; false where it does not come there. */
async function killAt({ stage, nodes, at }: Ground, place: number, point: Point): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<true>();
  at(place, point, () => {
    nodes.processes[place]?.signal('SIGKILL');
    resolve(true);
  });
  return Promise.race([promise, calm(stage, POINT_MS).then(() => false)]).finally(() =>
    at(place, point, undefined),
  );
}

/** Ready again within this: a process beside which nothing starts (R78), and the database (R79). */
const MAX_READY_MS = { process: 3_000, database: 5_000 };

/** How long one that was killed took until it was ready; `isAlone` tells that nothing else started meanwhile, and the database was there. */
export type Readied = { of: 'process' | 'database'; ms: number; isAlone: boolean };

/** Kills of a loop by where they were, and how long each took until it was ready. */
export type Kills = { at: Readonly<Record<string, number>>; ready: readonly Readied[] };

/** The 95th percentile of these times, against its limit where it has one; nothing is judged where none was killed. */
function figureOfReady(until: string, times: readonly number[], limitMs?: number): Figure {
  const what = `kill loop: p95 and longest time until ${until}`;
  if (times.length === 0) return { what, value: 'none was killed' };
  const p95 = percentileOf(times, 0.95);
  const value = `${secondsOf(p95)}, ${secondsOf(Math.max(...times))}, of ${times.length}`;
  if (limitMs === undefined) return { what, value };
  return {
    ...{ what, value },
    target: `p95 <= ${limitMs / 1_000} s`,
    isMet: p95 <= limitMs,
    isTimed: true,
  };
}

const timesOf = (ready: readonly Readied[]): number[] => ready.map(({ ms }) => ms);

/** Judges how many there were, at how many points, and how soon what was killed was ready. */
export const figuresOfKills = ({ at, ready }: Kills, milliseconds: number): Figure[] => [
  {
    what: 'kill loop: kill -9, by role and point',
    value: Object.entries(at)
      .map(([where, count]) => `${where} ${count}`)
      .join(', '),
  },
  {
    what: 'kill loop: kills',
    value: String(ready.length),
    target: `>= ${Math.floor(milliseconds / MAX_MS_A_KILL)}`,
    isMet: ready.length >= Math.floor(milliseconds / MAX_MS_A_KILL),
    isTimed: true,
  },
  {
    what: 'kill loop: median and longest time until what was killed is ready',
    value: `${secondsOf(medianOf(timesOf(ready)))}, ${secondsOf(Math.max(0, ...timesOf(ready)))}`,
  },
  figureOfReady(
    'a process is ready beside which nothing starts (R78)',
    timesOf(ready.filter(({ of, isAlone }) => of === 'process' && isAlone)),
    MAX_READY_MS.process,
  ),
  figureOfReady(
    'a process is ready that others, or the database, may start beside',
    timesOf(ready.filter(({ of, isAlone }) => of === 'process' && !isAlone)),
  ),
  figureOfReady(
    'the database takes connections (R79)',
    timesOf(ready.filter(({ of }) => of === 'database')),
    MAX_READY_MS.database,
  ),
];

/** A kill as the seed draws it: the place of a process, or that of the postmaster behind them all, its point, none for at random, and how long after the one before. */
export type Planned = { place: number; point: Point | undefined; afterMs: number };

/** The kills of a seed, each drawn whole and in one order, whatever is ready when; one whose process starts again lets the next go first. */
export function planKills(seed: number): (isFree: (place: number) => boolean) => Planned {
  const draw = drawFrom(seed);
  const waiting: Planned[] = [];
  const drawNext = (): Planned => {
    const [where, which, when] = [draw(), draw(), draw()];
    const place = Math.floor(where * (ROLES.length + 1));
    const role = ROLES[place];
    const points = role ? [undefined, ...POINTS[role]] : [undefined];
    return {
      ...{ place, point: points[Math.floor(which * points.length)] },
      afterMs: Math.round(BETWEEN_KILLS_MS * (0.5 + when)),
    };
  };
  return (isFree) => {
    const first = waiting.findIndex(({ place }) => isFree(place));
    if (first >= 0) return waiting.splice(first, 1)[0] as Planned;
    for (let next = drawNext(); ; next = drawNext()) {
      if (isFree(next.place)) return next;
      waiting.push(next);
    }
  };
}

/** Kills one process, and tells where; `ready` resolves with the milliseconds until another is ready in its place. */
async function killOne(ground: Ground, { place, point }: Planned) {
  const role = ROLES[place];
  const where = `${role ?? 'postmaster'} ${point && (await killAt(ground, place, point)) ? point : 'at random'}`;
  ground.stage.say(`  kill ${where}`);
  return { where, ready: role ? ground.replaceNode(place) : ground.replaceDatabase() };
}

/** kill -9 of processes and at points drawn by the seed, each replaced, until the time is over (R78, R79). While one starts again the next is killed, so that some die while others start; now and then one starts alone. */
export async function killLoop(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const next = planKills(ground.seed);
  const endMs = performance.now() + milliseconds;
  const readied: Readied[] = [];
  let kills = 0;
  const at: Record<string, number> = {};
  const starting = new Map<number, Promise<unknown>>();
  const killNext = async (): Promise<void> => {
    const isAlone = kills % ALONE_EVERY === 0;
    kills += 1;
    if (isAlone) await Promise.all(starting.values());
    if (starting.size >= MAX_STARTING) await Promise.race(starting.values());
    const planned = next((place) => !starting.has(place));
    const { place } = planned;
    await calm(ground.stage, planned.afterMs);
    const { where, ready } = await killOne(ground, planned);
    at[where] = (at[where] ?? 0) + 1;
    const of = place < ROLES.length ? 'process' : 'database';
    const started = ready
      .then((ms) => readied.push({ of, ms, isAlone }))
      .finally(() => starting.delete(place));
    // It is awaited below, and may fail before.
    started.catch(() => undefined);
    starting.set(place, started);
    if (isAlone) await started;
  };
  try {
    do await killNext();
    while (performance.now() < endMs);
    await Promise.all(starting.values());
  } finally {
    // What is judged after Ctrl-C needs its database.
    await Promise.allSettled(starting.values());
  }
  return figuresOfKills({ at, ready: readied }, milliseconds);
}
