import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { newTransactionBody } from '@titular/test-kit';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Merchant, newMerchant } from '../../../server/test/transactions/api.ts';
import { runInProcess, startCommandLine } from '../command-fixture.ts';
import { type Cell, countRows, listRemains, startCell } from './cells-fixture.ts';

const LONG_MS = 1200_000;
const program = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));
/** What stays at the source: the audit log, which nobody can delete from, and the note that the tenant has moved. */
const LEFT = { audit_log: expect.any(Number), tenant_moves: 1 };
let one: Cell;
let two: Cell;

beforeAll(async () => {
  [one, two] = await Promise.all([startCell(), startCell()]);
}, LONG_MS);

afterAll(async () => {
  await Promise.all([one, two].map((cell) => cell.close()));
});

const wordsFor = ({ tenant }: Merchant, ...more: string[]): string[] => [
  ...['tenants', 'move', tenant.tenantId, '--to', two.file, '--json'],
  ...more,
];

/** Every step that a move tells, in order; the last is its end. */
const STEPS = [
  ...['begun', 'placed', 'replicating', 'copying', 'fenced', 'announced', 'frozen', 'complete', 'switched'],
  ...['settled', 'face-hashes', 'clearing', 'moved'],
];
const BEFORE_SWITCH = STEPS.slice(0, STEPS.indexOf('complete'));

const stepsOf = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { step: string }).step);

/** Runs a move in a process of its own, which is killed as soon as it tells a step. */
async function moveAndKill(merchant: Merchant, last: string): Promise<void> {
  const child = spawn(process.execPath, [program, ...wordsFor(merchant)], {
    env: one.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout }))
    if (stepsOf(line)[0] === last) child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
}

/** What was acknowledged to each tenant, wherever. */
const acknowledged = new Map<string, string[]>();

function note({ tenant }: Merchant, { id }: { id?: string }): void {
  acknowledged.set(tenant.tenantId, [...(acknowledged.get(tenant.tenantId) ?? []), String(id)]);
}

/** Whether a cell serves the tenant: by a token of that cell, or by that of the merchant where it began. */
async function serves(cell: Cell, merchant: Merchant): Promise<boolean> {
  const { tenant, token } = merchant;
  const credentials = await fetch(`${cell.service.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: tenant.clientId,
      client_secret: tenant.clientSecret,
    }),
  });
  const { access_token: own } = (await credentials.json()) as { access_token?: string };
  const response = await fetch(`${cell.service.url}/api/public/v1/walletid/transaction`, {
    method: 'POST',
    headers: { authorization: `Bearer ${own ?? token}`, 'content-type': 'application/json' },
    body: JSON.stringify(newTransactionBody(tenant.companyId)),
  });
  if (response.status === 200) note(merchant, (await response.json()) as { id: string });
  return response.status === 200;
}

const servers = async (merchant: Merchant): Promise<string[]> => {
  const [here, there] = await Promise.all([serves(one, merchant), serves(two, merchant)]);
  return [...(here ? ['one'] : []), ...(there ? ['two'] : [])];
};

async function newTenant(): Promise<Merchant> {
  const merchant = await newMerchant(one.service);
  const { status, body } = await merchant.create();
  expect(status).toBe(200);
  note(merchant, body);
  return merchant;
}

const run = (merchant: Merchant, ...more: string[]) =>
  runInProcess(wordsFor(merchant, ...more), one.environment);

/** What was acknowledged and is not in the cell. */
async function listLost({ service }: Cell, { tenant }: Merchant): Promise<string[]> {
  const rows = await service.service.database.db
    .selectFrom('transactions')
    .select('transaction_id')
    .where('tenant_id', '=', tenant.tenantId)
    .execute();
  const known = new Set(rows.map((row) => String(row.transaction_id)));
  return (acknowledged.get(tenant.tenantId) ?? []).filter((id) => !known.has(id));
}

test(
  'a move that is killed after any step goes on when it is run again, and never do both cells serve the tenant (S59)',
  async () => {
    for (const step of STEPS.slice(0, -1)) {
      const merchant = await newTenant();
      await moveAndKill(merchant, step);
      expect((await servers(merchant)).length, `killed after ${step}`).toBeLessThan(2);
      const again = await run(merchant);
      expect({ step, ...again }).toMatchObject({ code: 0, errors: '' });
      expect(await servers(merchant)).toEqual(['two']);
      expect(acknowledged.get(merchant.tenant.tenantId)?.length).toBeGreaterThan(1);
      expect(await listLost(two, merchant)).toEqual([]);
      expect(await countRows(one, merchant.tenant.tenantId)).toEqual(LEFT);
      expect([await listRemains(one), await listRemains(two)], `killed after ${step}`).toEqual([[], []]);
    }
  },
  LONG_MS,
);

test(
  'a move that is killed after any step before its switch is undone by --abort, and one after it is not (S59)',
  async () => {
    const merchant = await newTenant();
    for (const step of BEFORE_SWITCH) {
      await moveAndKill(merchant, step);
      expect(await run(merchant, '--abort'), `killed after ${step}`).toMatchObject({ code: 0, errors: '' });
      expect(await servers(merchant), `killed after ${step}`).toEqual(['one']);
      expect(await listLost(one, merchant)).toEqual([]);
      expect(await countRows(two, merchant.tenant.tenantId)).toEqual({});
      expect((await countRows(one, merchant.tenant.tenantId))['tenant_moves']).toBeUndefined();
      expect([await listRemains(one), await listRemains(two)]).toEqual([[], []]);
    }
    await moveAndKill(merchant, 'switched');
    expect(await run(merchant, '--abort')).toMatchObject({
      code: 4,
      errors: expect.stringContaining('serves the tenant already'),
    });
    expect(await servers(merchant)).toEqual(['two']);
    expect((await run(merchant)).code).toBe(0);
    expect(await listLost(two, merchant)).toEqual([]);
    expect((await run(merchant, '--abort')).code).toBe(4);
  },
  LONG_MS,
);

/** Work at the target as a killed command about a tenant leaves it: it holds what the next command needs. */
async function leaveWork(tenantId: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: two.environment['DATABASE_URL'],
    application_name: `titular-move ${tenantId} 00000000`,
  });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN');
  return client;
}

test(
  'what a killed command left running is ended before the next one works on the tenant, and that of others is not (S59)',
  async () => {
    const [merchant, other] = [await newTenant(), await newTenant()];
    await moveAndKill(merchant, 'replicating');
    const left = await leaveWork(merchant.tenant.tenantId);
    await left.query('LOCK TABLE tenant_moves IN ACCESS EXCLUSIVE MODE');
    const others = await leaveWork(other.tenant.tenantId);
    expect(await run(merchant, '--abort')).toMatchObject({ code: 0, errors: '' });
    await expect(left.query('COMMIT')).rejects.toThrow();
    expect((await others.query('SELECT 1')).rowCount).toBe(1);
    await others.end();
    expect([await listRemains(one), await listRemains(two)]).toEqual([[], []]);
  },
  LONG_MS,
);

test(
  'a switch that waits for a writer is taken back, the writer loses nothing, and the move goes on later (S59)',
  async () => {
    const merchant = await newTenant();
    const { tenantId } = merchant.tenant;
    const client = await one.service.service.database.pool.connect();
    const command = startCommandLine(wordsFor(merchant), one.environment);
    await eventually(() => expect(command.lines().join()).toContain('announced'));
    await client.query('BEGIN');
    await client.query('INSERT INTO revoked_tokens VALUES ($1, gen_random_uuid(), now())', [tenantId]);
    expect(await command.ended).toBe(4);
    expect(command.errors()).toContain('did not end within 3 seconds: the switch was taken back');
    await client.query('COMMIT');
    client.release();
    expect(await servers(merchant)).toEqual(['one']);
    expect((await run(merchant)).code).toBe(0);
    expect(await servers(merchant)).toEqual(['two']);
    expect(await countRows(two, tenantId)).toMatchObject({ revoked_tokens: 1 });
    expect(await listLost(two, merchant)).toEqual([]);
  },
  LONG_MS,
);

/** Ends every connection to the databases of both cells, those of services and of replication as well. */
const cutConnections = async (): Promise<void> => {
  for (const { superuser } of [one, two])
    await asSuperuser(superuser, (client) =>
      client.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'titular' AND backend_type <> 'autovacuum worker'",
      ),
    );
};

test.each(['replicating', 'announced', 'frozen', 'complete', 'clearing'])(
  'a move that loses every connection after the step %s leaves one cell that serves, or none, and goes on (S59)',
  async (step) => {
    const merchant = await newTenant();
    const command = startCommandLine(wordsFor(merchant), one.environment);
    await eventually(() => expect(command.lines().join()).toContain(step));
    await cutConnections();
    await command.ended;
    await eventually(async () =>
      expect((await one.service.service.database.pool.query('SELECT 1')).rowCount).toBe(1),
    );
    expect((await servers(merchant)).length).toBeLessThan(2);
    expect(await run(merchant)).toMatchObject({ code: 0, errors: '' });
    expect(await servers(merchant)).toEqual(['two']);
    expect(await listLost(two, merchant)).toEqual([]);
    expect(await countRows(one, merchant.tenant.tenantId)).toEqual(LEFT);
    expect([await listRemains(one), await listRemains(two)]).toEqual([[], []]);
  },
  LONG_MS,
);

test(
  'a move tells every step once or more, in this order (S59)',
  async () => {
    const { output } = await run(await newTenant());
    expect([...new Set(stepsOf(output))]).toEqual(STEPS);
  },
  LONG_MS,
);
