import { readConfig } from '@titular/server/config/config.ts';
import type { Kernel } from '@titular/server/module.ts';
import { createModules, describeModules, UNOPENED, workOf } from '@titular/server/modules.ts';

type Deps = Pick<Kernel, 'db' | 'clock' | 'log'> & Partial<Pick<Kernel, 'pool'>>;

/** Runs one task of the service on a database by itself, as the clock would; for tasks that need no engine and no keys. */
export async function runTask(deps: Deps, task: string): Promise<void> {
  const kernel = { ...deps, config: readConfig({}) } as Kernel;
  const run = workOf(createModules(kernel, UNOPENED).all).tasks[task];
  if (!run) throw new Error(`no noun has a task ${task}`);
  await run({}, {} as never);
}

/** Runs every task of a queue, in the order of the nouns. */
export async function runQueue(deps: Deps, queue: string): Promise<void> {
  for (const row of workOf(describeModules().all).schedule)
    if (row.queue === queue) await runTask(deps, row.task);
}
