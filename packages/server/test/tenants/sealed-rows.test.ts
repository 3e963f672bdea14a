import { Writable } from 'node:stream';
import { startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPhone } from '../captures/phone.ts';
import { newMerchant } from '../transactions/api.ts';

let service: TestService;
let logged = '';

beforeAll(async () => {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  service = await startTestService({ log: pino({ level: 'error' }, stream) });
});
afterAll(() => service.close());

test('readSession 500: a sealed value that was put into another row is refused, hidden from the caller and shouted in the log (R91)', async () => {
  const merchant = await newMerchant(service);
  const [one, other] = [await openPhone(service, merchant), await openPhone(service, merchant)];
  const { db } = service.service.database;
  const { sealed_card } = await db
    .selectFrom('transactions')
    .select('sealed_card')
    .where('transaction_id', '=', asId(other.id))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('transactions')
    .set({ sealed_card })
    .where('transaction_id', '=', asId(one.id))
    .execute();
  const answer = await one.phone.view();
  expect([answer.status, answer.body['code']]).toEqual([500, '50001']);
  expect(answer.text).not.toContain('seal');
  const [line = '{}'] = logged.trim().split('\n');
  expect(JSON.parse(line)).toMatchObject({
    level: 50,
    err: { type: 'SealBroken', message: expect.stringContaining(`transactions.sealed_card, row ${one.id}`) },
  });
  expect((await other.phone.view()).status).toBe(200);
});
