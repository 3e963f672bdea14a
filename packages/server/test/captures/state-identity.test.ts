import type { AttemptView } from '@titular/contract';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import type { PersonName } from '@titular/test-kit/faces/persons.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { openCamera, openPhone, type Phone, perform } from './phone.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ clock: createManualClock() });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const db = () => service.service.database.db;
const state = (phone: Phone, value: string, key = 'cpf') =>
  phone.call('stateIdentity', 'PUT', '/identity', { key, value });
/** Opens the page, states somebody, agrees and begins an attempt. */
async function openStated(one: Merchant, stated: string, changes: object = {}) {
  const opened = await openPhone(service, one, changes);
  await state(opened.phone, stated);
  await opened.phone.consent();
  const { body } = await opened.phone.start();
  return { ...opened, attempt: body as unknown as AttemptView };
}
const set = (settings: Record<string, unknown>, one = merchant) =>
  db().updateTable('companies').set(settings).where('company_id', '=', one.tenant.companyId).execute();
const endOf = async (id: string, one = merchant) =>
  eventually(async () => {
    const { body } = await one.read(id);
    expect(body['status']).toMatch(/approved|inconclusive/);
    return body;
  });
const reasonsOf = async (id: string, one = merchant) =>
  ((await one.history(id)).body['history'] as { event: string; reasons: string[] }[]).map(
    ({ event, reasons }) => [event, ...reasons].join(' '),
  );

/** How a new transaction ends; two takes of one person look alike now and then, and that keeps a face from being enrolled. */
async function verifyUnlike(person: PersonName, one: Merchant, changes = {}, takes = 4): Promise<unknown> {
  const { phone, attempt, id } = await openCamera(service, one, changes);
  await perform(phone, attempt, person);
  const end = await endOf(id, one);
  const isAlike = (await reasonsOf(id, one)).at(-1)?.endsWith('frames_like_before') ?? false;
  return isAlike && takes > 1 ? verifyUnlike(person, one, changes, takes - 1) : end;
}

describe('the card is mine under another identity', () => {
  test('stateIdentity 200: shows the stated identity masked, keeps both sealed, and the one sent takes it back', async () => {
    const sent = newCpf();
    const { phone, id } = await openPhone(service, merchant, { identity: { key: 'cpf', value: sent } });
    expect((await phone.view()).body).toMatchObject({
      maskedIdentity: `•••.${sent.slice(3, 6)}.•••-••`,
      mayStateIdentity: true,
      isStatedIdentity: false,
    });
    const other = newCpf();
    const spelled = `${other.slice(0, 3)}.${other.slice(3, 6)}.${other.slice(6, 9)}-${other.slice(9)}`;
    const stated = await state(phone, spelled);
    expect(stated.body).toMatchObject({
      maskedIdentity: `•••.${other.slice(3, 6)}.•••-••`,
      isStatedIdentity: true,
    });
    const row = await db()
      .selectFrom('transactions')
      .select(['sealed_identity', 'sealed_stated_identity', 'status', 'version'])
      .where('transaction_id', '=', asId(id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ status: 'waiting', version: 2 });
    expect(row.sealed_stated_identity?.includes(Buffer.from(other))).toBe(false);
    expect((await state(phone, sent)).body).toMatchObject({ isStatedIdentity: false });
    expect(await reasonsOf(id)).toEqual([
      'create',
      'state-identity another_identity',
      'state-identity identity_as_sent',
    ]);
  });

  test('a person verified under the stated identity is approved, with hasIdentityChanged true', async () => {
    const one = await newMerchant(service);
    const own = newCpf();
    expect(await verifyUnlike('a', one, { identity: { key: 'cpf', value: own } })).toMatchObject({
      status: 'approved',
    });
    const { phone, id, attempt } = await openStated(one, own);
    expect((await perform(phone, attempt, 'a')).outcome).toBe('completed');
    expect(await endOf(id, one)).toEqual({ status: 'approved', hasIdentityChanged: true });
    expect((await reasonsOf(id, one)).at(-1)).toBe('approve live matches_reference stated_identity');
  });

  test('nobody binds a face of their own to an identity by stating it: without a known face it is inconclusive, and none is enrolled', async () => {
    const one = await newMerchant(service);
    const { phone, id, attempt } = await openStated(one, newCpf());
    await perform(phone, attempt, 'a');
    expect(await endOf(id, one)).toEqual({ status: 'inconclusive' });
    expect((await reasonsOf(id, one)).at(-1)).toBe('reject live no_reference stated_identity');
    const enrolled = await db()
      .selectFrom('face_templates')
      .select('template_id')
      .where('tenant_id', '=', one.tenant.tenantId)
      .execute();
    expect(enrolled).toEqual([]);
  });

  test("the face of the identity that was sent is not another's, whatever the person states", async () => {
    const one = await newMerchant(service);
    const sent = { key: 'cpf', value: newCpf() };
    const before = await openCamera(service, one, { identity: sent });
    await perform(before.phone, before.attempt, 'b');
    await endOf(before.id, one);
    const { phone, id, attempt } = await openStated(one, newCpf(), { identity: sent });
    await perform(phone, attempt, 'b');
    expect(await endOf(id, one)).toEqual({ status: 'inconclusive' });
  });

  test("a face that is not the stated identity's is not approved, and nothing is said of a change", async () => {
    const one = await newMerchant(service);
    const known = newCpf();
    const identity = { key: 'cpf', value: known };
    expect(await verifyUnlike('b', one, { identity })).toEqual({
      status: 'approved',
      hasIdentityChanged: false,
    });
    const { phone, id, attempt } = await openStated(one, known);
    await perform(phone, attempt, 'c');
    expect(await endOf(id, one)).toEqual({ status: 'inconclusive' });
    expect((await reasonsOf(id, one)).at(-1)).toBe('reject live face_differs stated_identity');
  });

  test('stateIdentity 400: a number that is none is 40002 and changes nothing', async () => {
    const { phone, id } = await openPhone(service, merchant);
    for (const [value, key] of [
      ['52998224724', 'cpf'],
      ['52998224725', 'passport'],
      ['', 'cpf'],
    ] as const)
      expect((await state(phone, value, key)).body['code']).toBe('40002');
    expect(await reasonsOf(id)).toEqual(['create']);
  });

  test('stateIdentity 400: 40063 under the modules that fix the identity, after the capture, and from the sixth time on', async () => {
    const fixed = await newMerchant(service);
    await set({ module: 'pre' }, fixed);
    const pre = await openPhone(service, fixed);
    expect((await pre.phone.view()).body['mayStateIdentity']).toBe(false);
    expect((await state(pre.phone, newCpf())).body['code']).toBe('40063');
    const { phone, id } = await openPhone(service, merchant);
    const tries: unknown[] = [];
    for (let time = 0; time < 6; time += 1) tries.push((await state(phone, newCpf())).status);
    expect(tries).toEqual([200, 200, 200, 200, 200, 400]);
    await merchant.cancel(id);
    expect((await state(phone, newCpf())).body['code']).toBe('40063');
  });

  test('stated again, or twice at once, it is one statement: the last one allowed may be sent again', async () => {
    const { phone, id } = await openPhone(service, merchant);
    const own = newCpf();
    const both = await Promise.all([state(phone, own), state(phone, own)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await reasonsOf(id)).toEqual(['create', 'state-identity another_identity']);
    for (let time = 0; time < 3; time += 1) expect((await state(phone, newCpf())).status).toBe(200);
    const last = newCpf();
    for (let time = 0; time < 3; time += 1)
      expect((await state(phone, last)).body).toMatchObject({ isStatedIdentity: true });
    expect((await reasonsOf(id)).filter((one) => one.startsWith('state-identity'))).toHaveLength(5);
    expect((await state(phone, own)).body['code']).toBe('40063');
    await merchant.cancel(id);
    expect((await state(phone, last)).body['code']).toBe('40063');
  });

  test('the identity that was sent is stated once, and again it changes nothing', async () => {
    const sent = newCpf();
    const { phone, id } = await openPhone(service, merchant, { identity: { key: 'cpf', value: sent } });
    for (let time = 0; time < 2; time += 1)
      expect((await state(phone, sent)).body).toMatchObject({ isStatedIdentity: false });
    expect(await reasonsOf(id)).toEqual(['create', 'state-identity identity_as_sent']);
  });

  test('stateIdentity 403: without a page session nothing can be stated', async () => {
    const { phone } = await openPhone(service, merchant);
    const sent = { key: 'cpf', value: newCpf() };
    const answer = await phone.call('stateIdentity', 'PUT', '/identity', sent, { cookie: undefined });
    expect([answer.status, answer.body['code']]).toEqual([403, '40310']);
  });
});

describe('a face that is enrolled for another identity (R65)', () => {
  test('is never approved unless the company says so, and then hasIdentityChanged is true', async () => {
    const one = await newMerchant(service);
    expect(await verifyUnlike('a', one)).toEqual({ status: 'approved', hasIdentityChanged: false });

    const second = await openCamera(service, one);
    await perform(second.phone, second.attempt, 'a');
    expect(await endOf(second.id, one)).toEqual({ status: 'inconclusive', hasIdentityChanged: true });
    expect((await reasonsOf(second.id, one)).at(-1)).toBe('reject live face_of_another_identity');

    expect(await verifyUnlike('b', one)).toMatchObject({ status: 'approved' });

    const willing = await newMerchant(service);
    await set({ face_of_another_identity: 'approve' }, willing);
    for (const expected of [false, true])
      expect(await verifyUnlike('a', willing)).toEqual({ status: 'approved', hasIdentityChanged: expected });
  });

  test('of two identities that bring one face at the same time, at most one is approved', async () => {
    const one = await newMerchant(service);
    const both = await Promise.all([openCamera(service, one), openCamera(service, one)]);
    await Promise.all(both.map(({ phone, attempt }) => perform(phone, attempt, 'c')));
    const ends = await Promise.all(both.map(({ id }) => endOf(id, one)));
    expect(ends.map((end) => end['status']).sort()).toEqual(['approved', 'inconclusive']);
  });

  test('a firm and its owner are two identities with one face: only one kind is compared', async () => {
    const one = await newMerchant(service);
    for (const identity of [
      { key: 'cpf', value: newCpf() },
      { key: 'cnpj', value: '11222333000181' },
    ])
      expect(await verifyUnlike('b', one, { identity })).toEqual({
        status: 'approved',
        hasIdentityChanged: false,
      });
  });
});
