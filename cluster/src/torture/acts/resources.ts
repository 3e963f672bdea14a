import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fillDisk } from '@titular/test-kit/fill-disk.ts';
import { hasProgram } from '../../../../scripts/debian-programs.ts';
import type { Child } from '../../stage/children.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { failFor, figuresOfHealing, type Healed } from './healing.ts';
import { figuresOfWithin, openProbes, type Within } from './shortage-probes.ts';
import { stopSender } from './stopped-sender.ts';

/** Descriptors that a process may have open; fewer than it has, so that it can open none (R85). */
const FEW_DESCRIPTORS = 16;
/** Longer than the leases of rate limits and sweeps. */
const FAULT_MS = 4_000;
/** Longer than a request may take. */
const STANDS_MS = 6_000;
/** What a process has, and the creates a second that it is sent meanwhile (R85). */
const SMALL_HEAP_MB = 128;
const HEAP_PER_SECOND = 200;
/** A full disk is noticed by the next write; a longer time shows nothing more. */
const FULL_MS = 4_000;

/** What giving back tells where a process has died of it. */
const DIED = 'died';

/** What is taken away from a process or its machine; what `begin` returns gives it back. */
type Shortage = {
  name: string;
  ms: number;
  needsDisk?: true;
  /** A program without which it cannot be taken. */
  needs?: string;
  /** Creates are sure to feel it. */
  isFelt?: true;
  /** Creates a second that are sent beside the others. */
  perSecond?: number;
  begin(ground: Ground): Promise<() => Promise<unknown>>;
};

const softLimit = (pid: number): string =>
  /^Max open files\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1] ?? 'unlimited';

const setSoftLimit = (pid: number, limit: string): unknown =>
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${limit}:`], { stdio: 'ignore' });

/** Stops a process as a machine does that is suspended, and lets it go on. */
function pause(process: Child | undefined): () => Promise<void> {
  process?.signal('SIGSTOP');
  return async () => process?.signal('SIGCONT');
}

const SHORTAGES: readonly Shortage[] = [
  {
    name: `no descriptor is left to a process (${FEW_DESCRIPTORS})`,
    ms: FAULT_MS,
    needs: 'prlimit',
    isFelt: true,
    async begin({ nodes: { processes }, disturbances }) {
      const pid = processes[0]?.pid ?? 0;
      const usual = softLimit(pid);
      const isUp = disturbances.takeDown(0);
      setSoftLimit(pid, String(FEW_DESCRIPTORS));
      return async () => {
        setSoftLimit(pid, usual);
        isUp();
      };
    },
  },
  {
    name: 'an API process stands still (SIGSTOP)',
    ms: STANDS_MS,
    begin: async ({ nodes: { processes } }) => pause(processes[1]),
  },
  {
    name: `a heap of ${SMALL_HEAP_MB} MB`,
    ms: FAULT_MS,
    perSecond: HEAP_PER_SECOND,
    async begin(ground) {
      await ground.replaceNode(0, {
        NODE_OPTIONS: `--max-old-space-size=${SMALL_HEAP_MB}`,
      });
      const small = ground.nodes.processes[0];
      return async () => {
        const isOver = small?.isOver();
        await ground.replaceNode(0);
        return isOver ? DIED : undefined;
      };
    },
  },
  {
    name: 'processors at 100 %',
    ms: FAULT_MS,
    async begin({ stage }) {
      const count = 2 * availableParallelism();
      const hogs = Array.from({ length: count }, (_, place) =>
        stage.start(`hog-${place}`, '/bin/sh', ['-c', 'while :; do :; done']),
      );
      return () => Promise.all(hogs.map((hog) => hog.kill()));
    },
  },
  {
    name: "the database's disk is full",
    ms: FULL_MS,
    needsDisk: true,
    isFelt: true,
    async begin(ground) {
      const ballast = join(ground.disk ?? '', 'ballast');
      // It may start again by itself, nobody knows how often.
      const isSettled = ground.disturbances.unsettle();
      await fillDisk(ballast);
      return async () => {
        await rm(ballast);
        isSettled();
        // It gives up for good where it cannot even write its log; a supervisor starts it again.
        if (ground.database().process.isOver()) await ground.replaceDatabase();
      };
    },
  },
];

/** Makes a shortage, asks within it, and gives back what was taken. */
async function runShortage(ground: Ground, shortage: Shortage, round: number) {
  const { ms, perSecond } = shortage;
  const probes = await openProbes(ground, String(round));
  let [asking, hasDied] = [Promise.resolve<Within>({ creates: {}, reads: {}, load: {} }), false];
  let giveBack: () => Promise<unknown> = async () => undefined;
  const begin = async (): Promise<void> => {
    giveBack = await shortage.begin(ground);
    asking = probes.run(ms, perSecond);
    // It is awaited below, and may fail before.
    asking.catch(() => undefined);
  };
  const end = async (): Promise<void> => {
    hasDied = (await giveBack()) === DIED;
  };
  const healed = await failFor(ground, ms, begin, end);
  return { healed, hasDied, within: await asking };
}

type Made = { healed: Healed[]; within: Map<Shortage, Within[]>; deaths: number };

/** Makes these shortages in turn until the time is over. */
async function makeShortages(ground: Ground, able: readonly Shortage[], milliseconds: number): Promise<Made> {
  const endMs = performance.now() + milliseconds;
  const healed: Healed[] = [];
  const within = new Map<Shortage, Within[]>();
  let deaths = 0;
  for (let round = 0; round < able.length || performance.now() < endMs; round += 1) {
    const shortage = able[round % able.length];
    if (!shortage) break;
    ground.stage.say(`  ${shortage.name}`);
    const found = await runShortage(ground, shortage, round);
    healed.push(found.healed);
    if (found.hasDied) deaths += 1;
    within.set(shortage, [...(within.get(shortage) ?? []), found.within]);
  }
  return { healed, within, deaths };
}

/** Takes descriptors, time, processors and the disk away, in turn, until the time is over, while the worker stands still for longer than its claims (R82, R85, R86). */
export async function takeResources(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const isAble = ({ needsDisk, needs }: Shortage): boolean =>
    (!needsDisk || ground.disk !== undefined) && (needs === undefined || hasProgram(needs));
  const able = SHORTAGES.filter(isAble);
  ground.stage.say('  the worker stands still (SIGSTOP) with webhooks under way');
  const stopped = await stopSender(ground);
  const both = async () => ({
    ...(await makeShortages(ground, able, milliseconds)),
    ofSender: await stopped.resume(),
  });
  // The other worker and its endpoint end with it, whatever it breaks off at.
  const { healed, within, deaths, ofSender } = await both().finally(stopped.end);
  const kinds = able.map(({ name }) => name).join(', ');
  return [
    { what: 'resources: shortages made, of these kinds', value: `${healed.length}: ${kinds}` },
    ...SHORTAGES.filter((one) => !isAble(one)).map(({ name, needs }) => ({
      what: `resources: ${name}`,
      value: `not tried: ${needs ? `${needs} is not installed` : 'the database has no disk of its own, as in a soak, or where none may be mounted'}`,
    })),
    ...[...within].flatMap(([{ name, isFelt }, all]) => figuresOfWithin(name, all, isFelt === true)),
    zero(`resources: processes that died of a heap of ${SMALL_HEAP_MB} MB (R85)`, deaths),
    ...figuresOfHealing('resources', healed),
    ...ofSender,
  ];
}
