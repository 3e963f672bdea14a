import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig, settings } from '@titular/server/config/config.ts';
import { purposes, toPlainPurpose } from '@titular/server/config/purposes/purposes.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { warnOfConfig } from '@titular/server/portal/deployment/config-warnings.ts';
import { describeConfig } from '@titular/server/portal/deployment/describe-config.ts';
import { addOperator } from '@titular/test-kit/portal/people.ts';
import { startTestService } from '@titular/test-kit/start-test-service.ts';
import { describe, expect, test } from 'vitest';

const CANARY = 'canary-4111222233334444';
const KEY = Buffer.alloc(32, 7).toString('base64');

/** What production asks for, without anything to warn of. */
const PRODUCTION = {
  TITULAR_ENV: 'production',
  TITULAR_PUBLIC_URL: 'https://pay.example',
  TITULAR_TRUSTED_PROXIES: '10.0.0.1',
  TITULAR_MASTER_KEY_FILE: '/run/keys/master',
  TITULAR_ERASURE_LEDGER: '/var/lib/titular/erasures',
  DATABASE_URL: 'postgresql://127.0.0.1/titular',
};

/** Settings whose values an operator sees; one that is a secret, or leads to one, is not among them. */
const SHOWN = [
  'TITULAR_ENV HOST PORT TITULAR_PUBLIC_URL',
  'TITULAR_PORTAL_URL TITULAR_OIDC_ISSUER TITULAR_OIDC_CLIENT_ID TITULAR_OIDC_NAME TITULAR_OIDC_ACR',
  'TITULAR_DATA_DIR TITULAR_EMBEDDED_DATABASE TITULAR_WITHOUT_TLS TITULAR_TRY_IT',
  'TITULAR_ALLOW_ROOT TITULAR_DATABASE_POOL TITULAR_TRUSTED_PROXIES TITULAR_MAXIMUM_CONNECTIONS',
  'TITULAR_LOG_LEVEL TITULAR_ENGINE_THREADS TITULAR_FACE_RUNTIME TITULAR_FACE_DESCRIPTOR',
  'TITULAR_FACE_ENGINE_URL TITULAR_OTHER_FACE_ENGINE TITULAR_ROLE TITULAR_DRAIN_SECONDS',
  'TITULAR_MIGRATE TITULAR_OPERATIONS_PORT TITULAR_OPERATIONS_HOST TITULAR_OVERLOAD_MS',
  'TITULAR_LOG_SAMPLE TITULAR_CALL_LOG_SAMPLE TITULAR_OTLP_URL TITULAR_TRACE_SHARE',
  'TITULAR_IDENTITY_PLATFORM_URL TITULAR_IDENTITY_PLATFORM_TOKEN_URL TITULAR_IDENTITY_PLATFORM_CLIENT_ID TITULAR_CARD_EVIDENCE_URL',
  'TITULAR_CARD_EVIDENCE_IDENTITY TITULAR_CARD_EVIDENCE_MS TITULAR_MATCH_THRESHOLD TITULAR_GALLERY_MEMORY_MB',
  'TITULAR_GALLERY_THREADS TITULAR_GALLERY_LIMIT TITULAR_CHALLENGE_STEP_SECONDS TITULAR_MAXIMUM_ATTEMPTS',
  'TITULAR_RETRY_SECONDS TITULAR_SIGNING_KEY_DAYS TITULAR_FAILED_AUTHENTICATIONS TITULAR_LINK_LIFETIME_SECONDS',
  'TITULAR_WEBHOOK_PORTS TITULAR_WEBHOOK_LOOPBACK TITULAR_PICTURES TITULAR_OBJECTS_URL',
  'TITULAR_OBJECTS_REGION TITULAR_ERASURE_SWEEP TITULAR_ERASURE_LEDGER',
].flatMap((line) => line.split(' '));

const describeOne = (env: Record<string, string>, variable: string) =>
  describeConfig(readConfig(env)).find((one) => one.variable === variable);

describe('settings as an operator sees them', () => {
  test('are every setting of the table, in its order', () => {
    expect(describeConfig(readConfig({})).map(({ variable }) => variable)).toEqual(
      settings.map(({ variable }) => variable),
    );
  });

  test('say where each value is from', () => {
    expect(describeOne({ PORT: '9000' }, 'PORT')).toMatchObject({ value: '9000', source: 'environment' });
    expect(describeOne({ PORT: ' ' }, 'PORT')).toMatchObject({ value: '8787', source: 'default' });
    expect(describeOne({}, 'TITULAR_TRUSTED_PROXIES')).toMatchObject({ isSet: false, source: 'default' });
    expect(describeOne({ TITULAR_WEBHOOK_LOOPBACK: 'on' }, 'TITULAR_WEBHOOK_LOOPBACK')?.value).toBe('on');
  });

  test('have no value of a secret, and none of the credentials and queries of an address', () => {
    const described = describeConfig(
      readConfig({
        DATABASE_URL: `postgresql://titular:${CANARY}@127.0.0.1:5432/titular`,
        TITULAR_MASTER_KEY: KEY,
        TITULAR_FACE_ENGINE_URL: 'https://engine.example/measure',
        TITULAR_FACE_ENGINE_SECRET: `${CANARY}-of-the-engine`,
      }),
    );
    const text = JSON.stringify(described);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(KEY);
    for (const { secret, variable } of settings)
      if (secret) expect(described.find((one) => one.variable === variable)).not.toHaveProperty('value');
    expect(described.find(({ variable }) => variable === 'DATABASE_URL')).toMatchObject({ isSet: true });
    const url = { ...readConfig({}), otlpUrl: `https://me:${CANARY}@traces.example/${CANARY}?key=${CANARY}` };
    expect(describeConfig(url).find(({ variable }) => variable === 'TITULAR_OTLP_URL')?.value).toBe(
      'https://traces.example/…',
    );
  });

  test('show the values of these alone: whoever adds a setting decides whether its value is shown', () => {
    // Every setting has a value, so that one that shows it is seen.
    const values = Object.fromEntries(settings.map(({ key }) => [key, 'x']));
    const shown = describeConfig({ ...readConfig({}), ...values }).filter(({ value }) => value !== undefined);
    expect(shown.map(({ variable }) => variable)).toEqual(SHOWN);
  });

  test('have no place of the master key', () => {
    const described = describeOne({ TITULAR_MASTER_KEY_FILE: '/run/keys/master' }, 'TITULAR_MASTER_KEY_FILE');
    expect(described).toMatchObject({ isSet: true, source: 'environment' });
    expect(described).not.toHaveProperty('value');
  });

  test('say of a secret that stands in a file that it does', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'url');
    writeFileSync(file, 'postgresql://127.0.0.1/titular');
    expect(describeOne({ DATABASE_URL_FILE: file }, 'DATABASE_URL')).toMatchObject({
      ...{ isSet: true, source: 'file' },
    });
  });

  test.each([
    [{}, []],
    [{ TITULAR_MASTER_KEY: KEY }, ['master-key-in-environment']],
    [{ TITULAR_WITHOUT_TLS: 'database', TITULAR_ALLOW_ROOT: 'on' }, []],
    [PRODUCTION, []],
    [{ ...PRODUCTION, TITULAR_WITHOUT_TLS: 'database' }, ['without-tls']],
    [{ ...PRODUCTION, TITULAR_ALLOW_ROOT: 'on' }, ['root-allowed']],
    [{ ...PRODUCTION, DATABASE_URL: '', TITULAR_EMBEDDED_DATABASE: 'on' }, ['embedded-database']],
    [{ TITULAR_PUBLIC_URL: 'http://[::1]:8787' }, []],
    [{ TITULAR_PUBLIC_URL: 'http://127.0.0.9' }, []],
    [{ TITULAR_PUBLIC_URL: 'http://pay.example' }, ['no-tls']],
    [{ TITULAR_PUBLIC_URL: 'https://pay.example' }, ['no-proxy-named']],
    [{ TITULAR_PUBLIC_URL: 'https://pay.example', TITULAR_TRUSTED_PROXIES: '10.0.0.1' }, []],
    [{ TITULAR_WEBHOOK_LOOPBACK: 'on' }, ['loopback-webhooks']],
    [{ TITULAR_ERASURE_LEDGER: 'off' }, ['no-erasure-ledger']],
  ])('%j is warned of as %j', (env, warnings) => {
    expect(warnOfConfig(readConfig(env as Record<string, string>))).toEqual(warnings);
  });

  test('are marked where live processes differ in them', async () => {
    const service = await startTestService();
    try {
      const operator = await addOperator(service);
      const { db } = service.service.database;
      const [own] = await db.selectFrom('nodes').selectAll().execute();
      const present = own ?? expect.fail('a process');
      const differing = { ...present.settings, TITULAR_MATCH_THRESHOLD: '0.4' };
      await db
        .insertInto('nodes')
        .values({ ...present, node_id: newId(), settings: differing })
        .execute();
      const { settings: shown } = await operator.browser.call('readConfiguration');
      expect(shown.filter(({ differs }) => differs).map(({ variable }) => variable)).toEqual([
        'TITULAR_MATCH_THRESHOLD',
      ]);
    } finally {
      await service.close();
    }
  });

  test('are explained in every language of the page, by sentences without marks of code', () => {
    const { pt, es } = purposes;
    const keys = settings.map(({ key }) => key).toSorted();
    for (const one of [pt, es]) expect(Object.keys(one).toSorted()).toEqual(keys);
    for (const { purpose, purposes: others } of describeConfig(readConfig({})))
      for (const text of [purpose, others?.pt ?? '', others?.es ?? ''])
        expect(text).toMatch(/^\p{Lu}[^`\]]+\.$/u);
    for (const { key, purpose } of settings) {
      const numbers = (text = ''): string => (toPlainPurpose(text).match(/\d+/g) ?? []).toSorted().join(' ');
      expect([key, numbers(pt[key])]).toEqual([key, numbers(purpose)]);
      expect([key, numbers(es[key])]).toEqual([key, numbers(purpose)]);
    }
  });

  test('come to the page from the process that answers, with what is unknown', async () => {
    const service = await startTestService();
    try {
      const operator = await addOperator(service);
      service.config.unknownSettings = ['TITULAR_PROT (PORT?)'];
      const { settings: shown, unknown } = await operator.browser.call('readConfiguration');
      expect(shown).toHaveLength(settings.length);
      expect(shown.every(({ differs }) => !differs)).toBe(true);
      expect(unknown).toEqual(['TITULAR_PROT (PORT?)']);
    } finally {
      await service.close();
    }
  });
});
