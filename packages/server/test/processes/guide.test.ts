import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { runCommandLine } from '@titular/cli/frame/run-command.ts';
import type { CreateProcessResponse, ProcessHistoryResponse, ProcessResponse } from '@titular/contract';
import { newCpf, startTestService, type TestService } from '@titular/test-kit';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { createRunningClock } from '@titular/test-kit/time/running-clock.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { perform } from '../captures/phone.ts';
import { type Merchant, newMerchant } from '../transactions/api.ts';
import { ended, openProcessCamera } from './process-fixture.ts';

const GUIDE = new URL('../../../../docs/processes.md', import.meta.url);
const run = promisify(execFile);

let service: TestService;
let merchant: Merchant;
let guide: string;

beforeAll(async () => {
  service = await startTestService({ clock: createRunningClock() });
  merchant = await newMerchant(service);
  guide = await readFile(GUIDE, 'utf8');
});
afterAll(() => service.close());

/** Runs a command of the guide as it stands there, and gives the answer. */
async function carryOut<Answer>(name: string, more: Record<string, string> = {}): Promise<Answer> {
  const code = new RegExp(`\`\`\`sh ${name}\\n([\\s\\S]*?)\n\`\`\``).exec(guide)?.[1];
  if (code === undefined) throw new Error(`the guide has ${name}`);
  const env = { BASE: service.url, TOKEN: merchant.token, COMPANY: merchant.tenant.companyId, ...more };
  const { stdout } = await run('bash', ['-euc', code], { env: { PATH: '/usr/bin:/bin', ...env } });
  return JSON.parse(stdout) as Answer;
}

async function titular(...words: string[]) {
  const written = { output: '', errors: '' };
  const collect = (name: keyof typeof written) => ({ write: (text: string) => (written[name] += text) });
  const { databaseUrl, dataDirectory } = service.config;
  const code = await runCommandLine(words, {
    environment: { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory },
    output: collect('output'),
    errors: collect('errors'),
    onInterrupt: () => () => undefined,
    openTrial: () => Promise.reject(new Error('nothing is tried here')),
  });
  return { code, ...written };
}

test('the guide leads from a process to an approved card, and every command on it runs as it stands there', async () => {
  const cpf = newCpf();
  const { process: started } = await carryOut<CreateProcessResponse>('start-process', { CPF: cpf });
  const named = { CPF: cpf, PROCESS: started.id };
  const { process: renewed } = await carryOut<CreateProcessResponse>('renew-link', named);
  const { phone, attempt } = await openProcessCamera(service, { address: renewed.userRedirectUrl });
  await perform(phone, attempt, 'a');
  await ended(merchant, started.id);
  const read = await carryOut<ProcessResponse>('read-process', named);
  expect(read.process.result).toBe('PROCESS_RESULT_OK');
  const created = await carryOut<{ id: string }>('reuse', named);
  expect(created).toEqual({ id: expect.any(String), status: 'processing' });
  await eventually(async () => expect((await merchant.read(created.id)).body['status']).toBe('approved'));
  expect(await carryOut('look', named)).toMatchObject({ contentType: 'image/jpeg' });
  const { history } = await carryOut<ProcessHistoryResponse>('history', named);
  expect(history.at(-1)).toMatchObject({ event: 'reuse', transactionId: created.id });

  const told = await titular('processes', 'show', started.id, '--tenant', merchant.tenant.tenantId);
  expect([told.code, told.errors]).toEqual([0, '']);
  expect(told.output).toContain(created.id);
  expect(told.output).not.toContain(cpf);
  expect(told.output).not.toContain('Maria');
  expect(told.output + told.errors).not.toContain('onboarding-1001');
  const asData = await titular(
    'processes',
    'show',
    started.id,
    '--tenant',
    merchant.tenant.tenantId,
    '--json',
  );
  expect(JSON.parse(asData.output)).toMatchObject({
    process: { id: started.id, result: 'PROCESS_RESULT_OK' },
  });
  const unknown = await titular(
    'processes',
    'show',
    crypto.randomUUID(),
    '--tenant',
    merchant.tenant.tenantId,
  );
  expect([unknown.code === 0, unknown.errors]).toEqual([
    false,
    expect.stringContaining('Process not found.'),
  ]);
});

test('the codes that the guide tells for a reference process are those that a create documents', () => {
  const told = [...guide.matchAll(/^\| `(400[0-9]{2})` \|/gm)].map(([, code]) => code);
  expect(told).toEqual(['40031', '40032', '40033', '40034', '40035', '40036', '40037', '40038']);
});
