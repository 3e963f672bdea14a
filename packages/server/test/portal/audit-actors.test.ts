import type { PortalBody } from '@titular/contract';
import { newId } from '@titular/server/kernel/base/id.ts';
import { searchActors } from '@titular/server/portal/audit/search-actors.ts';
import { createManualClock } from '@titular/test-kit';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addAccount,
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** More than what the filter lists from both ends of the order. */
const MANY = 430;

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let admin: PasskeyPerson;
let operator: PasskeyPerson;
const clock = createManualClock();
const jose = newId();

const db = () => service.service.database.db;
const write = (actor: string, tenantId = tenant.tenantId) =>
  insertAnyEntry(db(), { clock, actor }, { tenantId, action: 'a.change', subject: 'thing/one' });

beforeAll(async () => {
  service = await startTestService({ clock });
  [tenant, other] = [await addTenant(service), await addTenant(service)];
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  operator = await addOperator(service);
  for (let index = 0; index < MANY; index += 1)
    await write(`service-account:shop-${String(index).padStart(4, '0')}`);
  const user = { user_id: jose, name: 'José Ångström', name_key: `jose-${jose}`, created_at: clock.now() };
  await db().insertInto('users').values(user).execute();
  for (const actor of [`user:${jose}`, `user:${admin.userId}`, 'zoo:last']) await write(actor);
  for (let index = 0; index < 30; index += 1) await write(`receiver:${newId()}`);
  await write('service-account:theirs', other.tenantId);
}, 120_000);
afterAll(() => service?.close());

const params = () => ({ tenant_id: tenant.tenantId });

/** Everybody that a search finds, step after step. */
async function findAll(text?: string, person = admin): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const body: PortalBody<'searchAuditActors'> = {
      ...(text === undefined ? {} : { text }),
      ...(after === undefined ? {} : { after }),
    };
    const step = await person.browser.call('searchAuditActors', { params: params(), body });
    found.push(...step.actors.map(({ actor }) => actor));
    after = step.next;
  } while (after !== undefined);
  return found;
}

describe('actors of the audit log', () => {
  test('beyond those that the filter lists are said to be there, and found by name and id (P15)', async () => {
    const filters = await admin.browser.call('listAuditFilters', { params: params() });
    expect(filters.hasMoreActors).toBe(true);
    const hidden = 'service-account:shop-0215';
    expect(filters.actors.map(({ actor }) => actor)).not.toContain(hidden);
    expect(await findAll('0215')).toEqual([hidden]);
    expect(await findAll('SHOP-0215')).toEqual([hidden]);
    for (const text of ['jose', 'JOSÉ', 'angstrom', '  josé å ', jose, jose.slice(-12).toUpperCase()])
      expect(await findAll(text), text).toEqual([`user:${jose}`]);
    expect(await findAll('nobody at all')).toEqual([]);
    for (const text of ['%', '_', '\\', "'; --", '.*']) expect(await findAll(text), text).toEqual([]);
  });

  test('are found by a key id or the client id of their account, and by no part of it (P15)', async () => {
    const { clientId, keyId } = await addAccount(service, tenant.tenantId, 'by-id', ['transactions:read']);
    await write('service-account:by-id');
    for (const id of [clientId, keyId, ` ${keyId} `])
      expect(await findAll(id), id).toEqual(['service-account:by-id']);
    expect(await findAll(keyId.slice(1))).toEqual([]);
    expect(await findAll(other.keyId)).toEqual([]);
  });

  test('are whole without a text: each once, in their order, and no session of a receiver', async () => {
    const all = await findAll();
    expect(new Set(all).size).toBe(all.length);
    expect(all.filter((actor) => actor.startsWith('service-account:shop-'))).toHaveLength(MANY);
    expect(all).toEqual(expect.arrayContaining([`user:${jose}`, `user:${admin.userId}`, 'zoo:last']));
    expect(all.filter((actor) => actor.startsWith('receiver:'))).toEqual([]);
    const steps: string[] = [];
    let after: string | undefined;
    do {
      const step = await searchActors({ db: db() }, tenant.tenantId, { ...(after ? { after } : {}) }, 7);
      steps.push(...step.actors.map(({ actor }) => actor));
      after = step.next;
    } while (after !== undefined);
    expect(steps).toEqual(all);
  });

  test('are those of the tenant alone, and of who sees their own acts that one alone (P32, P33)', async () => {
    expect(await findAll('theirs')).toEqual([]);
    const reviewer = await addMember(service, tenant.tenantId, { role: 'reviewer' });
    for (const text of ['shop', 'jose', undefined])
      expect(await findAll(text, reviewer)).toEqual([`user:${reviewer.userId}`]);
    const whole = await operator.browser.call('searchWholeAuditActors', { body: { text: 'theirs' } });
    expect(whole).toEqual({ actors: [{ actor: 'service-account:theirs' }] });
  });
});
