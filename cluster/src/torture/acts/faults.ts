import type { NetworkFault } from '../../stage/fault-proxy.ts';
import { canLosePackets, type LostPackets, losePackets } from '../../stage/faults/lost-packets.ts';
import type { Figure } from '../../trial.ts';
import { type Ground, WORKER } from '../ground.ts';
import { failFor, figuresOfHealing, figuresOfLooks, type Healed, LONG_PHASE_MS } from './healing.ts';

/** How long a fault lasts that leaves requests without an answer: longer than one may take, so that each of them meets it. */
const FAULT_MS = 6_000;
/** How long one lasts that is told at once. */
const SHORT_FAULT_MS = 2_000;

/** How long backends stand still once in such a phase. */
const LONG_PAUSE_MS = 30_000;

const TERMINATE = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'titular'";

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
  ...figuresOfLooks('network', healed),
];

/** Fails the way to the database in every manner, in turn, until the time is over; packets are lost last, and once. */
export async function failNetwork(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const { stage, proxy } = ground;
  const endMs = performance.now() + milliseconds;
  const healed: Healed[] = [];
  const met = new Set<string>();
  const shortMs = milliseconds > LONG_PHASE_MS ? SHORT_FAULT_MS : SHORT_FAULT_MS / 2;
  for (let round = 0; round < NETWORK.length || performance.now() < endMs; round += 1) {
    const next = NETWORK[round % NETWORK.length];
    if (!next) break;
    const { name, fault, places } = next;
    met.add(name);
    // Of one process alone it is long where the phase has the time.
    const isLong = fault.kind === 'silence' && (!places || milliseconds > LONG_PHASE_MS);
    const ms = isLong ? FAULT_MS : shortMs;
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
  healed.push(await failFor(ground, shortMs, begin, end));
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
    const isLong = round < DATABASE.length && milliseconds > LONG_PHASE_MS;
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
    ...figuresOfLooks('database', healed),
  ];
}
