import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig, settings } from '@titular/server/config/config.ts';
import { fileVariable, rereadSecrets } from '@titular/server/config/secret-files.ts';
import { masterKeyFile } from '@titular/server/start/open-database.ts';
import { loadMasterKeys } from '@titular/server/tenants/keys/master-key-file.ts';
import { afterAll, describe, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'titular-secrets-'));
afterAll(() => rmSync(directory, { recursive: true }));

const KEY = `${'A'.repeat(43)}=`;
const WEBHOOK_SECRET = `whsec_${'A'.repeat(32)}`;

/** A good value of each secret setting, and what else has to be set with it. */
const GOOD: Readonly<Record<string, { value: string; other: string; beside?: Record<string, string> }>> = {
  DATABASE_URL: { value: 'postgresql://titular:horse@db/titular', other: 'postgresql://titular:cow@db/x' },
  DATABASE_REPORT_URL: {
    value: 'postgresql://report:horse@db/titular',
    other: 'postgresql://report:cow@db/x',
  },
  TITULAR_OBJECTS_ACCESS_KEY: { value: 'an-access-key', other: 'another-access-key' },
  TITULAR_OBJECTS_SECRET_KEY: { value: 'correct-horse', other: 'another-horse' },
  TITULAR_MASTER_KEY: { value: KEY, other: `${'B'.repeat(42)}A=` },
  TITULAR_FACE_ENGINE_SECRET: {
    value: 'correct-horse-battery',
    other: 'another-horse-battery',
    beside: { TITULAR_FACE_ENGINE_URL: 'http://127.0.0.1:9000/' },
  },
  TITULAR_OTHER_FACE_ENGINE_SECRET: {
    value: 'correct-horse-battery',
    other: 'another-horse-battery',
    beside: { TITULAR_OTHER_FACE_ENGINE: 'http://127.0.0.1:9001/' },
  },
  TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: { value: 'correct-horse', other: 'another-horse' },
  TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: {
    value: WEBHOOK_SECRET,
    other: `whsec_${'B'.repeat(32)},${WEBHOOK_SECRET}`,
  },
  TITULAR_OIDC_CLIENT_SECRET: {
    value: 'correct-horse',
    other: 'another-horse',
    beside: {
      TITULAR_OIDC_ISSUER: 'https://id.example/',
      TITULAR_OIDC_CLIENT_ID: 'titular',
      TITULAR_OIDC_NAME: 'Staff ID',
    },
  },
  TITULAR_CARD_EVIDENCE_SECRETS: {
    value: WEBHOOK_SECRET,
    other: `whsec_${'B'.repeat(32)}`,
    beside: { TITULAR_CARD_EVIDENCE_URL: 'http://127.0.0.1:9000/cards' },
  },
};

const PLATFORM = {
  TITULAR_IDENTITY_PLATFORM_URL: 'http://127.0.0.1:9000',
  TITULAR_IDENTITY_PLATFORM_TOKEN_URL: 'http://127.0.0.1:9000/token',
  TITULAR_IDENTITY_PLATFORM_CLIENT_ID: 'titular',
  TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: 'correct-horse',
  TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: WEBHOOK_SECRET,
};

const secrets = settings.filter(({ secret }) => secret);

/** The environment that a secret setting needs beside it, without the setting itself. */
function besideOf(variable: string): Record<string, string> {
  const given: Record<string, string> =
    variable in PLATFORM ? { ...PLATFORM } : { ...GOOD[variable]?.beside };
  delete given[variable];
  return given;
}

function writeSecret(variable: string, text: string): string {
  const file = join(directory, variable);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

function refusalOf(env: Record<string, string>): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

/** What the service works with: the setting, or, of master keys, what is in their file. */
async function readValue(config: Config, key: keyof Config): Promise<string> {
  if (key !== 'masterKey') return String(config[key]);
  const [first] = await loadMasterKeys(masterKeyFile(config) ?? '', false);
  return first?.bytes.toString('base64') ?? '';
}

test('every secret setting is tried (S52)', () => {
  expect(secrets.map(({ variable }) => variable).sort()).toEqual(Object.keys(GOOD).sort());
  expect(secrets.length).toBeGreaterThan(4);
});

describe.each(secrets)('$variable in a file (S52)', (setting) => {
  const { variable, key } = setting;
  const name = fileVariable(setting);
  const { value = '', other = '' } = GOOD[variable] ?? {};
  const beside = besideOf(variable);

  test('is read from the file that the same name with _FILE names, its last line end taken off', async () => {
    const config = readConfig({ ...beside, [name]: writeSecret(variable, `${value}\n`) });
    expect(await readValue(config, key)).toBe(value);
  });

  test('is refused where it is given in both ways, by a sentence that names both and neither value', () => {
    const message = refusalOf({ ...beside, [variable]: value, [name]: writeSecret(variable, value) });
    expect(message).toBe(`Set ${name} or ${variable}, not both.`);
  });

  test('is read again when it has changed, and kept as it was where the file is no good', async () => {
    const file = writeSecret(variable, value);
    const config = readConfig({ ...beside, [name]: file });
    expect(rereadSecrets(config)).toEqual({ changed: [], problems: [] });
    writeSecret(variable, `${other}\n`);
    const isOwn = variable !== 'TITULAR_MASTER_KEY';
    expect(rereadSecrets(config)).toEqual({ changed: isOwn ? [variable] : [], problems: [] });
    expect(await readValue(config, key)).toBe(other);
    if (!isOwn) return;
    writeSecret(variable, '\n');
    expect(rereadSecrets(config)).toEqual({ changed: [], problems: [`${name}: the file ${file} is empty.`] });
    writeSecret(variable, 'no horse\u0000');
    const [problem] = rereadSecrets(config).problems;
    expect(problem).toBe(`${name}: the file ${file} must hold ${setting.bounds}.`);
    expect(await readValue(config, key)).toBe(other);
  });

  test('is missed by name', async () => {
    const missing = join(directory, 'nowhere');
    const config = (): Config => readConfig({ ...beside, [name]: missing });
    const read = async (): Promise<string> => readValue(config(), key);
    await expect(read()).rejects.toThrow(new RegExp(`${missing} cannot be read \\(ENOENT\\)\\.$`));
  });
});

test('what is no secret has no file, and a blank one is none', () => {
  expect(readConfig({ PORT_FILE: '/nowhere', DATABASE_URL_FILE: '  ' })).toMatchObject({
    port: 8787,
    databaseUrl: undefined,
    secretFiles: [],
    unknownSettings: [],
  });
});

test('an address that a start in production refuses is refused where its file is read again, too (S52)', () => {
  const good = 'postgresql://titular:horse@db.example/titular?sslmode=verify-full';
  const file = writeSecret('DATABASE_URL', good);
  const config = readConfig({
    TITULAR_ENV: 'production',
    TITULAR_PUBLIC_URL: 'https://titular.example',
    TITULAR_MASTER_KEY: KEY,
    TITULAR_ERASURE_LEDGER: 'off',
    DATABASE_URL_FILE: file,
  });
  for (const plain of [good.replace('verify-full', 'disable'), good.replace(/\?.*/, '')]) {
    writeSecret('DATABASE_URL', plain);
    expect(rereadSecrets(config, 'databaseUrl')).toEqual({
      changed: [],
      problems: [expect.stringMatching(/^DATABASE_URL_FILE must require TLS with a verified certificate /)],
    });
    expect(config.databaseUrl).toBe(good);
  }
  writeSecret('DATABASE_URL', good.replace('horse', 'cow'));
  expect(rereadSecrets(config).changed).toEqual(['DATABASE_URL']);
});
