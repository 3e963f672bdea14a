import { gunzipSync } from 'node:zlib';
import { readExportPart } from '@titular/server/exports/index.ts';
import { partPlace } from '@titular/server/exports/stored-export.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { codeOf } from '../portal/case-fixture.ts';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { filesOf, idsOf, linesOf } from './export-fixture.ts';

const HOUR = 3_600;
/** Ahead of the machine, whose time stands in what is set up by command. */
const clock = createManualClock(new Date(Date.now() + HOUR * 1_000));
let service: TestService;
let merchant: Merchant;
let admin: PasskeyPerson;
let files: ReturnType<typeof filesOf>;

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  admin = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
  files = filesOf(admin, merchant.tenant);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const params = () => ({ tenant_id: merchant.tenant.tenantId });
const endAll = async (): Promise<void> => {
  for (const { id } of await files.list()) await admin.browser.call('endExport', { params: files.about(id) });
};
const entriesOf = (id: string) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'actor', 'after'])
    .where('subject', '=', `export/${id}`)
    .orderBy('entry_id')
    .execute();

/** A file of the transactions, once it is written. */
async function writeFile(body: object = {}, person = admin) {
  clock.advanceSeconds(1);
  const begun = await person.browser.call('startTransactionExport', { params: params(), body });
  return filesOf(person, merchant.tenant).written(begun.id);
}

describe('a file of the list of transactions', () => {
  test('has the rows of the list and an entry with filter and count, for who asked for it alone (P14, P37)', async () => {
    await merchant.create({ orderNumber: 'older' });
    clock.advanceSeconds(1);
    await merchant.create({ orderNumber: '=HYPERLINK("x"),y' });
    const body = { status: ['waiting' as const] };
    const listed = await admin.browser.call('searchPortalTransactions', { params: params(), body });
    const file = await writeFile(body);
    expect(file).toMatchObject({
      rows: 2,
      parts: 1,
      isWhole: true,
      filters: [{ name: 'status', values: ['waiting'] }],
      kind: 'transactions',
    });
    const text = await files.read(file.id);
    expect(idsOf(text)).toEqual(listed.transactions.map(({ id }) => id));
    expect(linesOf(text)[0]).toContain(`,"'=HYPERLINK(""x""),y",`);
    const filter = { status: ['waiting'] };
    const actor = `user:${admin.userId}`;
    expect(await entriesOf(file.id)).toEqual([
      { actor, action: 'export.begin', after: { kind: 'transactions', filter, maxRows: 50_000 } },
      { actor, action: 'export.finish', after: { kind: 'transactions', filter, rows: 2, isWhole: true } },
      { actor, action: 'export.read', after: { kind: 'transactions', rows: 2 } },
    ]);
    const colleague = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
    expect(await filesOf(colleague, merchant.tenant).list()).toEqual([]);
    const read = { params: files.about(file.id), body: { part: 0 } };
    expect(outcomeOf(await colleague.browser.send('readExportPart', read))).toBe('40420');
    expect(outcomeOf(await colleague.browser.send('endExport', { params: files.about(file.id) }))).toBe(
      '40420',
    );
  });

  test('stands sealed in the database, and goes when a person in it is erased (P14, P16, R90)', async () => {
    await endAll();
    const orderNumber = 'canary-4711-order';
    const value = newCpf();
    await merchant.create({ orderNumber, identity: { key: 'cpf', value } });
    const file = await writeFile({ createdFrom: '2020-01-01T00:00:00Z' });
    const text = await files.read(file.id);
    expect(text).toContain(orderNumber);
    const parts = await db().selectFrom('export_parts').selectAll().execute();
    const filters = await db().selectFrom('exports').select('sealed_filter').execute();
    const bytes = [...parts.map((row) => row.sealed_lines), ...filters.map((row) => row.sealed_filter)];
    expect(bytes.length).toBeGreaterThan(1);
    const canaries = { orderNumber, day: '2020-01-01T00' };
    for (const sealed of bytes) expect(findCanaries(canaries, sealed)).toEqual([]);
    const { tenantId } = merchant.tenant;
    const keys = createTenantKeys(db(), service.service.masterKeys);
    const [key, sealed] = [await keys(tenantId), parts[0]?.sealed_lines ?? Buffer.alloc(0)];
    const [own, other] = [{ exportId: file.id }, { exportId: crypto.randomUUID() }];
    expect(() => gunzipSync(sealed)).toThrow();
    expect(() => key.unseal(...partPlace(own, 1), sealed)).toThrow();
    expect(() => key.unseal(...partPlace(other, 0), sealed)).toThrow();
    const stranger = await keys((await newMerchant(service)).tenant.tenantId);
    expect(() => stranger.unseal(...partPlace(own, 0), sealed)).toThrow();
    expect(gunzipSync(key.unseal(...partPlace(own, 0), sealed)).toString('utf8')).toBe(text);
    const newer = await writeFile({ createdFrom: clock.now().toISOString() });
    const identity = { key: 'cpf', value };
    await merchant.call('eraseIdentity', { body: { identity } });
    expect((await files.list()).map(({ id, state }) => [id, state])).toEqual([
      [newer.id, 'ready'],
      [file.id, 'ended'],
    ]);
    const read = { params: files.about(file.id), body: { part: 0 } };
    expect(outcomeOf(await admin.browser.send('readExportPart', read))).toBe('40055');
    expect((await entriesOf(file.id)).at(-1)).toEqual({
      ...{ actor: 'service', action: 'export.end', after: { because: 'erasure' } },
    });
    const kept = await db().selectFrom('export_parts').select('export_id').distinct().execute();
    expect(kept).toEqual([{ export_id: newer.id }]);
  });
});

describe('files of a tenant', () => {
  test('are few at once for each person, and one ends when its owner ends it (P14)', async () => {
    await endAll();
    for (let count = 0; count < 5; count += 1) await writeFile();
    const asked = { params: params(), body: {} };
    expect(outcomeOf(await admin.browser.send('startTransactionExport', asked))).toBe('42907');
    const [first] = await files.list();
    await admin.browser.call('endExport', { params: files.about(first?.id ?? '') });
    expect((await files.list()).length).toBe(4);
    expect((await entriesOf(first?.id ?? '')).at(-1)).toMatchObject({ action: 'export.end' });
    expect((await writeFile()).state).toBe('ready');
    await endAll();
  });

  test('are of who reads lists and not of viewers, within the companies of each (P32, P33)', async () => {
    const second = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
    const { tenantId } = merchant.tenant;
    const viewer = await addMember(service, tenantId, { role: 'viewer' });
    const asked = { params: params(), body: {} };
    for (const name of ['startTransactionExport', 'startAuditExport'] as const)
      expect(outcomeOf(await viewer.browser.send(name, asked))).toBe('40343');
    const support = await addMember(service, tenantId, { role: 'support', companies: [second] });
    expect((await writeFile({}, support)).rows).toBe(0);
    const stranger = await newMerchant(service);
    const theirs = await addMember(service, stranger.tenant.tenantId, { role: 'admin' });
    const mine = await writeFile();
    const reply = await theirs.browser.send('readExportPart', {
      params: { tenant_id: stranger.tenant.tenantId, export_id: mine.id },
      body: { part: 0 },
    });
    expect(outcomeOf(reply)).toBe('40420');
  });
});

describe('a file of the audit log', () => {
  test("is that of the list: everything for admins, and a reviewer's own acts alone (P14, P15)", async () => {
    await endAll();
    const { tenantId } = merchant.tenant;
    const reviewer = await addMember(service, tenantId, { role: 'reviewer' });
    for (const person of [admin, reviewer]) {
      clock.advanceSeconds(1);
      const listed = await person.browser.call('searchAudit', { params: params(), body: { limit: 250 } });
      expect(listed.nextCursor).toBeUndefined();
      const begun = await person.browser.call('startAuditExport', { params: params(), body: {} });
      const own = filesOf(person, merchant.tenant);
      await own.written(begun.id);
      expect(idsOf(await own.read(begun.id))).toEqual(listed.entries.map(({ id }) => id));
    }
    const body = { actor: `user:${admin.userId}` };
    const begun = await reviewer.browser.call('startAuditExport', { params: params(), body });
    expect(await filesOf(reviewer, merchant.tenant).written(begun.id)).toMatchObject({ rows: 0 });
  });

  test('tells in the log no word that found nothing, and holds none in clear (P37, P38)', async () => {
    await endAll();
    const known = await admin.browser.call('startAuditExport', {
      ...{ params: params(), body: { action: 'export.begin' } },
    });
    expect((await entriesOf(known.id))[0]?.after).toMatchObject({ filter: { action: 'export.begin' } });
    await files.written(known.id);
    const begun = await admin.browser.call('startAuditExport', {
      params: params(),
      body: { subject: 'Maria da Silva Canary' },
    });
    await files.written(begun.id);
    expect((await dumpDatabase(service)).toString('latin1')).not.toContain('Maria da Silva Canary');
    expect((await entriesOf(begun.id))[1]?.after).toMatchObject({
      filter: { subject: 'no value of the log' },
    });
  });
});

describe('a file', () => {
  test('leaves an entry for each reading, whichever part it begins with (P37)', async () => {
    await endAll();
    const file = await writeFile();
    await db().updateTable('exports').set({ part_count: 3 }).execute();
    const [first] = await db()
      .selectFrom('export_parts')
      .selectAll()
      .where('export_id', '=', file.id)
      .execute();
    for (const part of [1, 2])
      await db()
        .insertInto('export_parts')
        .values({ ...(first as NonNullable<typeof first>), part })
        .execute();
    const asked: number[] = [];
    for (const part of [2, 0, 2, 0]) {
      await admin.browser.send('readExportPart', { params: files.about(file.id), body: { part } });
      asked.push((await entriesOf(file.id)).filter(({ action }) => action === 'export.read').length);
    }
    expect(asked).toEqual([1, 2, 3, 4]);
  });

  test('ends once it is read by who may not see all of it any more, or by no member (P32, P33)', async () => {
    await endAll();
    const { tenantId } = merchant.tenant;
    const second = await createCompany(operatorOf(service), tenantId, { name: 'Third' });
    const own = (person: PasskeyPerson) =>
      db().updateTable('user_memberships').where('user_id', '=', person.userId);
    const changes: [string[] | null, string, boolean, string][] = [
      [[second], 'admin', true, '40420'],
      [null, 'viewer', true, '40343'],
      [null, 'admin', false, '40420'],
    ];
    for (const [companies, role, active, code] of changes) {
      const person = await addMember(service, tenantId, { role: 'admin' });
      const file = await writeFile({}, person);
      await own(person)
        .set({ companies: companies as never, role: role as never, active })
        .execute();
      const read = { params: files.about(file.id), body: { part: 0 } };
      expect(outcomeOf(await person.browser.send('readExportPart', read))).toBe(code);
      if (companies) expect((await entriesOf(file.id)).at(-1)).toMatchObject({ action: 'export.end' });
    }
  });

  test('is read until its hour is over by the clock of the database and not after, and the next job deletes it (P14)', async () => {
    await endAll();
    const file = await writeFile();
    const deps = {
      db: db(),
      clock,
      environment: 'test' as const,
      tenantKeys: createTenantKeys(db(), service.service.masterKeys),
    };
    const reader = {
      ...{ tenantId: merchant.tenant.tenantId, userId: admin.userId, companies: 'all' as const },
      ...{ actor: `user:${admin.userId}` as const, audit: undefined, persons: false },
    };
    const read = () => readExportPart(deps, reader, file.id, 0);
    const left = (seconds: number) =>
      db()
        .updateTable('exports')
        .set({ expires_at: sql<Date>`now() + make_interval(secs => ${seconds})` })
        .execute();
    clock.advanceSeconds(2 * HOUR);
    await left(60);
    expect((await read()).isLast).toBe(true);
    const clean = () => runTask({ db: db(), clock, log: createLog('silent') }, 'delete-old-exports');
    const kept = async () =>
      (await db().selectFrom('export_parts').where('export_id', '=', file.id).select('part').execute())
        .length;
    await clean();
    expect(await kept()).toBe(1);
    await left(0);
    expect(await codeOf(read)).toBe('40420');
    await clean();
    expect(await kept()).toBe(0);
  });
});
