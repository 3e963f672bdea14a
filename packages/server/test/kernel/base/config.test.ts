import { ConfigError, readConfig, settings, takeEnvironment } from '@titular/server/config/config.ts';
import { platformAccess } from '@titular/server/config/platform-settings.ts';
import { rootProblem } from '@titular/server/config/production-settings.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const production = {
  TITULAR_ENV: 'production',
  TITULAR_PUBLIC_URL: 'https://pay.example',
  TITULAR_MASTER_KEY_FILE: '/etc/titular/master.key',
  DATABASE_URL: 'postgresql://titular@db.example/titular?sslmode=verify-full',
  TITULAR_ERASURE_LEDGER: '/srv/titular/erasures.ledger',
};

const badValues: Readonly<Record<string, readonly string[]>> = {
  TITULAR_ENV: ['staging', 'Test', 'production,test'],
  HOST: ['a b', 'http://x', 'x/y', 'é', 'x\0'],
  PORT: ['-1', '65536', '80.5', 'http', '0x50', '1e3', '٨٠', '99999999999'],
  TITULAR_PUBLIC_URL: [
    'pay.example',
    'ftp://pay.example',
    'https://pay.example/x',
    'https://a:b@pay.example',
    'https://pay.example?x',
    'https://',
  ],
  TITULAR_DATA_DIR: ['a\0b'],
  DATABASE_URL: [
    'mysql://x',
    'localhost',
    'postgresq://x',
    'postgresql://[',
    'postgresql://x?sslrootcert=/nowhere',
  ],
  TITULAR_EMBEDDED_DATABASE: ['yes', '1', 'embedded'],
  TITULAR_WITHOUT_TLS: ['on', 'database;face-engine', 'database,', 'everything'],
  TITULAR_ALLOW_ROOT: ['yes', 'root'],
  TITULAR_DATABASE_POOL: ['1', '201', 'many', '2.5'],
  TITULAR_MAXIMUM_CONNECTIONS: ['15', '100001', 'many', '1e3'],
  TITULAR_ERASURE_LEDGER: ['a\0b'],
  TITULAR_ERASURE_SWEEP: ['yes', 'ON', '0'],
  DATABASE_REPORT_URL: ['mysql://db/titular', 'db.example', 'http://db.example'],
  TITULAR_PICTURES: ['disk', 'OBJECTS'],
  TITULAR_OBJECTS_URL: ['store', 'ftp://store.example/pictures', 'https://a:b@store.example/pictures'],
  TITULAR_OBJECTS_REGION: ['us east', 'x'.repeat(65)],
  TITULAR_OBJECTS_ACCESS_KEY: ['a b', 'é', 'x'.repeat(201)],
  TITULAR_OBJECTS_SECRET_KEY: ['short', 'with a space', 'x'.repeat(513)],
  TITULAR_CALL_LOG_SAMPLE: ['0', '10001', '1.5'],
  TITULAR_MASTER_KEY: ['short', `${'A'.repeat(43)}=,short`, 'x'.repeat(44)],
  TITULAR_MASTER_KEY_FILE: ['a\0b'],
  TITULAR_LOG_LEVEL: ['loud', 'WARN', 'trace'],
  TITULAR_ENGINE_THREADS: ['0', '65', '-1', '1.5'],
  TITULAR_FACE_RUNTIME: ['fast', 'WASM'],
  TITULAR_FACE_DESCRIPTOR: ['int4', 'INT8'],
  TITULAR_ROLE: ['API', 'both', 'api,worker'],
  TITULAR_FACE_ENGINE_URL: [
    'engine',
    'http://one/,ftp://other/',
    'http://one/,',
    'ftp://engine',
    'http://user:pass@engine/',
    'http://engine/?key=x',
    'http://engine/#x',
  ],
  TITULAR_FACE_ENGINE_SECRET: [
    'short',
    'x'.repeat(513),
    'a secret with spaces',
    'sixteen-or-more\r\nx: y',
    '='.repeat(20),
  ],
  TITULAR_PORTAL_URL: ['portal', 'ftp://a.example', 'https://a.example/path', 'https://a:b@c.example'],
  TITULAR_OTHER_FACE_ENGINE: ['float16', 'INT8', 'int8,float32', 'ftp://engine', 'http://engine/?key=x'],
  TITULAR_OTHER_FACE_ENGINE_SECRET: ['short', 'a secret with spaces', 'x'.repeat(513)],
  TITULAR_IDENTITY_PLATFORM_URL: ['platform', 'ftp://platform', 'https://a/path', 'https://a:b@platform'],
  TITULAR_IDENTITY_PLATFORM_TOKEN_URL: ['platform', 'http://a:b@platform/token', 'http://platform/token?x'],
  TITULAR_IDENTITY_PLATFORM_CLIENT_ID: ['two\nlines', 'x'.repeat(201), 'é'],
  TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: ['short', 'x'.repeat(513), 'eight-or-more\0'],
  TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: [
    'A'.repeat(32),
    'whsec_short',
    `whsec_${'A'.repeat(31)}`,
    `whsec_${'A'.repeat(88)}`,
    `whsec_${'A'.repeat(32)},`,
    Array(3)
      .fill(`whsec_${'A'.repeat(32)}`)
      .join(),
  ],
  TITULAR_MATCH_THRESHOLD: ['0.29', '0.61', '1', 'NaN', '-0.4', '.5'],
  TITULAR_MIGRATE: ['off', 'AUTO', 'auto,wait', 'never'],
  TITULAR_DRAIN_SECONDS: ['-1', '601', '1.5', 'none'],
  TITULAR_OPERATIONS_PORT: ['-1', '65536', '94.64', 'none'],
  TITULAR_OPERATIONS_HOST: ['a b', 'http://localhost', 'x'.repeat(254)],
  TITULAR_OVERLOAD_MS: ['-1', '10001', '1.5', 'none'],
  TITULAR_LOG_SAMPLE: ['0', '10001', '1.5', 'none'],
  TITULAR_OTLP_URL: [
    'collector:4318',
    'ftp://collector/',
    'http://user:password@collector/',
    'http://collector/?key=1',
  ],
  TITULAR_TRACE_SHARE: ['-0.1', '1.1', 'all', '1e-3'],
  TITULAR_GALLERY_LIMIT: ['0', '1000000001', '1.5', 'none'],
  TITULAR_GALLERY_MEMORY_MB: ['15', '1000001', '64.5', 'all'],
  TITULAR_GALLERY_THREADS: ['0', '65', '1.5', 'all'],
  TITULAR_CHALLENGE_STEP_SECONDS: ['2', '121'],
  TITULAR_MAXIMUM_ATTEMPTS: ['0', '4', '1.5'],
  TITULAR_RETRY_SECONDS: ['29', '86401', '60.5'],
  TITULAR_TRUSTED_PROXIES: ['10.0.0.1/8', '300.1.1.1', '10.0.0.0/33', 'proxy.example', '010.0.0.1'],
  TITULAR_SIGNING_KEY_DAYS: ['0', '3651', '1.5'],
  TITULAR_FAILED_AUTHENTICATIONS: ['0', '100001', 'few'],
  TITULAR_LINK_LIFETIME_SECONDS: ['59', '259201', '30m'],
  TITULAR_WEBHOOK_PORTS: ['0', '65536', '443;8443', '443,', '443,x', '0x50', Array(21).fill('443').join()],
  TITULAR_WEBHOOK_LOOPBACK: ['yes', 'true', '1', 'ON', 'on,off'],
};

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('settings', () => {
  test('have defaults that serve a first start on one machine', () => {
    expect(readConfig({})).toMatchObject({
      environment: 'test',
      host: '127.0.0.1',
      port: 8787,
      publicUrl: 'http://127.0.0.1:8787',
      databaseUrl: undefined,
      masterKeyFile: undefined,
      databasePoolSize: 20,
      logLevel: 'warn',
      matchThreshold: 0.5,
      challengeStepSeconds: 15,
      maximumAttempts: 3,
      linkLifetimeSeconds: 1800,
      webhookPorts: [443, 8443],
      webhookLoopback: false,
    });
    expect(readConfig({}).dataDirectory).toMatch(/^\/.*\.titular$/);
  });

  test('an empty or blank variable is as good as none', () => {
    const blank = Object.fromEntries(
      settings.map(({ variable }, index) => [variable, index % 2 ? '' : '  ']),
    );
    expect(readConfig(blank)).toEqual(readConfig({}));
  });

  test.each(Object.entries(badValues))(
    'a bad %s stops the start with one sentence that names it',
    (variable, values) => {
      for (const value of values) {
        const message = refusalOf({ [variable]: value });
        expect(message, value).toMatch(new RegExp(`^${variable} must be [^\\n]+\\.$`));
      }
    },
  );

  test('every setting is tried with bad values', () => {
    expect(Object.keys(badValues).sort()).toEqual(settings.map(({ variable }) => variable).sort());
  });

  test('a master key is never repeated, and stands in one place only', () => {
    expect(refusalOf({ TITULAR_MASTER_KEY: 'correct horse' })).not.toContain('horse');
    const both = { TITULAR_MASTER_KEY: `${'A'.repeat(43)}=`, TITULAR_MASTER_KEY_FILE: '/etc/titular/key' };
    expect(refusalOf(both)).toMatch(/not both\.$/);
  });

  test('the address of the database may hold a password, so its refusal does not repeat it', () => {
    expect(refusalOf({ DATABASE_URL: 'mysql://user:secret@db' })).not.toContain('secret');
  });

  test('a face engine of the operator may be in a private network, and its secret is never repeated', () => {
    const url = 'http://10.0.0.7:9000/v1/analyse';
    const secret = 'correct-horse-battery';
    expect(readConfig({ TITULAR_FACE_ENGINE_URL: url, TITULAR_FACE_ENGINE_SECRET: secret })).toMatchObject({
      faceEngineUrls: [url],
      faceEngineSecret: secret,
    });
    expect(refusalOf({ TITULAR_FACE_ENGINE_URL: url, TITULAR_FACE_ENGINE_SECRET: 'horse' })).not.toContain(
      'horse',
    );
    expect(refusalOf({ TITULAR_FACE_ENGINE_SECRET: secret })).toMatch(/requires TITULAR_FACE_ENGINE_URL/);
  });

  test('descriptors in 8 bits are refused where the built-in engine in native code does not make them', () => {
    const int8 = { TITULAR_FACE_DESCRIPTOR: 'int8' };
    for (const other of [
      { TITULAR_FACE_RUNTIME: 'wasm' },
      { TITULAR_FACE_ENGINE_URL: 'http://127.0.0.1:9000/' },
    ])
      expect(refusalOf({ ...int8, ...other })).toMatch(
        /TITULAR_FACE_DESCRIPTOR=int8 is for the built-in engine/,
      );
    expect(readConfig({ ...int8, TITULAR_ENVIRONMENT: 'test' }).faceDescriptor).toBe('int8');
  });

  test('an identity platform is set as a whole, and its secrets are never repeated', () => {
    const secret = `whsec_${'A'.repeat(32)}`;
    const whole = {
      TITULAR_IDENTITY_PLATFORM_URL: 'http://10.0.0.7:9000',
      TITULAR_IDENTITY_PLATFORM_TOKEN_URL: 'http://10.0.0.7:9000/oauth2/token',
      TITULAR_IDENTITY_PLATFORM_CLIENT_ID: 'titular',
      TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: 'correct-horse-battery',
      TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: `${secret}, ${secret}`,
    };
    const access = platformAccess(readConfig(whole));
    expect(access).toMatchObject({ url: 'http://10.0.0.7:9000', webhookSecrets: [secret, secret] });
    expect(platformAccess(readConfig({}))).toBeUndefined();
    for (const variable of Object.keys(whole)) {
      const message = refusalOf({ ...whole, [variable]: '' });
      expect(message).toMatch(new RegExp(`^TITULAR_\\w+ must be set together with ${variable}\\.$`));
      expect(message).not.toMatch(/horse|AAAA/);
    }
    const bad = { ...whole, TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: 'whsec_horse' };
    expect(refusalOf(bad)).not.toContain('horse');
    const secure = { ...whole, ...production, TITULAR_IDENTITY_PLATFORM_URL: 'https://platform.example' };
    expect(refusalOf(secure)).toBe(
      'TITULAR_IDENTITY_PLATFORM_TOKEN_URL must be an https address in production.',
    );
    const tokenUrl = 'https://platform.example/token';
    expect(refusalOf({ ...secure, TITULAR_IDENTITY_PLATFORM_TOKEN_URL: tokenUrl })).toBe('accepted');
  });

  test('an IPv6 address stands in brackets in the default address', () => {
    expect(readConfig({ HOST: '::1', PORT: '9000' }).publicUrl).toBe('http://[::1]:9000');
  });

  test('the public address is kept as an origin', () => {
    expect(readConfig({ TITULAR_PUBLIC_URL: 'HTTPS://Pay.Example:443/' }).publicUrl).toBe(
      'https://pay.example',
    );
  });

  test('production needs an https address and a master key of its own', () => {
    expect(readConfig(production).environment).toBe('production');
    expect(refusalOf({ ...production, TITULAR_PUBLIC_URL: 'http://pay.example' })).toMatch(
      /^TITULAR_PUBLIC_URL .+\.$/,
    );
    expect(refusalOf({ ...production, TITULAR_PUBLIC_URL: '' })).toMatch(/^TITULAR_PUBLIC_URL .+\.$/);
    expect(refusalOf({ ...production, TITULAR_MASTER_KEY_FILE: '' })).toMatch(
      /^TITULAR_MASTER_KEY_FILE or TITULAR_MASTER_KEY .+\.$/,
    );
  });

  test('production needs a named erasure ledger, or none in words (S48)', () => {
    expect(refusalOf({ ...production, TITULAR_ERASURE_LEDGER: '' })).toMatch(
      /^TITULAR_ERASURE_LEDGER must be set in production: .*, or off, /,
    );
    expect(readConfig({ ...production, TITULAR_ERASURE_LEDGER: 'off' }).erasureLedger).toBe('off');
    expect(readConfig({}).erasureLedger).toBeUndefined();
  });

  test('production needs a database of its own, or the embedded one in words (D2, A-15)', () => {
    const without = { ...production, DATABASE_URL: '' };
    expect(refusalOf(without)).toMatch(
      /^DATABASE_URL must be set in production; TITULAR_EMBEDDED_DATABASE=on /,
    );
    expect(refusalOf({ ...without, TITULAR_EMBEDDED_DATABASE: 'off' })).toMatch(/^DATABASE_URL must be set/);
    expect(refusalOf({ ...without, TITULAR_EMBEDDED_DATABASE: 'on' })).toBe('accepted');
    expect(readConfig({}).embeddedDatabase).toBe(true);
    expect(refusalOf({ TITULAR_EMBEDDED_DATABASE: 'off' })).toMatch(/^DATABASE_URL must be set /);
  });

  test.each([
    ['DATABASE_URL', 'postgresql://u:secret@db.example/x', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@db.example/x?sslmode=disable', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@db.example/x?sslmode=no-verify', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@db.example/x?uselibpqcompat=true&sslmode=require', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@localhost/x?host=10.0.0.5', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@localhost,db.example/x', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@127.0.0.1.db.example/x', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@10.0.0.5/x', 'refused'],
    ['DATABASE_URL', 'postgresql://u:secret@db.example/x?sslmode=verify-full', 'accepted'],
    ['DATABASE_URL', 'postgresql://u:secret@localhost/x', 'accepted'],
    ['DATABASE_URL', 'postgresql://u:secret@127.0.0.1:5433/x', 'accepted'],
    ['DATABASE_URL', 'postgresql://u:secret@[::1]/x', 'accepted'],
    ['DATABASE_URL', 'postgresql:///x?host=/var/run/postgresql', 'accepted'],
    ['TITULAR_FACE_ENGINE_URL', 'http://192.0.2.10/', 'refused'],
    ['TITULAR_FACE_ENGINE_URL', 'http://localhost.example/', 'refused'],
    ['TITULAR_FACE_ENGINE_URL', 'http://127.0.0.1:9000/', 'accepted'],
    ['TITULAR_FACE_ENGINE_URL', 'http://[::1]:9000/', 'accepted'],
    ['TITULAR_FACE_ENGINE_URL', 'https://192.0.2.10/', 'accepted'],
  ])('in production %s=%s is %s, unless it is accepted in words (A-15)', (variable, value, expected) => {
    const env = { ...production, [variable]: value };
    const message = refusalOf(env);
    expect(message).not.toContain('secret');
    if (expected === 'accepted') expect(message).toBe('accepted');
    else expect(message).toMatch(new RegExp(`^${variable} must .* TITULAR_WITHOUT_TLS=`));
    expect(refusalOf({ ...env, TITULAR_WITHOUT_TLS: 'database, face-engine' })).toBe('accepted');
    expect(refusalOf({ ...env, ...{ TITULAR_ENV: 'test', TITULAR_PUBLIC_URL: '' } })).toBe('accepted');
  });

  test('root does not serve in production unless it is accepted in words (A-14)', () => {
    expect(rootProblem(readConfig(production), 0)).toMatch(
      /must not run as root: .* TITULAR_ALLOW_ROOT=on\.$/,
    );
    expect(rootProblem(readConfig(production), 1000)).toBeUndefined();
    expect(rootProblem(readConfig({ ...production, TITULAR_ALLOW_ROOT: 'on' }), 0)).toBeUndefined();
    expect(rootProblem(readConfig({}), 0)).toBeUndefined();
  });

  test('no secret of any setting stays in the environment that programs started from here inherit (A-28)', () => {
    const env = Object.fromEntries(settings.map(({ variable }) => [variable, 'given']));
    const taken = takeEnvironment(env);
    expect(Object.keys(taken)).toHaveLength(settings.length);
    const kept = settings.filter(({ secret }) => !secret).map(({ variable }) => variable);
    expect(Object.keys(env).sort()).toEqual(kept.sort());
    expect(kept).not.toContain('TITULAR_MASTER_KEY');
    expect(kept).not.toContain('DATABASE_URL');
  });

  test('a data directory is told from one that is only the default (D1)', () => {
    expect(readConfig({}).isDataDirectoryGiven).toBe(false);
    expect(readConfig({ TITULAR_DATA_DIR: ' ' }).isDataDirectoryGiven).toBe(false);
    expect(readConfig({ TITULAR_DATA_DIR: '.titular' }).isDataDirectoryGiven).toBe(true);
  });

  test('receivers on loopback are off unless asked for, and production refuses to be asked (R48)', () => {
    expect(readConfig({ TITULAR_WEBHOOK_LOOPBACK: 'on' }).webhookLoopback).toBe(true);
    expect(readConfig(production).webhookLoopback).toBe(false);
    expect(readConfig({ ...production, TITULAR_WEBHOOK_LOOPBACK: 'off' }).webhookLoopback).toBe(false);
    expect(refusalOf({ ...production, TITULAR_WEBHOOK_LOOPBACK: 'on' })).toBe(
      'TITULAR_WEBHOOK_LOOPBACK must be off in production.',
    );
  });

  test('the ports of receivers are read from a list', () => {
    expect(readConfig({ TITULAR_WEBHOOK_PORTS: ' 443, 9443 ' }).webhookPorts).toEqual([443, 9443]);
  });

  test('any text whatever in any variable is read within bounds or refused with one sentence', () => {
    const variable = fc.constantFrom(...settings.map((setting) => setting.variable));
    fc.assert(
      fc.property(variable, fc.string({ unit: 'binary', maxLength: 30 }), (name, value) => {
        const message = refusalOf({ [name]: value });
        if (message !== 'accepted') expect(message).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`));
      }),
    );
  });
});
