import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseMasterKeys } from '@titular/server/tenants/keys/master-key.ts';
import { findFreePort, postAndHold } from '@titular/test-kit';
import { poseFrame } from '@titular/test-kit/faces/pose-frame.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuideFixture, openGuides } from './guide-fixture.ts';

const GUIDE_MS = 360_000;
const run = promisify(execFile);

let fixture: GuideFixture;
beforeAll(async () => {
  fixture = await openGuides();
}, GUIDE_MS);
afterAll(() => fixture.close());

const json = async (page: string, name: string, more: Record<string, string> = {}) =>
  JSON.parse(await fixture.shell(page, name, more)) as Record<string, string>;

/** Of each key and secret of an account, whether an end was set for it. */
async function endsOf(account: string) {
  const { db } = fixture.service.service.database;
  const ends = (table: 'service_account_keys' | 'service_account_secrets') =>
    db.selectFrom(table).select('retired_at').where('account', '=', account).execute();
  const areSet = async (table: Parameters<typeof ends>[0]) =>
    (await ends(table)).map(({ retired_at }) => retired_at !== null).sort();
  return { keys: await areSet('service_account_keys'), secrets: await areSet('service_account_secrets') };
}

test(
  'every TypeScript program of the guides compiles',
  async () => {
    const files = fixture.snippets.filter(({ language }) => language === 'ts').map(({ name }) => name);
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022'],
      types: ['node'],
      typeRoots: [join(fixture.directory, 'node_modules/@types')],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      noEmit: true,
    };
    await writeFile(join(fixture.directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const compiler = join(fixture.directory, 'node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '-p', fixture.directory]).catch(
      (error: { stdout: string }) => error,
    );
    expect(files.length).toBeGreaterThan(0);
    expect(new Set(files).size).toBe(files.length);
    expect(stdout).toBe('');
  },
  GUIDE_MS,
);

test(
  'the first transaction is approved with curl, one without a camera, and another one with the client',
  async () => {
    const page = 'first-transaction';
    await fixture.shell(page, 'values');
    await fixture.shell(page, 'token');
    const created = await json(page, 'create');
    expect(created['status']).toBe('waiting');
    expect(await json(page, 'create')).toEqual(created);
    await fixture.takeSelfie(String(created['link']), 'a');
    const isApproved = (ID: string) =>
      eventually(async () => expect((await json(page, 'status', { ID }))['status']).toBe('approved'));
    const ID = String(created['id']);
    await isApproved(ID);
    await isApproved(String((await json(page, 'approved'))['id']));
    expect((await json(page, 'history', { ID }))['history']).toContainEqual(
      expect.objectContaining({ status: 'approved' }),
    );

    const program = fixture.startProgram(page, 'first-transaction.ts');
    const opened = /^open (http\S+)$/.exec((await program.line()) ?? '');
    await fixture.takeSelfie(opened?.[1] ?? '', 'b');
    expect([await program.line(), await program.line()]).toEqual(['approved', undefined]);
    expect(await fixture.shell(page, 'run')).toMatch(/^open http\S+\napproved\n$/);
  },
  GUIDE_MS,
);

test(
  'the values for Python and PHP are those of the demo merchant, with an order number of their own',
  async () => {
    await fixture.shell('first-transaction', 'environment');
    const { clientId, clientSecret, companyId, issuer } = fixture.demo;
    const set = await readFile(join(fixture.directory, 'first-transaction.terminal'), 'utf8');
    for (const [name, value] of Object.entries({
      ...{ TITULAR_URL: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, COMPANY: companyId },
      CPF: '99900000188',
    }))
      expect(set).toContain(`declare -x ${name}="${value}"`);
    expect(set).toMatch(/ ORDER="order-\d{10}"/);
  },
  GUIDE_MS,
);

test(
  'the front page and the guides may be followed one after the other: neither takes the order of the other',
  async () => {
    await fixture.shell('README', 'values');
    const created = await json('README', 'create');
    expect(created).toMatchObject({ status: 'waiting', link: expect.stringContaining('http') });
    expect(await json('README', 'status')).toEqual({ status: 'waiting' });
  },
  GUIDE_MS,
);

test(
  'both grants give a token for an hour, one token serves all calls, and keys and secrets rotate, those of the demo excepted',
  async () => {
    const page = 'tokens';
    await fixture.shell(page, 'values');
    expect(fixture.snippets.some(({ id }) => id === `${page}/sign-assertion.mjs`)).toBe(true);
    const granted = { token_type: 'Bearer', expires_in: 3600 };
    expect(await json(page, 'by-assertion')).toMatchObject(granted);
    // Run by the command before it.
    fixture.ran.add(`${page}/sign-assertion.mjs`);
    expect(await json(page, 'by-secret')).toMatchObject({ ...granted, scope: 'transactions:read' });
    expect(await fixture.startProgram(page, 'one-token.ts').line()).toBe('5 calls, 1 token');
    const elsewhere = await fixture.startProgram(page, 'key-elsewhere.ts').line();
    expect(elsewhere).toBe('2 limits, with a key that stayed where it was');
    await fixture.shell(page, 'rotate');
    expect(await readFile(join(fixture.service.config.dataDirectory, 'new.key.pem'), 'utf8')).toContain(
      'BEGIN PRIVATE KEY',
    );
    expect(await endsOf('rotation-trial')).toEqual({ keys: [false, true], secrets: [false, true] });
    expect(await endsOf(fixture.demo.account)).toEqual({ keys: [false], secrets: [false] });
    expect(await json(page, 'wrong-secret')).toMatchObject({
      error: 'invalid_client',
      sub_code: 'client_authentication_failed',
    });
  },
  GUIDE_MS,
);

test(
  'the receiver takes an event that is triggered, and refuses what is not signed and what is too large',
  async () => {
    const receiver = fixture.startProgram('webhooks', 'receive.ts');
    expect(await receiver.line()).toBe('ready');
    const { webhookUrl } = fixture.demo;
    expect((await fetch(webhookUrl, { method: 'POST', body: '{}' })).status).toBe(400);
    expect(await postAndHold(webhookUrl, 65_537)).toEqual({ status: 413, connection: 'close' });
    await fixture.shell('webhooks', 'trigger');
    expect(await receiver.line()).toMatch(/^[0-9a-f-]{36} is approved$/);
    await receiver.stop();
  },
  GUIDE_MS,
);

test(
  'a selfie of a process serves for a card',
  async () => {
    const program = fixture.startProgram('reuse', 'reuse.ts');
    const opened = /^open (http\S+)$/.exec((await program.line()) ?? '');
    await fixture.takeSelfie(opened?.[1] ?? '', 'c');
    expect([await program.line(), await program.line()]).toEqual(['PROCESS_RESULT_OK', 'approved']);
    const alone = fixture.startProgram('reuse', 'reuse-without-camera.ts');
    expect([await alone.line(), await alone.line(), await alone.line()]).toEqual([
      'PROCESS_RESULT_OK, approved',
      'PROCESS_RESULT_OK, inconclusive',
      undefined,
    ]);
  },
  GUIDE_MS,
);

test(
  'listen brings triggered events to a receiver on this machine, and a transaction is refused twice and canceled',
  async () => {
    const received: { headers: Record<string, string>; body: string }[] = [];
    const receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    try {
      const PORT = String((receiver.address() as AddressInfo).port);
      const listening = fixture.startShell('testing', 'listen', { PORT });
      expect(await listening.line()).toContain('listen.whsec');
      await fixture.shell('testing', 'trigger');
      await eventually(() => expect(received).toHaveLength(2));
      await listening.stop();
      const secret = await readFile(join(fixture.service.config.dataDirectory, 'listen.whsec'), 'utf8');
      const events = received.map(({ body, headers }) => new Webhook(secret.trim()).verify(body, headers));
      expect(events).toMatchObject([
        { type: 'transaction.finished', status: 'inconclusive' },
        { type: 'process.finished' },
      ]);
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
    const program = fixture.startProgram('testing', 'cancel.ts');
    expect([await program.line(), await program.line()]).toEqual(['40027', 'canceled']);
  },
  GUIDE_MS,
);

test(
  'the commands of the list for production do what it says',
  async () => {
    const page = 'going-to-production';
    expect(await fixture.shell(page, 'doctor')).toMatch(
      /^environment +to do +Set TITULAR_ENV=production[\s\S]*Not ready/m,
    );
    await fixture.shell(page, 'master-key');
    const file = join(fixture.service.config.dataDirectory, 'titular-master.key');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(parseMasterKeys(await readFile(file, 'utf8'))).toHaveLength(1);
    expect(await json(page, 'ready', { BASE: fixture.service.url })).toEqual({ status: 'ready' });
    const settings = await fixture.shell(page, 'tenant');
    expect(settings).toContain('https://shop.example');
    const account = JSON.parse(
      await readFile(join(fixture.service.config.dataDirectory, 'shop-backend.json'), 'utf8'),
    );
    expect(JSON.stringify(account)).toContain('BEGIN PRIVATE KEY');
    expect(JSON.stringify(account)).not.toContain('clientSecret');
    expect(await fixture.shell(page, 'anchor')).toMatch(/[0-9a-f]{64}/);
  },
  GUIDE_MS,
);

test(
  'an app scheme is registered before a transaction names it, and one without a dot with its risk accepted (C5)',
  async () => {
    const { companyId: COMPANY, tenantId: TENANT } = fixture.demo;
    expect(await fixture.shell('mobile', 'register-scheme', { COMPANY, TENANT })).toContain('br.com.shop');
    expect(await fixture.shell('mobile', 'accept-plain-scheme', { COMPANY, TENANT })).toContain(
      'br.com.shop,shop:any-app-may-claim-it',
    );
  },
  GUIDE_MS,
);

test(
  'a certificate of its own and a proxy let a phone reach the service by https, by one address only, and no key of the authority stays (D11)',
  async () => {
    const address = new URL((await fixture.shell('phone', 'certificate')).trim().split('\n').at(-1) ?? '');
    const folder = join(fixture.service.config.dataDirectory, 'phone');
    expect((await readdir(folder)).sort()).toEqual(['ca.pem', 'lan.key.pem', 'lan.pem', 'openssl.cnf']);
    expect((await stat(join(folder, 'lan.key.pem'))).mode & 0o777).toBe(0o600);
    const PHONE_PORT = String(await findFreePort());
    const { port: PORT } = new URL(fixture.service.url);
    const proxy = fixture.startProgram('phone', 'lan-proxy.mjs', { PORT, PHONE_PORT });
    expect(await proxy.line()).toBe(`https on port ${PHONE_PORT} for the service on port ${PORT}`);
    const ca = await readFile(join(folder, 'ca.pem'), 'utf8');
    const ask = (authorities: string[]): Promise<string> =>
      new Promise((resolve, reject) => {
        const asked = {
          host: address.hostname,
          port: PHONE_PORT,
          path: '/readyz',
          ca: authorities,
          agent: false,
        };
        get(asked, async (answer) => resolve(Buffer.concat(await answer.toArray()).toString())).on(
          'error',
          reject,
        );
      });
    expect(JSON.parse(await ask([ca]))).toEqual({ status: 'ready' });
    await expect(ask([])).rejects.toThrow('certificate');
    await proxy.stop();
  },
  GUIDE_MS,
);

test(
  'a company decides what a person gets when the gallery is full (F3)',
  async () => {
    const { companyId: COMPANY } = fixture.demo;
    expect(await fixture.shell('several-nodes', 'full-gallery', { COMPANY })).toContain('approve');
  },
  GUIDE_MS,
);

test(
  'a reference face is enrolled from a photograph that is kept, read and withdrawn, others are imported, and a company requires one (R65)',
  async () => {
    const page = 'reference-faces';
    await fixture.forgetFaces();
    await fixture.shell(page, 'values');
    await writeFile(join(fixture.directory, 'photograph.jpg'), await poseFrame('c', 'front'));
    const created = await json(page, 'create');
    expect(created).toMatchObject({ source: 'onboarding', faces: 1 });
    const ID = String(created['id']);
    expect(await json(page, 'read', { ID })).toEqual(created);
    expect(await json(page, 'keep')).toEqual({ ...created, photographsKept: 1 });
    await fixture.shell(page, 'photograph', { ID });
    const kept = await readFile(join(fixture.directory, 'kept.jpg'));
    expect(kept).toEqual(await readFile(join(fixture.directory, 'photograph.jpg')));
    expect(await json(page, 'withdraw', { ID })).toMatchObject({ id: ID });
    expect(await fixture.startProgram(page, 'reference.ts').line()).toBe('1');
    await mkdir(join(fixture.directory, 'onboarding/photos'), { recursive: true });
    await writeFile(join(fixture.directory, 'onboarding/photos/4712.jpg'), await poseFrame('a', 'front'));
    expect(await fixture.shell(page, 'import', { TENANT: fixture.demo.tenantId })).toMatch(
      /1 ready[\s\S]*1 enrolled/,
    );
    expect(await fixture.shell(page, 'require')).toContain('require-reference');
  },
  GUIDE_MS,
);

test(
  'the settings of an agent name a server that the shell can ask for its tools, those of the sandbox among them (W17)',
  async () => {
    await fixture.shell('agents', 'settings');
    const { mcpServers } = JSON.parse(await readFile(join(fixture.directory, '.mcp.json'), 'utf8'));
    expect(mcpServers.titular).toEqual({
      command: 'npx',
      args: ['titular', 'mcp'],
      env: { TITULAR_DATA_DIR: fixture.service.config.dataDirectory },
    });
    const lines = (await fixture.shell('agents', 'list-tools')).trim().split('\n');
    const answers = lines.map((line) => JSON.parse(line));
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    const names = answers[1].result.tools.map(({ name }: { name: string }) => name);
    const guide = await readFile(new URL('../../../../docs/guides/agents.md', import.meta.url), 'utf8');
    expect(names).toContain('create_transaction');
    for (const name of names) expect(guide).toContain(name);
  },
  GUIDE_MS,
);

test('every piece of code in the guides was run', () => {
  const missed = fixture.snippets.map(({ id }) => id).filter((id) => !fixture.ran.has(id));
  expect(missed).toEqual([]);
});
