import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { startBackground } from '@titular/server/kernel/jobs/background.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

const LOOKS = 300;

test('a job that waits at the start is taken only once others were told of the name that holds it: whoever dies just then leaves nothing locked (S55)', async () => {
  const clone = await cloneDatabase();
  const { db, pool, close } = connect(clone.connectionString, 6, () => undefined);
  onTestFinished(async () => {
    await close();
    await clone.drop();
  });
  const holders = async (): Promise<(string | null)[]> => {
    const { rows } = await sql<{ by: string | null }>`
      SELECT locked_by AS by FROM graphile_worker.jobs WHERE task_identifier = 'look'`.execute(db);
    return rows.map(({ by }) => by);
  };
  await sql`SELECT graphile_worker.add_job('look')`.execute(db);
  const [told, found]: string[][] = [[], []];
  const seen = new Set<string>();
  const workNames = createWorkNames();
  workNames.tellBy(async () => {
    // Telling takes long, and nobody may take the job meanwhile.
    for (let times = 0; times < LOOKS; times += 1) seen.add(String(await holders()));
    told?.push(...workNames.list());
  });
  const look = async (): Promise<void> => {
    found?.push(...(await holders()).map(String));
  };
  const background = await startBackground(
    pool,
    { tasks: { look }, schedule: [] },
    { log: createLog('silent'), clock: systemClock, workNames },
  );
  onTestFinished(background.stop);
  await eventually(() => expect(found).toHaveLength(1));
  expect(told).toEqual(found);
  expect([...seen]).toEqual(['']);
});
