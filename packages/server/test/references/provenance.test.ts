import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { newReferenceBody, photographOf, showPerson } from './reference-fixture.ts';

let service: TestService;
let merchant: Merchant;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

/** Shows a person, and answers the reasons with what the signed receipt says of the reference. */
async function decided(value: string, face: 'a' | 'b' | 'c') {
  const { id, reasons } = await showPerson(service, merchant, value, face);
  const { body } = await merchant.call('readReceipt', { id });
  const { body: captures } = await merchant.call('listCaptures', { id });
  const reference = decodeJwt(String(body['receipt']))['reference'];
  return { reasons, reference, comparedFace: captures['comparedFace'] };
}

const provenance = { source: 'onboarding', date: '2026-03-02' };

describe('what an approval rests on (R65)', () => {
  test('is told by its receipt, and listCaptures 200: photographs of the operator', async () => {
    const value = newCpf();
    const body = await newReferenceBody('a', { identity: { key: 'cpf', value } });
    await merchant.call('createFaceReference', { body });
    const { reasons, reference, comparedFace } = await decided(value, 'a');
    expect(reasons).not.toContain('enrolled_unproven');
    expect(reference).toEqual({ kind: 'operator', proven: true, ...provenance });
    expect(comparedFace).toEqual({ kind: 'operator', isProven: true, ...provenance });
  });

  test('is nothing but a first selfie until a reference confirms it, and no longer once that is withdrawn', async () => {
    const value = newCpf();
    const first = await decided(value, 'b');
    expect(first.reasons).toEqual(expect.arrayContaining(['enrolled', 'enrolled_unproven']));
    expect([first.reference, first.comparedFace]).toEqual([null, undefined]);
    const day = new Date().toISOString().slice(0, 10);
    const unproven = { kind: 'capture', proven: false, source: null, date: day };
    expect((await decided(value, 'b')).reference).toEqual(unproven);

    const body = await newReferenceBody('b', {
      identity: { key: 'cpf', value },
      photographs: [await photographOf('b', 5)],
    });
    const { body: made } = await merchant.call('createFaceReference', { body });
    expect(made).toMatchObject({ captureConfirmed: true });
    const proven = await decided(value, 'b');
    expect(proven.reasons).toContain('matches_reference');
    expect(proven.reference).toMatchObject({ proven: true, ...provenance });

    await merchant.call('deleteFaceReference', { id: String(made['id']) });
    expect((await decided(value, 'b')).reference).toEqual(unproven);
  });

  test('goes from the decision with the person, so that no date of a face is left (R90)', async () => {
    const value = newCpf();
    const body = await newReferenceBody('c', { identity: { key: 'cpf', value } });
    await merchant.call('createFaceReference', { body });
    const { id } = await showPerson(service, merchant, value, 'c');
    const keptOf = () =>
      service.service.database.db
        .selectFrom('transactions')
        .select('decision')
        .where('transaction_id', '=', asId(id))
        .executeTakeFirstOrThrow();
    expect(Object.keys((await keptOf()).decision ?? {})).toContain('reference');
    await merchant.call('eraseIdentity', { body: { identity: body.identity } });
    const after = Object.keys((await keptOf()).decision ?? {});
    expect(after).toContain('result');
    expect(after).not.toContain('reference');
    expect((await merchant.call('listCaptures', { id })).body).not.toHaveProperty('comparedFace');
  });
});
