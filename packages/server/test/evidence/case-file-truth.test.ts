import { type AuditSubject, CASE_FILE_LANGUAGES } from '@titular/contract';
import { insertAuditEntry } from '@titular/server/audit/index.ts';
import { makeCaseFile } from '@titular/server/cases/file/make-case-file.ts';
import { readTransactionCase } from '@titular/server/cases/read/read-transaction-case.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { countDeliveriesAbout } from '@titular/server/webhooks/index.ts';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { asId } from '@titular/test-kit/as-id.ts';
import { addPicture } from '@titular/test-kit/portal/add-picture.ts';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf } from '../portal/case-fixture.ts';
import { newEndpoint } from '../webhooks/endpoint-fixture.ts';
import { type CaseFiles, openCaseFiles } from './case-file-fixture.ts';
import { countPictures, readText } from './read-pdf.ts';

let service: TestService;
let files: CaseFiles;
beforeAll(async () => {
  service = await startTestService();
  files = await openCaseFiles(service);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
const look = (subject: AuditSubject<'captures.look'>, actor: string, reason: string) =>
  insertAuditEntry(
    db(),
    { clock: files.deps.clock, actor },
    { tenantId: files.merchant.tenant.tenantId, action: 'captures.look', subject, after: { reason } },
  );

/** What an approval of the person who was sent says, and what one of somebody else does. */
const SAID = {
  pt: ['O cartão é desta pessoa.', 'Aprovada para outra pessoa'],
  en: ['The card belongs to this person.', 'Approved for someone else'],
  es: ['La tarjeta es de esta persona.', 'Aprobada para otra persona'],
} as const;

describe('an approval of somebody else', () => {
  test.each(CASE_FILE_LANGUAGES)(
    'is told in %s as the page tells it, and never as one of the person who was sent (F7)',
    async (language) => {
      const [plain, someoneElse] = SAID[language];
      const id = await files.newEnded('approved');
      const before = readText(await files.make(files.as('admin'), id, { language }));
      expect(before).toContain(plain);
      expect(before).not.toContain(someoneElse);
      await db()
        .updateTable('transactions')
        .set({ has_identity_changed: true })
        .where('transaction_id', '=', asId(id))
        .execute();
      const after = readText(await files.make(files.as('admin'), id, { language }));
      expect(after).toContain(someoneElse);
      expect(after).not.toContain(plain);
    },
  );
});

describe('who looked at pictures', () => {
  test('is told however many entries about the transaction came after the look (P37)', async () => {
    const id = await files.newEnded('inconclusive');
    const reviewer = files.as('reviewer');
    await look(`transaction/${id}`, reviewer.actor, 'look of the reviewer');
    await look(`transaction/${id}`, 'command-line:ops', 'look of another');
    for (let count = 0; count < 120; count += 1)
      await insertAuditEntry(
        db(),
        { clock: files.deps.clock, actor: 'command-line:ops' },
        {
          tenantId: files.merchant.tenant.tenantId,
          action: 'transaction.write-note',
          subject: `transaction/${id}`,
        },
      );
    const admin = readText(await files.make(files.as('admin'), id));
    expect(admin).toContain('reason: look of the reviewer');
    expect(admin).toContain('reason: look of another');
    const own = readText(await files.make(reviewer, id));
    expect(own).toContain('reason: look of the reviewer');
    expect(own).not.toContain('look of another');
    expect(own).not.toContain('Nobody is on record.');
    // The entries of others do not push those of the reader out of the page either.
    const { body } = await readTransactionCase(files.deps, reviewer, id);
    expect(body?.timeline.filter(({ code }) => code === 'captures.look')).toHaveLength(1);
  });

  test('holds looks at the process whose captures were used', async () => {
    const id = await files.newEnded('approved');
    const processId = newId();
    await db()
      .updateTable('transactions')
      .set({ reference_process_id: asId(processId) })
      .where('transaction_id', '=', asId(id))
      .execute();
    await look(`process/${processId}`, 'command-line:ops', 'dispute 12');
    const text = readText(await files.make(files.as('admin'), id));
    expect(text).toContain(`in process ${processId}`);
    expect(text).toContain('reason: dispute 12');
  });

  test('says how many earlier looks are left out, in the singular of one', async () => {
    const id = await files.newEnded('inconclusive');
    for (let count = 0; count < 101; count += 1)
      await look(`transaction/${id}`, 'command-line:ops', `look ${count}.`);
    const text = readText(await files.make(files.as('admin'), id));
    expect(text).toContain('1 earlier look is left out.');
    expect(text).not.toContain('look 0.');
  });
});

describe('the pictures of a case file', () => {
  test('are accounted for: shown, kept but not asked for, not for the role, or none (F7)', async () => {
    const id = await files.newEnded('inconclusive');
    const text = async (...given: Parameters<CaseFiles['make']>) => readText(await files.make(...given));
    const reviewer = files.as('reviewer');
    expect(await text(reviewer, id)).toContain('No picture is kept.');
    await addPicture(files.deps, files.merchant.tenant.tenantId, id);
    expect(await text(reviewer, id)).toContain('1 picture is kept. It was not asked for.');
    const asked = { pictures: { reason: 'chargeback 77' } };
    expect(await text(reviewer, id, asked)).toContain('1 picture is shown at the end.');
    const support = await text(files.as('support'), id);
    expect(support).toMatch(/Pictures Not shown to the role/);
    expect(support).not.toContain('picture is kept');
  });

  test('of a person who is erased while they are opened are in no file: it is refused (P16)', async () => {
    const cpf = newCpf();
    const id = await files.newEnded('inconclusive', { identity: { key: 'cpf', value: cpf } });
    await addPicture(files.deps, files.merchant.tenant.tenantId, id);
    // The second entry is that of the file: the look is committed, and nothing is read for the file yet.
    let entries = 0;
    const eraseBetween: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode' && JSON.stringify(node.into).includes('audit_log')) entries += 1;
        return node;
      },
      async transformResult({ result }) {
        if (entries === 2) {
          entries += 1;
          await files.merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
        }
        return result;
      },
    };
    const deps = { ...files.deps, db: db().withPlugin(eraseBetween) };
    const asked = { language: 'en', pictures: { reason: 'chargeback 77' } } as const;
    expect(await codeOf(() => makeCaseFile(deps, files.as('reviewer'), id, asked))).toBe('40049');
    expect(countPictures(await files.make(files.as('reviewer'), id, asked))).toBe(0);
  });
});

describe('left-out deliveries', () => {
  test('are counted over all events about the transaction, whichever column names it', async () => {
    const id = await files.newEnded('canceled');
    await newEndpoint(files.merchant);
    const { tenantId, companyId } = files.merchant.tenant;
    const { endpoint_id } = await db()
      .selectFrom('webhook_endpoints')
      .select('endpoint_id')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    for (let count = 0; count < 21; count += 1) {
      const event = newId();
      const named =
        count % 2
          ? sql`(tenant_id, event_id, company_id, created_at, type, transaction_id, status, sequence)
            VALUES (${tenantId}, ${event}, ${companyId}, now(), 'transaction.finished', ${id}, 'canceled', ${count + 1})`
          : sql`(tenant_id, event_id, company_id, created_at, type, subject_id, detail)
            VALUES (${tenantId}, ${event}, ${companyId}, now(), 'erasure.requested', ${id}, 'transaction')`;
      await sql`INSERT INTO events ${named}`.execute(db());
      await sql`INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts)
        VALUES (${tenantId}, ${event}, ${event}, ${endpoint_id}, 'failed', 1)`.execute(db());
    }
    expect(await countDeliveriesAbout(db(), tenantId, asId(id), 100)).toBe(21);
    expect(await countDeliveriesAbout(db(), tenantId, asId(id), 7)).toBe(7);
    const text = readText(await files.make(files.as('admin'), id));
    expect(text).toContain('1 more delivery is left out.');
  });
});
