import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signWebhook } from '@titular/server/webhooks/sender/sign-webhook.ts';
import {
  addTenant,
  findFreePort,
  newCpf,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { WEBHOOK_CASES } from '@titular/test-kit/client-cases/webhook-cases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasCryptography, hasPython, PACKAGE, runPython } from './run-python.ts';

describe.skipIf(!hasPython)('the page of the Python client', () => {
  let service: TestService;
  let tenant: TestTenant;
  let directory: string;
  let names: string[];
  beforeAll(async () => {
    service = await startTestService();
    tenant = await addTenant(service);
    directory = await mkdtemp(join(tmpdir(), 'titular-python-'));
    const page = await readFile(join(PACKAGE, 'README.md'), 'utf8');
    const snippets = [...page.matchAll(/```python (\S+)\n([\s\S]*?)\n```/g)];
    names = snippets.map(([, name = '']) => name);
    for (const [, name = '', code = ''] of snippets) await writeFile(join(directory, name), code);
  });
  afterAll(async () => {
    await service.close();
    await rm(directory, { recursive: true });
  });

  const print = async (name: string, more: Record<string, string> = {}): Promise<string[]> => {
    const env = {
      TITULAR_URL: service.url,
      CLIENT_ID: tenant.clientId,
      CLIENT_SECRET: tenant.clientSecret,
      TENANT: tenant.tenantId,
      KEY_ID: tenant.keyId,
      PRIVATE_KEY: tenant.privateKeyPem,
      COMPANY: tenant.companyId,
      CPF: newCpf(),
      ORDER: `order-${crypto.randomUUID()}`,
      ...more,
    };
    const { code, stdout, stderr } = await runPython([join(directory, name)], { env });
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim().split('\n');
  };

  test('has no piece of code that no test below runs', () => {
    expect(names).toEqual(['first.py', 'key.py', 'errors.py', 'receiver.py']);
  });

  test('creates a first transaction', async () => {
    const [line] = await print('first.py');
    expect(line).toMatch(/^[0-9a-f-]{36} is waiting: send the person to http/);
  });

  test.skipIf(!hasCryptography)('gets in with a key', async () => {
    expect(await print('key.py')).toEqual([
      expect.stringMatching(/^rate: \d+ left$/),
      expect.stringMatching(/^concurrency: \d+ left$/),
    ]);
  });

  test('tells an error by code, request id and place', async () => {
    expect(await print('errors.py')).toEqual([
      expect.stringMatching(/^api 40401 [0-9a-f-]{36} http:\S+\/docs#code-40401 False$/),
    ]);
  });

  test('handles a webhook once, when it is played back too, and refuses a bad signature (R40)', async () => {
    const port = await findFreePort();
    const [{ payload, secrets } = { payload: '', secrets: [] }] = WEBHOOK_CASES;
    const now = new Date();
    const { id } = JSON.parse(payload);
    const headers = signWebhook(id, now, payload, [...secrets]);
    const env = { PORT: String(port), WEBHOOK_SECRET: secrets[0] ?? '', REQUESTS: '3' };
    const printed = print('receiver.py', env);
    const url = `http://127.0.0.1:${port}/`;
    const send = async (body: string): Promise<number> =>
      (await fetch(url, { method: 'POST', headers, body })).status;
    await expect.poll(() => send(payload).catch(() => 0)).toBe(204);
    expect([await send(payload), await send(`${payload} `)]).toEqual([204, 400]);
    expect(await printed).toEqual([
      'ready',
      'event: approved',
      'handled',
      'repeated',
      'no_matching_signature',
    ]);
  });
});
