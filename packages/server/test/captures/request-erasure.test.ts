import { deleteWithdrawnTemplates } from '@titular/server/faces/gallery/template-store.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { insertHold } from '@titular/server/transactions/retention/legal-hold-store.ts';
import { createManualClock, newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { codeOf, openCamera, openPhone, Phone, perform } from './phone.ts';

let service: TestService;
let merchant: Merchant;
const clock = createManualClock();
const DAY_SECONDS = 86_400;

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service.close());
// A face that is enrolled for one identity of a tenant is refused for another.
beforeEach(async () => {
  merchant = await newMerchant(service);
});

const erase = (phone: Phone, body: object = { confirmed: true }) =>
  phone.call('requestErasure', 'POST', '/erasure', body);
const decided = (id: string): Promise<unknown> =>
  eventually(async () => {
    const { body } = await merchant.read(id);
    expect(body['status']).not.toBe('processing');
    return body['status'];
  });
const facesOf = (transactionId: string) =>
  service.service.database.db
    .selectFrom('face_templates')
    .select(['erase_at', 'template_id'])
    .where('subject_id', '=', asId(transactionId))
    .execute();
const eventsOf = async (id: string) => {
  const { body } = await merchant.call('listEvents', {
    query: { transaction: id, type: 'erasure.requested' },
  });
  return body['events'] as unknown[];
};
const auditOf = (id: string) =>
  service.service.database.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'after'])
    .where('subject', '=', `transaction/${id}`)
    .execute();

/** Somebody who goes through a check of an identity, up to its decision. */
async function goThrough(person: 'a' | 'c', value: string, merchantOf = merchant) {
  const { phone, attempt, id, link } = await openCamera(service, merchantOf, {
    identity: { key: 'cpf', value },
  });
  await perform(phone, attempt, person);
  return { phone, id, link, status: await decided(id) };
}

describe('who asks for the deletion of their data', () => {
  test('requestErasure 200: was confirmed on this page: the face goes with the pictures, the merchant and the audit log hear it once (D6)', async () => {
    const { phone, id, status } = await goThrough('a', newCpf());
    expect(status).toBe('approved');
    const view = (await phone.view()).body['erasure'] as Record<string, unknown>;
    expect(view).toMatchObject({ requestedAt: null, includesFace: true });
    const first = await erase(phone);
    clock.advanceSeconds(5);
    const again = await erase(phone);
    expect(again.body['erasure']).toEqual(first.body['erasure']);
    expect(first.body['erasure']).toMatchObject({ picturesUntil: view['picturesUntil'], includesFace: true });
    const [face] = await facesOf(id);
    expect(face?.erase_at?.toISOString()).toBe(view['picturesUntil']);
    expect(await eventsOf(id)).toEqual([
      expect.objectContaining({ type: 'erasure.requested', transactionId: id }),
    ]);
    expect(await auditOf(id)).toEqual([
      { actor: 'person', action: 'person.ask-erasure', after: expect.objectContaining({ faces: 1 }) },
    ]);
    const { db } = service.service.database;
    await deleteWithdrawnTemplates(db, new Date(clock.now().getTime() + 29 * DAY_SECONDS * 1000), 10);
    expect(await facesOf(id)).toHaveLength(1);
    await deleteWithdrawnTemplates(db, new Date(clock.now().getTime() + 30 * DAY_SECONDS * 1000), 10);
    expect(await facesOf(id)).toEqual([]);
  });

  test.each([
    ['goes', false],
    ['stays where it is held, as all of it does', true],
  ])('requestErasure 200: on which device they were %s (R94)', async (_what, isHeld) => {
    const { db } = service.service.database;
    const { phone, id } = await goThrough('a', newCpf());
    const { tenantId } = merchant.tenant;
    const [about, other] = [id, newId()].map((subject) => ({
      ...{ tenant_id: tenantId, subject_kind: 'transaction' as const, subject_id: asId(subject) },
      ...{ attempt_id: asId(newId()), used_at: clock.now() },
      ...{ device_hash: Buffer.alloc(32, 1), identity_hash: Buffer.alloc(32, 2) },
    }));
    await db
      .insertInto('capture_devices')
      .values([about, other] as never)
      .execute();
    const hold = { transactionId: asId(id), heldAt: clock.now(), reference: 'case-9' };
    if (isHeld) await insertHold(db, tenantId, hold);
    expect((await erase(phone)).status).toBe(200);
    const left = await db
      .selectFrom('capture_devices')
      .select('subject_id')
      .where('tenant_id', '=', tenantId)
      .execute();
    const expected = [...(isHeld ? [about] : []), other].map((use) => use?.subject_id);
    expect(left.map((use) => use.subject_id).toSorted()).toEqual(expected.toSorted());
  });

  test('requestErasure 200: was not confirmed: no enrolled face goes, and no evidence (D6)', async () => {
    const identity = newCpf();
    const { id: owners } = await goThrough('a', identity);
    const { phone, id, status } = await goThrough('c', identity);
    expect(status).toBe('inconclusive');
    expect((await erase(phone)).body['erasure']).toMatchObject({ includesFace: false });
    expect((await facesOf(owners)).map((face) => face.erase_at)).toEqual([null]);
    const frames = await service.service.database.db
      .selectFrom('capture_frames as frame')
      .innerJoin('capture_attempts as attempt', 'attempt.attempt_id', 'frame.attempt_id')
      .select('frame.step')
      .where('attempt.subject_id', '=', asId(id))
      .execute();
    expect(frames.length).toBeGreaterThan(0);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('requestErasure 400: on a page that captured nothing, or before the end, or without the word (D6)', async () => {
    const { phone } = await openPhone(service, merchant);
    expect((await erase(phone)).body['code']).toBe('40064');
    expect((await erase(phone, {})).status).toBe(400);
    await phone.call('raiseObjection', 'POST', '/objection', { objection: 'unknown_purchase' });
    expect((await phone.view()).body['erasure']).toBeNull();
    expect((await erase(phone)).body['code']).toBe('40064');
  });

  test('requestErasure 400: whoever only watches how a link fares that they passed on has no say over the face (D6)', async () => {
    const { phone, id } = await openPhone(service, merchant, { identity: { key: 'cpf', value: newCpf() } });
    const passed = await phone.call('createHandOver', 'POST', '/links', { purpose: 'cardholder' });
    const holder = new Phone(service);
    await holder.open({ code: codeOf(passed.body['link']) });
    await holder.consent();
    const { body } = await holder.start();
    await perform(holder, body as never, 'a');
    expect(await decided(id)).toBe('approved');
    expect((await phone.view()).body['erasure']).toBeNull();
    expect((await erase(phone)).body['code']).toBe('40064');
    expect((await holder.view()).body['erasure']).toMatchObject({ includesFace: true });
  });

  test('requestErasure 403: another site, and who holds no page, cannot ask (D6)', async () => {
    const { phone } = await openPhone(service, merchant);
    const foreign = { headers: { 'sec-fetch-site': 'cross-site' } };
    const call = phone.call('requestErasure', 'POST', '/erasure', { confirmed: true }, foreign);
    expect((await call).status).toBe(403);
    expect((await erase(new Phone(service))).status).toBe(403);
  });
});
