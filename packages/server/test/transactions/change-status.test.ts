import type { TransactionStatus } from '@titular/contract';
import { expireSubject } from '@titular/server/subjects/end-due.ts';
import { changeStatus, TRANSACTIONS } from '@titular/server/transactions/change/change-status.ts';
import {
  advance,
  isFinal,
  TRANSACTION_EVENTS,
  type TransactionEvent,
} from '@titular/server/transactions/transaction.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import {
  createManualClock,
  findFreePort,
  openTenantKey,
  startTestService,
  type TestService,
} from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from './api.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const createOne = async (one = merchant): Promise<string> => String((await one.create()).body['id']);

const happen = (id: string, event: TransactionEvent) =>
  db()
    .transaction()
    .execute((trx) =>
      changeStatus(trx, merchant.tenant.tenantId, asId(id), { event, actor: 'service', at: clock.now() }),
    );

const historyOf = (id: string) =>
  db()
    .selectFrom('transaction_history')
    .select(['version', 'event', 'from_status', 'to_status'])
    .where('transaction_id', '=', asId(id))
    .orderBy('version')
    .execute();

const eventsOf = (id: string) =>
  db()
    .selectFrom('events')
    .select(['status', 'sequence', 'type'])
    .where('transaction_id', '=', asId(id))
    .execute();

/** Plays the history from its first row over the table of statuses, and holds it against the present row (R75). */
async function replays(id: string): Promise<TransactionStatus> {
  const row = await db()
    .selectFrom('transactions')
    .select(['status', 'version', 'finished_at'])
    .where('transaction_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  let status: TransactionStatus = 'waiting';
  for (const [index, step] of (await historyOf(id)).entries()) {
    expect(step.version).toBe(index + 1);
    if (index === 0) continue;
    expect(step.from_status).toBe(status);
    expect(advance(status, step.event as TransactionEvent)).toBe(step.to_status);
    status = step.to_status as TransactionStatus;
    expect(row.version).toBeGreaterThanOrEqual(step.version);
  }
  expect(row.status).toBe(status);
  expect(row.finished_at !== null).toBe(isFinal(status));
  return status;
}

describe('changes of status in the database (R75)', () => {
  test('any sequence of events leaves a history that replays to the present status, and one event of the end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...TRANSACTION_EVENTS), { maxLength: 8 }), async (events) => {
        const id = await createOne();
        for (const event of events) await happen(id, event);
        const status = await replays(id);
        const sequence = (await historyOf(id)).length;
        expect(await eventsOf(id)).toEqual(
          isFinal(status) ? [{ status, sequence, type: 'transaction.finished' }] : [],
        );
      }),
      { numRuns: 60 },
    );
  });

  test('of events that come at once every one finds the status that the one before left', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...TRANSACTION_EVENTS), { minLength: 2, maxLength: 6 }),
        async (events) => {
          const id = await createOne();
          const outcomes = await Promise.all(events.map((event) => happen(id, event)));
          await replays(id);
          const changed = outcomes.filter((outcome) => outcome.kind === 'changed').length;
          expect((await historyOf(id)).length).toBe(1 + changed);
          expect((await eventsOf(id)).length).toBeLessThanOrEqual(1);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('another tenant changes nothing, and cannot tell that there is something (R17)', async () => {
    const id = await createOne();
    const other = await newMerchant(service);
    const outcome = await db()
      .transaction()
      .execute((trx) =>
        changeStatus(trx, other.tenant.tenantId, asId(id), {
          event: 'cancel',
          actor: 'merchant',
          at: clock.now(),
        }),
      );
    expect(outcome).toEqual({ kind: 'unknown' });
    await expireSubject(db(), TRANSACTIONS, other.tenant.tenantId, asId(id), clock.now());
    expect(await replays(id)).toBe('waiting');
  });

  test('readTransaction 200: many who read at the end of its time end it once', async () => {
    const id = await createOne();
    await db()
      .updateTable('transactions')
      .set({ expires_at: clock.now() })
      .where('transaction_id', '=', asId(id))
      .execute();
    const answers = await Promise.all(Array.from({ length: 20 }, () => merchant.read(id)));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"status":"expired"}']));
    expect(await replays(id)).toBe('expired');
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe('the end is told', () => {
  test('createTransaction 200: one that ends at once has its history, its event and a delivery to the endpoint (R76)', async () => {
    const strict = await newMerchant(service);
    const { tenantId, companyId } = strict.tenant;
    await db()
      .updateTable('companies')
      .set({ module: 'super-pre', template_policy: 'require-reference' })
      .where('company_id', '=', companyId)
      .execute();
    const { endpointId } = await registerEndpoint(db(), await openTenantKey(service, tenantId), {
      tenantId,
      companyId,
      url: `http://127.0.0.1:${await findFreePort()}/hook`,
      loopbackAllowed: true,
    });
    const id = await createOne(strict);
    expect(await historyOf(id)).toEqual([
      { version: 1, event: 'create', from_status: null, to_status: 'fast-inconclusive' },
    ]);
    expect(await eventsOf(id)).toHaveLength(1);
    const delivery = await db()
      .selectFrom('deliveries')
      .innerJoin('events', 'events.event_id', 'deliveries.event_id')
      .select('endpoint_id')
      .where('transaction_id', '=', asId(id))
      .execute();
    expect(delivery).toEqual([{ endpoint_id: endpointId }]);
    const links = await db()
      .selectFrom('capture_links')
      .select('code_hash')
      .where('subject_id', '=', asId(id))
      .execute();
    expect(links).toEqual([]);
    // It has been dialled, in vain, which shows that the job came with the commit.
    await eventually(async () => {
      const { attempts } = await db()
        .selectFrom('deliveries')
        .select('attempts')
        .where('endpoint_id', '=', endpointId)
        .executeTakeFirstOrThrow();
      expect(attempts).toBeGreaterThan(0);
    });
  });
});
