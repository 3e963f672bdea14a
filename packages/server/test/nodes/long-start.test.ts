import { LIVE_SECONDS, listNodes } from '@titular/server/nodes/node-store.ts';
import type { Prepared } from '@titular/server/service.ts';
import { startTestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';

test('a node whose start takes longer than its lease counts as live all the while', async () => {
  const begun: string[] = [];
  const prepare = async ({ database: { db } }: Prepared): Promise<void> => {
    await sql`UPDATE nodes SET seen_at = now() - make_interval(secs => ${LIVE_SECONDS + 1})`.execute(db);
    expect(await listNodes(db)).toMatchObject([{ isLive: false }]);
    await eventually(async () => expect(await listNodes(db)).toMatchObject([{ isLive: true }]));
    begun.push(...(await listNodes(db)).flatMap(({ causes }) => causes));
  };
  const node = await startTestService({ prepare });
  onTestFinished(() => node.close());
  expect(begun).toEqual(['starting']);
  const { db } = node.service.database;
  expect(await listNodes(db)).toMatchObject([{ isLive: true, causes: [] }]);
});

test('a start that fails leaves no row behind', async () => {
  const first = await startTestService();
  onTestFinished(() => first.close());
  const failed = startTestService({ sharedWith: first, prepare: () => Promise.reject(new Error('broken')) });
  await expect(failed).rejects.toThrow('broken');
  expect(await listNodes(first.service.database.db)).toHaveLength(1);
});
