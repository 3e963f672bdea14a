import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import {
  addMember,
  authenticateAgain,
  type PasskeyPerson,
  signInWithPasskey,
} from '@titular/test-kit/portal/people.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf } from './portal-calls.ts';

let service: TestService;
let merchant: Merchant;
let first: PasskeyPerson;
const clock = createManualClock();

const db = () => service.service.database.db;
const params = () => ({ tenant_id: merchant.tenant.tenantId });
const bodyOf = (value: string) => ({ identity: { key: 'cpf', value } });
const setTwoPerson = (text: 'on' | 'off') =>
  changeSettings(
    { ...operatorOf(service), clock },
    { kind: 'tenant', tenantId: merchant.tenant.tenantId },
    parseSettings('tenant', new Map([['two-person', text]])),
  );

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  first = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
  await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
}, 360_000);
afterAll(() => service?.close());
beforeEach(async () => {
  await setTwoPerson('on');
  first.browser = await signInWithPasskey(service, first);
});

describe('the setting two-person', () => {
  test('is read within the erasure, so that none slips in while it is switched on (P36)', async () => {
    await setTwoPerson('off');
    const input = { params: params(), body: bodyOf(newCpf()) };
    let sent: Promise<string> | undefined;
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx
          .updateTable('tenants')
          .set({ two_person: 'on' })
          .where('tenant_id', '=', merchant.tenant.tenantId)
          .execute();
        sent = first.browser.send('eraseByHand', input).then(outcomeOf);
        const waits = sql<{ count: number }>`
          SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await expect.poll(async () => (await waits.execute(db())).rows[0]?.count).toBeGreaterThan(0);
      });
    expect(await sent).toBe('40349');
    expect(await db().selectFrom('erasures').selectAll().execute()).toEqual([]);
  });

  const change = async (seen: string, value: string): Promise<string> =>
    outcomeOf(
      await first.browser.send('changeTenantSettings', {
        params: params(),
        body: { changes: [{ name: 'two-person', seen, value }] },
      }),
    );

  test('is off until somebody switches it on, with a fresh authentication; the portal never takes it back (P35, P36)', async () => {
    const fresh = await newMerchant(service);
    const rows = await db()
      .selectFrom('tenants')
      .select('two_person')
      .where('tenant_id', '=', fresh.tenant.tenantId)
      .execute();
    expect(rows).toEqual([{ two_person: 'off' }]);
    await setTwoPerson('off');
    clock.advanceSeconds(301);
    expect(await change('off', 'on')).toBe('40342');
    await authenticateAgain(first);
    expect(await change('off', 'on')).toBe('200');
    expect(await change('on', 'off')).toBe('40351');
    const view = await first.browser.call('readTenantSettings', { params: params() });
    expect(view.settings.filter(({ isKept }) => isKept).map(({ name }) => name)).toEqual(['two-person']);
    // Whoever says to have seen it off finds it changed.
    const body = { changes: [{ name: 'two-person', seen: 'off', value: 'off' }] };
    const reply = await first.browser.call('changeTenantSettings', { params: params(), body });
    expect(reply.outcome).toBe('conflict');
    const alone = await first.browser.send('eraseByHand', { params: params(), body: bodyOf(newCpf()) });
    expect(outcomeOf(alone)).toBe('40349');
    await setTwoPerson('off');
    await first.browser.call('eraseByHand', { params: params(), body: bodyOf(newCpf()) });
  });

  test('is not switched on where one admin of all companies is left (P36)', async () => {
    const { tenant } = await newMerchant(service);
    const admin = await addMember(service, tenant.tenantId, { role: 'admin' });
    await addMember(service, tenant.tenantId, { role: 'admin', companies: [tenant.companyId] });
    await addMember(service, tenant.tenantId, { role: 'developer' });
    const input = {
      params: { tenant_id: tenant.tenantId },
      body: { changes: [{ name: 'two-person', seen: 'off', value: 'on' }] },
    };
    expect(outcomeOf(await admin.browser.send('changeTenantSettings', input))).toBe('40352');
    await addMember(service, tenant.tenantId, { role: 'admin' });
    expect(outcomeOf(await admin.browser.send('changeTenantSettings', input))).toBe('200');
  });

  test('keeps one admin from changing retention, which deletes as an erasure does (P36)', async () => {
    const { companyId } = merchant.tenant;
    const setDays = async (name: string, seen: string, value: string): Promise<string> => {
      const body = { changes: [{ name, seen, value }] };
      const reply =
        name === 'template-retention-days'
          ? await first.browser.send('changeTenantSettings', { params: params(), body })
          : await first.browser.send('changeCompanySettings', {
              params: { ...params(), company_id: companyId },
              body,
            });
      return outcomeOf(reply);
    };
    const kept = [
      ['person-retention-days', 540],
      ['capture-retention-days', 30],
      ['template-retention-days', 1095],
    ] as const;
    for (const [name, days] of kept) {
      const [shorter, longer] = [String(days - 1), String(days + 1)];
      for (const other of [shorter, longer]) expect(await setDays(name, String(days), other)).toBe('40377');
      await setTwoPerson('off');
      expect(await setDays(name, String(days), shorter)).toBe('200');
      expect(await setDays(name, shorter, String(days))).toBe('200');
      await setTwoPerson('on');
    }
  });
});
