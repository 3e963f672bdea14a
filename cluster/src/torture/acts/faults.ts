import { drawFrom } from '../../load/creates.ts';
import { medianOf } from '../../load/samples.ts';
import type { NetworkFault } from '../../stage/fault-proxy.ts';
import { canLosePackets, type LostPackets, losePackets } from '../../stage/faults/lost-packets.ts';
import type { Figure } from '../../trial.ts';
import { calm } from '../../trials/faults.ts';
import { type Ground, type Point, ROLES, WORKER } from '../ground.ts';
import { failFor, figuresOfHealing, type Healed, secondsOf } from './healing.ts';

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

/** How long backends stand still once in a phase of a full run. */
const LONG_PAUSE_MS = 30_000;

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

/** Kills of a loop by where they were, and the milliseconds until each that was killed was ready. */
export type Kills = { at: Readonly<Record<string, number>>; readyMs: readonly number[] };

/** Judges how many there were, and at how many points. */
export const figuresOfKills = ({ at, readyMs }: Kills, milliseconds: number): Figure[] => [
  {
    what: 'kill loop: kill -9, by role and point',
    value: Object.entries(at)
      .map(([where, count]) => `${where} ${count}`)
      .join(', '),
  },
  {
    what: 'kill loop: kills',
    value: String(readyMs.length),
    target: `>= ${Math.floor(milliseconds / MAX_MS_A_KILL)}`,
    isMet: readyMs.length >= Math.floor(milliseconds / MAX_MS_A_KILL),
    isTimed: true,
  },
  {
    what: 'kill loop: median and longest time until what was killed is ready',
    value: `${secondsOf(medianOf(readyMs))}, ${secondsOf(Math.max(...readyMs))}`,
  },
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

/** kill -9 of processes and at points drawn by the seed, each replaced, until the time is over (R78, R79). While one starts again the next is killed, so that some die while others start. */
export async function killLoop(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const next = planKills(ground.seed);
  const endMs = performance.now() + milliseconds;
  const readyMs: number[] = [];
  const at: Record<string, number> = {};
  const starting = new Map<number, Promise<unknown>>();
  const killNext = async (): Promise<void> => {
    if (starting.size >= MAX_STARTING) await Promise.race(starting.values());
    const planned = next((place) => !starting.has(place));
    const { place } = planned;
    await calm(ground.stage, planned.afterMs);
    const { where, ready } = await killOne(ground, planned);
    at[where] = (at[where] ?? 0) + 1;
    const started = ready.then((ms) => readyMs.push(ms)).finally(() => starting.delete(place));
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
  return figuresOfKills({ at, readyMs }, milliseconds);
}

/** A fault of the network, of all processes or of those at these places. */
type OnTheWay = { name: string; fault: NetworkFault; places?: readonly number[] };

const NETWORK: readonly OnTheWay[] = [
  { name: 'delay', fault: { kind: 'delay', milliseconds: 200 } },
  { name: 'reset', fault: { kind: 'reset' } },
  { name: 'cut', fault: { kind: 'cut', afterBytes: 2_000 } },
  { name: 'silence', fault: { kind: 'silence' } },
  { name: 'refuse', fault: { kind: 'refuse' } },
  { name: 'trickle', fault: { kind: 'trickle' } },
  { name: 'silence of the worker alone', fault: { kind: 'silence' }, places: [WORKER] },
  { name: 'refusal of one API process alone', fault: { kind: 'refuse' }, places: [1] },
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
];

/** Fails the way to the database in every manner, in turn, until the time is over; packets are lost last, and once. */
export async function failNetwork(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, proxy } = ground;
  const endMs = performance.now() + milliseconds;
  const healed: Healed[] = [];
  const met = new Set<string>();
  for (let round = 0; round < NETWORK.length || performance.now() < endMs; round += 1) {
    const next = NETWORK[round % NETWORK.length];
    if (!next) break;
    const { name, fault, places } = next;
    met.add(name);
    const ms = fault.kind === 'silence' ? FAULT_MS : SHORT_FAULT_MS;
    healed.push(await failFor(ground, ms, () => proxy.fail(fault, places), proxy.heal));
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
  /** How long its first one lasts where the phase has the time (R80). */
  longMs?: number;
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
    longMs: LONG_PAUSE_MS,
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
    const isLong = round < DATABASE.length && milliseconds > LONG_PAUSE_MS;
    healed.push(
      await failFor(
        ground,
        (isLong && fault.longMs) || fault.ms,
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
  ];
}
