import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from './children.ts';

const CONTROLLER = '/sys/fs/cgroup/cpu';
const PERIOD_US = 100_000;

/** A group of processes that may use so much of a processor. */
export type Quota = {
  /** Moves a process with all its threads and descendants into the group. */
  add(pid: number): Promise<void>;
  /** Periods so far, and those in which the group wanted more than it may. */
  periods(): Periods;
};

/** What the controller counted. */
export type Periods = { all: number; throttled: number };

/** Reads the controller's `cpu.stat`. */
export function parsePeriods(text: string): Periods {
  const values = new Map(text.split('\n').map((line) => line.split(' ') as [string, string]));
  return { all: Number(values.get('nr_periods') ?? 0), throttled: Number(values.get('nr_throttled') ?? 0) };
}

/** Descendants of a process, itself first. */
async function familyOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
}

/** Makes a group by the controller of version 1; undefined where none can be written. */
export function makeQuota(stage: Stage, name: string, cores: number): Quota | undefined {
  const group = join(CONTROLLER, `titular-${process.pid}-${name}`);
  try {
    mkdirSync(group);
    stage.onClose(async () => rmdirSync(group));
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_US * cores)));
  } catch {
    return undefined;
  }
  return {
    async add(pid) {
      for (const one of await familyOf(pid)) writeFileSync(join(group, 'cgroup.procs'), String(one));
    },
    periods: () => parsePeriods(readFileSync(join(group, 'cpu.stat'), 'utf8')),
  };
}
