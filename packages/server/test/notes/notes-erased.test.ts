import { noteByHand } from '@titular/server/cases/act/note-case.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { placeLegalHold } from '@titular/server/transactions/change/legal-hold.ts';
import { createManualClock, newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { runTask } from '@titular/test-kit/service-tasks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPhone } from '../captures/phone.ts';
import { dumpDatabase, findCanaries } from '../erasure/canaries.ts';
import { caseDepsOf, codeOf, memberOf } from '../portal/case-fixture.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let deps: CaseRouteDeps;
const clock = createManualClock();

beforeAll(async () => {
  service = await startTestService({ clock });
  merchant = await newMerchant(service);
  deps = await caseDepsOf(service, { clock });
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const admin = () => memberOf(merchant.tenant.tenantId, 'admin');
const create = async (value: string): Promise<string> =>
  String((await merchant.create({ identity: { key: 'cpf', value } })).body['id']);
const write = (id: string, text = 'a note') => noteByHand(deps, admin(), id, { body: { text } });
const erase = (value: string) =>
  merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value } } });
const countOf = async (id: string): Promise<number> =>
  (await db().selectFrom('case_notes').select('note_id').where('transaction_id', '=', asId(id)).execute())
    .length;

/** Every text that is kept of any note, opened: a seal that stands hides its words from a dump. */
async function textsLeft(): Promise<(string | undefined)[]> {
  const rows = await db().selectFrom('case_notes').select(['note_id', 'sealed_text']).execute();
  const key = await deps.tenantKeys(merchant.tenant.tenantId);
  return rows.flatMap(({ note_id, sealed_text }) =>
    sealed_text ? [key.unseal('case_notes', note_id, 'text', sealed_text).toString('utf8')] : [],
  );
}

describe('notes and verdicts of a person who is erased', () => {
  test('are gone with them, whoever wrote them, and no new one is written; those of others stay (P16)', async () => {
    const [cpf, another] = [newCpf(), newCpf()];
    const [id, other] = [await create(cpf), await create(another)];
    const author = admin();
    await noteByHand(deps, author, id, {
      body: { text: 'note-canary-Wasserfall' },
      idempotencyKey: 'press-1',
    });
    await merchant.call('cancelTransaction', { id });
    await noteByHand(deps, author, id, { body: { verdict: 'fraud', text: 'note-canary-Wasserfall' } });
    await write(other);
    expect((await erase(cpf)).status).toBe(200);
    expect([await countOf(id), await countOf(other)]).toEqual([0, 1]);
    expect(findCanaries({ note: 'note-canary-Wasserfall' }, await dumpDatabase(service))).toEqual([]);
    expect(await textsLeft()).toEqual(['a note']);
    const { body } = await readTransactionCase(deps, admin(), id);
    expect(body?.notes).toEqual([]);
    expect(body?.acts).not.toContain('write_note');
    expect(await codeOf(() => write(id))).toBe('40049');
    const again = { body: { verdict: 'fraud' as const } };
    expect(await codeOf(() => noteByHand(deps, admin(), id, again))).toBe('40049');
  });

  test('go as well where the person only stated their identity: nobody knows whom the words are about (P16)', async () => {
    const [sent, stated] = [newCpf(), newCpf()];
    const { phone, id } = await openPhone(service, merchant, { identity: { key: 'cpf', value: sent } });
    await phone.call('stateIdentity', 'PUT', '/identity', { key: 'cpf', value: stated });
    await write(id, 'says it is the card of her mother');
    expect((await erase(stated)).body['counts']).toMatchObject({ transactions: 0, statements: 1 });
    expect(await countOf(id)).toBe(0);
    // The person of the transaction is still there, and so it still takes notes.
    await write(id);
    expect(await countOf(id)).toBe(1);
  });

  test('stay as long as a legal hold keeps the transaction', async () => {
    const cpf = newCpf();
    const id = await create(cpf);
    await write(id);
    const operator = { ...operatorOf(service), clock };
    await placeLegalHold(operator, merchant.tenant.tenantId, asId(id), 'case-77');
    await erase(cpf);
    expect(await countOf(id)).toBe(1);
  });

  test('are not left by a race: of notes written while the person is erased none stays (P16)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const cpf = newCpf();
      const id = await create(cpf);
      const writes = Array.from({ length: 4 }, () => codeOf(() => write(id)));
      const [erased, ...codes] = await Promise.all([erase(cpf), ...writes]);
      expect(erased.status).toBe(200);
      expect(codes.every((code) => code === undefined || code === '40049')).toBe(true);
      expect(await countOf(id)).toBe(0);
    }
  });

  test('that an earlier release left are shown to nobody, and deleted by the clean-up; others stay (P16)', async () => {
    const [left, other] = [await create(newCpf()), await create(newCpf())];
    await write(left, 'left behind');
    await write(other, 'stays');
    // The erasure of an earlier release knows no notes.
    await db()
      .updateTable('transactions')
      .set({ erased_at: clock.now(), sealed_identity: Buffer.alloc(0), sealed_card: Buffer.alloc(0) })
      .where('transaction_id', '=', asId(left))
      .execute();
    expect((await readTransactionCase(deps, admin(), left)).body?.notes).toEqual([]);
    expect(await countOf(left)).toBe(1);
    const { pool } = service.service.database;
    await runTask({ db: db(), pool, clock, log: createLog('silent') }, 'delete-left-notes');
    expect([await countOf(left), await countOf(other)]).toEqual([0, 1]);
  });

  test('end with the time of the transaction, as everything of its person does', async () => {
    const id = await create(newCpf());
    await merchant.call('cancelTransaction', { id });
    await write(id);
    clock.advanceSeconds(4_000 * 86_400);
    const { pool } = service.service.database;
    await runTask({ db: db(), pool, clock, log: createLog('silent') }, 'erase-outlived-persons');
    expect(await countOf(id)).toBe(0);
  });
});
