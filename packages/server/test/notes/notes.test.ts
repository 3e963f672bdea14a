import { TENANT_ROLES, type TenantRole, type Verdict } from '@titular/contract';
import { noteByHand, withdrawByHand } from '@titular/server/cases/act/note-case.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import { type CompanyId, newId } from '@titular/server/kernel/base/id.ts';
import type { PortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caseDepsOf, codeOf, memberOf } from '../portal/case-fixture.ts';
import { createBy } from '../sandbox/sandbox-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let deps: CaseRouteDeps;

beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
  deps = await caseDepsOf(service);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const as = (role: TenantRole, companies: 'all' | readonly CompanyId[] = 'all'): PortalCaller =>
  memberOf(merchant.tenant.tenantId, role, { companies });
const newOne = async (changes: object = {}): Promise<string> =>
  String((await merchant.create({ ...changes })).body['id']);
const newEnded = async (): Promise<string> => {
  const id = await newOne();
  await merchant.call('cancelTransaction', { id });
  return id;
};
const write = (member: PortalCaller, id: string, text: string, idempotencyKey?: string) =>
  noteByHand(deps, member, id, { body: { text }, idempotencyKey });
const judge = (member: PortalCaller, id: string, verdict: Verdict, text?: string) =>
  noteByHand(deps, member, id, { body: { verdict, ...(text === undefined ? {} : { text }) } });
const notesOf = async (member: PortalCaller, id: string) =>
  (await readTransactionCase(deps, member, id)).body?.notes ?? [];
const rowsOf = (id: string) =>
  db()
    .selectFrom('case_notes')
    .selectAll()
    .where('transaction_id', '=', asId(id))
    .orderBy('note_id')
    .execute();
const entriesAbout = (id: string) =>
  db()
    .selectFrom('audit_log')
    .selectAll()
    .where('subject', '=', `transaction/${id}`)
    .orderBy('entry_id')
    .execute();

describe('a note', () => {
  test('is kept sealed and read by the roles that write; its entry has no word of it (P16, P32, P37)', async () => {
    const id = await newOne();
    const author = as('support');
    const words = 'Rang at 14:03, canary-Ação.\nWill call back.';
    const { id: noteId } = await write(author, id, ` ${words.replace('\n', '\r\n')} `);
    const [row] = await rowsOf(id);
    expect(row?.sealed_text?.toString('latin1')).not.toContain('canary');
    for (const role of TENANT_ROLES) {
      const mayRead = ['support', 'reviewer', 'admin'].includes(role);
      const shown = await readTransactionCase(deps, as(role), id);
      expect(
        shown.body?.notes.map(({ text }) => text),
        role,
      ).toEqual(mayRead ? [words] : []);
      if (!mayRead) expect(JSON.stringify(shown.body)).not.toContain('canary');
    }
    expect(await notesOf(author, id)).toMatchObject([
      { id: noteId, author: author.actor, authorName: expect.stringMatching(/^name of /), isOwn: true },
    ]);
    const entries = await entriesAbout(id);
    expect(entries).toMatchObject([
      { action: 'transaction.write-note', actor: author.actor, after: { note: noteId } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('canary');
  });

  test('is written once however often the press is repeated, and other words under its key are refused (P57)', async () => {
    const id = await newOne();
    const author = as('support');
    const press = newId();
    const presses = await Promise.all([1, 2, 3, 4].map(() => write(author, id, 'once', press)));
    expect(new Set(presses.map((one) => one.id)).size).toBe(1);
    expect(await write(author, id, 'once', press)).toEqual(presses[0]);
    expect(await codeOf(() => write(author, id, 'twice', press))).toBe('40028');
    expect(await rowsOf(id)).toHaveLength(1);
    // The key of one person is no other's, nor that of another transaction.
    expect((await write(as('support'), id, 'once', press)).id).not.toBe(presses[0]?.id);
    expect((await write(author, await newOne(), 'once', press)).id).not.toBe(presses[0]?.id);
  });

  test.each([
    ['nothing', '', '40002'],
    ['spaces alone', ' \n ​ ', '40002'],
    ['a turned direction', 'fine‮enif', '40002'],
    ['a control character', 'bell\u0007', '40002'],
    ['one character too many', 'x'.repeat(2_001), '40002'],
    ['a complete card number', 'card 4111 1111 1111 1111', '40026'],
    ['the number of the card at hand', 'card 4111-1111-0000-1111', '40026'],
  ])('of %s is refused, and nothing is kept (P44)', async (_what, text, code) => {
    const id = await newOne();
    expect(await codeOf(() => write(as('admin'), id, text))).toBe(code);
    expect([...(await rowsOf(id)), ...(await entriesAbout(id))]).toEqual([]);
  });

  test('takes 2,000 characters of any script, and never the identity of the person, however spaced', async () => {
    const cpf = newCpf();
    const id = await newOne({ identity: { key: 'cpf', value: cpf } });
    expect(await codeOf(() => write(as('admin'), id, '😀'.repeat(2_000)))).toBeUndefined();
    expect(await codeOf(() => write(as('admin'), id, `CPF ${cpf.split('').join(' ')}`))).toBe('40002');
    const dotted = `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
    expect(await codeOf(() => write(as('admin'), id, dotted))).toBe('40002');
  });

  test('is one of at most 100 of a transaction, also when twenty are written at once', async () => {
    const id = await newEnded();
    const author = as('admin');
    for (let count = 0; count < 90; count += 1) await write(author, id, `note ${count}`);
    const [first] = await rowsOf(id);
    await withdrawByHand(deps, author, { id, noteId: String(first?.note_id) });
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        codeOf(() => (index % 2 ? judge(author, id, 'unclear') : write(author, id, `more ${index}`))),
      ),
    );
    expect(codes.filter((code) => code === '40057')).toHaveLength(10);
    expect(await rowsOf(id)).toHaveLength(100);
    expect((await readTransactionCase(deps, author, id)).body?.acts).not.toContain('write_note');
    const shown = await notesOf(author, id);
    expect(shown.map(({ id: noteId }) => noteId)).toEqual(
      (await rowsOf(id)).map(({ note_id }) => note_id).toReversed(),
    );
  });

  test('is withdrawn by its author, and by no other who is no admin: the row says so, the text is gone, and nothing else changes', async () => {
    const id = await newOne();
    const author = as('support');
    const { id: noteId } = await write(author, id, 'wrong transaction');
    for (const role of ['support', 'reviewer'] as const)
      expect(await codeOf(() => withdrawByHand(deps, as(role), { id, noteId }))).toBe('40353');
    const [before] = await rowsOf(id);
    await withdrawByHand(deps, author, { id, noteId });
    const [after] = await rowsOf(id);
    expect(after).toEqual({ ...before, sealed_text: null, withdrawn_at: expect.any(Date) });
    await withdrawByHand(deps, author, { id, noteId });
    expect(await rowsOf(id)).toEqual([after]);
    const [note] = await notesOf(as('admin'), id);
    expect(note).toMatchObject({ id: noteId, withdrawnAt: after?.withdrawn_at?.toISOString(), isOwn: false });
    expect(note).not.toHaveProperty('text');
    expect((await entriesAbout(id)).map(({ action }) => action)).toEqual([
      'transaction.write-note',
      'transaction.withdraw-note',
    ]);
  });

  test('is withdrawn by an admin as well, whoever wrote it: the entry names author and admin (P37)', async () => {
    const id = await newEnded();
    const author = as('reviewer');
    const admin = as('admin');
    for (const { id: noteId } of [
      await write(author, id, 'about a neighbour'),
      await judge(author, id, 'fraud'),
    ]) {
      await withdrawByHand(deps, admin, { id, noteId });
      expect((await entriesAbout(id)).at(-1)).toMatchObject({
        action: 'transaction.withdraw-note',
        actor: admin.actor,
        after: { note: noteId, author: author.actor },
      });
    }
    expect((await rowsOf(id)).every((row) => row.withdrawn_at && !row.sealed_text)).toBe(true);
  });

  test('of another transaction, or of none, is as unknown as a random one (P33)', async () => {
    const [one, another] = [await newOne(), await newOne()];
    const author = as('support');
    const { id: noteId } = await write(author, one, 'here');
    for (const asked of [noteId, newId(), 'nonsense'])
      expect(await codeOf(() => withdrawByHand(deps, author, { id: another, noteId: asked }))).toBe('40420');
    expect((await notesOf(author, one)).map(({ text }) => text)).toEqual(['here']);
  });

  test('changes the version of an open page, as its withdrawal does', async () => {
    const id = await newOne();
    const reader = as('support');
    const etags = new Set([(await readTransactionCase(deps, reader, id)).etag]);
    const { id: noteId } = await write(reader, id, 'new');
    etags.add((await readTransactionCase(deps, reader, id)).etag);
    await withdrawByHand(deps, reader, { id, noteId });
    etags.add((await readTransactionCase(deps, reader, id)).etag);
    expect(etags.size).toBe(3);
  });

  test('is not written beside a node of the release before, whose erasures would leave it (P16)', async () => {
    const id = await newOne();
    const nodeId = newId();
    await sql`INSERT INTO nodes (node_id, name, version, master_key_ids) VALUES (${nodeId}, 'old', '0', '{}')`.execute(
      db(),
    );
    expect(await codeOf(() => write(as('admin'), id, 'too early'))).toBe('42910');
    await db().deleteFrom('nodes').where('node_id', '=', nodeId).execute();
    expect(await codeOf(() => write(as('admin'), id, 'now'))).toBeUndefined();
  });
});

describe('a verdict', () => {
  test.each([
    ['approved', 'genuine'],
    ['approved', 'fraud'],
    ['inconclusive', 'unclear'],
    ['expired', 'genuine'],
  ] as const)(
    'on one that is %s stands beside the status: %s changes no decision, webhook or history',
    async (scenario, verdict) => {
      const id = String((await createBy(merchant, scenario)).body['id']);
      await eventually(async () => {
        expect((await readTransactionCase(deps, as('admin'), id)).body?.acts).toContain('give_verdict');
      });
      const transaction_id = asId(id);
      const standing = async () => [
        await db()
          .selectFrom('transactions')
          .selectAll()
          .where('transaction_id', '=', transaction_id)
          .execute(),
        (await merchant.history(id)).body,
        await db()
          .selectFrom('events')
          .select('event_id')
          .where('transaction_id', '=', transaction_id)
          .execute(),
      ];
      const before = await standing();
      await judge(as('reviewer'), id, verdict, 'saw both pictures');
      expect(await standing()).toEqual(before);
      expect(await notesOf(as('support'), id)).toMatchObject([{ verdict, text: 'saw both pictures' }]);
      expect(await entriesAbout(id)).toMatchObject([{ action: 'transaction.give-verdict' }]);
      expect(JSON.stringify((await entriesAbout(id)).map(({ after }) => after))).not.toContain(verdict);
    },
  );

  test('waits for the end of the transaction, and a withdrawn one keeps its row', async () => {
    const id = await newOne();
    const author = as('admin');
    expect(await codeOf(() => judge(author, id, 'fraud'))).toBe('40056');
    await merchant.call('cancelTransaction', { id });
    const { id: noteId } = await judge(author, id, 'fraud');
    await withdrawByHand(deps, author, { id, noteId });
    expect(await notesOf(author, id)).toMatchObject([{ verdict: 'fraud', withdrawnAt: expect.any(String) }]);
  });
});

describe('somebody of another company', () => {
  test('reads and writes no note of it, and learns not even that there are any (P33)', async () => {
    const second = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
    const id = await newOne();
    const { id: noteId } = await write(as('admin'), id, 'canary of the first');
    const stranger = as('admin', [second]);
    const calls = [
      () => readTransactionCase(deps, stranger, id),
      () => write(stranger, id, 'mine'),
      () => judge(stranger, id, 'fraud'),
      () => withdrawByHand(deps, stranger, { id, noteId }),
    ];
    for (const call of calls) expect(await codeOf(call)).toBe('40420');
    expect(await rowsOf(id)).toHaveLength(1);
  });
});
