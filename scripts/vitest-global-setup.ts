import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { startTestServer } from '@titular/test-kit/database/test-server.ts';
import type { TestProject } from 'vitest/node';

/** Starts the one database server of the run and tells the workers where it is, and where they leave what faces measured; the answer stops it and removes both. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...coordinates } = await startTestServer(migrate);
  project.provide('databaseServer', coordinates);
  const engineAnswers = await mkdtemp(join(tmpdir(), 'titular-answers-'));
  project.provide('engineAnswers', engineAnswers);
  return async () => {
    await stop();
    await rm(engineAnswers, { recursive: true });
  };
}
