import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
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
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readPagesOf } from '../../suite/pages-of-client.ts';
import { hasCryptography, hasPython, runPython, startPython } from './run-python.ts';

describe.skipIf(!hasPython)('the pages of the Python client', () => {
  let service: TestService;
  let tenant: TestTenant;
  let directory: string;
  let names: string[];
  beforeAll(async () => {
    service = await startTestService();
    tenant = await addTenant(service);
    directory = await mkdtemp(join(tmpdir(), 'titular-python-'));
    const { snippets } = await readPagesOf(['clients/python/README.md', 'docs/clients/python.md'], 'python');
    names = [...snippets.keys()];
    for (const [name, code] of snippets) await writeFile(join(directory, name), code);
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
    expect(names).toEqual(['first.py', 'errors.py', 'key.py', 'receiver.py']);
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

  test('handles webhooks in threads, each once, refuses a bad signature, and asks again for what it could not store (R40)', async () => {
    const port = await findFreePort();
    const [{ payload, secrets } = { payload: '', secrets: [] }] = WEBHOOK_CASES;
    const database = join(directory, 'orders.db');
    const env = { PORT: String(port), WEBHOOK_SECRET: secrets[0] ?? '', DATABASE: database };
    const { interrupt, ended } = startPython([join(directory, 'receiver.py')], { env });
    onTestFinished(interrupt);
    const send = async (event: object, added = ''): Promise<number> => {
      const body = JSON.stringify(event);
      const headers = signWebhook(String((event as { id: string }).id), new Date(), body, [...secrets]);
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: body + added }))
        .status;
    };
    const event = JSON.parse(payload);
    await expect.poll(() => send(event).catch(() => 0)).toBe(204);
    // Somebody who sends nothing keeps nobody else waiting.
    const silent = connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void silent.destroy());
    await once(silent, 'connect');
    expect([await send(event), await send(event, ' ')]).toEqual([204, 400]);
    const unstorable = { ...event, id: 'another', transactionId: 'another', status: {} };
    expect([await send(unstorable), await send({ ...unstorable, status: 'approved' })]).toEqual([500, 204]);
    const stolen = { ...event, id: 'stolen', transactionId: 'stolen', hasIdentityChanged: true };
    expect(await send(stolen)).toBe(204);
    silent.destroy();
    interrupt();
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, '']);
    const orders = new DatabaseSync(database, { readOnly: true });
    onTestFinished(() => orders.close());
    expect(orders.prepare('SELECT * FROM orders ORDER BY id').all()).toEqual([
      { id: event.transactionId, status: 'approved' },
      { id: 'another', status: 'approved' },
      { id: 'stolen', status: 'inconclusive' },
    ]);
    expect(stdout.trim().split('\n')).toEqual([
      'ready',
      'transaction.finished handled',
      'transaction.finished repeated',
      'refused: no_matching_signature',
      expect.stringMatching(/^failed: \w+$/),
      'transaction.finished handled',
      'transaction.finished handled',
    ]);
  });
});
