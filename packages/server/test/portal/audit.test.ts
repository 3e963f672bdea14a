import type { AuditRows, PortalBody } from '@titular/contract';
import type { CompanyId } from '@titular/server/kernel/base/id.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createManualClock, operatorOf } from '@titular/test-kit';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { addMember, addOperator, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit/start-test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from './portal-calls.ts';

type Body = PortalBody<'searchAudit'>;

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let second: CompanyId;
let admin: PasskeyPerson;
let operator: PasskeyPerson;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  tenant = await addTenant(service);
  other = await addTenant(service);
  second = await createCompany(operatorOf(service), tenant.tenantId, { name: 'Second' });
  admin = await addMember(service, tenant.tenantId, { role: 'admin' });
  operator = await addOperator(service);
});
afterAll(() => service?.close());

const params = () => ({ tenant_id: tenant.tenantId });
const search = (body: Body = {}, person = admin): Promise<AuditRows> =>
  person.browser.call('searchAudit', { params: params(), body });
const write = (actor: string, subject: string, tenantId = tenant.tenantId) =>
  insertAnyEntry(
    service.service.database.db,
    { clock, actor },
    { tenantId, action: 'a.change', subject, before: { colour: 'red' }, after: { colour: '<b>blue</b>' } },
  );
const changeLimit = (text: string, actor: string) =>
  changeSettings(
    { ...operatorOf(service), clock, actor },
    { kind: 'tenant', tenantId: tenant.tenantId },
    parseSettings('tenant', new Map([['rate-per-second', text]])),
  );

describe('the audit log of a tenant', () => {
  test('finds by actor, action, subject and time, newest first, with values and names (P15)', async () => {
    clock.advanceSeconds(60);
    const from = clock.now().toISOString();
    await write(`user:${admin.userId}`, 'thing/one');
    clock.advanceSeconds(60);
    const before = clock.now().toISOString();
    await write('service-account:x', 'thing/one');
    const subjects = async (body: Body) => (await search(body)).entries.map(({ actor }) => actor);
    const [mine, its] = [`user:${admin.userId}`, 'service-account:x'];
    expect(await subjects({ subject: 'thing/one' })).toEqual([its, mine]);
    expect(await subjects({ subject: 'thing/one', actor: mine })).toEqual([mine]);
    expect(await subjects({ action: 'a.change', before })).toEqual([mine]);
    expect(await subjects({ action: 'a.change', from: before })).toEqual([its]);
    expect(await subjects({ action: 'b.change' })).toEqual([]);
    const [entry] = (await search({ actor: mine, from, before })).entries;
    expect(entry).toMatchObject({
      ...{ at: from, actorName: admin.name, tenant: tenant.tenantId },
      ...{ before: '{"colour":"red"}', after: '{"colour":"<b>blue</b>"}' },
    });
    const filters = await admin.browser.call('listAuditFilters', { params: params() });
    expect(filters.actors).toContainEqual({ actor: mine, name: admin.name });
    expect(filters.actions).toContain('a.change');
  });

  test('offers its people however many receivers left entries (P15)', async () => {
    const many = await addTenant(service);
    const ids = Array.from({ length: 230 }, (_, index) => String(index).padStart(12, '0'));
    for (const id of ids) await write(`receiver:018f3c2a-7b1e-7c3d-9a4b-${id}`, 'thing/two', many.tenantId);
    await write(`user:${admin.userId}`, 'thing/two', many.tenantId);
    const chief = await addMember(service, many.tenantId, { role: 'admin' });
    const { actors } = await chief.browser.call('listAuditFilters', {
      params: { tenant_id: many.tenantId },
    });
    expect(actors).toContainEqual({ actor: `user:${admin.userId}`, name: admin.name });
    // Sessions are many, and none has a name: an entry leads to its own.
    expect(actors.filter(({ actor }) => actor.startsWith('receiver:'))).toEqual([]);
    expect(new Set(actors.map(({ actor }) => actor)).size).toBe(actors.length);
  });

  test('says how the values of changed and proposed settings are read, and nothing of other entries', async () => {
    await changeLimit('40', 'command-line:root');
    const changes = [
      { name: 'brand-colour', seen: 'none', value: '#123456' },
      { name: 'gone', seen: '', value: '' },
    ];
    const proposed = {
      tenantId: tenant.tenantId,
      action: 'act.propose',
      subject: 'act/x',
      after: { changes },
    };
    await insertAnyEntry(service.service.database.db, { clock, actor: 'service' }, proposed);
    await write('service', 'thing/three');
    const { entries } = await search({ limit: 3 });
    expect(entries.map(({ forms }) => forms?.map(({ name, shape }) => [name, shape.kind]))).toEqual([
      undefined,
      [['brand-colour', 'text']],
      [['rate-per-second', 'number']],
    ]);
  });

  test('goes on where a page ended, without a gap or a repeat', async () => {
    const all = (await search({ limit: 250 })).entries.map(({ id }) => id);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ limit: 2, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.entries.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
  });

  test('has every act of an operator within the tenant, by command or signed in (P46)', async () => {
    await changeLimit('41', 'command-line:maria');
    await changeLimit('42', `user:${operator.userId}`);
    const { entries } = await search({ action: 'tenant.settings' });
    expect(entries.slice(0, 2)).toMatchObject([
      {
        actor: `user:${operator.userId}`,
        actorName: operator.name,
        before: '{"rate-per-second":41}',
        after: '{"rate-per-second":42}',
      },
      { actor: 'command-line:maria', after: '{"rate-per-second":41}' },
    ]);
  });

  test('is whole for admins, their own acts for reviewers and for who sees some companies alone, and nothing for others (P32)', async () => {
    const reviewer = await addMember(service, tenant.tenantId, { role: 'reviewer' });
    const narrow = await addMember(service, tenant.tenantId, { role: 'admin', companies: [second] });
    for (const person of [reviewer, narrow]) {
      const actor = `user:${person.userId}`;
      await write(actor, 'thing/own');
      const seen = await search({}, person);
      expect(seen.isOwn).toBe(true);
      expect(new Set(seen.entries.map((entry) => entry.actor))).toEqual(new Set([actor]));
      expect(await search({ actor: `user:${admin.userId}` }, person)).toEqual({ entries: [], isOwn: true });
      const { actors, actions } = await person.browser.call('listAuditFilters', { params: params() });
      expect([actors, actions]).toEqual([[{ actor, name: person.name }], ['a.change', 'user.create']]);
    }
    expect((await search()).isOwn).toBe(false);
    for (const role of ['viewer', 'support', 'developer'] as const) {
      const { browser } = await addMember(service, tenant.tenantId, { role });
      for (const name of ['searchAudit', 'listAuditFilters', 'verifyAudit'] as const)
        expect(outcomeOf(await browser.send(name, { params: params(), body: {} }))).toBe('40343');
    }
  });

  test('has nothing of another tenant or of the deployment, whatever is asked for (P33)', async () => {
    await write('service-account:theirs', 'thing/theirs', other.tenantId);
    const { entries } = await operator.browser.call('searchWholeAudit', { body: { of: other.tenantId } });
    const [theirs] = entries;
    expect(theirs?.subject).toBe('thing/theirs');
    const seen = (await search({ limit: 250 })).entries.map((one) => one.tenant);
    expect(new Set(seen)).toEqual(new Set([tenant.tenantId]));
    expect((await search({ subject: 'thing/theirs' })).entries).toEqual([]);
    expect((await search({ actor: 'service-account:theirs' })).entries).toEqual([]);
    const { actors } = await admin.browser.call('listAuditFilters', { params: params() });
    expect(actors.map(({ actor }) => actor)).not.toContain('service-account:theirs');
    const own = await search({ limit: 250, cursor: theirs?.id ?? '' });
    expect(new Set(own.entries.map((one) => one.tenant))).toEqual(new Set([tenant.tenantId]));
  });
});

test('the first page of an export comes after an entry that names filter and bound, and no text that somebody typed (P14, P37)', async () => {
  const body = { subject: 'thing/one', action: 'a.change', exporting: 10_000 };
  expect((await search(body)).entries).toHaveLength(2);
  const [own] = (await search({ action: 'audit.export' })).entries;
  expect(own).toMatchObject({ actor: `user:${admin.userId}`, subject: `tenant/${tenant.tenantId}` });
  expect(JSON.parse(own?.after ?? '')).toEqual({
    ...{ subject: 'thing/one', action: 'a.change', most: 10_000 },
  });
  const of = other.tenantId;
  const typed = { subject: 'Maria da Silva', from: '2026-01-01T00:00:00Z', of, exporting: 5 };
  await operator.browser.call('searchWholeAudit', { body: typed });
  await operator.browser.call('searchWholeAudit', { body: { of } });
  const { entries } = await operator.browser.call('searchWholeAudit', { body: { action: 'audit.export' } });
  expect(entries[0]).toMatchObject({ actor: `user:${operator.userId}`, subject: `tenant/${of}`, tenant: of });
  expect(JSON.parse(entries[0]?.after ?? '')).toEqual({
    ...{ subject: 'no value of the log', from: '2026-01-01T00:00:00.000Z', most: 5 },
  });
  expect(entries).toHaveLength(2);
});

test.each([
  { from: '2026-13-45T00:00:00Z' },
  { before: '2026-02-30T00:00:00Z' },
  { actor: 'a\u0000b' },
  { action: 'a.\u0007' },
  { subject: 'thing/\u007f' },
])('a filter that nothing can match is refused, by tenant and deployment alike: %j', async (body) => {
  expect(outcomeOf(await admin.browser.send('searchAudit', { params: params(), body }))).toBe('40002');
  expect(outcomeOf(await operator.browser.send('searchWholeAudit', { body }))).toBe('40002');
});

test('any year that a filter can name is searched', async () => {
  for (const year of ['0000', '0001', '1969', '9999']) {
    const [from, before] = [`${year}-01-01T00:00:00Z`, `${year}-12-31T23:59:59-14:00`];
    expect((await search({ from, before })).entries, year).toEqual([]);
  }
});

describe('the audit log of the deployment', () => {
  test('has the entries of all tenants and of none, for operators alone (P15, P32)', async () => {
    const { entries } = await operator.browser.call('searchWholeAudit', { body: { limit: 250 } });
    const tenants = new Set(entries.map((entry) => entry.tenant));
    expect([tenants.has(tenant.tenantId), tenants.has(other.tenantId), tenants.has(undefined)]).toEqual([
      true,
      true,
      true,
    ]);
    const filters = await operator.browser.call('listWholeAuditFilters', {});
    expect(filters.actors).toContainEqual({ actor: `user:${operator.userId}`, name: operator.name });
    expect(outcomeOf(await admin.browser.send('searchWholeAudit', { body: {} }))).toBe('40343');
  });

  test.each([
    ['captures.look', { reason: 'Maria da Silva called' }, {}, ['reason']],
    ['reference.look', { reason: 'Maria da Silva', photograph: 1 }, { photograph: 1 }, ['reason']],
    ['hold.place', { reference: 'Silva v. Loja' }, {}, ['reference']],
    ['person.erase', { reference: 'Silva', counts: { faces: 1 } }, { counts: { faces: 1 } }, ['reference']],
    [
      'webhook-endpoint.create',
      { url: 'https://a.example/x?key=Silva' },
      { url: 'https://a.example/x' },
      ['url'],
    ],
    [
      'company.settings',
      { addresses: ['https://a.example#Silva'] },
      { addresses: ['https://a.example'] },
      ['addresses'],
    ],
    ['webhook-endpoint.disable', { reason: 'gone' }, { reason: 'gone' }, undefined],
  ])(
    'leaves out what people of a tenant typed at %s, which the tenant itself sees (P46)',
    async (action, whole, kept, leftOut) => {
      const entry = {
        tenantId: tenant.tenantId,
        action,
        subject: 'thing/typed',
        before: whole,
        after: whole,
      };
      await insertAnyEntry(service.service.database.db, { clock, actor: 'somebody' }, entry);
      const { entries } = await operator.browser.call('searchWholeAudit', {
        body: { subject: 'thing/typed', limit: 1 },
      });
      const shown = JSON.stringify(kept);
      expect(entries[0]).toMatchObject({ action, before: shown, after: shown });
      expect(entries[0]?.leftOut).toEqual(leftOut);
      expect(JSON.stringify(entries)).not.toContain('Silva');
      const [own] = (await search({ subject: 'thing/typed', limit: 1 })).entries;
      expect(JSON.parse(own?.after ?? '')).toEqual(whole);
    },
  );

  test('names nobody and nothing but accounts and ids where somebody signed in or was invited (P37)', async () => {
    const { entries } = await operator.browser.call('searchWholeAudit', { body: { limit: 250 } });
    const kept = JSON.stringify(
      entries.map(({ actor, action, subject, before, after }) => [actor, action, subject, before, after]),
    );
    for (const { name } of [admin, operator]) expect(kept).not.toContain(name);
  });
});
