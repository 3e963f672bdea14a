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
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const find = (text: string) => operator.browser.call('searchTenants', { body: { text } });
const codeOf = (link: string): string => link.slice(link.indexOf('#') + 1);

async function add(name: string): Promise<string> {
  await authenticateAgain(operator);
  return (await operator.browser.call('addTenantByHand', { body: { name } })).id;
}

async function rowOf(name: string): Promise<TenantRow | undefined> {
  return (await find(name)).tenants.find((one) => one.name === name);
}

const invite = (id: string) => operator.browser.call('inviteFirstAdmin', { params: { tenant_id: id } });

describe('tenants in the portal', () => {
  test('are made, given a company and a first admin, and switched, each with an entry of who did it (P16, P33)', async () => {
    const name = 'Loja Azul & Filhos';
    const id = await add(name);
    const params = { tenant_id: id };
    const company = await operator.browser.call('addCompanyByHand', { params, body: { name: 'Azul' } });
    expect(await rowOf(name)).toMatchObject({
      ...{ id, isActive: true, adminCount: 0, companyCount: 1, takesFirstAdmin: true },
      companies: [{ id: company.id, name: 'Azul', isActive: true }],
    });
    const { link, expiresAt } = await invite(id);
    expect(await rowOf(name)).toMatchObject({ takesFirstAdmin: true, invitedUntil: expiresAt });
    const admin = await enrolWithPasskey(service, codeOf(link), 'first of azul');
    expect((await admin.browser.call('readPortalTenant', { params: { tenant_id: id } })).name).toBe(name);
    const row = await rowOf(name);
    expect(row).toMatchObject({ adminCount: 1, takesFirstAdmin: false });
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

  test('are listed whole by pages, the newest first, and found by any part of the name in any case', async () => {
    const made: string[] = [];
    for (const name of ['Alfa Um', 'alfa dois', 'Beta ALFA', '100% _alfa_']) made.push(await add(name));
    expect((await find('ALFA')).tenants.map(({ id }) => id)).toEqual(made.toReversed());
    expect((await find('% _a')).tenants.map(({ name }) => name)).toEqual(['100% _alfa_']);
    // An even number, so that the last page is full.
    const { rowCount } = await db()
      .selectFrom('tenants')
      .select(({ fn }) => fn.countAll<string>().as('rowCount'))
      .executeTakeFirstOrThrow();
    if (Number(rowCount) % 2 === 1) await add('The Even One');
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 100; page += 1) {
      const body = { limit: 2, ...(cursor === undefined ? {} : { cursor }) };
      const answer = await operator.browser.call('searchTenants', { body });
      expect(answer.tenants.length).toBeGreaterThan(0);
      seen.push(...answer.tenants.map(({ id }) => id));
      cursor = answer.nextCursor;
      if (cursor === undefined) break;
    }
    const all = await db().selectFrom('tenants').select('tenant_id').orderBy('tenant_id', 'desc').execute();
    expect(seen).toEqual(all.map((row) => row.tenant_id));
  });

  test('are found by their ids, which fit no other', async () => {
    const id = await add('Found By Id');
    await add('Another');
    expect((await find(` ${id.toUpperCase()} `)).tenants.map((one) => one.id)).toEqual([id]);
    expect((await find(newId())).tenants).toEqual([]);
  });

  test('are made once for a press that is sent again, as after a lost answer, also at once (P57)', async () => {
    await authenticateAgain(operator);
    const key = crypto.randomUUID();
    const press = (name: string, idempotencyKey: string = key) =>
      operator.browser.send('addTenantByHand', { body: { name } }, keyed(idempotencyKey));
    const replies = await Promise.all([1, 2, 3].map(() => press('Made Once')));
    replies.push(await press('Made Once'));
    const ids = new Set(replies.map(({ body }) => (body as { id: string }).id));
    expect(ids.size).toBe(1);
    expect((await find('Made Once')).tenants).toHaveLength(1);
    expect(outcomeOf(await press('Made Otherwise'))).toBe('40028');
    const colleague = await addOperator(service);
    const theirs = await colleague.browser.send(
      'addTenantByHand',
      { body: { name: 'Made Once' } },
      keyed(key),
    );
    expect(ids).not.toContain((theirs.body as { id: string }).id);
    expect(outcomeOf(await press('Made Once', 'with a space'))).toBe('40002');
    await db().updateTable('idempotency_keys').set({ expires_at: clock.now() }).execute();
    expect(ids).not.toContain(((await press('Made Once')).body as { id: string }).id);
  });

  test('get a company once for a press that is sent again, as after a lost answer (P57)', async () => {
    const params = { tenant_id: await add('One Shop') };
    const key = crypto.randomUUID();
    const press = (name: string) =>
      operator.browser.send('addCompanyByHand', { params, body: { name } }, keyed(key));
    const replies = [await press('Shop'), await press('Shop')];
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect(await rowOf('One Shop')).toMatchObject({ companyCount: 1 });
    expect(outcomeOf(await press('Another Shop'))).toBe('40028');
  });

  test('name the newest companies, so that one that was just added is seen', async () => {
    const id = await add('Many Shops');
    const params = { tenant_id: id };
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six'])
      await operator.browser.call('addCompanyByHand', { params, body: { name } });
    const row = await rowOf('Many Shops');
    expect(row?.companies.map(({ name }) => name)).toEqual(['six', 'five', 'four', 'three', 'two']);
    expect(row?.companyCount).toBe(6);
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
    const params = { tenant_id: newId() };
    for (const name of ['inviteFirstAdmin', 'switchTenantByHand', 'addCompanyByHand'] as const)
      expect(outcomeOf(await sendAny(operator.browser, name, params)), name).toBe('40420');
  });

  test('are nothing to admins of one of them, whose own they are neither here (P32)', async () => {
    const { browser } = await addMember(service, tenant.tenantId, { role: 'admin' });
    const params = { tenant_id: tenant.tenantId };
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
