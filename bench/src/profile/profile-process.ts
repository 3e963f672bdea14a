import { type HeapProfiler, type Profiler, Session } from 'node:inspector/promises';
import { querySeconds } from '@titular/server/kernel/database/database-metrics.ts';
import { moduleOf } from './module-of.ts';

/** The question that makes a serving child profile itself until it is asked for its profile. */
export const ASK_BEGIN_PROFILE = { ask: 'begin-profile' } as const;

/** The question for what was measured since. */
export const ASK_PROFILE = { ask: 'profile' } as const;

/** What a process did while it was profiled: self time by module and allocated bytes of the main thread, and its statements. */
export type ProcessProfile = {
  selfMs: Record<string, number>;
  allocatedBytes: number;
  statements: number;
  statementSeconds: number;
};

const SAMPLE_US = 200;
const HEAP_SAMPLE_BYTES = 131_072;
/** What the process did not do for requests: it idled, or profiled itself. */
const LEFT_OUT = ['(idle)', 'node:inspector'];

async function readStatements(): Promise<{ statements: number; statementSeconds: number }> {
  const { values } = await querySeconds.prom.get();
  const sumNamed = (end: string): number =>
    (values as { metricName?: string; value: number }[]).find(({ metricName }) => metricName?.endsWith(end))
      ?.value ?? 0;
  return { statements: sumNamed('_count'), statementSeconds: sumNamed('_sum') };
}

/** Self time by module in milliseconds. */
function selfTimes({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Record<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times: Record<string, number> = {};
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    const name = frame ? moduleOf(frame) : '(idle)';
    if (LEFT_OUT.includes(name)) continue;
    times[name] = (times[name] ?? 0) + (timeDeltas[index] ?? 0) / 1_000;
  }
  return times;
}

const sumOf = ({ selfSize, children }: HeapProfiler.SamplingHeapProfileNode): number =>
  children.reduce((sum, child) => sum + sumOf(child), selfSize);

/** Lets a serving child profile itself when its parent asks. */
export function answerProfiles(): void {
  const session = new Session();
  let before = { statements: 0, statementSeconds: 0 };

  const begin = async (): Promise<true> => {
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await session.post('HeapProfiler.startSampling', {
      samplingInterval: HEAP_SAMPLE_BYTES,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    });
    before = await readStatements();
    await session.post('Profiler.start');
    return true;
  };

  const end = async (): Promise<ProcessProfile> => {
    const { profile } = await session.post('Profiler.stop');
    const heap = await session.post('HeapProfiler.stopSampling');
    const { statements, statementSeconds } = await readStatements();
    session.disconnect();
    return {
      selfMs: selfTimes(profile),
      allocatedBytes: sumOf(heap.profile.head),
      statements: statements - before.statements,
      statementSeconds: statementSeconds - before.statementSeconds,
    };
  };

  process.on('message', async ({ ask }: { ask?: string }) => {
    if (ask === ASK_BEGIN_PROFILE.ask) process.send?.(await begin());
    if (ask === ASK_PROFILE.ask) process.send?.(await end());
  });
}
