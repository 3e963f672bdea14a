import { freeze, insertMove, updatePhase } from '@titular/server/cells/move-store.ts';
import { raiseFences } from '@titular/server/cells/replication/fences.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/index.ts';
import { setTenantActive } from '@titular/server/tenants/index.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from '../portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let operator: PasskeyPerson;
let admin: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
});
afterAll(() => service?.close());
beforeEach(async () => {
  tenant = await addTenant(service);
  operator = await addOperator(service);
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
});

const db = () => service.service.database.db;
const byHost = () => ({ ...operatorOf(service), clock });
const sendEnter = async (of: TestTenant, reason = 'Webhooks are late') => {
  const params = { tenant_id: of.tenantId };
  return outcomeOf(await operator.browser.send('enterTenant', { params, body: { reason } }));
};
const tryEnter = async (of: TestTenant, reason?: string) => {
  await authenticateAgain(operator);
  return sendEnter(of, reason);
};
const enter = async (): Promise<void> => expect(await tryEnter(tenant)).toBe('200');
const look = async (browser = operator.browser) =>
  outcomeOf(await sendAny(browser, 'searchPortalTransactions', { tenant_id: tenant.tenantId }));
const setEntry = (value: string) =>
  changeSettings(
    byHost(),
    { kind: 'tenant', tenantId: tenant.tenantId },
    parseSettings('tenant', new Map([['operator-entry', value]])),
  );
const stays = async () =>
  (await admin.browser.call('searchStays', { params: { tenant_id: tenant.tenantId }, body: {} })).stays;
const actions = async () =>
  (
    await db()
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('tenant_id', '=', tenant.tenantId)
      .where('action', 'like', 'operator.%')
      .orderBy('entry_id')
      .execute()
  ).map(({ action, actor }) => [action, actor]);

/** The stay has ended for good, now, with an entry of who ended it. */
async function expectEnded(actor: string): Promise<void> {
  const [stay] = await stays();
  expect(stay).toMatchObject({ isOpen: false, until: clock.now().toISOString() });
  expect((await actions()).at(-1)).toEqual(['operator.leave', actor]);
  expect(await look()).not.toBe('200');
}

describe('a stay ends for good, with an entry', () => {
  test('once the tenant refuses operators, although it allows them again (P46)', async () => {
    await enter();
    await setEntry('refused');
    await expectEnded(byHost().actor);
    await setEntry('allowed');
    expect(await look()).toBe('40420');
  });

  test('once the tenant is off, although it is on again (P46)', async () => {
    await enter();
    await setTenantActive(byHost(), tenant.tenantId, false);
    await setTenantActive(byHost(), tenant.tenantId, true);
    await expectEnded(byHost().actor);
  });

  test('with the session: signed out, given way to newer ones, recovered or locked (P30, P46)', async () => {
    const self = `user:${operator.userId}`;
    await enter();
    clock.advanceSeconds(1);
    await operator.browser.call('signOut', { body: {} });
    await expectEnded(self);
    const browser = await signInWithPasskey(service, operator);
    operator = { ...operator, browser };
    await enter();
    for (const _ of [1, 2, 3, 4, 5]) {
      clock.advanceSeconds(1);
      await signInWithPasskey(service, operator);
    }
    await expectEnded(self);
    operator = { ...operator, browser: await signInWithPasskey(service, operator) };
    await enter();
    const code = operator.recoveryCodes[0] ?? expect.fail('a code');
    await browser.call('signInWithRecoveryCode', { body: { name: operator.name, code } });
    await expectEnded(self);
  });

  test('with the lock of the operator by another (P30, P46)', async () => {
    const other = await addOperator(service);
    await enter();
    await authenticateAgain(other);
    const params = { user_id: operator.userId };
    await other.browser.call('switchPerson', { params, body: { active: false } });
    await expectEnded(`user:${other.userId}`);
  });

  test('no later than its session', async () => {
    for (let seconds = 0; seconds < 27_000; seconds += 900) {
      clock.advanceSeconds(900);
      for (const { browser } of [operator, admin]) await browser.call('readOwnAccount');
    }
    await enter();
    const [session] = await db()
      .selectFrom('user_sessions')
      .select('expires_at')
      .where('user_id', '=', operator.userId)
      .execute();
    const [stay] = await stays();
    expect(stay?.until).toBe(session?.expires_at.toISOString());
  });
});

describe('a tenant that moves', () => {
  test.each(['frozen', 'moved'] as const)('holds up no end of a stay while it is %s (S59)', async (phase) => {
    await enter();
    const { database } = service.service;
    await insertMove(db(), {
      ...{ tenantId: tenant.tenantId, side: 'source', moveId: newId(), phase: 'copying', peer: 'other' },
    });
    await raiseFences(database, tenant.tenantId);
    const key = { tenantId: tenant.tenantId, side: 'source' } as const;
    await updatePhase(db(), key, ['copying'], 'closing');
    await db()
      .transaction()
      .execute((trx) => freeze(trx, tenant.tenantId));
    if (phase === 'moved') await updatePhase(db(), key, ['frozen'], 'moved');
    const other = await addTenant(service);
    expect(await tryEnter(other)).toBe('200');
    expect((await actions()).at(-1)?.[0]).toBe('operator.leave');
    await operator.browser.call('signOut', { body: {} });
  });
});

describe('entering', () => {
  test('and refusing at once leave no stay open that the tenant refuses (P46)', async () => {
    await authenticateAgain(operator);
    for (let round = 0; round < 5; round += 1) {
      await setEntry('allowed');
      await Promise.all([sendEnter(tenant), setEntry('refused')]);
      expect((await stays()).filter(({ isOpen }) => isOpen)).toEqual([]);
    }
  });

  test('twice at once leaves one stay open (P46)', async () => {
    const other = await addTenant(service);
    await authenticateAgain(operator);
    const outcomes = await Promise.all([sendEnter(tenant), sendEnter(other)]);
    expect(outcomes).toContain('200');
    const open = await db()
      .selectFrom('operator_stays')
      .select('stay_id')
      .where('user_id', '=', operator.userId)
      .where('ended_at', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });

  test.each([
    ['nothing that is seen', '\u200b\u200b\u200b', '40002'],
    ['a line end', 'first\nsecond', '40002'],
    ['a turn of direction', 'abc\u202edef', '40002'],
    ['the number of a card', 'card 4111 1111 1111 1111', '40026'],
    ['a CPF', 'customer 529.982.247-25 waits', '40002'],
    ['a CNPJ', 'for 11.222.333/0001-81', '40002'],
  ])('is refused for a reason with %s (P16)', async (_, reason, code) => {
    expect(await tryEnter(tenant, reason)).toBe(code);
    expect(await actions()).toEqual([]);
  });
});
