import { readExportPart } from '@titular/server/exports/index.ts';
import { findReader } from '@titular/server/exports/reach.ts';
import { changeSettings, parseSettings } from '@titular/server/settings/change-settings.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPhone } from '../captures/phone.ts';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { codeOf } from '../portal/case-fixture.ts';
import { outcomeOf } from '../portal/portal-calls.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { filesOf, linesOf } from './export-fixture.ts';

const HOUR = 3_600;
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

const asked = () => ({ params: { tenant_id: merchant.tenant.tenantId }, body: {} });
const db = () => service.service.database.db;

async function write() {
  clock.advanceSeconds(1);
  const { id } = await admin.browser.call('startPersonExport', asked());
  return files.written(id);
}

describe('a file with persons', () => {
  test('has each person and card in clear for an admin, stands sealed, and its entries name nobody (P14, P37, R95)', async () => {
    const cpf = newCpf();
    await merchant.create({ orderNumber: 'with-person', identity: { key: 'cpf', value: cpf } });
    const file = await write();
    expect(file).toMatchObject({ kind: 'transactions', withPersons: true, rows: 1 });
    const text = await files.read(file.id);
    expect(text.split('\r\n')[0]).toMatch(/,identity_kind,identity,.*,card_first_digits,card_last_digits,/);
    expect(linesOf(text)[0]).toContain(`,cpf,${cpf},`);
    expect(findCanaries({ cpf }, await dumpDatabase(service))).toEqual([]);
    const entries = await db()
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('subject', '=', `export/${file.id}`)
      .orderBy('entry_id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['export.begin', 'export.finish', 'export.read']);
    for (const { after } of entries) expect(after).toMatchObject({ withPersons: true });
    expect(JSON.stringify(entries)).not.toContain(cpf);
  });

  test('is made by admins alone, and with a fresh authentication (P32, P35)', async () => {
    for (const role of ['viewer', 'support', 'reviewer', 'developer'] as const) {
      const person = await addMember(service, merchant.tenant.tenantId, { role });
      expect(outcomeOf(await person.browser.send('startPersonExport', asked())), role).toBe('40343');
    }
    const late = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
    clock.advanceSeconds(301);
    expect(outcomeOf(await late.browser.send('startPersonExport', asked()))).toBe('40342');
  });

  test('goes with the erasure of a person in it, and is not read by who lost the right to persons (P16, P32)', async () => {
    const fresh = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
    const theirs = filesOf(fresh, merchant.tenant);
    const begun = await fresh.browser.call('startPersonExport', asked());
    await theirs.written(begun.id);
    const deps = {
      ...{ db: db(), clock, environment: 'test' as const },
      tenantKeys: createTenantKeys(db(), service.service.masterKeys),
    };
    const reader = await findReader(
      db(),
      { tenantId: merchant.tenant.tenantId, userId: fresh.userId },
      'test',
    );
    if (!reader) throw new Error('a member reads files');
    const lesser = { ...reader, persons: false };
    expect(await codeOf(() => readExportPart(deps, lesser, begun.id, 0))).toBe('40420');
    expect(await theirs.list()).toEqual([]);
    const again = await fresh.browser.call('startPersonExport', asked());
    await theirs.written(again.id);
    const params = { tenant_id: merchant.tenant.tenantId };
    const { transactions } = await fresh.browser.call('searchPortalTransactions', { params, body: {} });
    const revealed = await fresh.browser.call('revealTransactionField', {
      params: { ...params, transaction_id: String(transactions[0]?.id) },
      body: { field: 'identity' },
    });
    await fresh.browser.call('eraseByHand', {
      params,
      body: { identity: { key: 'cpf', value: revealed.value } },
    });
    expect((await theirs.list()).map(({ state }) => state)).toEqual(['ended']);
  });

  test('goes with the erasure of a person who only stated an identity in it (P16, R93)', async () => {
    const other = await newMerchant(service);
    const { tenantId } = other.tenant;
    const theirs = await addMember(service, tenantId, { role: 'admin' });
    const { phone } = await openPhone(service, other);
    const stated = newCpf();
    await phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value: stated });
    clock.advanceSeconds(1);
    const begun = await theirs.browser.call('startPersonExport', {
      params: { tenant_id: tenantId },
      body: {},
    });
    await filesOf(theirs, other.tenant).written(begun.id);
    expect(linesOf(await filesOf(theirs, other.tenant).read(begun.id))[0]).toContain(`,cpf,${stated},`);
    const erased = await other.call('eraseIdentity', { body: { identity: { key: 'cpf', value: stated } } });
    expect(erased.body['counts']).toMatchObject({ statements: 1, transactions: 0 });
    expect((await filesOf(theirs, other.tenant).list()).map(({ state }) => state)).toEqual(['ended']);
    const parts = db().selectFrom('export_parts').select('part').where('tenant_id', '=', tenantId);
    expect(await parts.execute()).toEqual([]);
  });

  test('is refused where persons take two people, and nothing is begun (P36)', async () => {
    const two = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
    await changeSettings(
      { ...operatorOf(service), clock },
      { kind: 'tenant', tenantId: merchant.tenant.tenantId },
      parseSettings('tenant', new Map([['two-person', 'on']])),
    );
    expect(outcomeOf(await two.browser.send('startPersonExport', asked()))).toBe('40380');
    expect(await filesOf(two, merchant.tenant).list()).toEqual([]);
  });
});
