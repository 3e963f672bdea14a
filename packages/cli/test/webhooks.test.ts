import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebhookAuthentication } from '@titular/contract';
import { asId } from '@titular/test-kit/as-id.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CommandFixture, openCommandFixture } from './command-fixture.ts';

const URL_OF_SHOP = 'https://shop.example/webhooks';
const SECRET = /^whsec_[A-Za-z0-9+/]{43}=$/;

let fixture: CommandFixture;
let company: string;
beforeAll(async () => {
  fixture = await openCommandFixture();
  await fixture.ask('tenants', 'create', 'Loja Azul');
  company = (await fixture.ask<{ company: string }>('companies', 'create', 'Loja Azul')).company;
});
afterAll(() => fixture.drop());

const create = (...words: string[]) =>
  fixture.ask<Record<string, unknown>>('webhooks', 'create', URL_OF_SHOP, '--company', company, ...words);
const newEndpoint = async (...words: string[]): Promise<string> =>
  String((await create(...words))['endpoint']);
const sealedAuthentication = async (id: string): Promise<Buffer | null> => {
  const row = await fixture.database.db
    .selectFrom('webhook_endpoints')
    .select('sealed_authentication')
    .where('endpoint_id', '=', asId(id))
    .executeTakeFirstOrThrow();
  return row.sealed_authentication;
};

describe('endpoints', () => {
  test('are made with every choice, shown without a secret, changed, switched off and on, and deleted', async () => {
    const made = await create(
      ...['--description', 'Back office', '--events', 'transaction.finished,endpoint.disabled'],
      ...['--statuses', 'approved,expired', '--maximum-attempts', '12', '--interval', '5m'],
      ...['--maximum-at-once', '20', '--timeout', '30s'],
    );
    const { secret, endpoint, ...rest } = made;
    expect(secret).toMatch(SECRET);
    expect(rest).toMatchObject({
      company,
      url: URL_OF_SHOP,
      description: 'Back office',
      events: ['transaction.finished', 'endpoint.disabled'],
      statuses: ['approved', 'expired'],
      authentication: 'none',
      maximumAttempts: 12,
      intervalSeconds: 300,
      maximumAtOnce: 20,
      timeoutSeconds: 30,
      enabled: true,
    });
    const id = String(endpoint);
    expect(await fixture.ask('webhooks', 'show', id.toUpperCase())).toEqual({ endpoint: id, ...rest });
    const back = ['--events', 'all', '--statuses', 'final', '--interval', 'standard', '--description', ''];
    expect(await fixture.ask('webhooks', 'change', id, '--timeout', '5s', ...back)).toMatchObject({
      timeoutSeconds: 5,
      events: ['all'],
      statuses: ['final'],
      intervalSeconds: 'standard',
      description: null,
      maximumAttempts: 12,
    });
    expect(await fixture.ask('webhooks', 'disable', id)).toMatchObject({
      enabled: false,
      disabledReason: 'asked',
    });
    expect((await fixture.run('webhooks', 'disable', id)).output).toContain('nothing was changed');
    expect(await fixture.ask('webhooks', 'enable', id)).toMatchObject({
      enabled: true,
      disabledReason: null,
    });
    const listed = await fixture.ask<Record<string, unknown>[]>('webhooks', 'list', '--company', company);
    expect(listed.map((row) => row['endpoint'])).toContain(id);
    expect(JSON.stringify(listed)).not.toContain('whsec_');
    expect(await fixture.ask('webhooks', 'delete', id)).toMatchObject({ endpoint: id });
    expect(await fixture.ask('webhooks', 'list', '--company', company)).toEqual([]);
    expect(await fixture.run('webhooks', 'show', id)).toMatchObject({
      code: 3,
      errors: 'Webhook endpoint not found.\n',
    });
  });

  test('hand their secret to a file that only its owner reads, and a rotation the next one', async () => {
    const file = join(fixture.directory, 'shop.whsec');
    const made = await create('--out', file);
    expect(made).not.toHaveProperty('secret');
    expect(await readFile(file, 'utf8')).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const id = String(made['endpoint']);
    const next = join(fixture.directory, 'next.whsec');
    const rotated = await fixture.ask('webhooks', 'rotate-secret', id, '--overlap', '2h', '--out', next);
    expect(rotated).toMatchObject({
      endpoint: id,
      writtenTo: next,
      previousSecretEndsAt: expect.any(String),
    });
    expect(await readFile(next, 'utf8')).not.toBe(await readFile(file, 'utf8'));
    const again = await fixture.run('webhooks', 'rotate-secret', id);
    expect([again.code, again.errors]).toEqual([4, 'An earlier rotation of the secret still overlaps.\n']);
    const ended = await fixture.ask('webhooks', 'rotate-secret', id, '--overlap', '0s');
    expect(ended).toMatchObject({ previousSecretEndsAt: null, secret: expect.stringMatching(SECRET) });
    expect((await fixture.run('webhooks', 'rotate-secret', id, '--overlap', '8d')).code).toBe(2);
    const listed = await fixture.ask('webhooks', 'list');
    const refused = await fixture.run('webhooks', 'create', URL_OF_SHOP, '--company', company, '--out', file);
    expect(refused.code).toBe(4);
    expect(await fixture.ask('webhooks', 'list')).toEqual(listed);
  });

  test('take credentials from a file, and a new address only with them', async () => {
    const file = join(fixture.directory, 'credentials.json');
    await writeFile(file, JSON.stringify({ kind: 'basic', user: 'titular', password: 'canary-password' }));
    const id = await newEndpoint('--authentication', file);
    expect((await sealedAuthentication(id))?.includes('canary')).toBe(false);
    expect(await fixture.ask('webhooks', 'show', id)).toMatchObject({ authentication: 'basic' });
    const alone = await fixture.run('webhooks', 'change', id, '--url', 'https://new.example/');
    expect([alone.code, alone.errors]).toEqual([
      2,
      'authentication must be sent again together with a new url.\n',
    ]);
    const moved = ['--url', 'https://new.example/', '--authentication', file];
    expect(await fixture.ask('webhooks', 'change', id, ...moved)).toMatchObject({
      url: 'https://new.example/',
      authentication: 'basic',
    });
    await writeFile(file, '{"kind":"none"}');
    expect(await fixture.ask('webhooks', 'change', id, '--authentication', file)).toMatchObject({
      authentication: 'none',
    });
    for (const text of ['canary-password', '{"kind":"basic","password":"canary-password"}']) {
      await writeFile(file, text);
      const { code, errors } = await fixture.run('webhooks', 'change', id, '--authentication', file);
      expect(code).toBe(2);
      expect(errors).toContain('The credentials');
      expect(errors).not.toContain('canary');
    }
    const audited = await sql<{ row: string }>`SELECT a::text AS row FROM audit_log a`.execute(
      fixture.database.db,
    );
    expect(JSON.stringify(audited.rows)).not.toMatch(/canary|whsec_/);
  });

  test.each([
    [2, ['webhooks', 'create', URL_OF_SHOP], '--company is missing.'],
    [2, ['webhooks', 'create', 'https://10.0.0.1/', '--company', '{company}'], 'url must not be an address'],
    [
      2,
      ['webhooks', 'create', 'http://127.0.0.1:1/', '--company', '{company}'],
      'url must not be an address',
    ],
    [
      2,
      ['webhooks', 'create', URL_OF_SHOP, '--company', '{company}', '--events', 'all,none'],
      '--events takes',
    ],
    [2, ['webhooks', 'create', URL_OF_SHOP, '--company', '{company}', '--statuses', 'x'], '--statuses takes'],
    [
      2,
      ['webhooks', 'create', URL_OF_SHOP, '--company', '{company}', '--timeout', '61s'],
      '--timeout must be',
    ],
    [
      2,
      ['webhooks', 'create', URL_OF_SHOP, '--company', '{company}', '--interval', '2d'],
      '--interval must be',
    ],
    [
      2,
      ['webhooks', 'create', URL_OF_SHOP, '--company', '{company}', '--authentication', '/no'],
      'cannot be read',
    ],
    [3, ['webhooks', 'create', URL_OF_SHOP, '--company', '{random}'], 'Company not found.'],
    [2, ['webhooks', 'change', '{random}'], 'Name at least one option to change.'],
    [3, ['webhooks', 'change', '{random}', '--timeout', '1s'], 'Webhook endpoint not found.'],
    [3, ['webhooks', 'enable', '{random}'], 'Webhook endpoint not found.'],
    [3, ['webhooks', 'delete', '{random}'], 'Webhook endpoint not found.'],
    [2, ['webhooks', 'show', 'x'], '"x" is not the id of a webhook endpoint.'],
    [2, ['webhooks', 'trigger', 'order.paid', '--company', '{company}'], '"order.paid" is not one of'],
    [
      2,
      ['webhooks', 'trigger', 'transaction.finished', '--company', '{company}', '--status', 'waiting'],
      'must be one of',
    ],
    [
      2,
      ['webhooks', 'trigger', 'process.finished', '--company', '{company}', '--status', 'approved'],
      'no status',
    ],
    [
      2,
      ['webhooks', 'trigger', 'endpoint.disabled', '--company', '{company}', '--process', '{random}'],
      'not about a process',
    ],
    ...[
      ['--status', 'approved'],
      ['--transaction', '{random}'],
      ['--process', '{random}'],
    ].map((unfit): [number, string[], string] => [
      2,
      ['webhooks', 'trigger', 'endpoint.test', '--company', '{company}', ...unfit],
      `leave out ${unfit[0]}`,
    ]),
    [3, ['webhooks', 'trigger', 'process.finished', '--company', '{random}'], 'has no company'],
    [
      3,
      ['webhooks', 'trigger', 'process.finished', '--company', '{company}', '--endpoint', '{random}'],
      'has no endpoint',
    ],
  ])('exit with %i and a sentence: %j', async (code, words, sentence) => {
    const said = words.map((word) =>
      word.replace('{company}', company).replace('{random}', crypto.randomUUID()),
    );
    const ran = await fixture.run(...said);
    expect([ran.code, ran.output]).toEqual([code, '']);
    expect(ran.errors).toContain(sentence);
  });

  test('the group tells what it does', async () => {
    const { code, output } = await fixture.run('webhooks', '--help');
    expect(code).toBe(0);
    for (const verb of [
      'create',
      'list',
      'show',
      'change',
      'enable',
      'disable',
      'delete',
      'rotate-secret',
      'test',
      'trigger',
    ])
      expect(output).toContain(`  webhooks ${verb} `);
  });
});

describe('the credentials of an endpoint', () => {
  const forms = WebhookAuthentication.anyOf.map(({ properties }) => properties);
  const guide = () => readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8');

  test.each(forms.map((fields) => [fields.kind.const, fields] as const))(
    'of kind %s stand in help and guide with all their fields (C18)',
    async (kind, fields) => {
      const { output } = await fixture.run('webhooks', 'create', '--help');
      for (const text of [output, await guide()]) {
        const form = text.match(new RegExp(`\\{"kind":"${kind}"[^}]*\\}`))?.[0];
        for (const field of Object.keys(fields)) expect(form).toContain(`"${field}":`);
      }
    },
  );
});
