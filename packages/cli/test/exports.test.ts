import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newTransactionBody } from '@titular/test-kit/builders.ts';
import { addMember, type PasskeyPerson } from '@titular/test-kit/portal/people.ts';
import {
  addTenant,
  fetchToken,
  startTestService,
  type TestService,
} from '@titular/test-kit/start-test-service.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runInProcess } from './command-fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-list-'));
});
afterAll(() => rm(directory, { recursive: true }));
afterAll(() => service?.close());

/** Runs a command about a tenant. */
const runFor =
  (tenantId: string) =>
  (...words: string[]) => {
    const { databaseUrl, dataDirectory } = service.config;
    const environment = { DATABASE_URL: databaseUrl, TITULAR_DATA_DIR: dataDirectory };
    return runInProcess([...words, '--tenant', tenantId, '--json'], environment);
  };

test('titular exports list shows who has which file and nothing of its filter, and exports end deletes it (P17)', async () => {
  const { tenantId } = await addTenant(service);
  const admin = await addMember(service, tenantId, { role: 'admin' });
  const params = { tenant_id: tenantId };
  const body = { reason: 'maria_silva' };
  const { id } = await admin.browser.call('startTransactionExport', { params, body });
  const run = runFor(tenantId);
  const listed = await run('exports', 'list');
  expect(listed.errors).toBe('');
  expect(JSON.parse(listed.output)).toMatchObject([
    { export: id, kind: 'transactions', by: `user:${admin.userId}` },
  ]);
  expect(listed.output).not.toContain('maria_silva');
  expect((await run('exports', 'end', id)).code).toBe(0);
  expect(await admin.browser.call('listExports', { params })).toEqual({ exports: [] });
  const log = await service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor', 'after'])
    .where('subject', '=', `export/${id}`)
    .execute();
  expect(log.at(-1)).toMatchObject({ action: 'export.end', actor: expect.stringMatching(/^command-line/) });
  expect(JSON.stringify(log)).not.toContain('maria_silva');
  expect((await run('exports', 'end', id)).code).toBe(3);
});

/** The file that the portal makes of the same list. */
async function writtenInPortal({ browser }: PasskeyPerson, tenantId: string): Promise<{ text: string }> {
  const params = { tenant_id: tenantId };
  const { id } = await browser.call('startTransactionExport', { params, body: {} });
  await eventually(async () => {
    const { exports } = await browser.call('listExports', { params });
    expect(exports.find((one) => one.id === id)?.state).toBe('ready');
  });
  return browser.call('readExportPart', { params: { ...params, export_id: id }, body: { part: 0 } });
}

const identityOf = (body: object | undefined): string =>
  (body as { identity: { value: string } }).identity.value;

/** Lines of a file, without its head. */
const linesIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8')).split('\r\n').slice(1, -1);

/** A merchant with so many transactions, the first of them canceled, newest first. */
async function addTransactions(count: number) {
  const tenant = await addTenant(service);
  const token = await fetchToken(service, tenant);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const url = `${service.url}/api/public/v1/${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string };
  };
  const ids: string[] = [];
  const bodies = Array.from({ length: count }, () => newTransactionBody(tenant.companyId));
  for (const body of bodies) ids.unshift((await post('walletid/transaction', body)).id);
  await post(`walletid/transactions/${ids.at(-1)}/cancel`, {});
  return { ...tenant, ids, bodies: bodies.toReversed(), run: runFor(tenant.tenantId) };
}

test('titular transactions export writes what the file of the portal has, to a new file for its owner alone, and both ends of it to the audit log (P17, F10)', async () => {
  const { tenantId, ids, run } = await addTransactions(3);
  const admin = await addMember(service, tenantId, { role: 'admin' });
  const file = join(directory, 'all.csv');
  const { output, errors } = await run('transactions', 'export', '--out', file);
  expect(errors).toBe('');
  expect(JSON.parse(output)).toEqual({ file, rows: 3 });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await linesIn(file)).map((line) => line.slice(0, 36))).toEqual(ids);
  const { text } = await writtenInPortal(admin, tenantId);
  expect(await readFile(file, 'utf8')).toBe(text);
  const log = await service.service.database.db
    .selectFrom('audit_log')
    .select(['action', 'after'])
    .where('tenant_id', '=', tenantId)
    .where('actor', 'like', 'command-line%')
    .where('action', 'like', 'export.%')
    .orderBy('entry_id')
    .execute();
  expect(log).toEqual([
    { action: 'export.begin', after: { kind: 'transactions', filter: {} } },
    { action: 'export.finish', after: { kind: 'transactions', filter: {}, rows: 3, isWhole: true } },
  ]);
});

test('it is narrowed as the list is, and has whom each is about only where it is asked to', async () => {
  const { ids, bodies, companyId, run } = await addTransactions(2);
  const files = ['canceled', 'waiting', 'none', 'persons'].map((name) => join(directory, `${name}.csv`));
  const [canceled = '', waiting = '', none = '', persons = ''] = files;
  const narrow = (file: string, ...words: string[]) => run('transactions', 'export', '--out', file, ...words);
  await narrow(canceled, '--status', 'canceled,absent-holder', '--company', companyId);
  await narrow(waiting, '--status', 'waiting', '--since', '1h', '--module', 'post');
  await narrow(none, '--until', '1d');
  await narrow(persons, '--with-persons');
  expect((await linesIn(canceled)).map((line) => line.slice(0, 36))).toEqual([ids[1]]);
  expect((await linesIn(waiting)).map((line) => line.slice(0, 36))).toEqual([ids[0]]);
  expect(await linesIn(none)).toEqual([]);
  for (const [at, line] of (await linesIn(persons)).entries()) expect(line).toContain(identityOf(bodies[at]));
  expect(await readFile(waiting, 'utf8')).not.toContain(identityOf(bodies[0]));
});

test.each([
  [['--status', 'approved,nearly'], '--status must be one of'],
  [['--reason', 'maria_silva'], '--reason must be one of'],
  [['--identity-changed', 'maybe'], '--identity-changed must be one of yes, no'],
  [['--company', 'nobody'], 'nobody'],
  [['--since', 'yesterday'], 'is not a time span'],
  [['--out', ''], 'cannot be created'],
])('it refuses %j and writes neither file nor entry', async (words, sentence) => {
  const { tenantId } = await addTenant(service);
  const file = join(directory, 'refused.csv');
  const { code, errors } = await runFor(tenantId)('transactions', 'export', '--out', file, ...words);
  expect(code).not.toBe(0);
  expect(errors).toContain(sentence);
  await expect(stat(file)).rejects.toThrow('ENOENT');
  const log = service.service.database.db.selectFrom('audit_log').select('action');
  const entries = await log.where('tenant_id', '=', tenantId).where('action', 'like', 'export.%').execute();
  expect(entries).toEqual([]);
});

test('it names the file that is missing, and touches none that is there', async () => {
  const { tenantId } = await addTenant(service);
  const run = runFor(tenantId);
  expect((await run('transactions', 'export')).errors).toContain('--out is missing');
  const file = join(directory, 'mine.csv');
  expect((await run('transactions', 'export', '--out', file)).code).toBe(0);
  const before = await readFile(file, 'utf8');
  expect((await run('transactions', 'export', '--out', file)).errors).toContain('exists');
  expect(await readFile(file, 'utf8')).toBe(before);
});

test('titular audit export writes the entries of a tenant and of no other', async () => {
  const { tenantId, companyId } = await addTenant(service);
  const file = join(directory, 'audit.csv');
  expect((await runFor(tenantId)('audit', 'export', '--out', file)).errors).toBe('');
  const lines = await linesIn(file);
  const actions = lines.map((line) => line.split(',')[3]);
  expect(actions).toContain('company.create');
  expect(actions[0]).toBe('export.begin');
  expect(lines.join()).toContain(companyId);
  const narrowed = join(directory, 'companies.csv');
  await runFor(tenantId)('audit', 'export', '--action', 'company.create', '--out', narrowed);
  expect((await linesIn(narrowed)).map((line) => line.split(',')[3])).toEqual(['company.create']);
});
