import { type ListCapturesResponse, ProcessCase, TransactionCase } from '@titular/contract';
import { searchPortalProcesses } from '@titular/server/cases/lists/search-processes.ts';
import { searchPortalTransactions } from '@titular/server/cases/lists/search-transactions.ts';
import { readProcessCase } from '@titular/server/cases/read/read-process-case.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { operationsOf, scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { Value } from 'typebox/value';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { idOf, startBy } from '../sandbox/process-scenario-fixture.ts';
import { createBy, settle } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';
import { caseDepsOf, memberOf } from './case-fixture.ts';

const clock = createManualClock();
const led = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'status');
const ofProcesses = scenarios.filter(
  (row) => operationsOf(row).includes('createProcess') && row.leadsTo.kind === 'process',
);

/** So many are compared at every step, and all at the end. */
const MOVING = 12;

let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let deps: CaseRouteDeps;
let admin: PortalCaller;
let transactions: string[];
let processes: string[];

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  receiver = await startWebhookReceiver();
  receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
  deps = await caseDepsOf(service, { clock });
  admin = memberOf(merchant.tenant.tenantId, 'admin');
  transactions = [];
  for (const { name } of led) transactions.push(String((await createBy(merchant, name)).body['id']));
  processes = [];
  for (const { name } of ofProcesses) processes.push(idOf(await startBy(service, merchant, name)));
}, 360_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** What the API tells of a transaction. */
async function told(id: string) {
  const history = (await merchant.history(id)).body;
  const captures = (await merchant.call('listCaptures', { id })).body as ListCapturesResponse;
  const events = (await merchant.call('listEvents', { query: { transaction: id, limit: '100' } })).body;
  return { history, captures, events: (events['events'] as { id: string }[]).map((event) => event.id) };
}

async function expectEqual(id: string): Promise<void> {
  for (;;) {
    const before = await told(id);
    const { body } = await readTransactionCase(deps, admin, id);
    const after = await told(id);
    // It moved while it was read: what is shown is of a moment in between.
    if (JSON.stringify(before) !== JSON.stringify(after)) continue;
    expect(body && [...Value.Errors(TransactionCase, body)]).toEqual([]);
    const { value: _value, currency: _currency, ...transaction } = body?.transaction ?? {};
    expect(transaction).toEqual(before.history);
    expect(body?.captures).toEqual(before.captures);
    const shown = body?.timeline.filter(({ source }) => source === 'event').map(({ ref }) => ref);
    expect(shown?.toSorted()).toEqual(before.events.toSorted());
    for (const { url, endpoint: _state, eventTime: _time, request, ...delivery } of body?.deliveries ?? []) {
      const api = (await merchant.call('readDelivery', { id: delivery.id })).body;
      // A delivery goes on by itself.
      if (api['state'] === delivery.state && api['attempts'] === delivery.attempts)
        expect(delivery).toEqual(api);
      expect(url).toBe(receiver.url);
      expect(JSON.parse(request)).toMatchObject({ id: delivery.eventId, transactionId: id });
    }
    return;
  }
}

async function expectProcessEqual(id: string): Promise<void> {
  const { body } = await readProcessCase(deps, admin, id);
  expect(body && [...Value.Errors(ProcessCase, body)]).toEqual([]);
  const api = (await merchant.call('readProcessHistory', { id })).body;
  const {
    person: _person,
    callbackUri: _callbackUri,
    ...process
  } = api['process'] as Record<string, unknown>;
  expect(body?.process).toEqual(process);
  const steps = body?.timeline.filter(({ source }) => source === 'step').map(({ code }) => code);
  expect(steps).toEqual((api['history'] as { event: string }[]).map(({ event }) => event));
}

describe('a case', () => {
  test('says of every sandbox end, at every step on the way, what the API says (P3)', async () => {
    const offsets = [...led, ...ofProcesses].flatMap(({ steps }) =>
      steps.map(({ afterSeconds }) => afterSeconds),
    );
    let passed = 0;
    for (const offset of [0, ...new Set(offsets)].toSorted((one, other) => one - other)) {
      clock.advanceSeconds(offset - passed);
      passed = offset;
      // Those that are led on just now move while they are read.
      for (const id of transactions.slice(0, MOVING)) await expectEqual(id);
      await settle(service, clock);
    }
    for (const id of transactions) await expectEqual(id);
    for (const id of processes) await expectProcessEqual(id);
    const statuses = new Set<string>();
    for (const id of transactions) statuses.add(String((await merchant.read(id)).body['status']));
    expect(statuses.size).toBeGreaterThanOrEqual(6);
  }, 600_000);

  test('is of one moment: its last step, its status and its decision belong together while transactions move (P3)', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1) ids.push(String((await merchant.create()).body['id']));
    const moving = ids.map(async (id) => merchant.cancel(id));
    const reading = ids.flatMap((id) =>
      [1, 2, 3].map(async () => (await readTransactionCase(deps, admin, id)).body),
    );
    for (const body of await Promise.all(reading)) {
      const last = body?.transaction.history.at(-1);
      expect(body?.transaction.status).toBe(last?.status);
      expect(body?.timeline.filter(({ source }) => source === 'step')).toHaveLength(
        body?.transaction.history.length ?? 0,
      );
      expect(body?.acts.includes('cancel')).toBe(last?.status === 'waiting');
      const finished = body?.timeline.filter(({ code }) => code === 'transaction.finished').length;
      expect(finished).toBe(last?.status === 'canceled' ? 1 : 0);
    }
    await Promise.all(moving);
  });

  test('lists say of each the same as its case: status, reasons, attempts and webhooks (P3)', async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchPortalTransactions(deps, admin, { limit: 17, ...(cursor ? { cursor } : {}) });
      for (const row of page.transactions) {
        const { body } = await readTransactionCase(deps, admin, row.id);
        expect(row.reasons).toEqual(body?.transaction.history.at(-1)?.reasons);
        expect(row.status).toBe(body?.transaction.status);
        expect(row.attempts).toBe(body?.captures.attempts.length);
        expect(row.companyName).toBe(body?.companyName);
        const states = new Set(body?.deliveries.map(({ state }) => state));
        const expected = states.has('failed')
          ? ['failed']
          : states.has('pending')
            ? ['pending']
            : ['delivered', 'none', 'pending'];
        expect(expected).toContain(row.webhooks);
      }
      found.push(...page.transactions.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    const api: string[] = [];
    let after: string | undefined;
    do {
      const { body } = await merchant.list({ limit: '100', ...(after ? { cursor: after } : {}) });
      api.push(...(body['transactions'] as { id: string }[]).map(({ id }) => id));
      after = body['nextCursor'] as string | undefined;
    } while (after);
    expect(found).toEqual(api);
    const listed = await searchPortalProcesses(deps, admin, { limit: 100 });
    expect(listed.processes.map(({ id }) => id).toSorted()).toEqual(processes.toSorted());
  });
});
