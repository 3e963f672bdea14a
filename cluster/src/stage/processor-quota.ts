import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Periods,
  parsePeriods as readPeriods,
} from '@titular/server/kernel/http/overload/processor-quota.ts';
import type { Stage } from './children.ts';
import { waitFor } from './wait.ts';

const CONTROLLER = '/sys/fs/cgroup/cpu';
/** Where what a group used is counted; often the same place. */
const ACCOUNTS = '/sys/fs/cgroup/cpuacct';
const PERIOD_US = 100_000;
/** Weight of a group beside one process of the machine, whose weight is 1,024. */
const SHARES = 65_536;
const REMOVE_LIMIT_MS = 10_000;

/** A group of processes that may use so much of a processor. */
export type Quota = {
  /** Moves a process with all its threads and descendants into the group. */
  add(pid: number): Promise<void>;
  /** Changes how much they may use. */
  set(cores: number): void;
  /** Periods so far, and those in which the group wanted more than it may. */
  periods(): Periods;
  /** Milliseconds of a processor that the group used so far. */
  usedMs(): number;
};

/** Reads the controller's `cpu.stat` as the service does; nothing yet where no period passed. */
export const parsePeriods = (text: string): Periods => readPeriods(text) ?? { all: 0, throttled: 0 };

/** Descendants of a process, itself first. */
async function familyOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const children = threads.flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return [pid, ...(await Promise.all(children.map(familyOf))).flat()];
}

/** A group can be removed once the last of its processes is gone; workers of a killed node take a moment. */
const remove = (group: string): Promise<unknown> =>
  waitFor(group, REMOVE_LIMIT_MS, new AbortController().signal, async () => {
    if (existsSync(group)) await rmdir(group);
    return true;
  });

/** Makes a group by the controller of version 1; undefined where none can be written. */
export function makeQuota(stage: Stage, name: string): Quota | undefined {
  const directory = `titular-${process.pid}-${name}`;
  const [group, accounts] = [join(CONTROLLER, directory), join(ACCOUNTS, directory)];
  const set = (cores: number): void =>
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(Math.round(PERIOD_US * cores)));
  try {
    for (const one of [group, accounts]) {
      mkdirSync(one, { recursive: true });
      stage.onClose(async () => void (await remove(one)));
    }
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(PERIOD_US));
    // What else runs on the machine must not take what the quota grants.
    writeFileSync(join(group, 'cpu.shares'), String(SHARES));
    set(1);
  } catch {
    return undefined;
  }
  return {
    set,
    async add(pid) {
      for (const one of await familyOf(pid))
        for (const where of [group, accounts]) writeFileSync(join(where, 'cgroup.procs'), String(one));
    },
    periods: () => parsePeriods(readFileSync(join(group, 'cpu.stat'), 'utf8')),
    usedMs: () => Number(readFileSync(join(accounts, 'cpuacct.usage'), 'utf8')) / 1_000_000,
  };
}
