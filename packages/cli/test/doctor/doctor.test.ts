import { chmod, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checks } from '@titular/cli/commands/doctor/checks.ts';
import { judgeRole, judgeVersion } from '@titular/cli/commands/doctor/database-checks.ts';
import { judgeKeyFile } from '@titular/cli/commands/doctor/file-checks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseDump } from '../../../../scripts/docs/database-dump.ts';
import { asSuperuserIn } from '../../../server/test/audit/audit-fixture.ts';
import { openCommandFixture } from '../command-fixture.ts';
import { addNode, type DoctorFixture, NODE, openDoctorFixture, SEPARATION } from './doctor-fixture.ts';

let fixture: DoctorFixture;

beforeAll(async () => {
  fixture = await openDoctorFixture();
});
afterAll(() => fixture.drop());

const OTHER = { ...NODE, nodeId: '00000000-0000-7000-8000-00000000000b', name: 'two:8787/1' };

/** What turns a check to `to do`: other settings, or a change that is taken back; `also` names what goes with it. */
type Case = {
  settings?: Record<string, string>;
  make?: () => Promise<unknown>;
  undo?: () => Promise<unknown>;
  also?: string[];
};

const sql = (make: string, undo: string): Case => ({
  make: () => fixture.query(make),
  undo: () => fixture.query(undo),
});
const superuser = (statement: string) => () =>
  asSuperuserIn(fixture.commands.connectionString, (client) => client.query(statement));
const limitConnections = (limit: number) => () =>
  fixture.query(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I CONNECTION LIMIT ${limit}', current_database()); END $$`,
  );

const IN_TEST = { TITULAR_ENV: 'test' };

const CASES: readonly (readonly [name: string, how: string, one: Case])[] = [
  ['environment', 'is test', { settings: IN_TEST, also: ['schema'] }],
  ['database', 'cannot be reached', { settings: { DATABASE_URL: 'postgresql://a:hidden@127.0.0.1:1/b' } }],
  [
    'database',
    'is the embedded one in test, of which there is none yet',
    { settings: { ...IN_TEST, DATABASE_URL: '' }, also: ['environment'] },
  ],
  [
    'database-tls',
    'is missing on the way to another host',
    {
      settings: { ...IN_TEST, DATABASE_URL: 'postgresql://a:hidden@titular.invalid/b' },
      also: ['environment', 'database'],
    },
  ],
  ['connections', 'do not suffice', { make: limitConnections(10), undo: limitConnections(-1) }],
  [
    'schema',
    'lacks a migration',
    sql(
      'CREATE TABLE taken AS TABLE schema_migrations; DELETE FROM schema_migrations WHERE number = (SELECT max(number) FROM taken)',
      'INSERT INTO schema_migrations SELECT * FROM taken ON CONFLICT DO NOTHING; DROP TABLE taken',
    ),
  ],
  [
    'master-key',
    'can be read by others',
    { make: () => chmod(fixture.masterKeyFile, 0o644), undo: () => chmod(fixture.masterKeyFile, 0o600) },
  ],
  ['master-key', 'is not there', { settings: { TITULAR_MASTER_KEY_FILE: '/nowhere/master.key' } }],
  ['data-directory', 'is not there', { settings: { TITULAR_DATA_DIR: '/nowhere/titular' } }],
  [
    'public-url',
    'is no https address',
    { settings: { ...IN_TEST, TITULAR_PUBLIC_URL: '' }, also: ['environment', 'schema'] },
  ],
  ['portal', 'has no operator yet', { settings: { TITULAR_PORTAL_URL: 'https://portal.example' } }],
  [
    'single-sign-on',
    'cannot be reached',
    {
      settings: {
        TITULAR_PORTAL_URL: 'https://portal.example',
        TITULAR_OIDC_ISSUER: 'https://127.0.0.1:9/',
        TITULAR_OIDC_CLIENT_ID: 'titular',
        TITULAR_OIDC_CLIENT_SECRET: 'correct-horse',
        TITULAR_OIDC_NAME: 'Staff ID',
      },
      also: ['portal'],
    },
  ],
  [
    'ways-to-sign-in',
    'are missing for somebody whose one link is to a former provider',
    {
      settings: { TITULAR_PORTAL_URL: 'https://portal.example' },
      ...sql(
        `WITH ana AS (INSERT INTO users (user_id, name, name_key, created_at)
           VALUES (gen_random_uuid(), 'Ana', 'ana', now()) RETURNING user_id)
         INSERT INTO user_provider_links (link_id, user_id, issuer, subject, created_at)
           SELECT gen_random_uuid(), user_id, 'https://former.example', 'ana', now() FROM ana`,
        'DELETE FROM user_provider_links; DELETE FROM users',
      ),
      also: ['portal'],
    },
  ],
  ['trusted-proxies', 'are not named', { settings: { TITULAR_TRUSTED_PROXIES: '' } }],
  [
    'trusted-proxies',
    'are half of the internet',
    { settings: { TITULAR_TRUSTED_PROXIES: '10.0.0.0/8,128.0.0.0/1' } },
  ],
  [
    'nodes',
    'are not ready',
    sql("UPDATE nodes SET causes = '{clock_skewed}'", "UPDATE nodes SET causes = '{}'"),
  ],
  ['clocks', 'are off', sql('UPDATE nodes SET skew_seconds = -0.4', 'UPDATE nodes SET skew_seconds = 0')],
  [
    'galleries',
    'are nearly full',
    {
      settings: { TITULAR_GALLERY_LIMIT: '10' },
      make: () =>
        fixture.query(
          `INSERT INTO face_galleries (tenant_id, identity_key, engine_version, changes, faces) VALUES ($1, 'cpf', 'v', 8, 8)`,
          [fixture.tenantId],
        ),
      undo: () => fixture.query('TRUNCATE face_galleries'),
    },
  ],
  ['settings', 'hold a name that is none (S53)', { settings: { TITULAR_MATCH_TRESHOLD: '0.4' } }],
  [
    'settings',
    'differ between nodes (S53)',
    {
      make: () => addNode(fixture.commands, { ...OTHER, settings: { TITULAR_MATCH_THRESHOLD: '0.4' } }),
      undo: () => fixture.query(`DELETE FROM nodes WHERE node_id = '${OTHER.nodeId}'`),
    },
  ],
  ['operations-port', 'is not set', { settings: { TITULAR_OPERATIONS_PORT: '' } }],
  ['log', 'is silent', { settings: { TITULAR_LOG_LEVEL: 'silent' } }],
  [
    'deliveries',
    'are late',
    {
      make: () =>
        fixture.query(
          `WITH event AS (
             INSERT INTO events (tenant_id, event_id, company_id, type, created_at, subject_id)
             SELECT tenant_id, gen_random_uuid(), company_id, 'process.failed', now(), gen_random_uuid()
             FROM webhook_endpoints RETURNING tenant_id, event_id)
           INSERT INTO deliveries (tenant_id, delivery_id, event_id, endpoint_id, state, next_attempt_at)
           SELECT w.tenant_id, gen_random_uuid(), e.event_id, w.endpoint_id, 'pending', now() - interval '6 minutes'
           FROM webhook_endpoints w, event e`,
        ),
      undo: () => fixture.query('TRUNCATE events CASCADE'),
    },
  ],
  ['erasure-ledger', 'is off', { settings: { TITULAR_ERASURE_LEDGER: 'off' } }],
  ['erasure-ledger', 'is not there', { settings: { TITULAR_ERASURE_LEDGER: '/nowhere/erasures.ledger' } }],
  [
    'pictures',
    'lie in a store that is away',
    {
      settings: {
        TITULAR_OBJECTS_URL: 'http://127.0.0.1:1/pictures',
        TITULAR_OBJECTS_ACCESS_KEY: 'hidden-id',
        TITULAR_OBJECTS_SECRET_KEY: 'hidden-secret',
      },
    },
  ],
  [
    'redirect-hosts',
    'were not decided',
    sql("UPDATE companies SET redirect_hosts = '{}'", "UPDATE companies SET redirect_hosts = '{none}'"),
  ],
  [
    'webhook-endpoints',
    'are missing',
    sql('UPDATE webhook_endpoints SET deleted_at = now()', 'UPDATE webhook_endpoints SET deleted_at = NULL'),
  ],
  [
    'webhook-endpoints',
    'fail',
    sql(
      'UPDATE webhook_endpoints SET failing_since = now()',
      'UPDATE webhook_endpoints SET failing_since = NULL',
    ),
  ],
  [
    'first-faces',
    'are believed',
    sql(
      "UPDATE companies SET template_policy = 'enrol'",
      "UPDATE companies SET template_policy = 'require-reference'",
    ),
  ],
  ['face-engine', 'runs on WebAssembly', { settings: { TITULAR_FACE_RUNTIME: 'wasm' } }],
  [
    'retention',
    'is overdue',
    {
      make: () =>
        fixture.query(
          "INSERT INTO idempotency_keys (tenant_id, key_hash, request_hash, expires_at) VALUES ($1, 'x', 'x', now() - interval '2 hours')",
          [fixture.tenantId],
        ),
      undo: () => fixture.query('DELETE FROM idempotency_keys'),
    },
  ],
  [
    'audit-role',
    'is that of the service',
    {
      make: superuser('ALTER TABLE audit_log OWNER TO titular'),
      undo: superuser(SEPARATION),
    },
  ],
];

/** Those whose cause lies in the machine, and is told to the check in its facts below. */
const OF_THE_MACHINE = ['database-version', 'database-role', 'user', 'pages'];

describe('titular doctor', () => {
  test('of a deployment that follows the checklist ends with 0, with every other row left to a person', async () => {
    const { code, told, errors } = await fixture.doctor();
    expect([code, errors, told.toDo, told.cannotTell]).toEqual([0, '', [], []]);
    expect(told.checks.map(({ check }) => check)).toEqual(checks.map(({ name }) => name));
    const byHand = told.checks.filter(({ answer }) => answer === 'by hand').map(({ check }) => check);
    expect(byHand).toEqual(checks.filter((check) => 'byHand' in check).map(({ name }) => name));
    for (const { sentence } of told.checks) expect(sentence).toMatch(/^[A-Z].*\.$/);
  });

  test.each(CASES)('says that %s is to do where it %s, and ends with 5', async (name, _how, one) => {
    await one.make?.();
    try {
      const { code, told, errors, output } = await fixture.doctor(one.settings);
      const expected = [name, ...(one.also ?? [])];
      expect(told.toDo).toEqual(
        checks.map((check) => check.name).filter((other) => expected.includes(other)),
      );
      expect([code, errors]).toEqual([5, `To do: ${told.toDo.join(', ')}.\n`]);
      expect(output).not.toContain('hidden');
    } finally {
      await one.undo?.();
    }
  });

  test.each([
    ['user', { uid: 0 }, { TITULAR_ALLOW_ROOT: '' }],
    ['pages', { readBuiltFiles: () => Promise.reject(new Error('The hosted page is not built.')) }, {}],
    ['face-engine', { proveNativeEngine: () => Promise.reject(new Error('no code')) }, {}],
  ] as const)('says that %s is to do on a machine that lacks it', async (name, facts, settings) => {
    expect(await fixture.check(facts, settings)).toEqual([name]);
  });

  test('has a case for each check that it makes itself', () => {
    const own = checks.filter((check) => !('byHand' in check)).map(({ name }) => name);
    expect(own.filter((name) => !OF_THE_MACHINE.includes(name))).toEqual(
      own.filter((name) => CASES.some(([one]) => one === name)),
    );
  });

  test('changes nothing, and tells no secret', async () => {
    const { connectionString, directory } = fixture.commands;
    const state = async () => [
      await databaseDump(connectionString),
      await fixture.commands.database.pool.query('SELECT count(*) FROM audit_log').then(({ rows }) => rows),
      await fixture.commands.database.pool.query('SELECT * FROM deployment, nodes').then(({ rows }) => rows),
      await readdir(directory, { recursive: true }),
    ];
    const before = await state();
    const { output } = await fixture.doctor();
    expect(await state()).toEqual(before);
    expect(output).not.toContain((await readFile(fixture.masterKeyFile, 'utf8')).trim());
  });

  test('makes no database, no key and no ledger where the service never started', async () => {
    const commands = await openCommandFixture({ DATABASE_URL: '', TITULAR_DATA_DIR: '' });
    const empty = join(commands.directory, 'empty');
    const { told } = await fixture.doctor({
      ...{ TITULAR_ENV: 'test', DATABASE_URL: '', TITULAR_MASTER_KEY_FILE: '' },
      ...{ TITULAR_DATA_DIR: empty, TITULAR_ERASURE_LEDGER: '' },
    });
    expect(told.cannotTell).toContain('schema');
    expect(await readdir(commands.directory)).toEqual([]);
    await commands.drop();
  });
});

test.each([
  [{ mode: 0o600, uid: 7 }, 'ok'],
  [{ mode: 0o640, uid: 7 }, 'to do'],
  [{ mode: 0o600, uid: 8 }, 'to do'],
  [{ mode: 0o440, uid: 0 }, 'ok'],
  [{ mode: 0o444, uid: 0 }, 'to do'],
])('a key file %o is %s for user 7', (stats, answer) => {
  expect(judgeKeyFile('/run/master.key', stats, [7, undefined]).answer).toBe(answer);
});

test.each([
  [14, 'to do'],
  [15, 'ok'],
])('PostgreSQL %d is %s', (major, answer) => {
  expect(judgeVersion(major).answer).toBe(answer);
});

test.each([
  [true, 'to do'],
  [false, 'ok'],
])('a role of the service that is a superuser (%s) is %s (R95)', (isSuperuser, answer) => {
  expect(judgeRole(isSuperuser).answer).toBe(answer);
});
