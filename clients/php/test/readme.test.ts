import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
import { makeDirectory } from '../../suite/temporary.ts';
import { AUTOLOAD, hasComposer, hasPhp, PACKAGE, runPhp, startPhp } from './run-php.ts';

const SHOP = {
  name: 'shop/back-end',
  repositories: [{ type: 'path', url: PACKAGE }, { 'packagist.org': false }],
};

describe.skipIf(!hasPhp)('the pages of the PHP client', () => {
  let service: TestService;
  let tenant: TestTenant;
  let snippets: ReadonlyMap<string, string>;
  beforeAll(async () => {
    service = await startTestService();
    tenant = await addTenant(service);
    snippets = (await readPagesOf(['clients/php/README.md', 'docs/clients/php.md'], 'php')).snippets;
  });
  afterAll(() => service.close());

  const environment = (more: Record<string, string> = {}): Record<string, string> => ({
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
  });

  /** Writes a piece of code as a reader would who has installed the client. */
  const write = async (name: string): Promise<string> => {
    const directory = await makeDirectory();
    await mkdir(join(directory, 'vendor'));
    await writeFile(join(directory, 'vendor/autoload.php'), `<?php require ${JSON.stringify(AUTOLOAD)};`);
    await writeFile(join(directory, name), snippets.get(name) ?? '');
    return join(directory, name);
  };
  const print = async (name: string, more: Record<string, string> = {}): Promise<string[]> => {
    const { code, stdout, stderr } = await runPhp([await write(name)], { env: environment(more) });
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim().split('\n');
  };

  test('has no piece of code that no test below runs', () => {
    const run = ['first.php', 'pages.php', 'errors.php', 'key.php', 'shared.php', 'receiver.php'];
    expect([...snippets.keys()]).toEqual(run);
  });

  test('creates a first transaction, and finds it in the list', async () => {
    const ORDER = `order-${crypto.randomUUID()}`;
    const [line] = await print('first.php', { ORDER });
    expect(line).toMatch(/^[0-9a-f-]{36} is waiting: send the person to http/);
    expect(await print('pages.php')).toContain(`${ORDER} is waiting`);
  });

  test.skipIf(!hasComposer)('installs the client as it says', async () => {
    const directory = await makeDirectory();
    await writeFile(join(directory, 'composer.json'), JSON.stringify(SHOP));
    const env = { PATH: '/usr/bin:/bin', COMPOSER_HOME: directory, COMPOSER_ALLOW_SUPERUSER: '1' };
    const given = ['require', '--no-interaction', '--quiet', 'titular/client'];
    await promisify(execFile)('composer', given, { cwd: directory, env });
    await writeFile(join(directory, 'first.php'), snippets.get('first.php') ?? '');
    const { stdout } = await runPhp([join(directory, 'first.php')], { env: environment() });
    expect(stdout).toContain(' is waiting: send the person to http');
  });

  test('gets in with a key', async () => {
    expect(await print('key.php')).toEqual([
      expect.stringMatching(/^rate: \d+ left$/),
      expect.stringMatching(/^concurrency: \d+ left$/),
    ]);
  });

  test('shares a token with processes that come later', async () => {
    const TOKEN_DIRECTORY = join(await makeDirectory(), 'tokens');
    const said = [expect.stringMatching(/^\d+ on the first page$/)];
    expect(await print('shared.php', { TOKEN_DIRECTORY })).toEqual(said);
    // A token that was not shared could not be had with that secret.
    expect(await print('shared.php', { TOKEN_DIRECTORY, CLIENT_SECRET: 'another' })).toEqual(said);
  });

  test('tells an error by code, request id and place', async () => {
    expect(await print('errors.php')).toEqual([
      expect.stringMatching(/^40401 .+ [0-9a-f-]{36} http:\S+\/docs#code-40401$/),
    ]);
  });

  /** Starts the receiver for the first of the cases; `send` answers with the status of its response. */
  const startReceiver = async (EVENT_FILE: string) => {
    const port = await findFreePort();
    const [{ payload, secrets } = { payload: '', secrets: [] }] = WEBHOOK_CASES;
    const stolen = JSON.stringify({
      ...JSON.parse(payload),
      ...{ id: 'stolen', transactionId: 'stolen', hasIdentityChanged: true },
    });
    const file = await write('receiver.php');
    const env = environment({ WEBHOOK_SECRET: secrets[0] ?? '', EVENT_FILE });
    const server = startPhp(['-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, file], { env });
    onTestFinished(() => void server.kill());
    let log = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const send = async (body: string, added = ''): Promise<number> => {
      const headers = signWebhook(JSON.parse(body).id, new Date(), body, [...secrets]);
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: body + added }))
        .status;
    };
    return { payload, stolen, send, readLog: () => log };
  };

  test('handles a webhook once, when it is played back too, and refuses a bad signature (R40)', async () => {
    const { payload, stolen, send, readLog } = await startReceiver(
      join(await makeDirectory(), 'events.json'),
    );
    await expect.poll(() => send(payload).catch(() => 0)).toBe(204);
    expect([await send(payload), await send(payload, ' '), await send(stolen)]).toEqual([204, 400, 204]);
    expect(await send(payload, ' '.repeat(65_537))).toBe(413);
    const words = /event: \w+|handled|repeated|no_matching_signature/g;
    const once = ['event: approved', 'handled', 'repeated', 'no_matching_signature'];
    await expect.poll(() => readLog().match(words)).toEqual([...once, 'event: inconclusive', 'handled']);
  });

  test('answers 500 where its work fails, so that the webhook comes again', async () => {
    const { payload, send } = await startReceiver('/nowhere/events.json');
    await expect.poll(() => send(payload).catch(() => 0)).toBe(500);
  });
});
