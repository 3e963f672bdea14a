import type { ErasureRows, PortalOperationName } from '@titular/contract';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addMember, authenticateAgain, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDatabase } from '../erasure/canaries.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { outcomeOf, sendAny } from './portal-calls.ts';

let service: TestService;
let merchant: Merchant;
let admin: PasskeyPerson;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  admin = await addMember(service, merchant.tenant.tenantId, { role: 'admin' });
  await authenticateAgain(admin);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const params = () => ({ tenant_id: merchant.tenant.tenantId });
const cpf = (value: string) => ({ key: 'cpf', value });
const erase = (value: string, reference?: string) =>
  admin.browser.call('eraseByHand', {
    params: params(),
    body: { identity: cpf(value), ...(reference === undefined ? {} : { reference }) },
  });
const listed = (body: { limit?: number; cursor?: string } = {}): Promise<ErasureRows> =>
  admin.browser.call('searchErasures', { params: params(), body });
const entries = (id: string) =>
  db()
    .selectFrom('audit_log')
    .select(['action', 'actor', 'after'])
    .where('subject', '=', `erasure/${id}`)
    .execute();

describe('an erasure by hand', () => {
  test('does what the API does, with the same entry but for the actor, and is listed without the person (P16, P17)', async () => {
    const [one, other] = [newCpf(), newCpf()];
    const { body } = await merchant.create({ identity: cpf(one) });
    await merchant.create({ identity: cpf(other) });
    const byHand = await erase(one, 'ticket-1');
    const byApi = (await merchant.call('eraseIdentity', { body: { identity: cpf(other) } })).body;
    expect(byHand.counts).toMatchObject({ transactions: 1, links: 1 });
    expect({ ...byHand.counts, apiCalls: 0, orderedCalls: 0 }).toEqual({
      ...(byApi['counts'] as object),
      ...{ apiCalls: 0, orderedCalls: 0 },
    });
    expect((await merchant.history(String(body['id']))).body).toMatchObject({
      ...{ orderNumber: 'erased', status: 'canceled' },
    });
    const [own] = await entries(byHand.id);
    const [theirs] = await entries(String(byApi['id']));
    expect(own).toMatchObject({ action: 'person.erase', actor: `user:${admin.userId}` });
    expect(theirs).toMatchObject({
      action: 'person.erase',
      actor: expect.stringMatching(/^service-account:/),
    });
    expect(own?.after).toEqual({ counts: byHand.counts, reference: 'ticket-1' });
    const rows = await listed({ limit: 2 });
    expect(rows.erasures.map(({ id }) => id)).toEqual([byApi['id'], byHand.id]);
    expect(JSON.stringify(rows)).not.toContain(one);
    expect((await dumpDatabase(service)).toString('latin1')).not.toContain(one);
  });

  test('has the receipt of the API, now and later', async () => {
    const erased = await erase(newCpf());
    const shown = await admin.browser.call('readErasureByHand', {
      params: { ...params(), erasure_id: erased.id },
    });
    expect(shown).toEqual(erased);
    expect((await merchant.call('readErasure', { id: erased.id })).body).toEqual(erased);
  });

  test('is refused for a number that is none and a reference that names the person, and nothing is repeated of it', async () => {
    const value = newCpf();
    const wrong = [
      { identity: cpf('52998224724') },
      { identity: { key: 'passport', value } },
      { identity: cpf(value), reference: `cpf-${value}` },
      { identity: cpf(value), reference: 'Maria da Silva' },
    ];
    for (const body of wrong) {
      const reply = await admin.browser.send('eraseByHand', { params: params(), body });
      expect(outcomeOf(reply)).toBe('40002');
      expect(reply.text).not.toContain(value);
    }
  });

  test('has one receipt for one press, twice at once and after a lost answer, and not one about nothing (R93)', async () => {
    const value = newCpf();
    await merchant.create({ identity: cpf(value) });
    const input = { params: params(), body: { identity: cpf(value), reference: 'ticket-9' } };
    const named = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const press = () => admin.browser.send('eraseByHand', input, named);
    const both = await Promise.all([press(), press()]);
    const again = await press();
    expect(again.body).toMatchObject({ reference: 'ticket-9', counts: { transactions: 1 } });
    expect(both.map(({ body }) => body)).toEqual([again.body, again.body]);
    const others = { ...input, body: { identity: cpf(newCpf()) } };
    expect(outcomeOf(await admin.browser.send('eraseByHand', others, named))).toBe('40028');
    expect((await admin.browser.call('eraseByHand', input)).counts).toMatchObject({ transactions: 0 });
  });

  test('is undone whole where its entry cannot be written (P37)', async () => {
    const value = newCpf();
    const { body } = await merchant.create({ identity: cpf(value) });
    await sql`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no entry'; END $$`.execute(
      db(),
    );
    await sql`CREATE TRIGGER refuse_erasures BEFORE INSERT ON audit_log FOR EACH ROW
      WHEN (NEW.action = 'person.erase') EXECUTE FUNCTION refuse_entry()`.execute(db());
    try {
      const input = { params: params(), body: { identity: cpf(value) } };
      expect(outcomeOf(await admin.browser.send('eraseByHand', input))).toBe('50001');
    } finally {
      await sql`DROP TRIGGER refuse_erasures ON audit_log`.execute(db());
      await sql`DROP FUNCTION refuse_entry`.execute(db());
    }
    expect((await merchant.read(String(body['id']))).body['status']).toBe('waiting');
  });
});

describe('the list of erasures', () => {
  test('goes on where a page ended, without a gap or a repeat, and has nothing of another tenant (P33)', async () => {
    const stranger = await newMerchant(service);
    const theirs = (await stranger.call('eraseIdentity', { body: { identity: cpf(newCpf()) } })).body;
    const all = (await listed()).erasures.map(({ id }) => id);
    expect(all.length).toBeGreaterThan(2);
    const paged: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listed({ limit: 1, ...(cursor === undefined ? {} : { cursor }) });
      paged.push(...page.erasures.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(paged).toEqual(all);
    expect(all).not.toContain(theirs['id']);
    const read = (erasure_id: string) =>
      admin.browser.send('readErasureByHand', { params: { ...params(), erasure_id } });
    const random = await read(crypto.randomUUID());
    expect(outcomeOf(random)).toBe('40420');
    for (const id of [String(theirs['id']), 'x']) expect((await read(id)).text).toBe(random.text);
  });
});

test.each([
  'eraseByHand',
  'searchErasures',
  'readErasureByHand',
  'proposeErasure',
  'searchProposals',
  'approveErasure',
  'withdrawErasure',
  'countOpenRequests',
  'countDue',
] as const satisfies PortalOperationName[])(
  '%s is for admins of all companies alone: an erasure reaches each of them (P32)',
  async (name) => {
    const { tenantId } = merchant.tenant;
    const second = await createCompany(operatorOf(service), tenantId, { name: `Second ${name}` });
    const narrow = await addMember(service, tenantId, { role: 'admin', companies: [second] });
    await authenticateAgain(narrow);
    expect(outcomeOf(await sendAny(narrow.browser, name, params()))).toBe('40343');
  },
);
