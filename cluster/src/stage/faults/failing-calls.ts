import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Stage } from '../children.ts';
import { waitFor } from '../wait.ts';

/** Calls that fail: which, with which error, and in which processes. */
export type Failing = { calls: readonly string[]; error: string; pids: readonly number[] };

/** Calls that fail by now; `met` counts those that did. */
export type FailingCalls = { met(): Promise<number>; heal(): Promise<void> };

const ATTACH_LIMIT_MS = 10_000;

const isTraced = async (pid: number): Promise<boolean> =>
  !/^TracerPid:\s+0$/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));

/** Has calls of these processes fail without being made, by strace, until they are healed or the processes have ended. */
export async function failCalls(
  stage: Stage,
  name: string,
  { calls, error, pids }: Failing,
): Promise<FailingCalls> {
  const file = join(stage.directory, `${name}.calls`);
  const list = calls.join(',');
  const options = ['-qq', '-o', file, '-e', `trace=${list}`, '-e', `inject=${list}:error=${error}`];
  const tracer = stage.start(name, 'strace', [...options, ...pids.flatMap((pid) => ['-p', String(pid)])]);
  // One that ends meanwhile is traced no more, and counts as well.
  await waitFor(
    'strace',
    ATTACH_LIMIT_MS,
    stage.signal,
    async () => tracer.isOver() || (await Promise.all(pids.map(isTraced))).every(Boolean),
  );
  return {
    async met() {
      const text = await readFile(file, 'utf8').catch(() => '');
      return text.split('(INJECTED)').length - 1;
    },
    // Asked to end, it lets go what it holds in the middle of a call; with SIGKILL that call would fail in another way.
    async heal() {
      tracer.signal('SIGTERM');
      await waitFor('the end of strace', ATTACH_LIMIT_MS, new AbortController().signal, async () =>
        tracer.isOver(),
      ).catch(tracer.kill);
    },
  };
}
