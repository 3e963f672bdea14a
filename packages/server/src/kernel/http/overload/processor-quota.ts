import { readFileSync } from 'node:fs';

/** Periods of a quota so far, and those in which its processes wanted more than it gives. */
export type Periods = { all: number; throttled: number };

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
};

/** Where the group of a process may tell of its quota, by what `/proc/self/cgroup` says; a container sees its own group at the root. */
export function statFilesOf(cgroups: string): string[] {
  const found = cgroups.split('\n').flatMap((line) => {
    const [, controllers = '', path = ''] = line.split(':');
    if (path === '') return [];
    if (controllers !== '' && !controllers.split(',').includes('cpu')) return [];
    const root = controllers === '' ? '/sys/fs/cgroup' : `/sys/fs/cgroup/${controllers}`;
    return [`${root}${path === '/' ? '' : path}/cpu.stat`, `${root}/cpu.stat`];
  });
  return [...new Set(found)];
}

/** Reads what the kernel's controller counts; undefined without a quota. */
export function parsePeriods(text: string): Periods | undefined {
  const numberOf = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
  const all = numberOf('nr_periods');
  return all === 0 ? undefined : { all, throttled: numberOf('nr_throttled') };
}

/** Finds the counters of this process's own group, which can change while it runs; undefined where there is no quota. */
export function openQuota(): () => Periods | undefined {
  for (const file of statFilesOf(readText('/proc/self/cgroup') ?? '')) {
    const text = readText(file);
    if (text !== undefined && parsePeriods(text)) return () => parsePeriods(readText(file) ?? '');
  }
  return () => undefined;
}
