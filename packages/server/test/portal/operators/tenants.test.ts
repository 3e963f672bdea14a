import type { TenantRow } from '@titular/contract';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createManualClock } from '@titular/test-kit';
import {
  addMember,
  addOperator,
  authenticateAgain,
  enrolWithPasskey,
  type PasskeyPerson,
} from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf, sendAny } from '../portal-calls.ts';

let service: TestService;
let tenant: TestTenant;
let operator: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  operator = await addOperator(service);
});
afterAll(() => service?.close());

const db = () => service.service.database.db;
const find = (text: string) => operator.browser.call('searchTenants', { body: { text } });
const codeOf = (link: string): string => link.slice(link.indexOf('#') + 1);

async function add(name: string): Promise<string> {
  await authenticateAgain(operator);
  return (await operator.browser.call('addTenantByHand', { body: { name } })).id;
}

async function rowOf(name: string): Promise<TenantRow | undefined> {
  return (await find(name)).tenants.find((one) => one.name === name);
}

const invite = (id: string) => operator.browser.call('inviteFirstAdmin', { params: { organization_id: id } });

describe('tenants in the portal', () => {
  test('are made, given a company and a first admin, and switched, each with an entry of who did it (P16, P33)', async () => {
    const name = 'Loja Azul & Filhos';
    const id = await add(name);
    const params = { organization_id: id };
    const company = await operator.browser.call('addCompanyByHand', { params, body: { name: 'Azul' } });
    expect(await rowOf(name)).toMatchObject({
      ...{ id, isActive: true, adminCount: 0, companyCount: 1 },
      companies: [{ id: company.id, name: 'Azul', isActive: true }],
    });
    const { link, expiresAt } = await invite(id);
    expect(await rowOf(name)).toMatchObject({ adminCount: 0, invitedUntil: expiresAt });
    const admin = await enrolWithPasskey(service, codeOf(link), 'first of azul');
    expect((await admin.browser.call('readPortalTenant', { params: { tenant_id: id } })).name).toBe(name);
    const row = await rowOf(name);
    expect(row).toMatchObject({ adminCount: 1 });
    expect(row).not.toHaveProperty('invitedUntil');
    await operator.browser.call('switchTenantByHand', { params, body: { active: false } });
    expect(await rowOf(name)).toMatchObject({ isActive: false });
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('tenant_id', '=', id as never)
      .orderBy('entry_id')
      .execute();
    const ofOperator = entries.filter(({ actor }) => actor === `user:${operator.userId}`);
    expect(ofOperator.map(({ action }) => action)).toEqual([
      ...['tenant.create', 'company.create', 'user.invite', 'tenant.disable'],
    ]);
  });

  test('take no admin from an operator once they have one, and take one again when none can sign in', async () => {
    const id = await add('Has An Admin');
    await enrolWithPasskey(service, codeOf((await invite(id)).link), 'first of has');
    const params = { organization_id: id };
    expect(outcomeOf(await sendAny(operator.browser, 'inviteFirstAdmin', params))).toBe('40099');
    await db()
      .updateTable('user_memberships')
      .set({ active: false })
      .where('tenant_id', '=', id as never)
      .execute();
    expect((await invite(id)).link).toContain('/invite#');
  });

  test('get one first admin, however many links an operator makes and whoever takes one meanwhile', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await add(`Race ${round}`);
      const first = await invite(id);
      const take = async (link: string, name: string) =>
        enrolWithPasskey(service, codeOf(link), `${name} ${round} ${newId()}`).then(
          () => 1,
          () => 0,
        );
      const [taken, next] = await Promise.all([take(first.link, 'early'), invite(id).catch(() => undefined)]);
      const later = next ? await take(next.link, 'late') : 0;
      expect(taken + later, `round ${round}`).toBe(1);
      expect((await rowOf(`Race ${round}`))?.adminCount).toBe(1);
    }
  });

  test('are listed whole by pages, the newest first, and found by any part of the name in any case', async () => {
    const made: string[] = [];
    for (const name of ['Alfa Um', 'alfa dois', 'Beta ALFA', '100% _alfa_']) made.push(await add(name));
    expect((await find('ALFA')).tenants.map(({ id }) => id)).toEqual(made.toReversed());
    expect((await find('% _a')).tenants.map(({ name }) => name)).toEqual(['100% _alfa_']);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 100; page += 1) {
      const body = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await operator.browser.call('searchTenants', { body });
      seen.push(...answer.tenants.map(({ id }) => id));
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    const all = await db().selectFrom('tenants').select('tenant_id').orderBy('tenant_id', 'desc').execute();
    expect(seen).toEqual(all.map((row) => row.tenant_id));
  });

  test('are found beyond what one step looks at, step after step', async () => {
    const wrapped = await db()
      .selectFrom('tenants')
      .select(['wrapped_data_key', 'master_key_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 4_100 }, (_, index) => ({
      ...{ ...wrapped, tenant_id: newId(index) as never, name: index === 5 ? 'very old needle' : 'hay' },
    }));
    for (let from = 0; from < rows.length; from += 1_000)
      await db()
        .insertInto('tenants')
        .values(rows.slice(from, from + 1_000))
        .execute();
    const found: string[] = [];
    let cursor: string | undefined;
    let steps = 0;
    do {
      const body = { text: 'needle', ...(cursor === undefined ? {} : { cursor }) };
      const answer = await operator.browser.call('searchTenants', { body });
      found.push(...answer.tenants.map(({ name }) => name));
      cursor = answer.nextCursor;
      steps += 1;
    } while (cursor !== undefined && steps < 10);
    expect(found).toEqual(['very old needle']);
    expect(steps).toBe(3);
  });

  test.each([
    ['a name of spaces', { name: '   ' }],
    ['a name with a line end', { name: 'a\nb' }],
    ['an invisible name', { name: '\u200b' }],
  ])('refuse %s', async (_, body) => {
    await authenticateAgain(operator);
    const reply = await operator.browser.send('addTenantByHand', { body });
    expect(outcomeOf(reply)).toBe('40002');
  });

  test('that are not there are not acted on', async () => {
    await authenticateAgain(operator);
    const params = { organization_id: newId() };
    for (const name of ['inviteFirstAdmin', 'switchTenantByHand', 'addCompanyByHand'] as const)
      expect(outcomeOf(await sendAny(operator.browser, name, params)), name).toBe('40420');
  });

  test('are nothing to admins of one of them, whose own they are neither here (P32)', async () => {
    const { browser } = await addMember(service, tenant.tenantId, { role: 'admin' });
    const params = { organization_id: tenant.tenantId };
    for (const name of [
      'searchTenants',
      'addTenantByHand',
      'switchTenantByHand',
      'addCompanyByHand',
      'inviteFirstAdmin',
    ] as const)
      expect(outcomeOf(await sendAny(browser, name, params)), name).toBe('40343');
  });
});
