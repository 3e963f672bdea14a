import { drawFrom } from '../../load/creates.ts';
import { medianOf, percentileOf } from '../../load/samples.ts';
import type { NetworkFault } from '../../stage/fault-proxy.ts';
import { canLosePackets, type LostPackets, losePackets } from '../../stage/faults/lost-packets.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, type Point, ROLES } from '../ground.ts';
import { failFor, figuresOfHealing, figuresOfLooks, type Healed, secondsOf } from './healing.ts';

const BETWEEN_KILLS_MS = 300;
/** A process that does not come to a point within this is killed at random. */
const POINT_MS = 2_000;
/** So many start again at once: more would wait for the processors, and nobody would answer meanwhile. */
const MAX_STARTING = 2;
/** 200 kills in 7 minutes. */
const MAX_MS_A_KILL = 2_100;
/** How long a fault lasts that leaves requests without an answer: longer than one may take, so that each of them meets it. */
const FAULT_MS = 6_000;
/** How long one lasts that is told at once. */
const SHORT_FAULT_MS = 2_000;

const TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'titular'";

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

/** Ready again within this: a process whose database is there (R78), and the database (R79). */
const MAX_READY_MS = { process: 3_000, database: 5_000 };

/** How long one that was killed took until it was ready; `isAlone` tells that the database was not down meanwhile. */
export type Readied = { of: 'process' | 'database'; ms: number; isAlone: boolean };

/** Kills of a loop by where they were, and how long each took until it was ready. */
export type Kills = { at: Readonly<Record<string, number>>; ready: readonly Readied[] };

/** The 95th percentile of these times, against its limit; nothing is judged where none was killed. */
function figureOfReady(until: string, times: readonly number[], limitMs: number): Figure {
  const what = `kill loop: p95 and longest time until ${until}`;
  if (times.length === 0) return { what, value: 'none was killed' };
  const p95 = percentileOf(times, 0.95);
  return {
    what,
    value: `${secondsOf(p95)}, ${secondsOf(Math.max(...times))}, of ${times.length}`,
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
    'a process is ready whose database was there (R78)',
    timesOf(ready.filter(({ of, isAlone }) => of === 'process' && isAlone)),
    MAX_READY_MS.process,
  ),
  figureOfReady(
    'the database takes connections (R79)',
    timesOf(ready.filter(({ of }) => of === 'database')),
    MAX_READY_MS.database,
  ),
];

/** Kills one process, at a point drawn by the seed or at random, and tells where; `ready` resolves with the milliseconds until another is ready in its place. */
async function killOne(ground: Ground, place: number, draw: () => number) {
  const role = ROLES[place];
  const point = role && [undefined, ...POINTS[role]][Math.floor(draw() * (POINTS[role].length + 1))];
  const where = `${role ?? 'postmaster'} ${point && (await killAt(ground, place, point)) ? point : 'at random'}`;
  ground.stage.say(`  kill ${where}`);
  return { where, ready: role ? ground.replaceNode(place) : ground.replaceDatabase() };
}

/** kill -9 of processes and at points drawn by the seed, each replaced, until the time is over (R78, R79). While one starts again the next is killed, so that some die while others start. */
export async function killLoop(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const draw = drawFrom(ground.seed);
  const endMs = performance.now() + milliseconds;
  const readied: Readied[] = [];
  // Whoever starts while the database is down waits for it.
  let databaseKills = 0;
  const at: Record<string, number> = {};
  const starting = new Map<number, Promise<unknown>>();
  const killNext = async (): Promise<void> => {
    if (starting.size >= MAX_STARTING) await Promise.race(starting.values());
    await calm(ground.stage, Math.round(BETWEEN_KILLS_MS * (0.5 + draw())));
    const running = [...ROLES, 'postmaster'].flatMap((_, place) => (starting.has(place) ? [] : [place]));
    const place = running[Math.floor(draw() * running.length)] ?? 0;
    const { where, ready } = await killOne(ground, place, draw);
    at[where] = (at[where] ?? 0) + 1;
    const of = place < ROLES.length ? 'process' : 'database';
    if (of === 'database') databaseKills += 1;
    const kills = starting.has(ROLES.length) ? undefined : databaseKills;
    const started = ready
      .then((ms) => readied.push({ of, ms, isAlone: kills === databaseKills }))
      .finally(() => starting.delete(place));
    // It is awaited below, and may fail before.
    started.catch(() => undefined);
    starting.set(place, started);
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

const NETWORK: readonly NetworkFault[] = [
  { kind: 'delay', milliseconds: 200 },
  { kind: 'reset' },
  { kind: 'cut', afterBytes: 2_000 },
  { kind: 'silence' },
  { kind: 'refuse' },
];

/** Judges the faults of the network; where no connection met one, or no packet was lost, nothing was shown. Without a count, packets could not be lost here. */
export const figuresOfNetwork = (
  kinds: readonly string[],
  healed: readonly Healed[],
  connections: number,
  lost: number | undefined,
): Figure[] => [
  { what: 'network: faults made, of these kinds', value: `${healed.length}: ${kinds.join(', ')}` },
  {
    what: 'network: connections that met one',
    value: String(connections),
    target: '> 0',
    isMet: connections > 0,
  },
  lost === undefined
    ? { what: 'network: packets lost', value: 'not tried: nft is not installed, or may not be used' }
    : { what: 'network: packets lost, one in five', value: String(lost), target: '> 0', isMet: lost > 0 },
  ...figuresOfHealing('network', healed),
  ...figuresOfLooks('network', healed),
];

/** Fails the way to the database in every manner, in turn, until the time is over; packets are lost last, and once. */
export async function failNetwork(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, proxy } = ground;
  const endMs = performance.now() + milliseconds;
  const healed: Healed[] = [];
  const met = new Set<string>();
  for (let round = 0; round < NETWORK.length || performance.now() < endMs; round += 1) {
    const fault = NETWORK[round % NETWORK.length];
    if (!fault) break;
    met.add(fault.kind);
    const ms = fault.kind === 'silence' ? FAULT_MS : SHORT_FAULT_MS;
    healed.push(await failFor(ground, ms, () => proxy.fail(fault), proxy.heal));
  }
  if (!canLosePackets()) return figuresOfNetwork([...met], healed, proxy.faults(), undefined);
  const losing: LostPackets[] = [];
  let lost = 0;
  const begin = (): unknown => losing.push(losePackets(stage, proxy.ports));
  const end = (): void => {
    for (const one of losing) {
      lost += one.lost();
      one.heal();
    }
  };
  healed.push(await failFor(ground, SHORT_FAULT_MS, begin, end));
  return figuresOfNetwork([...met, 'loss'], healed, proxy.faults(), lost);
}

type DatabaseFault = {
  name: string;
  /** How long it lasts. */
  ms: number;
  begin(ground: Ground): Promise<unknown>;
  end(ground: Ground): Promise<unknown>;
};

const runAt = (ground: Ground, ...texts: string[]): Promise<unknown> => ground.database().run(texts);

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
}

/** Backends of the service, stopped and let go one by one. */
async function signalBackends(ground: Ground, signal: NodeJS.Signals): Promise<void> {
  const rows = await ground.database().run(["SELECT pid FROM pg_stat_activity WHERE usename = 'titular'"]);
  const pids = (rows as { pid: number }[]).map(({ pid }) => pid);
  // One that stands still does not see that its postmaster is gone: whatever happens until the end, it is let go.
  if (signal === 'SIGSTOP') ground.stage.onClose(async () => signalAll(pids, 'SIGCONT'));
  signalAll(pids, signal);
}

const DATABASE: readonly DatabaseFault[] = [
  {
    name: 'paused (SIGSTOP)',
    ms: FAULT_MS,
    begin: (ground) => signalBackends(ground, 'SIGSTOP'),
    end: (ground) => signalBackends(ground, 'SIGCONT'),
  },
  {
    name: 'read-only',
    ms: SHORT_FAULT_MS,
    begin: (ground) =>
      runAt(ground, 'ALTER DATABASE titular SET default_transaction_read_only = on', TERMINATE),
    end: (ground) =>
      runAt(
        ground,
        'SET default_transaction_read_only = off',
        'ALTER DATABASE titular RESET default_transaction_read_only',
        TERMINATE,
      ),
  },
  {
    name: 'sessions ended (57P01)',
    ms: 0,
    begin: (ground) => runAt(ground, TERMINATE),
    end: async () => undefined,
  },
  {
    name: 'too many clients',
    ms: SHORT_FAULT_MS,
    begin: (ground) => runAt(ground, 'ALTER ROLE titular CONNECTION LIMIT 1', TERMINATE),
    end: (ground) => runAt(ground, 'ALTER ROLE titular CONNECTION LIMIT -1'),
  },
];

/** Pauses, closes and limits the database itself, in turn, until the time is over (R80). */
export async function failDatabase(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const endMs = performance.now() + milliseconds;
  const healed: Healed[] = [];
  for (let round = 0; round < DATABASE.length || performance.now() < endMs; round += 1) {
    const fault = DATABASE[round % DATABASE.length];
    if (!fault) break;
    ground.stage.say(`  ${fault.name}`);
    healed.push(
      await failFor(
        ground,
        fault.ms,
        () => fault.begin(ground),
        () => fault.end(ground),
      ),
    );
  }
  return [
    {
      what: 'database: faults made, of these kinds',
      value: `${healed.length}: ${DATABASE.map(({ name }) => name).join(', ')}`,
    },
    ...figuresOfHealing('database', healed),
    ...figuresOfLooks('database', healed),
  ];
}
