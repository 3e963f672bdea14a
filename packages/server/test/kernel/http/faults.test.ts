import { Writable } from 'node:stream';
import { newCpf, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, checked, type Merchant, newMerchant } from '../../transactions/api.ts';

let service: TestService;
let merchant: Merchant;
let logged: string[] = [];

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      logged.push(String(chunk));
      done();
    },
  });
  service = await startTestService({ log: pino({ level: 'debug' }, sink) });
  merchant = await newMerchant(service);
  await merchant.create();
});
afterAll(() => service.close());

/** Breaks the database for the time of the work, mends it, and gives what the work answered and what was logged. */
async function whileBroken(
  breakIt: string,
  mend: string,
  work: () => Promise<Answer>,
): Promise<{ answer: Answer; log: string }> {
  const { db } = service.service.database;
  await sql.raw(breakIt).execute(db);
  logged = [];
  try {
    return { answer: await work(), log: logged.join('') };
  } finally {
    await sql.raw(mend).execute(db);
  }
}

const cpf = newCpf();
const person = {
  identity: { key: 'cpf', value: cpf },
  card: { binDigits: '55556666', lastDigits: '7778', name: 'Zuleica Canario' },
};
const secrets = [cpf, '55556666', '7778', 'Zuleica', 'Canario'];

test.each([
  // First: of a tenant that has gone on asking, the next requests are taken in advance.
  [
    'createTransaction 500: a budget that cannot be asked',
    'ALTER TABLE rate_budgets RENAME TO gone',
    'ALTER TABLE gone RENAME TO rate_budgets',
    () => merchant.create(person),
  ],
  [
    'createTransaction 500: a table that is gone',
    'ALTER TABLE transactions RENAME TO gone',
    'ALTER TABLE gone RENAME TO transactions',
    () => merchant.create(person),
  ],
  [
    'createTransaction 500: a rule that the database breaks',
    "ALTER TABLE transactions ADD CONSTRAINT never CHECK (order_number = '') NOT VALID",
    'ALTER TABLE transactions DROP CONSTRAINT never',
    () => merchant.create(person),
  ],
  [
    'createTransaction 500: a column that is gone in the history, after the transaction was written',
    'ALTER TABLE transaction_history RENAME COLUMN actor TO gone',
    'ALTER TABLE transaction_history RENAME COLUMN gone TO actor',
    () => merchant.create(person),
  ],
  [
    'readTransaction 500: a table that is gone',
    'ALTER TABLE transactions RENAME TO gone',
    'ALTER TABLE gone RENAME TO transactions',
    () => merchant.read('019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e'),
  ],
])(
  '%s is answered with nothing but 50001, logged once with the id that the caller got, and holds nothing of the person (R27, R90)',
  async (_what, breakIt, mend, work) => {
    const { answer, log } = await whileBroken(breakIt, mend, work);
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      code: '50001',
      message: 'Something went wrong on our side; nothing was changed.',
    });
    const requestId = answer.headers.get('x-request-id') ?? '';
    // Once as a fault, beside the line that every request has.
    const about = log.split('\n').filter((line) => line.includes(requestId));
    expect(about.map((line) => JSON.parse(line).level).toSorted()).toEqual([30, 50]);
    for (const secret of [...secrets, merchant.token]) expect(log.includes(secret), secret).toBe(false);
  },
);

test('createTransaction 200: after all these faults nothing of the refused transactions is there, and the same data is taken (R76)', async () => {
  const rows = await sql`SELECT 1 FROM transactions`.execute(service.service.database.db);
  expect(rows.rows).toHaveLength(1);
  expect((await merchant.create(person)).status).toBe(200);
});

test('what is refused is no fault: nothing of it is logged as an error', async () => {
  logged = [];
  await merchant.createRaw('{');
  await merchant.create({ company: 'x' });
  await merchant.read('x');
  expect(logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

test('createTransaction 500: the token cannot be checked while its table is gone, and is valid again after it', async () => {
  const fresh = await newMerchant(service);
  const { answer } = await whileBroken(
    'ALTER TABLE service_accounts RENAME TO gone',
    'ALTER TABLE gone RENAME TO service_accounts',
    () => fresh.create(),
  );
  expect([answer.status, answer.body['code']]).toEqual([500, '50001']);
  const response = await fetch(`${service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${fresh.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newTransactionBody(fresh.tenant.companyId)),
  });
  expect((await checked('createTransaction', response)).status).toBe(200);
});
