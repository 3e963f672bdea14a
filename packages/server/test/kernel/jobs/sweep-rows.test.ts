import { addSweeps, claimSweeps } from '@titular/server/kernel/jobs/sweep-store.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('a process starts beside one that stands still while it claims a sweep (R86)', async () => {
  const { db } = service.service.database;
  await addSweeps(db, ['trial']);
  await db.transaction().execute(async (still) => {
    expect([...(await claimSweeps(still, ['trial']))]).toEqual(['trial']);
    await addSweeps(db, ['trial', 'another']);
  });
  expect([...(await claimSweeps(db, ['another']))]).toEqual(['another']);
});
