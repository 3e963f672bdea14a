import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { saveNode } from '@titular/server/nodes/node-store.ts';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture, runInProcess } from '../command-fixture.ts';

let here: CommandFixture;
let there: Awaited<ReturnType<typeof cloneDatabase>>;
let other: Database;
let tenant: string;

beforeAll(async () => {
  [here, there] = await Promise.all([openCommandFixture(), cloneDatabase()]);
  other = connect(there.connectionString, 1, () => undefined);
  tenant = (await here.ask<{ tenant: string }>('tenants', 'create', 'Loja Azul')).tenant;
});

afterAll(async () => {
  await here.drop();
  await other.close();
  await there.drop();
});

/** Writes the environment file of another deployment. */
async function fileWith(settings: Record<string, string>): Promise<string> {
  const file = join(here.directory, 'other.env');
  const lines = Object.entries({ TITULAR_DATA_DIR: join(here.directory, 'other'), ...settings });
  await writeFile(file, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  return file;
}

const move = (...words: string[]) => here.run('tenants', 'move', tenant, ...words);

test('a move names the file of the other deployment, and an address in its form', async () => {
  expect(await move()).toMatchObject({ code: 2, errors: expect.stringContaining('--to must name') });
  expect(await move('--to', '/nowhere.env')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('cannot be read (ENOENT)'),
  });
  const file = await fileWith({ DATABASE_URL: there.connectionString });
  expect(await move('--to', file, '--source-address', 'a b')).toMatchObject({
    code: 2,
    errors: expect.stringContaining('--source-address must be'),
  });
});

test('a secret of the other deployment that is wrong is not repeated', async () => {
  const file = await fileWith({ DATABASE_URL: there.connectionString, TITULAR_MASTER_KEY: 'hunter2' });
  const { code, output, errors } = await move('--to', file);
  expect(code).toBe(2);
  expect(output + errors).toContain('TITULAR_MASTER_KEY');
  expect(output + errors).not.toContain('hunter2');
});

test('a database that is embedded, of another schema, or cannot replicate is refused before anything is begun (S59)', async () => {
  const embedded = await fileWith({});
  expect(await move('--to', embedded)).toMatchObject({
    code: 4,
    errors: expect.stringContaining('The other deployment has an embedded database'),
  });
  const file = await fileWith({ DATABASE_URL: there.connectionString });
  expect(await move('--to', file)).toMatchObject({
    code: 4,
    errors: expect.stringMatching(/has wal_level (minimal|replica): ALTER SYSTEM SET wal_level = 'logical'/),
  });
  await other.pool.query("INSERT INTO schema_migrations (number, name) VALUES (999998, '999998-later.sql')");
  expect(await move('--to', file)).toMatchObject({
    code: 4,
    errors: expect.stringContaining('and 999998: run the same release of titular on both'),
  });
  const { rows } = await other.pool.query('SELECT FROM tenant_moves UNION ALL SELECT FROM tenants');
  expect(rows).toEqual([]);
  expect((await here.database.pool.query('SELECT FROM tenant_moves')).rows).toEqual([]);
});

test('a deployment that would judge the tenant by another engine, or more loosely, is refused unless that is accepted (S26, S59, R65)', async () => {
  await other.pool.query('DELETE FROM schema_migrations WHERE number = 999998');
  const node = (engineVersion: string) => ({
    ...{ nodeId: randomUUID(), name: `node of ${engineVersion}`, version: programVersion(), engineVersion },
    ...{ otherEngineVersion: undefined, masterKeyIds: [], skewSeconds: 0, answersCalls: true },
    ...{ settings: {}, causes: [], workNames: [] },
  });
  await saveNode(here.database.db, node('face-api/1'));
  const unlike = node('face-api/2');
  await saveNode(other.db, unlike);
  const settings = { DATABASE_URL: there.connectionString };
  const accepted = { code: 4, errors: expect.stringContaining('has wal_level') };
  const expectRefusal = async (file: string, words: string) => {
    expect(await move('--to', file)).toMatchObject({ code: 4, errors: expect.stringContaining(words) });
    expect(await move('--to', file, '--accept-differences')).toMatchObject(accepted);
  };
  await expectRefusal(await fileWith(settings), 'runs face-api/2: none of them could be compared there');
  await saveNode(other.db, { ...unlike, engineVersion: 'face-api/1' });
  expect(await move('--to', await fileWith(settings))).toMatchObject(accepted);
  const loose = await fileWith({ ...settings, TITULAR_MATCH_THRESHOLD: '0.55' });
  await expectRefusal(loose, 'up to 0.5 at this deployment, and up to 0.55 at the other');
  const small = await fileWith({ ...settings, TITULAR_GALLERY_LIMIT: '1000' });
  await expectRefusal(small, 'galleries of up to 1000 faces alone');
});

test('--abort without a move, and a tenant that is not there, are not found', async () => {
  const file = await fileWith({ DATABASE_URL: there.connectionString });
  expect(await move('--to', file, '--abort')).toMatchObject({ code: 3 });
  const unknown = ['tenants', 'move', '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f', '--to', file];
  expect(await here.run(...unknown)).toMatchObject({ code: 3 });
  expect(await here.run('tenants', 'move', 'Nobody', '--to', file)).toMatchObject({ code: 3 });
});

test('the help tells every option', async () => {
  const { output } = await runInProcess(['tenants', 'move', '--help'], {});
  for (const option of ['--to', '--source-address', '--keep-source', '--accept-differences', '--abort'])
    expect(output).toContain(option);
});
