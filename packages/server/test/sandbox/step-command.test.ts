import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import { openTrial } from '@titular/lab/ephemeral-service/trial-service.ts';
import { listAuditEntries } from '@titular/server/audit/audit-store.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { startProduction } from './sandbox-fixture.ts';

let service: TestService;
let merchant: Merchant;
beforeAll(async () => {
  service = await startTestService();
  merchant = await newMerchant(service);
});
afterAll(() => service.close());

const testEnvironment = (): Record<string, string> => {
  const { databaseUrl = '', dataDirectory } = service.config;
  return { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory };
};

async function step(words: string[], environment = testEnvironment()) {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const code = await runCommandLine(['sandbox', 'step', ...words, '--json'], {
    environment,
    output: collect('output'),
    errors: collect('errors'),
    onInterrupt: () => () => undefined,
    openTrial,
  });
  return { code, ...written };
}

const newTransaction = async (): Promise<string> => String((await merchant.create()).body['id']);

test('titular sandbox step: moves a live transaction, and the service tells so', async () => {
  const id = await newTransaction();
  const { code, output, errors } = await step([id, 'approve']);
  expect([code, errors]).toEqual([0, '']);
  expect(JSON.parse(output)).toEqual({
    transaction: id,
    event: 'approve',
    status: 'approved',
    hasIdentityChanged: false,
  });
  expect((await merchant.read(id)).body['status']).toBe('approved');
});

test('titular sandbox step: stands in the audit log with who did it, and leaves nothing there that was refused', async () => {
  const { tenantId } = merchant.tenant;
  const ofSandbox = async () => {
    const entries = await listAuditEntries(service.service.database.db, { tenantId, limit: 100 });
    return entries.filter(({ action }) => action === 'sandbox.step');
  };
  const before = await ofSandbox();
  const id = await newTransaction();
  await step([id, 'attempt-completed']);
  await step([id, 'expire']);
  await step([id, 'reject']);
  const [second, first, ...others] = await ofSandbox();
  expect(others).toEqual(before);
  const entry = {
    actor: expect.stringMatching(/^command-line:./),
    subject: `transaction/${id}`,
  };
  expect(first).toMatchObject({ ...entry, after: { event: 'attempt-completed', status: 'processing' } });
  expect(second).toMatchObject({ ...entry, after: { event: 'reject', status: 'inconclusive' } });
});

test('titular sandbox step: refuses what the transaction does not take, and what is no event', async () => {
  const id = await newTransaction();
  await merchant.cancel(id);
  expect(await step([id, 'approve'])).toMatchObject({ code: 4, output: '' });
  expect(await step([id, 'nothing'])).toMatchObject({ code: 2 });
  expect(await step(['019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e', 'approve'])).toMatchObject({ code: 3 });
});

test('titular sandbox step: is not there for production', async () => {
  const production = await startProduction();
  try {
    const live = await newMerchant(production.service);
    const id = String((await live.create()).body['id']);
    expect(await step([id, 'approve'], production.environment)).toEqual({
      code: 4,
      output: '',
      errors: 'There is no sandbox in production.\n',
    });
    expect((await live.read(id)).body['status']).toBe('waiting');
  } finally {
    await production.close();
  }
});
