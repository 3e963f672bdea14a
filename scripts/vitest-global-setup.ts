import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { startTestServer } from '@titular/test-kit/database/test-server.ts';
import type { TestProject } from 'vitest/node';

/** Starts the one database server of the run and tells the workers where it is; the answer stops it and removes its data. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...coordinates } = await startTestServer(migrate);
  project.provide('databaseServer', coordinates);
  return stop;
}
