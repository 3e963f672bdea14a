import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fillDisk } from '@titular/test-kit/fill-disk.ts';
import type { Child } from '../../stage/children.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { failFor, figuresOfHealing, type Healed } from './healing.ts';
import { stopSender } from './stopped-sender.ts';

/** Descriptors that a process may have open; fewer than it has, so that it can open none (R85). */
const FEW_DESCRIPTORS = 16;
/** Longer than the leases of rate limits and sweeps. */
const FAULT_MS = 4_000;
/** Longer than a request may take. */
const STANDS_MS = 6_000;
/** What a process has where 1,000 calls a second need it (R85). */
const SMALL_HEAP_MB = 128;
/** A full disk is noticed by the next write; a longer time shows nothing more. */
const FULL_MS = 4_000;

/** What giving back tells where a process has died of it. */
const DIED = 'died';

/** What is taken away from a process or its machine; what `begin` returns gives it back. */
type Shortage = {
  name: string;
  ms: number;
  needsDisk?: true;
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
    async begin(ground) {
      await ground.replaceNode(0, {
        NODE_OPTIONS: `--max-old-space-size=${SMALL_HEAP_MB}`,
      });
      const small = ground.nodes.processes[0];
      // It keeps its heap: whatever comes afterwards is the harder.
      return async () => (small?.isOver() ? DIED : undefined);
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

/** Takes descriptors, time, processors and the disk away, in turn, until the time is over, while the worker stands still for longer than its claims (R82, R85, R86). */
export async function takeResources(ground: Ground, milliseconds: number): Promise<Figure[]> {
  const able = SHORTAGES.filter(({ needsDisk }) => !needsDisk || ground.disk !== undefined);
  const endMs = performance.now() + milliseconds;
  const healed: Healed[] = [];
  let deaths = 0;
  ground.stage.say('  the worker stands still (SIGSTOP) with webhooks under way');
  const stopped = await stopSender(ground);
  for (let round = 0; round < able.length || performance.now() < endMs; round += 1) {
    const shortage = able[round % able.length];
    if (!shortage) break;
    ground.stage.say(`  ${shortage.name}`);
    let giveBack: () => Promise<unknown> = async () => undefined;
    const begin = async (): Promise<void> => {
      giveBack = await shortage.begin(ground);
    };
    const end = async (): Promise<void> => {
      if ((await giveBack()) === DIED) deaths += 1;
    };
    healed.push(await failFor(ground, shortage.ms, begin, end));
  }
  const kinds = able.map(({ name }) => name).join(', ');
  return [
    { what: 'resources: shortages made, of these kinds', value: `${healed.length}: ${kinds}` },
    ...(ground.disk === undefined
      ? [{ what: 'resources: full disk', value: 'not tried: no disk may be mounted here' }]
      : []),
    zero(`resources: processes that died of a heap of ${SMALL_HEAP_MB} MB (R85)`, deaths),
    ...figuresOfHealing('resources', healed),
    ...(await stopped.resume()),
  ];
}
