import { CASE_FILE_LANGUAGES, type CaseFileLanguage, publishedOperations } from '@titular/contract';
import { insertAuditEntry } from '@titular/server/audit/index.ts';
import { sayIn } from '@titular/server/cases/file/say.ts';
import { texts } from '@titular/server/cases/file/texts/en.ts';
import { operationWords } from '@titular/server/cases/file/texts/operations.ts';
import { words } from '@titular/server/cases/file/words/en.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEndpoint } from '../webhooks/endpoint-fixture.ts';
import { type CaseFiles, openCaseFiles } from './case-file-fixture.ts';
import { readText } from './read-pdf.ts';

let service: TestService;
let files: CaseFiles;
beforeAll(async () => {
  service = await startTestService();
  files = await openCaseFiles(service);
  await newEndpoint(files.merchant);
}, 360_000);
afterAll(() => service?.close());

const db = () => service.service.database.db;

/** Puts a delivery into the log whose two tries failed: unanswered, and answered by a fault of the receiver. */
async function addFailedDelivery(id: string): Promise<void> {
  const { tenantId, companyId } = files.merchant.tenant;
  const { endpoint_id } = await db()
    .selectFrom('webhook_endpoints')
    .select('endpoint_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const event = newId();
  await sql`INSERT INTO events (tenant_id, event_id, company_id, type, transaction_id, status, sequence, created_at)
    VALUES (${tenantId}, ${event}, ${companyId}, 'transaction.finished', ${id}, 'inconclusive', 1, now())`.execute(
    db(),
  );
  await sql`INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, attempts)
    VALUES (${tenantId}, ${event}, ${event}, ${endpoint_id}, 'failed', 2)`.execute(db());
  await sql`INSERT INTO delivery_attempts (tenant_id, delivery_id, number, started_at, duration_ms, response_status, error)
    VALUES (${tenantId}, ${event}, 1, now(), 5, NULL, 'connect ECONNREFUSED 10.0.0.1:443'),
      (${tenantId}, ${event}, 2, now(), 5, 503, NULL)`.execute(db());
}

/** Puts calls of the API into their log: one that was answered, and one that was refused. */
async function addCalls(id: string): Promise<void> {
  const { tenantId } = files.merchant.tenant;
  await sql`INSERT INTO api_calls (tenant_id, call_id, at, account, operation, method, path, status, code, duration_ms, source_address, transaction_id)
    VALUES (${tenantId}, ${newId()}, now(), 'loja', 'readTransactionHistory', 'GET', '/x', 200, NULL, 5, '', ${id}),
      (${tenantId}, ${newId()}, now(), 'loja', 'cancelTransaction', 'POST', '/x', 400, '40046', 5, '', ${id})`.execute(
    db(),
  );
}

/** Writes what the sandbox, a service account and the staff did about a transaction. */
async function addActs(id: string): Promise<void> {
  const { clock } = files.deps;
  const { tenantId } = files.merchant.tenant;
  const subject = `transaction/${id}` as const;
  const entries = [
    ['sandbox', { tenantId, subject, action: 'sandbox.step' }],
    ['service-account:loja', { tenantId, subject, action: 'transaction.cancel' }],
    [`user:${newId()}`, { tenantId, subject, action: 'operator.view', after: { call: 'readCase' } }],
    [`user:${newId()}`, { tenantId, subject, action: 'transactions.reveal', after: { field: 'identity' } }],
  ] as const;
  for (const [actor, entry] of entries) await insertAuditEntry(db(), { clock, actor }, entry);
}

const SAID: Readonly<Record<CaseFileLanguage, readonly string[]>> = {
  pt: [
    'Não confirmada. Uma só pessoa',
    'Teste: nada neste dossiê é de uma compra real',
    'BRL\u00a01.299,90',
    'O limiar daquele dia, 0,5,',
    'a conexão foi recusada',
    'resposta 503: o receptor',
    'conta de serviço loja',
    '(o sandbox)',
    'Um operador viu',
    'Viu um campo oculto: Identidade',
    'Sem verificações na criação (post)',
    'consultar as etapas até então, resposta 200',
    'cancelar a transação (cancelTransaction), recusada com 40046',
  ],
  en: [
    'Not confirmed. One person made',
    'Test: nothing in this file is about a real purchase',
    'BRL\u00a01,299.90',
    'The threshold of that day, 0.5,',
    'the connection was refused',
    'answered 503: the receiver has a fault',
    'service account loja',
    '(the sandbox)',
    'Viewed by an operator',
    'Looked at a masked field: Identity',
    'No checks at creation (post)',
    'read the steps so far, answered 200',
    'cancel the transaction (cancelTransaction), refused with 40046',
  ],
  es: [
    'No confirmada. Una sola persona',
    'Prueba: nada de este expediente es de una compra real',
    '1299,90\u00a0BRL',
    'El umbral de ese día, 0,5,',
    'la conexión se rechazó',
    'respuesta 503: el receptor tiene un fallo',
    'cuenta de servicio loja',
    '(el sandbox)',
    'Un operador lo vio',
    'Vio un campo oculto: Identidad',
    'Sin verificaciones al crear (post)',
    'consultar los pasos hasta entonces, respuesta 200',
    'cancelar la transacción (cancelTransaction), rechazada con 40046',
  ],
};

/** Codes, names of settings and errors that only machines should read; a field of the file that is empty. */
const CODES =
  /ECONN|match-threshold|service-account|operator\.view|[a-z]+_[a-z]+(?!\.)|(?<!\()\b[a-z]+[A-Z]\w+|undefined|NaN|\{\w+\}/;

/** Words to a reader: the file is read by a bank, and not by the merchant to whom the portal speaks. */
const TO_READER: Readonly<Record<CaseFileLanguage, RegExp>> = {
  pt: /(?<!\p{L})(?:você|seus?|suas?)(?!\p{L})/iu,
  en: /\byou(?:rs?)?\b/i,
  es: /(?<!\p{L})(?:tú|tus?|te|ti|tuy[oa]s?|enviaste)(?!\p{L})/iu,
};

test.each(CASE_FILE_LANGUAGES)('a case file in %s speaks of the merchant, and to nobody (F7)', (language) => {
  const say = sayIn(language);
  const said = [
    ...Object.keys(words).map((key) => say.code('', key)),
    ...Object.keys(texts).map((key) => say.text(key as keyof typeof texts)),
  ];
  expect(said.length).toBeGreaterThan(200);
  expect(said.filter((text) => TO_READER[language].test(text))).toEqual([]);
});

/** The catalogue is about no transaction. */
const ABOUT_NONE = 'listScenarios';

test('every operation behind a token that a transaction may have has words in a case file, and nothing else has any (P4)', () => {
  const logged = Object.entries(publishedOperations).flatMap(([id, { codes }]) =>
    codes.includes('40301') && id !== ABOUT_NONE ? [id] : [],
  );
  expect(Object.keys(operationWords).toSorted()).toEqual(logged.toSorted());
  for (const language of CASE_FILE_LANGUAGES)
    expect(logged.filter((id) => !sayIn(language).operation(id))).toEqual([]);
});

test.each(CASE_FILE_LANGUAGES)(
  'a case file in %s says environment, amounts, modules, calls, rules, faults and who acted as its language writes them, and no code (F7)',
  async (language) => {
    const id = await files.newEnded('inconclusive', { value: 1299.9, currency: 'BRL' });
    await addFailedDelivery(id);
    await addActs(id);
    await addCalls(id);
    const text = readText(await files.make(files.as('admin'), id, { language }));
    for (const words of SAID[language]) expect(text).toContain(words);
    expect(CODES.exec(text)?.[0]).toBeUndefined();
  },
);
