import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { createBy, settle } from './sandbox-fixture.ts';

const clock = createManualClock();
let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const begin = async (scenario: string): Promise<string> =>
  String((await createBy(merchant, scenario)).body['id']);

const numbersOf = async (id: string): Promise<number[]> => {
  const { body } = await merchant.call('listCaptures', { id });
  return (body['attempts'] as { number: number }[]).map(({ number }) => number);
};

const renameAttempts = (from: string, to: string) =>
  sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(service.service.database.db);

test('two processes on one database take each step once', async () => {
  const second = await startTestService({ clock, sharedWith: service });
  try {
    const ids = await Promise.all(Array.from({ length: 12 }, () => begin('blurred-then-approved')));
    for (let step = 0; step < 3; step += 1) {
      await settle(service, clock);
      clock.advanceSeconds(2);
    }
    await settle(service, clock);
    for (const id of ids) {
      expect(await numbersOf(id)).toEqual([1, 2]);
      const { body } = await merchant.history(id);
      const events = (body['history'] as { event: string }[]).map(({ event }) => event);
      expect(events).toEqual(['create', 'capture-finished', 'approve']);
    }
  } finally {
    await second.close();
  }
});

test('a step that cannot be taken holds up no other, and is taken later', async () => {
  await renameAttempts('capture_attempts', 'attempts_away');
  const stuck = await begin('too-dark-then-approved');
  const free = await begin('canceled');
  await eventually(async () => expect((await merchant.read(free)).body['status']).toBe('canceled'));
  expect((await merchant.read(stuck)).body['status']).toBe('waiting');
  await renameAttempts('attempts_away', 'capture_attempts');
  await settle(service, clock);
  for (const seconds of [10, 2, 2]) {
    clock.advanceSeconds(seconds);
    await settle(service, clock);
  }
  expect((await merchant.read(stuck)).body['status']).toBe('approved');
  expect(await numbersOf(stuck)).toEqual([1, 2]);
});

test('a step that could not be taken for a day is given up, and its transaction left as it is', async () => {
  await renameAttempts('capture_attempts', 'attempts_away');
  try {
    const stuck = await begin('blurred-then-approved');
    const db = service.service.database.db;
    const read = async () => ({
      ...(await db
        .selectFrom('sandbox_runs')
        .select('due_at')
        .where('subject_id', '=', asId(stuck))
        .executeTakeFirstOrThrow()),
      ...(await db
        .selectFrom('transactions')
        .select('status')
        .where('transaction_id', '=', asId(stuck))
        .executeTakeFirstOrThrow()),
    });
    const putOff = new Date(clock.now().getTime() + 10_000);
    await eventually(async () => expect(await read()).toEqual({ due_at: putOff, status: 'waiting' }));
    clock.advanceSeconds(86_401);
    await eventually(async () => expect(await read()).toMatchObject({ due_at: null }));
  } finally {
    await renameAttempts('attempts_away', 'capture_attempts');
  }
});
