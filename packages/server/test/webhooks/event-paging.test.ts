import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { finish, readPage } from './log-fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('listEvents 200: `cursor` and `nextCursor` go from page to page as in every other list, and `after` as before (C20)', async () => {
  const one = await newMerchant(service);
  const transactions: string[] = [];
  for (let index = 0; index < 5; index += 1) transactions.push(await finish(one));
  const found: unknown[] = [];
  let page = await readPage(one, { limit: '2' });
  found.push(...page.events);
  while (page.nextCursor !== undefined) {
    expect(page.nextCursor).toBe(page.cursor);
    const [byCursor, byAfter] = [
      await readPage(one, { limit: '2', cursor: page.nextCursor }),
      await readPage(one, { limit: '2', after: page.nextCursor }),
    ];
    expect(byCursor.events).toEqual(byAfter.events);
    page = byCursor;
    found.push(...page.events);
  }
  expect(found).toMatchObject(transactions.map((transactionId) => ({ transactionId })));
  expect(page.hasMore).toBe(false);
  expect(await readPage(one, { cursor: 'latest' })).toMatchObject({ events: [], hasMore: false });
});

test.each(['PROCESS_STATE_FINISHED', 'PROCESS_STATE_FAILED'])(
  'listEvents 200: %s is taken for a type (C12)',
  async (type) => {
    const one = await newMerchant(service);
    await finish(one);
    expect((await readPage(one, { type })).events).toEqual([]);
  },
);
