import { readdirSync, readFileSync } from 'node:fs';
import { parentOf } from '@titular/test-kit/time/family-times.ts';

/** What one look found, by the name of each series. */
export type Readings = Record<string, number>;

/** A process that is looked at with all that it started, and where it tells its metrics. */
export type Watched = { name: string; pid: number; operationsUrl?: string };

const KIB = 1_024;
const ANSWER_LIMIT_MS = 10_000;
const UNITS = {
  'resident bytes': 'VmRSS',
  'own bytes': 'RssAnon',
} as const;

/** Metrics of Node.js that are told besides, with the name of their series. */
const METRICS: Readonly<Record<string, string>> = {
  nodejs_heap_size_used_bytes: 'heap bytes',
  nodejs_external_memory_bytes: 'external bytes',
  nodejs_active_resources_total: 'active resources',
};

/** Ids of a process and of all that descend from it. */
function listFamily(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const parents = new Map(all.map((name) => [Number(name), parentOf(Number(name))]));
  const family = [pid];
  // The list grows while it is gone through.
  for (const one of family)
    for (const [child, parent] of parents) if (parent === one && !family.includes(child)) family.push(child);
  return family;
}

/** Kibibytes or counts of `/proc/PID/status`, by their names. */
export const parseStatus = (text: string): Readonly<Record<string, number>> =>
  Object.fromEntries([...text.matchAll(/^(\w+):\s+(\d+)/gm)].map(([, name, value]) => [name, Number(value)]));

function readProcess(pid: number): Readings {
  try {
    const status = parseStatus(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const sizes = Object.entries(UNITS).map(([name, key]) => [name, (status[key] ?? 0) * KIB]);
    const descriptors = readdirSync(`/proc/${pid}/fd`).length;
    return { ...Object.fromEntries(sizes), descriptors, threads: status['Threads'] ?? 0 };
  } catch {
    // It ended meanwhile.
    return {};
  }
}

/** Samples of metrics of this name and with these labels, added up; undefined where there are none. */
export function sumMetric(text: string, name: string): number | undefined {
  const samples = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))];
  return samples.length === 0 ? undefined : samples.reduce((sum, [, value]) => sum + Number(value), 0);
}

async function readMetrics(url: string): Promise<string> {
  try {
    return await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })).text();
  } catch {
    // A reading that is missing is left out of its series.
    return '';
  }
}

/** Looks at a process; names of its series begin with its own. */
export async function readWatched({ name, pid, operationsUrl }: Watched): Promise<Readings> {
  const sums: Readings = {};
  for (const one of listFamily(pid))
    for (const [key, value] of Object.entries(readProcess(one)))
      sums[`${name}: ${key}`] = (sums[`${name}: ${key}`] ?? 0) + value;
  const text = operationsUrl ? await readMetrics(operationsUrl) : '';
  for (const [metric, key] of Object.entries(METRICS)) {
    const value = sumMetric(text, metric);
    if (value !== undefined) sums[`${name}: ${key}`] = value;
  }
  return sums;
}
