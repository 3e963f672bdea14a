import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { recordEvent } from '@titular/server/webhooks/events/record-event.ts';
import { operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { eventOf, finish, type Page, readPage, register } from './log-fixture.ts';

let service: TestService;
const closers: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await startTestService();
});
afterAll(async () => {
  for (const close of closers) await close();
  await service.close();
});

const db = () => service.service.database.db;
const occurrence = ({ tenant }: Merchant) => ({
  tenantId: tenant.tenantId,
  companyId: tenant.companyId,
  subject: {
    type: 'transaction.finished',
    transactionId: newId(),
    status: 'approved',
    sequence: 3,
  } as const,
  at: new Date(),
});

/** Goes through the log from a cursor to its end. */
async function readAll(merchant: Merchant, query: Record<string, string>): Promise<Page> {
  const events = [];
  let { after = '' } = query;
  for (;;) {
    const page = await readPage(merchant, { ...query, ...(after ? { after } : {}) });
    events.push(...page.events);
    after = page.cursor;
    if (!page.hasMore) return { ...page, events };
  }
}

describe('listEvents', () => {
  test('listEvents 200: everything that was kept, oldest first, page by page, each once; then nothing, with a cursor that goes on', async () => {
    const one = await newMerchant(service);
    const transactions: string[] = [];
    for (let index = 0; index < 5; index += 1) transactions.push(await finish(one));
    const first = await readPage(one, { limit: '2' });
    expect(first.events.map(({ transactionId }) => transactionId)).toEqual(transactions.slice(0, 2));
    expect(first.hasMore).toBe(true);
    const second = await readPage(one, { limit: '3', after: first.cursor });
    expect(second.events.map(({ transactionId }) => transactionId)).toEqual(transactions.slice(2));
    expect(second.hasMore).toBe(false);
    const none = await readPage(one, { after: second.cursor });
    expect(none).toMatchObject({ events: [], hasMore: false });
    const next = await finish(one);
    const [event] = (await readPage(one, { after: none.cursor })).events;
    expect(event).toEqual({
      id: expect.any(String),
      type: 'transaction.finished',
      time: expect.any(String),
      environment: 'test',
      transactionId: next,
      status: 'canceled',
      sequence: 2,
      companyId: one.tenant.companyId,
    });
  });

  test('listEvents 200: `latest` begins with what happens from now on, also where nothing ever happened', async () => {
    const one = await newMerchant(service);
    const empty = await readPage(one, { after: 'latest' });
    expect(empty).toMatchObject({ events: [], hasMore: false });
    const before = await finish(one);
    expect((await readPage(one, { after: empty.cursor })).events).toMatchObject([{ transactionId: before }]);
    const latest = await readPage(one, { after: 'latest' });
    expect(latest).toMatchObject({ events: [], hasMore: false });
    const after = await finish(one);
    expect((await readPage(one, { after: latest.cursor })).events).toMatchObject([{ transactionId: after }]);
  });

  test('listEvents 200: filters leave out, and the cursor goes past what they left out', async () => {
    const one = await newMerchant(service);
    const { tenantId } = one.tenant;
    const company = await createCompany(operatorOf(service), tenantId, { name: 'Second Shop' });
    const mine = await finish(one);
    const other = await finish(one, { company });
    await register(service, one, 'https://receiver.invalid/', { companyId: company });
    const find = async (query: Record<string, string>) =>
      (await readPage(one, query)).events.map(({ transactionId }) => transactionId);
    expect(await find({ company })).toEqual([other]);
    expect(await find({ transaction: mine.toUpperCase() })).toEqual([mine]);
    expect(await find({ company, transaction: mine })).toEqual([]);
    expect(await find({ type: 'transaction.finished' })).toEqual([mine, other]);
    expect(await find({ type: 'endpoint.test' })).toEqual([]);
    const past = await readPage(one, { type: 'endpoint.test' });
    expect((await readPage(one, { after: past.cursor })).events).toEqual([]);
  });

  test('listEvents 200: those of one process', async () => {
    const one = await newMerchant(service);
    const processes = [newId(), newId()];
    for (const processId of processes)
      await recordEvent(db(), { ...occurrence(one), subject: { type: 'process.finished', processId } });
    const [wanted = ''] = processes;
    const { events } = await readPage(one, { process: wanted });
    expect(events.map(({ type, processId }) => [type, processId])).toEqual([['process.finished', wanted]]);
    expect((await readPage(one, { process: wanted, transaction: newId() })).events).toEqual([]);
  });

  test('listEvents 200: a narrow look through more than one answer looks at ends, and finds what is at the end', async () => {
    const one = await newMerchant(service);
    const { tenantId, companyId } = one.tenant;
    await sql`
      INSERT INTO events (tenant_id, event_id, company_id, type, subject_id, created_at)
      SELECT ${tenantId}, gen_random_uuid(), ${companyId}, 'endpoint.test', gen_random_uuid(), now()
      FROM generate_series(1, 10500)`.execute(db());
    const transaction = await finish(one);
    const first = await readPage(one, { type: 'transaction.finished' });
    expect(first).toMatchObject({ events: [], hasMore: true });
    const all = await readAll(one, { type: 'transaction.finished' });
    expect(all.events.map(({ transactionId }) => transactionId)).toEqual([transaction]);
  });

  test('listEvents 200: nobody sees the events of another tenant', async () => {
    const [one, other] = [await newMerchant(service), await newMerchant(service)];
    const transaction = await finish(other);
    expect((await readPage(one)).events).toEqual([]);
    expect((await readPage(one, { transaction })).events).toEqual([]);
    expect((await readPage(one, { company: other.tenant.companyId })).events).toEqual([]);
  });

  test('listEvents 200: an event that nobody can read stops no reader (R50)', async () => {
    const one = await newMerchant(service);
    const before = await finish(one);
    const { tenantId, companyId } = one.tenant;
    await sql`INSERT INTO events (tenant_id, event_id, company_id, type, created_at)
      VALUES (${tenantId}, gen_random_uuid(), ${companyId}, 'of.another.release', now())`.execute(db());
    const after = await finish(one);
    expect((await readPage(one)).events).toMatchObject([{ transactionId: before }, { transactionId: after }]);
  });

  test('listEvents 400: what is no cursor of this tenant, no page, no id and no type is refused', async () => {
    const [one, other] = [await newMerchant(service), await newMerchant(service)];
    const { cursor } = await readPage(one, { after: 'latest' });
    for (const query of [
      { after: 'yesterday' },
      { after: '0' },
      { cursor: 'yesterday' },
      { cursor: 'latest', after: cursor },
      { after: `B${cursor.slice(1)}` },
      { after: `${cursor.slice(0, -6)}AAAAAA` },
      { after: (await readPage(other, { after: 'latest' })).cursor },
      { limit: '0' },
      { limit: '101' },
      { company: 'x' },
      { transaction: 'x' },
      { type: 'nothing.happened' },
      { from: '2026-01-01' },
    ] as Record<string, string>[]) {
      const answer = await one.call('listEvents', { query });
      expect([answer.status, answer.body['code']], JSON.stringify(query)).toEqual([400, '40002']);
    }
  });
});

describe('a reader who goes on from his cursor misses nothing', () => {
  test('of two that commit in the opposite order of their beginning', async () => {
    const one = await newMerchant(service);
    const { cursor } = await readPage(one, { after: 'latest' });
    const first = occurrence(one);
    const second = occurrence(one);
    const begun = Promise.withResolvers<void>();
    const secondIsThere = Promise.withResolvers<void>();
    const slow = db()
      .transaction()
      .execute(async (trx) => {
        // It has begun, with an id of its own, before the other does anything.
        await sql`SELECT pg_current_xact_id()`.execute(trx);
        begun.resolve();
        await secondIsThere.promise;
        await recordEvent(trx, first);
      });
    await begun.promise;
    await db()
      .transaction()
      .execute((trx) => recordEvent(trx, second));
    const page = await readPage(one, { after: cursor });
    expect(page.events).toMatchObject([{ transactionId: second.subject.transactionId }]);
    secondIsThere.resolve();
    await slow;
    const rest = await readPage(one, { after: page.cursor });
    expect(rest.events).toMatchObject([{ transactionId: first.subject.transactionId }]);
  });

  test('of one that has its place and is not committed yet', async () => {
    const one = await newMerchant(service);
    const { cursor } = await readPage(one, { after: 'latest' });
    const [first, second] = [occurrence(one), occurrence(one)];
    const placed = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const slow = db()
      .transaction()
      .execute(async (trx) => {
        await recordEvent(trx, first);
        placed.resolve();
        await go.promise;
      });
    await placed.promise;
    const later = db()
      .transaction()
      .execute((trx) => recordEvent(trx, second));
    const isOver = later.then(() => true);
    await eventually(async () => {
      const waiting = await sql`SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database
        WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`.execute(db());
      const isSettled = await Promise.race([isOver, Promise.resolve(false)]);
      if (waiting.rows.length === 0 && !isSettled) throw new Error('the second is on its way');
    });
    const early = await readPage(one, { after: cursor });
    expect(early.events).toEqual([]);
    go.resolve();
    await Promise.all([slow, later]);
    const { events } = await readPage(one, { after: early.cursor });
    expect(events.map(({ transactionId }) => transactionId)).toEqual([
      first.subject.transactionId,
      second.subject.transactionId,
    ]);
  });

  test('of many writers at once, of which some take back what they wrote', async () => {
    const one = await newMerchant(service);
    const { cursor } = await readPage(one, { after: 'latest' });
    const written: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 25; index += 1) {
        const event = occurrence(one);
        const isKept = (writer + index) % 5 !== 0;
        await db()
          .transaction()
          .execute(async (trx) => {
            await recordEvent(trx, event);
            if (!isKept) throw new Error('taken back');
          })
          .catch((error: Error) => expect(error.message).toBe('taken back'));
        if (isKept) written.push(event.subject.transactionId);
      }
    };
    const writing = Promise.all(Array.from({ length: 6 }, (_, writer) => write(writer)));
    let isOver = false;
    writing.finally(() => {
      isOver = true;
    });
    const seen: string[] = [];
    let after = cursor;
    for (;;) {
      const wasOver = isOver;
      const page = await readPage(one, { after, limit: '7' });
      seen.push(...page.events.map(({ transactionId }) => String(transactionId)));
      after = page.cursor;
      if (wasOver && !page.hasMore) break;
    }
    await writing;
    expect(written).toHaveLength(120);
    expect(new Set(seen).size).toBe(seen.length);
    expect([...seen].sort()).toEqual([...written].sort());
  });
});

describe('one event', () => {
  test('readEvent 200: is told with each of its deliveries', async () => {
    const one = await newMerchant(service);
    const receiver = await startWebhookReceiver();
    closers.push(receiver.close);
    const { endpointId, secret } = await register(service, one, receiver.url);
    receiver.trust(secret);
    const event = await eventOf(one, await finish(one));
    await receiver.next();
    await eventually(async () => {
      const { body } = await one.call('readEvent', { id: event.id });
      expect(body).toEqual({
        ...event,
        deliveries: [
          {
            id: expect.any(String),
            endpointId,
            eventId: event.id,
            type: 'transaction.finished',
            state: 'delivered',
            attempts: 1,
            finishedAt: expect.any(String),
          },
        ],
      });
    });
  });

  test('resendEventById 200: goes to every endpoint that wants it now, under the same id, also to one that is newer', async () => {
    const one = await newMerchant(service);
    const [old, young] = [await startWebhookReceiver(), await startWebhookReceiver()];
    closers.push(old.close, young.close);
    old.trust((await register(service, one, old.url)).secret);
    const { id } = await eventOf(one, await finish(one));
    expect((await old.next()).event?.id).toBe(id);
    await eventually(async () => {
      const { body } = await one.call('readEvent', { id });
      expect(body['deliveries']).toMatchObject([{ state: 'delivered' }]);
    });
    young.trust((await register(service, one, young.url)).secret);
    const { body } = await one.call('resendEventById', { id: id.toUpperCase() });
    expect(body).toEqual({ id, type: 'transaction.finished', deliveries: 2 });
    const { tenantId } = one.tenant;
    expect(await listAuditEntries(service.service.database.db, { tenantId, limit: 1 })).toMatchObject([
      { action: 'webhook-event.resend', subject: `webhook-event/${id}`, after: { deliveries: 2 } },
    ]);
    expect((await old.next()).event?.id).toBe(id);
    expect((await young.next()).event?.id).toBe(id);
    expect(old.deliveries[0]?.body).toBe(old.deliveries[1]?.body);
  });

  test('readEvent 404: resendEventById 404: is unknown when it is of another tenant; readEvent 400: resendEventById 400: and refused when it is no id', async () => {
    const [one, other] = [await newMerchant(service), await newMerchant(service)];
    const { id } = await eventOf(other, await finish(other));
    for (const operation of ['readEvent', 'resendEventById']) {
      const foreign = await one.call(operation, { id });
      const random = await one.call(operation, { id: crypto.randomUUID() });
      expect([foreign.status, foreign.body['code'], foreign.text]).toEqual([404, '40407', random.text]);
      const malformed = await one.call(operation, { id: 'order-1001' });
      expect([malformed.status, malformed.body['code']]).toEqual([400, '40006']);
    }
  });
});
