import { addTenant, newTransactionBody, startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreateTransactionRequest, type ResponseInfo, Titular, TitularApiError } from '../src/index.ts';

let service: TestService;
let client: Titular;
let order: () => CreateTransactionRequest;
let answers: string[];
beforeAll(async () => {
  service = await startTestService();
  const { companyId, clientId, clientSecret } = await addTenant(service);
  order = () => newTransactionBody(companyId) as CreateTransactionRequest;
  answers = [];
  client = new Titular({
    baseUrl: service.url,
    credentials: { kind: 'clientSecret', clientId, clientSecret },
    hooks: { onResponse: ({ operation, status }: ResponseInfo) => answers.push(`${operation} ${status}`) },
  });
});
afterAll(() => service.close());

test('a refusal that passes is retried, for creates by one key and for reads, and tells nobody (R72)', async () => {
  const { id } = await client.transactions.create(order(), { scenario: 'error-42901-then-served' });
  expect(answers.filter((one) => one.startsWith('create'))).toEqual([
    'createTransaction 429',
    'createTransaction 200',
  ]);
  const read = await client.transactions.get(id, { scenario: 'error-50001-then-served' });
  expect(read).toEqual({ status: 'waiting' });
  expect(answers.filter((one) => one.startsWith('read'))).toEqual([
    'readTransaction 500',
    'readTransaction 200',
  ]);
});

test('a refusal of any operation comes as the error of that code', async () => {
  const { id } = await client.transactions.create(order());
  const call = client.transactions.cancel(id, { scenario: 'error-40046' });
  await expect(call).rejects.toMatchObject({ code: '40046', status: 400, retryable: false });
  await expect(call).rejects.toBeInstanceOf(TitularApiError);
  await expect(client.processes.get(id, { scenario: 'error-40409' })).rejects.toMatchObject({
    code: '40409',
  });
  expect(await client.transactions.get(id)).toEqual({ status: 'waiting' });
});

test('a scenario that an operation does not take is told with its name', async () => {
  await expect(client.limits({ scenario: 'approved' })).rejects.toMatchObject({
    code: '40090',
    message: expect.stringContaining('readLimits does not take the scenario approved.'),
  });
});
