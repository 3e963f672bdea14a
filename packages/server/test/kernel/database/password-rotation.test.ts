import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { closeIdleConnections } from '@titular/server/kernel/database/connect.ts';
import { startTestService, type TestService } from '@titular/test-kit';
import { type ClonedDatabase, cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { asSuperuser, ownerRole } from '@titular/test-kit/database/test-server.ts';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { serviceEnvironment, startServiceProcess } from '@titular/test-kit/service-process.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Merchant, newMerchant } from '../../transactions/api.ts';

const MAIN = resolve(import.meta.dirname, '../../../../cli/src/main.ts');
const ROTATIONS_MS = 120_000;
const AT_ONCE = 6;
const server = inject('databaseServer');
const role = `rotating_${randomBytes(6).toString('hex')}`;

let database: ClonedDatabase;
let directory: string;
let file: string;

const masterKey = randomBytes(32).toString('base64');

const inFile = () => ({
  DATABASE_URL: '',
  DATABASE_URL_FILE: file,
  TITULAR_MASTER_KEY: masterKey,
  TITULAR_ERASURE_LEDGER: join(directory, 'erasures.ledger'),
});

const newPassword = (): string => randomBytes(12).toString('hex');

const addressWith = (password: string): string =>
  database.connectionString.replace(/\/\/[^@]*@/, `//${role}:${password}@`);

const writeAddress = (password: string): Promise<void> =>
  writeFile(file, `${addressWith(password)}\n`, { mode: 0o600 });

const run = (...statements: string[]): Promise<unknown> =>
  asSuperuser(server, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

const alterPassword = (password: string): Promise<unknown> =>
  run(`ALTER ROLE ${role} PASSWORD '${password}'`);

beforeAll(async () => {
  database = await cloneDatabase();
  directory = await mkdtemp(join(tmpdir(), 'titular-rotation-'));
  file = join(directory, 'database-url');
  const first = newPassword();
  // Sessions of the role act as the owner of the database.
  await run(
    `CREATE ROLE ${role} LOGIN PASSWORD '${first}' IN ROLE ${ownerRole}`,
    `ALTER ROLE ${role} SET role = ${ownerRole}`,
  );
  await writeAddress(first);
});
afterAll(async () => {
  await database.drop();
  await run(`DROP ROLE ${role}`);
  await rm(directory, { recursive: true });
});

/** The connections that were opened since, as the server counts them. */
async function countNew(since: Date): Promise<number> {
  const { rows } = await asSuperuser(server, (client) =>
    client.query(
      'SELECT count(*)::integer AS count FROM pg_stat_activity WHERE usename = $1 AND backend_start > $2',
      [role, since],
    ),
  );
  return rows[0]?.count ?? 0;
}

/** Creates a transaction in each of several calls at once, more than the pool has connections at rest. */
async function createAtOnce(merchant: Merchant): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => merchant.create()));
  return answers.map(({ status }) => status);
}

/** Ends the connections at rest, so that the next calls connect anew. */
const emptyPool = (service: TestService): void => closeIdleConnections(service.service.database.pool);

/** Creates until a new connection was opened for it, and answers every status: one that was at work meanwhile was not ended, and serves on. */
async function createAnew(service: TestService, merchant: Merchant, since: Date): Promise<number[]> {
  const statuses: number[] = [];
  await eventually(async () => {
    emptyPool(service);
    statuses.push(...(await createAtOnce(merchant)));
    expect(await countNew(since)).toBeGreaterThan(0);
  });
  return statuses;
}

test(
  'the password of the database rotates without a restart, in either order, and no request fails (S52)',
  async () => {
    const service = await startTestService({
      env: { ...inFile(), TITULAR_DATABASE_POOL: '20' },
    });
    try {
      const merchant = await newMerchant(service);
      const created = Array(AT_ONCE).fill(200);
      expect(await createAtOnce(merchant)).toEqual(created);

      // The file first: what is connected stays, and the next connection finds its password refused.
      const second = newPassword();
      const beforeSecond = new Date();
      await writeAddress(second);
      await alterPassword(second);
      expect(new Set(await createAnew(service, merchant, beforeSecond))).toEqual(new Set([200]));

      // The database first: calls wait until the file follows.
      const third = newPassword();
      const beforeThird = new Date();
      await alterPassword(third);
      emptyPool(service);
      const calls = createAtOnce(merchant);
      await writeAddress(third);
      expect(await calls).toEqual(created);
      expect(new Set(await createAnew(service, merchant, beforeThird))).toEqual(new Set([200]));
    } finally {
      await service.close();
    }
  },
  ROTATIONS_MS,
);

test(
  'a new file that the database does not know yet harms nothing: the password before is tried, too (S52)',
  async () => {
    const service = await startTestService({ env: inFile() });
    try {
      const merchant = await newMerchant(service);
      const next = newPassword();
      await writeAddress(next);
      service.service.database.address.renew?.('');
      emptyPool(service);
      expect(await createAtOnce(merchant)).toEqual(Array(AT_ONCE).fill(200));
      await alterPassword(next);
      emptyPool(service);
      expect(await createAtOnce(merchant)).toEqual(Array(AT_ONCE).fill(200));
    } finally {
      await service.close();
    }
  },
  ROTATIONS_MS,
);

test(
  'SIGHUP reads the files again, and the service goes on; a file that is no good is told and changes nothing (S52)',
  async () => {
    const environment = serviceEnvironment('', directory);
    const service = await startServiceProcess({ ...environment, ...inFile() });
    try {
      const next = newPassword();
      await writeAddress(next);
      service.signal('SIGHUP');
      await eventually(() => expect(service.output()).toContain('changed: DATABASE_URL.'));
      await alterPassword(next);
      await writeFile(file, 'horse');
      service.signal('SIGHUP');
      await eventually(() => expect(service.output()).toMatch(/DATABASE_URL_FILE: .* must hold .* stays\./));
      expect(service.output()).not.toMatch(new RegExp(`horse|${next}`));
      expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    } finally {
      await service.kill();
    }
  },
  ROTATIONS_MS,
);

test(
  'SIGHUP ends no start that waits for its database (S52)',
  async () => {
    await writeFile(file, `postgresql://${role}@127.0.0.1:${await findFreePort()}/titular\n`);
    const env = { ...serviceEnvironment('', directory), ...inFile(), PORT: String(await findFreePort()) };
    const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
    try {
      await eventually(() => expect(output).toContain('Waiting for the database'));
      child.kill('SIGHUP');
      await eventually(() => expect(output).toContain('SIGHUP: read the secrets again'));
      expect([child.exitCode, child.signalCode]).toEqual([null, null]);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  },
  ROTATIONS_MS,
);
