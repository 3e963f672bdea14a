import { createPublicKey, X509Certificate } from 'node:crypto';
import { CASE_FILE_LANGUAGES, type CaseFileLanguage } from '@titular/contract';
import { noteByHand } from '@titular/server/cases/act/note-case.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { createCompany } from '@titular/server/tenants/administer-tenants.ts';
import { newCpf, operatorOf, startTestService, type TestService } from '@titular/test-kit';
import { addPicture } from '@titular/test-kit/portal/add-picture.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, memberOf } from '../portal/case-fixture.ts';
import { newMerchant } from '../transactions/api.ts';
import { newEndpoint } from '../webhooks/endpoint-fixture.ts';
import { type CaseFiles, openCaseFiles } from './case-file-fixture.ts';
import { checkWithOpenssl, countPictures, readText, takeApart } from './read-pdf.ts';

let service: TestService;
let { merchant, deps, as, newEnded, make, entriesAbout } = {} as CaseFiles;

beforeAll(async () => {
  service = await startTestService();
  ({ merchant, deps, as, newEnded, make, entriesAbout } = await openCaseFiles(service));
  // A public address to which nothing is ever sent with success.
  await newEndpoint(merchant);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;
/** What a file of a face that differs says in each language. */
const SAID: Readonly<Record<CaseFileLanguage, readonly string[]>> = {
  pt: [
    'Dossiê de uma validação de cartão',
    'O rosto não é o cadastrado para esta identidade.',
    'Fraude',
    'Equipe',
  ],
  en: [
    'Case file of a card validation',
    'The face is not the one enrolled for this identity.',
    'Fraud',
    'staff',
  ],
  es: [
    'Expediente de una validación de tarjeta',
    'El rostro no es el registrado para esta identidad.',
    'Fraude',
    'equipo',
  ],
};

describe('a case file', () => {
  test.each(CASE_FILE_LANGUAGES)(
    'in %s says facts, reasons, notes and verdict in words, and holds no whole identity, card or name (F7)',
    async (language) => {
      const cpf = newCpf();
      const id = await newEnded('inconclusive', {
        identity: { key: 'cpf', value: cpf },
        orderNumber: 'order-Ação-1',
      });
      await noteByHand(deps, as('support'), id, { body: { text: 'Rang twice.\nNobody there.' } });
      await noteByHand(deps, as('reviewer'), id, { body: { verdict: 'fraud' } });
      const maker = as('admin');
      const document = await make(maker, id, { language });
      const text = readText(document);
      for (const words of SAID[language]) expect(text.toLowerCase()).toContain(words.toLowerCase());
      for (const words of [
        id,
        'order-Ação-1',
        'Rang twice.',
        'Nobody there.',
        `•••.${cpf.slice(3, 6)}.•••-••`,
      ])
        expect(text).toContain(words);
      expect(text).toContain('4111 •••• •••• 1111');
      const digits = text.replace(/[^0-9]/g, '');
      expect(digits).not.toContain(cpf);
      expect(`${text} ${document.toString('latin1')}`).not.toMatch(/da silva|41111111/i);
      expect(document.toString('latin1')).toContain(
        `/Lang (${{ pt: 'pt-BR', en: 'en-US', es: 'es-ES' }[language]})`,
      );
      expect(document.toString('latin1')).not.toContain('receipt.jws');
      expect((await entriesAbout(id)).at(-1)).toEqual({
        action: 'transaction.make-case-file',
        actor: maker.actor,
        after: { language, pictures: 0 },
      });
    },
  );

  test.each([
    'approved',
    'inconclusive',
    'fast-inconclusive',
    'expired',
    'canceled',
    'unknown-share',
    'absent-holder',
  ] as const)(
    'of one that ended %s is signed with a published key; one changed byte breaks it (F7)',
    async (status) => {
      const id = await newEnded(status);
      const document = await make(as('support'), id);
      const { signature, covered } = takeApart(document);
      const certificate = new X509Certificate(await checkWithOpenssl(signature, covered));
      const { keys } = await deps.signingKeys.publicJwks();
      const published = keys.map((key) =>
        createPublicKey({ key: key as never, format: 'jwk' }).export({ format: 'jwk' }),
      );
      expect(published).toContainEqual(certificate.publicKey.export({ format: 'jwk' }));
      const changed = Buffer.from(covered);
      const middle = Math.floor(changed.length / 2);
      changed[middle] = (changed[middle] ?? 0) ^ 1;
      await expect(checkWithOpenssl(signature, changed)).rejects.toThrow();
      expect(document.toString('latin1').includes('receipt.jws')).toBe(status === 'approved');
    },
  );

  test('waits for the end of the transaction, and leaves no entry before', async () => {
    const id = String((await merchant.create()).body['id']);
    expect(await codeOf(() => make(as('admin'), id))).toBe('40058');
    expect(await entriesAbout(id)).toEqual([]);
  });

  test('of an erased person names nobody, and says that they were erased (P16)', async () => {
    const cpf = newCpf();
    const id = await newEnded('approved', {
      identity: { key: 'cpf', value: cpf },
      orderNumber: 'order-canary',
    });
    await noteByHand(deps, as('support'), id, { body: { text: 'note canary' } });
    await merchant.call('eraseIdentity', { body: { identity: { key: 'cpf', value: cpf } } });
    const text = readText(await make(as('admin'), id));
    expect(text).toContain('The person was erased on');
    expect(text).not.toMatch(/canary|4111|•/);
  });

  test('says how many deliveries it leaves out, and shows no body of an answer (F7)', async () => {
    const id = await newEnded('canceled');
    const { tenantId, companyId } = merchant.tenant;
    const { endpoint_id } = await db()
      .selectFrom('webhook_endpoints')
      .select('endpoint_id')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow();
    for (let count = 0; count < 53; count += 1) {
      const event = newId();
      await sql`INSERT INTO events (tenant_id, event_id, company_id, type, transaction_id, status, sequence, created_at)
        VALUES (${tenantId}, ${event}, ${companyId}, 'transaction.finished', ${id}, 'canceled', ${count + 1}, now())`.execute(
        db(),
      );
      await sql`INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts)
        VALUES (${tenantId}, ${event}, ${event}, ${endpoint_id}, 'failed', 1)`.execute(db());
      await sql`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status, response_excerpt)
        VALUES (${tenantId}, ${event}, 1, now(), 5, 503, 'answer-canary')`.execute(db());
    }
    const text = readText(await make(as('admin'), id));
    expect(text).toContain('33 more deliveries are left out.');
    expect(text).toContain('answered 503');
    expect(text).not.toContain('answer-canary');
  });

  test('takes words of any kind as they are, and stays small however many notes there are (P44)', async () => {
    const id = await newEnded('expired');
    const author = as('admin');
    for (let count = 0; count < 30; count += 1)
      await noteByHand(deps, author, id, { body: { text: `(\\) <b>${'山'.repeat(1_900)}` } });
    const document = await make(author, id);
    expect(document.length).toBeLessThan(2_000_000);
    expect(readText(document)).toContain('(\\) <b>\\u{5c71}');
    const { signature, covered } = takeApart(document);
    await checkWithOpenssl(signature, covered);
  });
});

describe('pictures in a case file', () => {
  test('go to who may view them, with a reason: each is an entry of a look before the file (P37)', async () => {
    const id = await newEnded('inconclusive');
    await addPicture(deps, merchant.tenant.tenantId, id);
    const reviewer = as('reviewer');
    const document = await make(reviewer, id, { pictures: { reason: 'chargeback 77' } });
    expect(countPictures(document)).toBe(1);
    const text = readText(document);
    expect(text).toContain('reason: chargeback 77');
    expect(text).toContain('Only the looks of whoever made this file are shown.');
    expect(
      (await entriesAbout(id)).map(({ action, after }) => [action, (after as { reason?: string }).reason]),
    ).toEqual([
      ['captures.look', 'chargeback 77'],
      ['transaction.make-case-file', undefined],
    ]);
    expect(countPictures(await make(reviewer, id))).toBe(0);
    // An admin reads the audit log, and so who looked; pictures are the reviewer's alone.
    expect(readText(await make(as('admin'), id))).toContain('reason: chargeback 77');
    const support = readText(await make(as('support'), id));
    expect(support).not.toContain('chargeback');
    expect(support).toContain('Not shown to the role of whoever made this file.');
  });

  test.each(['support', 'admin'] as const)(
    'are refused to %s, and nothing is written down (P32)',
    async (role) => {
      const id = await newEnded('inconclusive');
      await addPicture(deps, merchant.tenant.tenantId, id);
      const asked = { pictures: { reason: 'chargeback 77' } };
      expect(await codeOf(() => make(as(role), id, asked))).toBe('40343');
      expect(await entriesAbout(id)).toEqual([]);
    },
  );

  test('are refused with a reason that names the person or a card number', async () => {
    const cpf = newCpf();
    const id = await newEnded('inconclusive', { identity: { key: 'cpf', value: cpf } });
    await addPicture(deps, merchant.tenant.tenantId, id);
    for (const [reason, code] of [
      [`about ${cpf}`, '40002'],
      ['4111 1111 1111 1111', '40026'],
    ] as const)
      expect(await codeOf(() => make(as('reviewer'), id, { pictures: { reason } }))).toBe(code);
    expect(await entriesAbout(id)).toEqual([]);
  });
});

test('somebody of another company or tenant gets no case file, and leaves no entry (P33)', async () => {
  const second = await createCompany(operatorOf(service), merchant.tenant.tenantId, { name: 'Second' });
  const other = await newMerchant(service);
  const id = await newEnded('approved');
  const strangers = [as('admin', [second]), memberOf(other.tenant.tenantId, 'admin')];
  for (const stranger of strangers) expect(await codeOf(() => make(stranger, id))).toBe('40420');
  expect(await entriesAbout(id)).toEqual([]);
});
