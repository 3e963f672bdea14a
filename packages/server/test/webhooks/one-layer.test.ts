import { createLog } from '@titular/server/kernel/base/log.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectFaulty, FAULTS } from '../transactions/faulty-database.ts';
import { type Fixture, openFixture } from './webhook-fixture.ts';

let fixture: Fixture;

beforeAll(async () => {
  fixture = await openFixture();
});
afterAll(() => fixture.close());

/** Sends one event while the nth statement fails, then with a database that is well; answers how often it was sent, and whether anything failed. */
async function sendWithFault(nth: number, fault: (typeof FAULTS)[number], status: number) {
  const receiver = await startWebhookReceiver({ answer: () => ({ status }) });
  const faulty = connectFaulty(fixture.connectionString, fixture.database);
  const { db } = faulty.database;
  try {
    const companyId = await fixture.newCompany();
    const { endpointId, secret } = await fixture.register(companyId, receiver.url, { maximumAttempts: 1 });
    receiver.trust(secret);
    await fixture.record(companyId);
    const dispatcher = fixture.newDispatcher({ db, log: createLog('silent') });
    faulty.failAt(nth, fault);
    await dispatcher.sweep().catch(() => undefined);
    await dispatcher.idle();
    const hasFailed = faulty.mend();
    const first = receiver.deliveries.length;
    await sql`UPDATE delivery_claims SET expires_at = '2000-01-01'`.execute(fixture.database.db);
    await fixture.sendDue();
    await fixture.sendDue();
    const deliveries = await fixture.listDeliveries();
    const delivery = deliveries.find((one) => one.endpoint_id === endpointId);
    return { first, sent: receiver.deliveries.length, hasFailed, delivery };
  } finally {
    await faulty.database.close();
    await receiver.close();
  }
}

test.each(FAULTS.flatMap((fault) => [200, 500].map((status) => [fault, status] as const)))(
  'whichever statement is %s, nothing but the schedule sends again: one request for each claim, two at most, and a receiver that answers %s gets no more (R72)',
  async (fault, status) => {
    let nth = 1;
    for (; ; nth += 1) {
      const { first, sent, hasFailed, delivery } = await sendWithFault(nth, fault, status);
      expect(first).toBeLessThanOrEqual(1);
      expect(sent).toBeGreaterThanOrEqual(1);
      expect(sent).toBeLessThanOrEqual(hasFailed ? 2 : 1);
      expect(delivery).toMatchObject({ state: status === 200 ? 'delivered' : 'failed', attempts: 1 });
      if (!hasFailed) break;
    }
    expect(nth).toBeGreaterThan(8);
  },
);
