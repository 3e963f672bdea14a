import { randomInt } from 'node:crypto';
import { TIMELINE_SOURCES } from '@titular/contract';
import { cancelByHand, renewTransactionLink, resendByHand } from '@titular/server/cases/act/change-case.ts';
import { revealField } from '@titular/server/cases/act/reveal-field.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { scenarios } from '@titular/server/sandbox/catalogue/scenarios.ts';
import { createManualClock, startTestService, type TestService } from '@titular/test-kit';
import { startWebhookReceiver, type WebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf as linkCodeOf, Phone } from '../captures/phone.ts';
import { createBy, settle } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { registerReceiver } from '../webhooks/endpoint-fixture.ts';
import { caseDepsOf, codeOf, memberOf } from './case-fixture.ts';
import { inOrder, orderOf, readTimelineRows, toRows } from './timeline-rows.ts';

const TRANSACTIONS = 300;
const ROUNDS = 10;
/** Of each round's transactions, so many are compared while all of them move. */
const WATCHED = 12;
const ACTS_A_ROUND = 40;

const seed = randomInt(2 ** 31);
const clock = createManualClock();
const led = scenarios.filter(({ leadsTo }) => leadsTo.kind === 'status').map(({ name }) => name);

type Made = { id: string; link: string };

let service: TestService;
let merchant: Merchant;
let receiver: WebhookReceiver;
let deps: CaseRouteDeps;
let admin: PortalCaller;
const made: Made[] = [];

beforeAll(async () => {
  console.info(`seed ${seed}`);
  service = await startTestService({ clock });
  merchant = await newMerchant(service, { ratePerSecond: 10_000, rateBurst: 10_000 });
  receiver = await startWebhookReceiver({
    answer: (_delivery, count) => ({ status: count % 4 === 0 ? 500 : 204 }),
  });
  receiver.trust((await registerReceiver(service, merchant, receiver.url)).secret);
  deps = await caseDepsOf(service, { clock });
  admin = memberOf(merchant.tenant.tenantId, 'admin');
}, 360_000);
afterAll(async () => {
  await service.close();
  await receiver.close();
});

/** Numbers below a bound, the same for the same seed (mulberry32). */
function createDice(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const roll = createDice(seed);
const pick = <Value>(values: readonly Value[]): Value => values[roll(values.length)] as Value;

/** A transaction that a scenario leads on, or that waits for what is done to it. */
async function make(): Promise<Made> {
  const scenario = roll(3) === 0 ? undefined : pick(led);
  const { body } = await (scenario === undefined ? merchant.create() : createBy(merchant, scenario));
  return { id: String(body['id']), link: String(body['link']) };
}

const ACTS: readonly ((one: Made) => Promise<unknown>)[] = [
  ({ id }) => merchant.cancel(id),
  ({ id }) => merchant.read(id),
  ({ id }) => codeOf(() => cancelByHand(deps, admin, id)),
  ({ id }) => codeOf(() => revealField(deps, admin, { kind: 'transaction', id }, 'name')),
  async (one) => {
    await codeOf(async () => {
      one.link = (await renewTransactionLink(deps, admin, one.id)).link;
    });
  },
  async ({ id }) => {
    const [delivery] = (await readTransactionCase(deps, admin, id)).body?.deliveries ?? [];
    if (delivery) await codeOf(() => resendByHand(deps, admin, delivery.id));
  },
  async ({ link }) => {
    const phone = new Phone(service);
    const opened = await phone.open({ code: linkCodeOf(link) });
    if (opened.status === 200 && (await phone.consent()).status === 200) await phone.start();
  },
];

/** Compares a timeline with the tables; what moved while it was read is read again. */
async function expectComplete({ id }: Made): Promise<readonly string[]> {
  const { db } = service.service.database;
  const { tenantId } = merchant.tenant;
  for (;;) {
    const before = await readTimelineRows(db, tenantId, id);
    const { body } = await readTransactionCase(deps, admin, id);
    const after = await readTimelineRows(db, tenantId, id);
    if (JSON.stringify(before) !== JSON.stringify(after)) continue;
    expect(body?.isTimelineCut, id).toBe(false);
    const shown = toRows(body?.timeline ?? [], before);
    const which = `transaction ${id} of seed ${seed}`;
    expect(inOrder(shown), which).toEqual(before);
    expect(shown.map(orderOf), which).toEqual(before.map(orderOf));
    return shown.map(({ source }) => source);
  }
}

test(`tells of ${TRANSACTIONS} random transactions every row there is, once and in order, while they move (P3)`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let count = 0; count < TRANSACTIONS / ROUNDS; count += 1) made.push(await make());
    const acting = async (): Promise<void> => {
      for (let count = 0; count < ACTS_A_ROUND; count += 1) await pick(ACTS)(pick(made));
    };
    const watching = async (): Promise<void> => {
      for (let count = 0; count < WATCHED; count += 1) await expectComplete(pick(made));
    };
    await Promise.all([acting(), watching()]);
    clock.advanceSeconds(pick([1, 20, 90, 400]));
    await settle(service, clock);
  }
  const seen = new Set<string>();
  for (const one of made) for (const source of await expectComplete(one)) seen.add(source);
  expect(made).toHaveLength(TRANSACTIONS);
  expect([...seen].toSorted()).toEqual(TIMELINE_SOURCES.toSorted());
}, 900_000);
