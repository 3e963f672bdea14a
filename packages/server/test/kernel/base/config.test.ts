import { availableParallelism } from 'node:os';
import { ConfigError, readConfig, settings, takeEnvironment } from '@titular/server/config/config.ts';
import { usualProcesses } from '@titular/server/config/engine-settings.ts';
import { platformAccess } from '@titular/server/config/platform-settings.ts';
import { isTooWide, rootProblem } from '@titular/server/config/production-settings.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { badValues } from './bad-values.ts';

const production = {
  TITULAR_ENV: 'production',
  TITULAR_PUBLIC_URL: 'https://pay.example',
  TITULAR_MASTER_KEY_FILE: '/etc/titular/master.key',
  DATABASE_URL: 'postgresql://titular@db.example/titular?sslmode=verify-full',
  TITULAR_ERASURE_LEDGER: '/srv/titular/erasures.ledger',
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

  test('a service for card evidence is set with its secret, and is encrypted in production', () => {
    const url = { TITULAR_CARD_EVIDENCE_URL: 'http://10.0.0.7:9000/cards' };
    const secrets = { TITULAR_CARD_EVIDENCE_SECRETS: `whsec_${'A'.repeat(32)}` };
    for (const half of [url, secrets]) {
      const message = 'TITULAR_CARD_EVIDENCE_URL must be set together with TITULAR_CARD_EVIDENCE_SECRETS.';
      expect(refusalOf(half)).toBe(message);
    }
    const config = readConfig({ ...url, ...secrets });
    expect([config.cardEvidenceIdentity, config.cardEvidenceMs]).toEqual(['omit', 2_000]);
    expect(refusalOf({ ...url, ...secrets, ...production })).toBe(
      'TITULAR_CARD_EVIDENCE_URL must be an https address in production.',
    );
  });

  test('an identity provider is set as a whole, and is encrypted in production', () => {
    const whole = {
      TITULAR_OIDC_ISSUER: 'http://10.0.0.7:9000/realms/staff',
      TITULAR_OIDC_CLIENT_ID: 'titular',
      TITULAR_OIDC_CLIENT_SECRET: 'correct-horse-battery',
      TITULAR_OIDC_NAME: 'Staff ID',
    };
    expect(readConfig(whole).oidcIssuer).toBe(whole.TITULAR_OIDC_ISSUER);
    for (const variable of Object.keys(whole)) {
      const { [variable as keyof typeof whole]: _left, ...others } = whole;
      expect(refusalOf(others)).toMatch(`must be set together with ${variable}.`);
      expect(refusalOf(others)).not.toContain('horse');
    }
    expect(refusalOf({ TITULAR_OIDC_ACR: 'mfa' })).toBe(
      'TITULAR_OIDC_ACR must be set together with TITULAR_OIDC_ISSUER.',
    );
    expect(readConfig({ ...whole, TITULAR_OIDC_ACR: 'mfa' }).oidcAcr).toBe('mfa');
    expect(refusalOf({ ...whole, ...production })).toBe(
      'TITULAR_OIDC_ISSUER must be an https address in production.',
    );
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

  test.each(['0.0.0.0/0', '10.0.0.1,::/0'])(
    'production trusts no list of proxies that holds everybody: %s (R36)',
    (list) => {
      expect(readConfig({ TITULAR_TRUSTED_PROXIES: list }).trustedProxies.length).toBeGreaterThan(0);
      expect(refusalOf({ ...production, TITULAR_TRUSTED_PROXIES: list })).toMatch(
        /^TITULAR_TRUSTED_PROXIES must not hold every address/,
      );
    },
  );

  test.each([
    ['10.0.0.0/7', true],
    ['10.0.0.0/8', false],
    ['2001::/15', true],
    ['2001::/16', false],
  ])('a network of proxies that is %s is too wide: %s (R36)', (range, isWide) => {
    expect(isTooWide(range)).toBe(isWide);
  });

  test.each([
    ['a container of 2 GiB on a machine with 64 cores', [64, 2, 256], 4],
    ['the same with two cores', [2, 2, 256], 2],
    ['a small container', [8, 0.25, 256], 1],
    ['a machine with 64 cores', [64, 16_777_216, 256], 64],
    ['a machine that tells no limit', [96, 0, 256], 64],
  ] as const)(
    '%s has as many processes of the engine as its memory has room for (R85)',
    (_, facts, processes) => {
      const [cores, limit, machine] = facts;
      expect(usualProcesses(cores, limit * 1024 ** 3, machine * 1024 ** 3)).toBe(processes);
    },
  );

  test('an engine elsewhere is sent a picture for each core, whatever memory there is here (R85)', () => {
    const elsewhere = { TITULAR_FACE_ENGINE_URL: 'https://faces.example/analyse' };
    expect(readConfig(elsewhere).engineThreads).toBe(Math.min(availableParallelism(), 64));
    expect(readConfig({ ...elsewhere, TITULAR_ENGINE_THREADS: '3' }).engineThreads).toBe(3);
  });

  test('requests are sent from a page on this machine alone unless asked for, and production refuses to be asked (D27)', () => {
    const elsewhere = { TITULAR_PUBLIC_URL: 'https://test.example' };
    expect(readConfig({}).tryIt).toBe(true);
    expect(readConfig({ TITULAR_TRY_IT: 'off' }).tryIt).toBe(false);
    expect(readConfig(elsewhere).tryIt).toBe(false);
    expect(readConfig({ ...elsewhere, TITULAR_TRY_IT: 'on' }).tryIt).toBe(true);
    expect(readConfig(production).tryIt).toBe(false);
    expect(refusalOf({ ...production, TITULAR_TRY_IT: 'on' })).toBe(
      'TITULAR_TRY_IT must be off in production.',
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
