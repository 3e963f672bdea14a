import { createManualClock } from '@titular/test-kit';
import { addOperator, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { startTestService, type TestService } from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../portal-calls.ts';

let service: TestService;
let operator: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  operator = await addOperator(service);
  // Keys that are made now are newer than the first ones.
  clock.advanceSeconds(1);
});
afterAll(() => service?.close());

const db = () => service.service.database.db;

describe('keys in the portal', () => {
  test('are ids and times, and nothing of a key', async () => {
    const keys = await operator.browser.call('readDeploymentKeys');
    expect(keys.signing.map(({ purpose, isValid }) => [purpose, isValid]).sort()).toEqual([
      ['access-token', true],
      ['receipt', true],
      ['sdk-token', true],
    ]);
    const [present] = keys.master;
    expect(keys.master).toHaveLength(1);
    expect(present).toMatchObject({ isPresent: true, isPrepared: false, tenants: 0, signingKeys: 3 });
    expect(Object.keys(keys.signing[0] ?? {}).sort()).toEqual(['createdAt', 'id', 'isValid', 'purpose']);
  });

  test('show a master key that is prepared before it wraps anything', async () => {
    await db().updateTable('deployment').set({ prepared_master_key_id: 'the-next-one' }).execute();
    const { master } = await operator.browser.call('readDeploymentKeys');
    expect(master.find(({ id }) => id === 'the-next-one')).toEqual({
      ...{ id: 'the-next-one', isPresent: false, isPrepared: true },
      ...{ tenants: 0, signingKeys: 0, deploymentKeys: 0 },
    });
  });

  test('get a new one that signs, and say until when the one before counts, with an entry of who asked', async () => {
    const before = (await operator.browser.call('readDeploymentKeys')).signing;
    await authenticateAgain(operator);
    const { signing } = await operator.browser.call('rotateSigningKey', { body: { purpose: 'sdk-token' } });
    const [added] = signing.filter(({ id }) => before.every((one) => one.id !== id));
    const signsFrom = new Date(clock.now().getTime() + 360_000).toISOString();
    expect(added).toMatchObject({ purpose: 'sdk-token', isValid: true, signsFrom });
    const followed = signing.find(({ id, purpose }) => purpose === 'sdk-token' && id !== added?.id);
    expect(followed?.isValid).toBe(true);
    expect(new Date(followed?.endsAt ?? 0).getTime()).toBeGreaterThan(clock.now().getTime());
    const entry = await db()
      .selectFrom('audit_log')
      .select(['actor', 'subject'])
      .where('action', '=', 'signing-key.rotate')
      .orderBy('entry_id', 'desc')
      .executeTakeFirst();
    expect(entry).toEqual({ actor: `user:${operator.userId}`, subject: `signing-key/${added?.id}` });
  });

  const rotate = async (): Promise<string> =>
    outcomeOf(await operator.browser.send('rotateSigningKey', { body: { purpose: 'receipt' } }));
  const receipts = async () => {
    const { signing } = await operator.browser.call('readDeploymentKeys');
    return signing.filter(({ purpose }) => purpose === 'receipt');
  };

  test('get no second one while the newest does not sign yet, whoever asks at once', async () => {
    await authenticateAgain(operator);
    expect((await Promise.all([rotate(), rotate()])).sort()).toEqual(['200', '40098']);
    expect(await receipts()).toHaveLength(2);
    clock.advanceSeconds(359);
    await authenticateAgain(operator);
    expect(await rotate()).toBe('40098');
    clock.advanceSeconds(1);
    expect((await receipts()).filter(({ signsFrom }) => signsFrom !== undefined)).toEqual([]);
    expect(await rotate()).toBe('200');
    expect(await receipts()).toHaveLength(3);
  });
});
