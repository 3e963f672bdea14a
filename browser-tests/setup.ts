import type { TestProject } from 'vitest/node';
import startDatabase from '../scripts/vitest-global-setup.ts';
import { describeMissing, findBrowsers } from './browsers.ts';

/** Names the browsers that are missing, at the begin and at the end; refuses to run without any. Starts the database of the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const missing = describeMissing();
  for (const line of missing) console.log(line);
  if (findBrowsers().length === 0) throw new Error('There is no browser to try the page in.');
  const stop = await startDatabase(project);
  process.on('exit', () => {
    for (const line of missing) console.log(line);
  });
  return stop;
}
