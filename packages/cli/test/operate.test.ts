import { generateKeyPairSync } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { formatSetting } from '@titular/contract';
import { defaultSettings, settingTables } from '@titular/server/settings/change-settings.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

let fixture: CommandFixture;
let tenant: string;
let company: string;

beforeAll(async () => {
  fixture = await openCommandFixture();
  tenant = (await fixture.ask<{ tenant: string }>('tenants', 'create', 'Loja Azul')).tenant;
  company = (await fixture.ask<{ company: string }>('companies', 'create', 'Loja Azul')).company;
});
afterAll(() => fixture.drop());

const newAccount = async (...words: string[]) => {
  const account = `shop-${crypto.randomUUID().slice(0, 8)}`;
  const made = await fixture.ask<Record<string, string>>('service-accounts', 'create', account, ...words);
  return { account, ...made } as Record<string, string> & { account: string };
};

describe('tenants and companies', () => {
  test('are made, listed, shown, switched off and on', async () => {
    expect(await fixture.ask('tenants', 'list')).toEqual([
      expect.objectContaining({ tenant, name: 'Loja Azul' }),
    ]);
    for (const [group, id] of [
      ['tenants', tenant],
      ['companies', company],
    ] as const) {
      expect(await fixture.ask(group, 'disable', id)).toMatchObject({ active: false });
      expect((await fixture.run(group, 'disable', id)).output).toContain('nothing was changed');
      expect(await fixture.ask(group, 'enable', id.toUpperCase())).toMatchObject({ active: true });
      expect(await fixture.ask(group, 'show', id)).toMatchObject({ active: true });
    }
  });

  test('that do not exist are exit 3, by id or by name, and what no name can be is exit 2', async () => {
    const codes = await Promise.all(
      [
        ['tenants', 'show', crypto.randomUUID()],
        ['companies', 'show', crypto.randomUUID()],
        ['service-accounts', 'show', 'nobody'],
        ['tenants', 'show', 'nonsense'],
        ['tenants', 'create', ' '],
        ['tenants', 'create', 'a\u001bb'],
        ['companies', 'create', 'x'.repeat(121)],
      ].map(async (words) => (await fixture.run(...words)).code),
    );
    expect(codes).toEqual([3, 3, 3, 3, 2, 2, 2]);
  });
});

describe('a command line that is wrong', () => {
  test.each([
    [[], 'There is no command'],
    [['nothing'], 'There is no command "nothing"'],
    [['tenants', 'nothing'], 'There is no command "tenants nothing"'],
    [['tenants', 'create'], 'name is missing.'],
    [['tenants', 'create', 'a', 'b'], '"b" is not expected here.'],
    [['tenants', 'list', '--wide'], '--wide'],
    [['companies', 'list', '--tenant'], '--tenant'],
    [['secrets', 'rotate', 'shop', '--overlap', 'soon'], 'not a time span'],
    [['settings', 'set', 'rate-per-second'], 'must be written as name=value'],
    [['settings', 'set', 'a=1', 'a=2'], 'a is given twice'],
    [['audit', 'list', '--limit', '0'], 'must be 1 to 1000'],
  ])('%j ends with 2, says why and prints nothing', async (words, why) => {
    const { code, output, errors } = await fixture.run(...words);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(why);
  });

  test.each([[['--help']], [['tenants']], [['keys', '--help']], [['keys', 'create', '--help']]])(
    '%j is help, with 0',
    async (words) => {
      const { code, output, errors } = await fixture.run(...words);
      expect([code, errors]).toEqual([0, '']);
      expect(output).toContain('Usage: npx titular');
    },
  );
});

describe('service accounts, keys and secrets', () => {
  test('what is shown once goes to a new file of mode 0600 instead of the screen', async () => {
    const file = join(fixture.directory, 'account.json');
    const { output, code } = await fixture.run('service-accounts', 'create', 'to-file', '--out', file);
    expect(code).toBe(0);
    const written = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(written).toMatchObject({ tenantId: tenant, account: 'to-file' });
    expect(written['clientSecret']).toMatch(/^tsk_/);
    expect(output).not.toContain(written['clientSecret']);
    expect(output).not.toContain('PRIVATE KEY');
    const refused = join(fixture.directory, 'refused.json');
    expect((await fixture.run('service-accounts', 'create', 'to-file', '--out', refused)).code).toBe(4);
    await expect(stat(refused)).rejects.toThrow('ENOENT');
    const again = await fixture.run('service-accounts', 'create', 'not-made', '--out', file);
    expect(again.code).toBe(4);
    expect((await fixture.run('service-accounts', 'show', 'not-made')).code).toBe(3);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(written);
  });

  test('an account is made once, with the scopes asked for, all of a kind by a star', async () => {
    const { account } = await newAccount(
      '--scopes',
      'transactions:*,webhooks:read',
      '--no-secret',
      '--no-key',
    );
    expect(await fixture.ask('service-accounts', 'show', account)).toMatchObject({
      scopes: ['transactions:write', 'transactions:read', 'webhooks:read'],
    });
    expect(await fixture.ask('keys', 'list', account)).toEqual([]);
    expect(await fixture.ask('secrets', 'list', account)).toEqual([]);
    expect((await fixture.run('service-accounts', 'create', account)).code).toBe(4);
    for (const scopes of ['', 'everything', 'transactions', 'transactions:delete', '*']) {
      expect(
        (await fixture.run('service-accounts', 'create', 'other', '--scopes', scopes)).code,
        scopes,
      ).toBe(2);
    }
    expect((await fixture.run('service-accounts', 'create', 'Not_A_Name')).code).toBe(2);
  });

  test('two secrets are valid during a rotation, never three, and the old one ends', async () => {
    const { account } = await newAccount();
    const rotated = await fixture.ask<{ secret: string; retiring: string[] }>('secrets', 'rotate', account);
    expect(rotated.retiring).toHaveLength(1);
    for (const verb of ['create', 'rotate'])
      expect((await fixture.run('secrets', verb, account)).code).toBe(4);
    await fixture.ask('secrets', 'disable', account, rotated.retiring[0] ?? '');
    const next = await fixture.ask<{ retiring: string[] }>('secrets', 'rotate', account, '--overlap', '0s');
    expect(next.retiring).toEqual([rotated.secret]);
    const listed = await fixture.ask<{ retiredAt: string | null; endsIn: string }[]>(
      'secrets',
      'list',
      account,
    );
    expect(listed.map((one) => one.retiredAt === null)).toEqual([false, false, true]);
    expect(JSON.stringify(listed)).not.toContain('tsk_');
  });

  const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = (key: typeof ec.publicKey) => key.export({ type: 'spki', format: 'pem' }).toString();

  test('a public key is registered as PEM or JWK, and found under its id', async () => {
    const { account } = await newAccount('--no-key');
    const file = join(fixture.directory, 'public.pem');
    await writeFile(file, pem(rsa(2048).publicKey));
    const words = ['--public-key-file', file, '--algorithm', 'RS256', '--key-id', 'shop-2026'];
    expect(await fixture.ask('keys', 'create', account, ...words)).toEqual({ account, key: 'shop-2026' });
    expect((await fixture.run('keys', 'create', account, ...words)).code).toBe(4);
    await writeFile(file, JSON.stringify(ec.publicKey.export({ format: 'jwk' })));
    const byThumbprint = await fixture.ask<{ key: string }>(
      'keys',
      'create',
      account,
      '--public-key-file',
      file,
    );
    expect(byThumbprint.key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await fixture.ask('keys', 'show', account, 'shop-2026')).toMatchObject({ algorithm: 'RS256' });
    const rotated = await fixture.ask<{ retiring: string[] }>('keys', 'rotate', account);
    expect(rotated.retiring.sort()).toEqual(['shop-2026', byThumbprint.key].sort());
    await fixture.ask('keys', 'disable', account, 'shop-2026');
    const listed = await fixture.ask<{ retiredAt: string | null }[]>('keys', 'list', account);
    expect(listed.map((one) => one.retiredAt === null)).toEqual([false, false, true]);
  });

  test.each([
    ['an RSA key of 1024 bits', () => pem(rsa(1024).publicKey), 'weak'],
    ['a private key', () => ec.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), 'exposed'],
    ['a private JWK', () => JSON.stringify(ec.privateKey.export({ format: 'jwk' })), 'exposed'],
    ['a shared secret', () => JSON.stringify({ kty: 'oct', k: 'c2VjcmV0' }), 'shared secret'],
    [
      'an encryption key',
      () => JSON.stringify({ ...ec.publicKey.export({ format: 'jwk' }), use: 'enc' }),
      'not for signatures',
    ],
    ['a set of keys', () => JSON.stringify({ keys: [] }), 'set of keys'],
    ['broken JSON', () => '{"kty":', 'not valid JSON'],
    ['nothing', () => '', 'neither a public key'],
  ])('%s is refused with the reason, unrepeated, and nothing is kept (R9)', async (_what, make, reason) => {
    const { account } = await newAccount('--no-key');
    const file = join(fixture.directory, 'bad.key');
    const text = make();
    await writeFile(file, text);
    const algorithm = text.includes('PUBLIC') ? 'RS256' : 'ES256';
    const words = ['keys', 'create', account, '--public-key-file', file, '--algorithm', algorithm];
    const { code, output, errors } = await fixture.run(...words);
    expect([code, output]).toEqual([2, '']);
    expect(errors).toContain(reason);
    for (const part of text.match(/[A-Za-z0-9+/_-]{20,}/g) ?? []) expect(errors).not.toContain(part);
    expect(await fixture.ask('keys', 'list', account)).toEqual([]);
  });
});

describe('settings', () => {
  test('of a fresh tenant, company and account are the defaults that are documented', async () => {
    const { account } = await newAccount();
    const shown = {
      tenant: await fixture.ask('settings', 'show'),
      company: await fixture.ask('settings', 'show', '--company', company),
      'service-account': await fixture.ask('settings', 'show', '--service-account', account),
    };
    for (const [kind, settings] of Object.entries(settingTables)) {
      for (const { name, fallback } of settings) {
        expect(shown[kind as keyof typeof shown][name], `${kind} ${name}`).toEqual(fallback);
      }
    }
  });

  test('are changed all or none, show before and after, and go back', async () => {
    const bad = await fixture.run('settings', 'set', 'rate-per-second=20', 'rate-burst=0');
    expect(bad).toMatchObject({ code: 2, output: '', errors: 'rate-burst must be 1 to 100000.\n' });
    expect(await fixture.ask('settings', 'show')).toMatchObject({ 'rate-per-second': 10 });
    expect(await fixture.ask('settings', 'set', 'rate-per-second=20')).toEqual([
      { setting: 'rate-per-second', before: '10', after: '20' },
    ]);
    expect(await fixture.ask('settings', 'set', 'rate-per-second=20')).toEqual([]);
    const names = settingTables.company.map((setting) => setting.name);
    const texts = ['module=pre', 'web-origins=https://shop.example', 'maximum-value=99.90'];
    await fixture.ask('settings', 'set', ...texts, '--company', company);
    await fixture.ask('settings', 'reset', ...names, '--company', company);
    const shown = await fixture.ask('settings', 'show', '--company', company);
    for (const [{ name }, value] of defaultSettings('company', names)) expect(shown[name]).toEqual(value);
    await fixture.ask('settings', 'reset', 'rate-per-second');
    expect((await fixture.run('settings', 'set', 'module=pre')).errors).toContain(
      'A tenant has no setting module',
    );
    expect(formatSetting(null)).toBe('none');
  });
});

describe('the audit log', () => {
  test('has who, what, before and after of every change, and no secret, digest or private key anywhere', async () => {
    const made = await newAccount();
    const { account } = made;
    await fixture.ask('secrets', 'rotate', account);
    await fixture.ask('keys', 'rotate', account);
    await fixture.ask('settings', 'set', 'allowed-addresses=203.0.113.0/24', '--service-account', account);
    await fixture.ask('service-accounts', 'disable', account);
    const entries = await fixture.ask<Record<string, unknown>[]>('audit', 'list', '--limit', '1000');
    const ofAccount = entries.filter((entry) => entry['subject'] === `service-account/${account}`);
    expect(ofAccount.map((entry) => entry['action']).reverse()).toEqual([
      'service-account.create',
      'key.create',
      'secret.create',
      'secret.create',
      'secret.rotate',
      'key.create',
      'key.rotate',
      'service-account.settings',
      'service-account.disable',
    ]);
    expect(new Set(entries.map((entry) => entry['actor']))).toEqual(
      new Set([`command-line:${userInfo().username}`]),
    );
    expect(ofAccount[1]).toMatchObject({
      before: { 'allowed-addresses': [] },
      after: { 'allowed-addresses': ['203.0.113.0/24'] },
    });
    const secrets = await fixture.database.db
      .selectFrom('service_account_secrets')
      .select('secret_hash')
      .execute();
    const text = JSON.stringify(entries);
    for (const canary of [
      'tsk_',
      'PRIVATE',
      made['clientSecret'] ?? '',
      ...secrets.flatMap(({ secret_hash }) => [secret_hash.toString('hex'), secret_hash.toString('base64')]),
    ]) {
      expect(text).not.toContain(canary);
    }
  });
});

test('with several tenants one must be named, and things of another are not found (R17)', async () => {
  const { account } = await newAccount();
  const other = (await fixture.ask<{ tenant: string }>('tenants', 'create', 'Loja Verde')).tenant;
  const unnamed = await fixture.run('companies', 'list');
  const listed = [`"Loja Azul" ${tenant}`, `"Loja Verde" ${other}`].join(', ');
  const message = `2 tenants exist; add --tenant: ${listed}.\n`;
  expect([unnamed.code, unnamed.errors]).toEqual([2, message]);
  expect(await fixture.ask('companies', 'list', '--tenant', other)).toEqual([]);
  for (const words of [
    ['companies', 'show', company],
    ['service-accounts', 'show', account],
    ['keys', 'list', account],
    ['secrets', 'rotate', account],
    ['settings', 'show', '--company', company],
  ]) {
    expect((await fixture.run(...words, '--tenant', other)).code, words.join(' ')).toBe(3);
  }
});

test('the id of a company names its tenant, in an option or by itself, in any case of its letters (D17)', async () => {
  for (const words of [
    ['companies', 'show', company],
    ['companies', 'show', company.toUpperCase()],
    ['companies', 'disable', company],
    ['companies', 'enable', company],
    ['companies', 'clear-logo', company],
    ['settings', 'show', '--company', company],
    ['settings', 'set', 'maximum-value=2500', '--company', company],
    ['page-events', 'list', '--company', company],
    ['webhooks', 'list', '--company', company],
    ['webhooks', 'events', '--company', company],
  ]) {
    const { code, errors } = await fixture.run(...words);
    expect([words, code, errors]).toEqual([words, 0, '']);
  }
  const stranger = await fixture.run('companies', 'show', '0197c1f0-8f2e-7cc3-98c4-dc0c0c07398f');
  expect([stranger.code, stranger.errors]).toEqual([
    2,
    expect.stringContaining('tenants exist; add --tenant'),
  ]);
});

test('a master key is never rotated back to one that was in use before, and one that is needed is not forgotten (R92)', async () => {
  const present = async (): Promise<string> =>
    (await fixture.ask<{ key: string; present: boolean }[]>('keys', 'list-master')).find((one) => one.present)
      ?.key ?? '';
  const seen = [await present()];
  for (let times = 0; times < 3; times += 1) {
    const rotation = await fixture.ask<{ from: string; to: string }>('keys', 'rotate-master');
    expect(rotation.from).toBe(seen.at(-1));
    seen.push(rotation.to);
  }
  expect(new Set(seen).size).toBe(4);
  expect((await fixture.run('keys', 'forget-master', seen.at(-1) ?? '')).code).toBe(4);
  expect((await fixture.run('keys', 'forget-master', '0123456789abcdef')).code).toBe(3);
  await fixture.ask('keys', 'forget-master', seen[0] ?? '');
  const [entry] = await fixture.ask<{ action: string; before: object }[]>('audit', 'list', '--limit', '1');
  expect(entry).toMatchObject({ action: 'master-key.forget', before: { masterKeyId: seen[0] } });
  expect(await present()).toBe(seen.at(-1));
});
