import type { AttemptView } from '@titular/contract';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { emptyFrame, portraitOf } from '@titular/test-kit/faces/portraits.ts';
import { operatorOf } from '@titular/test-kit/start-test-service.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, openPhone, type Phone } from './phone.ts';

let service: TestService;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());

const db = () => service.service.database.db;

const STEP_SECONDS = 16;

const limitCompanies = ({ tenant }: Merchant, perDay: number): Promise<unknown> =>
  db()
    .updateTable('companies')
    .set({ identity_attempts_per_day: perDay })
    .where('tenant_id', '=', tenant.tenantId)
    .execute();

async function allow(perDay: number): Promise<Merchant> {
  const owner = await newMerchant(service);
  await limitCompanies(owner, perDay);
  return owner;
}

/** A card that nobody else has. */
const cardOf = (lastDigits: string) => ({
  binDigits: '41111111',
  lastDigits,
  name: 'Maria da Silva',
  expirationDate: '12/39',
});

type Wish = { identity: object; card?: object; company?: string };

/** Begins all attempts of a transaction, each with this frame and then left until its time is up. */
async function useUp(owner: Merchant, wish: Wish, frame: Uint8Array | undefined): Promise<void> {
  const { phone, attempt } = await openCamera(service, owner, wish);
  let { attemptId } = attempt;
  for (const left of [2, 1, 0]) {
    if (frame) expect((await phone.frame(attemptId, 0, frame)).status).toBe(200);
    clock.advanceSeconds(STEP_SECONDS);
    if (left > 0) attemptId = String(((await phone.start()).body as unknown as AttemptView).attemptId);
  }
  await phone.start();
}

async function begin(
  owner: Merchant,
  wish: Wish,
): Promise<{ phone: Phone; id: string; status: number; code: unknown; wait: number }> {
  const { phone, id } = await openPhone(service, owner, wish);
  await phone.consent();
  const { status, body, headers } = await phone.start();
  return { phone, id, status, code: body['code'], wait: Number(headers.get('retry-after')) };
}

describe('the attempts of a day (R65)', () => {
  test('startAttempt 429: an identity has three times as many as transactions; above that the transaction stays open and is told how long to wait (A-10)', async () => {
    const owner = await allow(1);
    const identity = { key: 'cpf', value: newCpf() };
    await useUp(owner, { identity }, await portraitOf('a'));
    const { phone, id, status, code, wait } = await begin(owner, { identity });
    expect([status, code]).toEqual([429, '42904']);
    expect(wait).toBe(86_400 - 3 * STEP_SECONDS);
    expect((await phone.view()).body).toMatchObject({ stage: 'camera', attemptsLeft: 3 });
    expect((await owner.read(id)).body).toEqual({ status: 'waiting' });
    const other = await openCamera(service, owner);
    expect(other.attempt.poses.length).toBeGreaterThan(4);
    await db()
      .updateTable('capture_attempts')
      .set((row) => ({ started_at: sql`${row.ref('started_at')} - make_interval(secs => ${wait})` }))
      .where('tenant_id', '=', owner.tenant.tenantId)
      .execute();
    expect((await begin(owner, { identity })).status).toBe(200);
  });

  test.each<[string, () => Promise<Uint8Array> | undefined]>([
    ['without one picture', () => undefined],
    ['with pictures of nobody', () => emptyFrame('wall')],
  ])(
    'a stranger who burns all attempts of ten orders %s takes nothing from the holder (A-10)',
    async (_what, frame) => {
      const owner = await newMerchant(service);
      const identity = { key: 'cpf', value: newCpf() };
      const image = await frame();
      for (let order = 0; order < 10; order += 1) await useUp(owner, { identity }, image);
      expect((await begin(owner, { identity })).status).toBe(200);
    },
  );

  test('a stranger with cards of their own, or at another company, uses up little of what the holder has (A-10)', async () => {
    const owner = await allow(1);
    const identity = { key: 'cpf', value: newCpf() };
    const face = await portraitOf('a');
    const second = await createCompany(operatorOf(service), owner.tenant.tenantId, { name: 'Other' });
    await limitCompanies(owner, 1);
    await useUp(owner, { identity, card: cardOf('0001') }, face);
    await useUp(owner, { identity, company: second }, face);
    expect((await begin(owner, { identity, card: cardOf('0001') })).status).toBe(429);
    expect((await begin(owner, { identity, company: second })).status).toBe(429);
    await useUp(owner, { identity }, face);
    expect((await begin(owner, { identity })).status).toBe(429);
    // Nobody gets ever new tries by ever new cards.
    await useUp(owner, { identity, card: cardOf('0002') }, face);
    expect((await begin(owner, { identity, card: cardOf('0003') })).code).toBe('42904');
  });

  test('of many transactions begun at the same time no more get an attempt than the day has', async () => {
    const owner = await allow(1);
    const identity = { key: 'cpf', value: newCpf() };
    const opened = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const one = await openPhone(service, owner, { identity });
        await one.phone.consent();
        return one;
      }),
    );
    const answers = await Promise.all(opened.map(({ phone }) => phone.start()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
  });
});
