import { randomInt } from 'node:crypto';
import type { TransactionCase } from '@titular/contract';
import { type PastCase, stateAt, statusAnswerOf } from '@titular/contract/state-at';
import { renewTransactionLink } from '@titular/server/cases/act/change-case.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf as linkCodeOf, Phone } from '../captures/phone.ts';
import { createBy, settle } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';
import { caseDepsOf, codeOf, memberOf } from './case-fixture.ts';

const TRANSACTIONS = 18;
const ROUNDS = 6;

const seed = randomInt(2 ** 31);
const clock = createManualClock();
const led = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'status').map(({ name }) => name);

let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let deps: CaseRouteDeps;
let admin: PortalCaller;

beforeAll(async () => {
  console.info(`seed ${seed}`);
  service = await startTestService({ clock });
  merchant = await newMerchant(service, { ratePerSecond: 10_000, rateBurst: 10_000 });
  receiver = await startWebhookReceiver({
    answer: (_delivery, count) => ({ status: count % 3 === 0 ? 500 : 204 }),
  });
  receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
  deps = await caseDepsOf(service, { clock });
  admin = memberOf(merchant.tenant.tenantId, 'admin');
}, 360_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
});

async function read(id: string): Promise<TransactionCase> {
  const { body } = await readTransactionCase(deps, admin, id);
  if (!body) throw new Error('nobody has its version');
  return body;
}

/** Reads a case while nothing of it moves: two reads are alike, and none sends. */
const readStill = (id: string): Promise<TransactionCase> =>
  eventually(async () => {
    const [one, other] = [await read(id), await read(id)];
    const isSending = one.deliveries.some(({ state }) => state === 'sending');
    if (isSending || JSON.stringify(one) !== JSON.stringify(other)) throw new Error('it moves');
    return one;
  });

/** Each delivery that has not gone on since it was read stood as it did then; none has lost an attempt. */
function expectTold(past: PastCase, then: TransactionCase, which: string): void {
  for (const delivery of then.deliveries) {
    const found = past.deliveries.find(({ id }) => id === delivery.id);
    expect(found?.history.slice(0, delivery.history.length), which).toEqual(delivery.history);
    if (found?.attempts !== delivery.attempts) continue;
    expect([found.state, found.finishedAt], which).toEqual([delivery.state, delivery.finishedAt]);
  }
}

/** What both tell: all but acts, and what nobody keeps over time. */
function comparable(state: TransactionCase | PastCase): object {
  const { acts: _acts, readAt: _readAt, deliveries, captures, calls: _calls, notes: _notes, ...rest } = state;
  return {
    ...rest,
    timeline: rest.timeline.filter(({ source }) => source !== 'delivery' && source !== 'call'),
    attempts: captures.attempts.map(({ number, outcome, startedAt }) => ({ number, outcome, startedAt })),
    checks: captures.checks,
    told: deliveries.map(({ id }) => id),
  };
}

const numberFrom = (text: string): number =>
  [...text].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) >>> 0, seed);

/** Something that happens to a transaction in a round, the same for the same seed. */
async function act(round: number, { id, link }: { id: string; link: string }): Promise<void> {
  const choice = numberFrom(`${round} ${link.length} ${id}`) % 5;
  if (choice === 0) await merchant.cancel(id);
  if (choice === 1) await codeOf(() => renewTransactionLink(deps, admin, id));
  if (choice > 2) return;
  const phone = new Phone(service);
  const opened = await phone.open({ code: linkCodeOf(link) });
  if (opened.status === 200 && (await phone.consent()).status === 200) await phone.start();
}

test('computes of every earlier instant what the service itself told then: status, status call, link, attempts, decision, webhooks (F2)', async () => {
  const made: { id: string; link: string }[] = [];
  for (let count = 0; count < TRANSACTIONS; count += 1) {
    const scenario = count % 3 === 0 ? undefined : led[count % led.length];
    const { body } = await (scenario === undefined ? merchant.create() : createBy(merchant, scenario));
    made.push({ id: String(body['id']), link: String(body['link']) });
  }
  const kept: { id: string; instant: string; then: TransactionCase; answer: unknown }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const one of made) await act(round, one);
    await settle(service, clock);
    for (const { id } of made) {
      const answer = (await merchant.read(id)).body;
      const then = await readStill(id);
      // Receivers take real time: what they answered stands some milliseconds after the clock's instant.
      const instant = new Date(Date.parse(then.readAt) + 900).toISOString();
      kept.push({ id, instant, then, answer });
    }
    clock.advanceSeconds(round % 2 === 0 ? 20 : 400);
  }
  const now = new Map<string, TransactionCase>();
  for (const { id } of made) now.set(id, await readStill(id));
  const seen = new Set<string>();
  for (const { id, instant, then, answer } of kept) {
    const past = stateAt(now.get(id) as TransactionCase, instant);
    const which = `${id} at ${instant} of seed ${seed}`;
    expect(comparable(past as PastCase), which).toEqual(comparable(then));
    expectTold(past as PastCase, then, which);
    expect(statusAnswerOf(past as PastCase), which).toEqual(answer);
    for (const { state } of then.deliveries) seen.add(`delivery ${state}`);
    seen.add(`link ${then.link.state}`).add(then.transaction.status);
  }
  for (const met of ['delivery delivered', 'delivery pending', 'link unopened', 'link open', 'approved'])
    expect([...seen]).toContain(met);
}, 600_000);

test('is at the instant of reading the present case without acts, and before its creation nothing (F2)', async () => {
  const id = String((await merchant.create()).body['id']);
  await merchant.cancel(id);
  const now = await readStill(id);
  expect(stateAt(now, now.readAt)).toEqual({ ...now, acts: [] });
  expect(stateAt(now, new Date(Date.parse(now.transaction.createdAt) - 1).toISOString())).toBeUndefined();
});
