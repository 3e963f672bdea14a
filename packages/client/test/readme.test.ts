import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  addTenant,
  fetchToken,
  findFreePort,
  newCpf,
  newTransactionBody,
  postAndHold,
  startTestService,
  type TestService,
  type TestTenant,
} from '@titular/test-kit';
import { COMPILE_CACHE } from '@titular/test-kit/compile-cache.ts';
import { startCuttingProxy } from '@titular/test-kit/services/cutting-proxy.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CreateTransactionRequest, Titular } from '../src/index.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const ROOT = join(PACKAGE, '../..');
const run = promisify(execFile);

let service: TestService;
let tenant: TestTenant;
let directory: string;
let names: string[];
const children: ChildProcess[] = [];

const environment = (): Record<string, string> => ({
  TITULAR_URL: service.url,
  CLIENT_ID: tenant.clientId,
  CLIENT_SECRET: tenant.clientSecret,
  TENANT: tenant.tenantId,
  KEY_ID: tenant.keyId,
  PRIVATE_KEY: tenant.privateKeyPem,
  COMPANY: tenant.companyId,
  CPF: newCpf(),
  ORDER: `order-${crypto.randomUUID()}`,
  ...COMPILE_CACHE,
});

/** What a snippet prints when it is run as it stands on the page. */
async function print(name: string, more: Record<string, string> = {}): Promise<string[]> {
  const env = { ...environment(), ...more };
  const { stdout, stderr } = await run(process.execPath, [join(directory, name)], { env });
  expect(stderr).toBe('');
  return stdout.trim().split('\n');
}

beforeAll(async () => {
  const page = await readFile(join(PACKAGE, 'README.md'), 'utf8');
  directory = await mkdtemp(join(tmpdir(), 'titular-readme-'));
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  const snippets = [...page.matchAll(/```(\w+) (\S+)\n([\s\S]*?)\n```/g)];
  names = snippets.map(([, , name = '']) => name);
  expect([...page.matchAll(/^```\w/gm)].length).toBe(names.length);
  for (const [, , name = '', code = ''] of snippets) await writeFile(join(directory, name), code);
  service = await startTestService({ env: { TITULAR_WEBHOOK_LOOPBACK: 'on' } });
  tenant = await addTenant(service);
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await service.close();
  await rm(directory, { recursive: true });
});

test('every piece of code on the page compiles', async () => {
  const compilerOptions = {
    target: 'ES2022',
    lib: ['ES2022'],
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    noEmit: true,
  };
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: names }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout } = await run(process.execPath, [compiler, '-p', directory]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe('');
});

test('every piece of code on the page is run by a test of its own below', async () => {
  const own = await readFile(fileURLToPath(import.meta.url), 'utf8');
  expect(names.filter((name) => !own.includes(`'${name}'`))).toEqual([]);
});

test('the first transaction is created', async () => {
  const [line] = await print('first.ts');
  expect(line).toMatch(/^[0-9a-f-]{36} is waiting: send the person to http/);
});

test('a key gets in', async () => {
  expect(await print('key.ts')).toEqual([
    expect.stringMatching(/^rate: \d+ left$/),
    expect.stringMatching(/^concurrency: \d+ left$/),
  ]);
});

test('an error is told by code, request id and place', async () => {
  expect(await print('errors.ts')).toEqual([
    expect.stringMatching(/^40401 [0-9a-f-]{36} http:\S+\/docs#code-40401$/),
  ]);
  expect(await print('errors.ts', { CLIENT_SECRET: 'wrong' })).toEqual([
    expect.stringMatching(/^invalid_client client_authentication_failed http:\S+$/),
  ]);
  expect(await print('errors.ts', { TITULAR_URL: `${service.url}/elsewhere` })).toEqual([
    expect.stringMatching(/^unknown undefined http:\S+\/docs$/),
  ]);
});

test('hooks tell of the calls, a create under a key is the same again, and the next try has its own key (R73, R74)', async () => {
  const lines = await print('calls.ts', { ORDER: 'pedido São João 7' });
  expect(lines).toEqual(
    expect.arrayContaining([
      'issueToken 200 (1)',
      'createTransaction 200 (1)',
      'the same: true',
      'another: true',
      'listTransactions 200 (1)',
      'pedido São João 7 is waiting',
    ]),
  );
});

test('a process is started and read', async () => {
  expect(await print('process.ts')).toEqual([
    expect.stringMatching(/^send the person to http/),
    'PROCESS_STATE_CREATED',
  ]);
});

test('a create whose answer was lost is gone on with, and is the one that was made (R81)', async () => {
  const proxy = await startCuttingProxy(service.url);
  proxy.decide('/transaction', 'cut');
  const [later, made] = await print('resume.ts', { TITULAR_URL: proxy.url });
  expect(later).toMatch(/^later, with [0-9a-f-]{36}$/);
  const told = proxy.answers.filter(({ path }) => path.endsWith('/transaction')).map(({ body }) => body);
  expect(told[1]).toEqual(told[0]);
  expect(made).toBe(`${(told[0] as { id: string }).id} is the one that was made`);
});

test('events are pulled from where the last run ended', async () => {
  const shop = await addTenant(service);
  const credentials = { kind: 'clientSecret', ...shop } as const;
  const client = new Titular({ baseUrl: service.url, credentials });
  const { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET } = shop;
  const finish = async (): Promise<string> => {
    const { id } = await client.transactions.create(
      newTransactionBody(shop.companyId) as CreateTransactionRequest,
    );
    await client.transactions.cancel(id);
    return id;
  };
  const ids = [await finish(), await finish()];
  const lines = await print('pull.ts', { CLIENT_ID, CLIENT_SECRET });
  expect(lines.slice(0, -1)).toEqual(ids.map((id) => `${id} is canceled`));
  const stolen = await client.transactions.create(
    newTransactionBody(shop.companyId) as CreateTransactionRequest,
  );
  await client.sandbox.step(stolen.id, { event: 'identity-changed' });
  const CURSOR = lines.at(-1) ?? '';
  const [other, next] = await print('pull.ts', { CLIENT_ID, CLIENT_SECRET, CURSOR });
  expect(other).toBe(`${stolen.id} is inconclusive`);
  const last = await finish();
  const [line, cursor] = await print('pull.ts', { CLIENT_ID, CLIENT_SECRET, CURSOR: next ?? '' });
  expect(line).toBe(`${last} is canceled`);
  expect(await print('pull.ts', { CLIENT_ID, CLIENT_SECRET, CURSOR: cursor ?? '' })).toHaveLength(1);
});

test('a scenario decides what comes of a call, and a step what comes of a transaction', async () => {
  const [refused, status] = await print('scenario.ts');
  expect(refused).toMatch(/^TitularApiError: 40045: /);
  expect(status).toBe('approved');
});

test("a scenario of the token endpoint is reached through a fetch of one's own", async () => {
  const [line] = await print('token-scenario.ts');
  expect(line).toMatch(/^account_locked \d+$/);
});

/** Asks the store of the page, as processes that share it do, and prints each verdict. */
const ASK_STORE = `
import pg from 'pg';
import { store } from './store.ts';
const say = async (...verdicts) => console.log((await Promise.all(verdicts)).sort().join(' '));
const first = { id: 'first', subject: 'a', sequence: 3 };
const other = { id: 'other', subject: 'b', sequence: 2 };
await say(...Array.from({ length: 8 }, () => store.claim(first)));
await store.release(first);
await say(store.claim(first));
await store.finish(first);
await store.release(first);
await say(store.claim(first));
await say(store.claim({ id: 'late', subject: 'a', sequence: 2 }), store.claim({ id: 'twin', subject: 'a', sequence: 3 }));
await say(store.claim({ id: 'next', subject: 'a', sequence: 4 }), store.claim({ id: 'alone' }));
await say(store.claim({ id: 'alone' }));
await say(store.claim(other));
await say(store.claim({ id: 'earlier', subject: 'b', sequence: 1 }));
await store.release(other);
await say(store.claim({ id: 'earlier', subject: 'b', sequence: 1 }));
await say(store.claim(other));
await say(store.claim({ id: 'earlier', subject: 'b', sequence: 1 }));
const database = new pg.Client({ connectionString: process.env.DATABASE_URL });
await database.connect();
await database.query("UPDATE titular_events SET claimed_at = now() - interval '6 minutes'");
await say(...Array.from({ length: 8 }, () => store.claim(other)));
await say(store.claim(first));
process.exit();
`;

test('a store over a table gives each event to one, again after a failure or a crash, and never after a later one', async () => {
  await writeFile(join(directory, 'ask-store.ts'), ASK_STORE);
  expect(names).toContain('store.ts');
  const crowd = 'busy busy busy busy busy busy busy new';
  expect(await print('ask-store.ts', { DATABASE_URL: service.config.databaseUrl ?? '' })).toEqual([
    crowd,
    'new',
    'repeated',
    'stale stale',
    'new new',
    'busy',
    'new',
    'stale',
    'new',
    'new',
    'stale',
    crowd,
    'repeated',
  ]);
});

test('the receiver takes what the service sends, refuses what it does not, and the wait ends', async () => {
  const { clientId, clientSecret, companyId } = tenant;
  const credentials = { kind: 'clientSecret', clientId, clientSecret } as const;
  const client = new Titular({ baseUrl: service.url, credentials });
  const port = await findFreePort();
  const authorization = `Bearer ${await fetchToken(service, tenant)}`;
  const url = `http://127.0.0.1:${port}/`;
  const { secret } = await client.webhookEndpoints.create({ company: companyId, url });
  const request: CreateTransactionRequest = {
    identity: { key: 'cpf', value: newCpf() },
    orderNumber: 'order-of-receiver',
    company: companyId,
    card: { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' },
  };
  const { id } = await client.transactions.create(request);
  const child = spawn(process.execPath, [join(directory, 'receiver.ts')], {
    env: { ...environment(), WEBHOOK_SECRET: secret, PORT: String(port), TRANSACTION: id },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const told = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string | undefined> => (await lines.next()).value;
  expect(await line()).toBe('ready');
  const forged = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{"forged":1}' });
  expect(forged.status).toBe(400);
  expect((await told.next()).value).toBe(
    'webhook: WebhookVerificationError: the header webhook-id is missing or there twice',
  );
  expect(await postAndHold(`http://127.0.0.1:${port}/`, 65_537)).toEqual({
    status: 413,
    connection: 'close',
  });
  const query = new URLSearchParams({ transaction: id, operation: 'readTransaction' });
  const readCalls = async (): Promise<unknown[]> => {
    const listed = await fetch(`${service.url}/api/public/v1/calls?${query}`, { headers: { authorization } });
    return ((await listed.json()) as { calls: unknown[] }).calls;
  };
  await expect.poll(readCalls).toHaveLength(1);
  await client.transactions.cancel(id);
  expect([await line(), await line(), await line()]).toEqual([
    'event: canceled',
    'final: canceled',
    undefined,
  ]);
  expect(await told.next()).toEqual({ done: true, value: undefined });
});
