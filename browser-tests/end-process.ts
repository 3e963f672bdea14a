import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Ends a program that a test started, and waits until it is gone; one that does not listen is killed after a while. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(kill);
}
