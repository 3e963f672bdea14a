import type { TestProject } from 'vitest/node';
import startDatabase from '../scripts/vitest-global-setup.ts';
import { describeMissing } from './programs.ts';

/** Starts the database of the run; at its end the missing programs are named with the line that installs them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stop = await startDatabase(project);
  process.on('exit', () => {
    for (const line of describeMissing()) console.log(line);
  });
  return stop;
}
