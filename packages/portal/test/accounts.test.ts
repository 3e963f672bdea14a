import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { commands } from '@titular/cli/commands/commands.ts';
import { parseArguments } from '@titular/cli/frame/parse-arguments.ts';
import { PORTAL_ROLES, SCOPE_GRANTS, SCOPES, scopesWithheld } from '@titular/contract';
import { describe, expect, test } from 'vitest';
import { accountCommands } from '../src/pages/developers/accounts/model/account-commands.ts';
import { findKeyFault } from '../src/pages/developers/accounts/model/pasted-key.ts';
import { timesWords } from '../src/pages/developers/accounts/model/times-words.ts';
import { tokenSnippet } from '../src/pages/developers/accounts/model/token-snippet.ts';

const TENANT = crypto.randomUUID();
const on = accountCommands(TENANT, 'shop');
const scopes = ['transactions:write', 'calls:read'];

/** Commands of the page, with what the command line is to read of each. */
const ROWS = [
  [
    on.create({ scopes, withKey: false, withSecret: true }),
    'service-accounts create',
    ['shop'],
    { scopes: scopes.join() },
  ],
  [on.create({ scopes, withKey: false, withSecret: false }), 'service-accounts create', ['shop'], {}],
  [on.create({ scopes, withKey: true, withSecret: false }), 'service-accounts create', ['shop'], {}],
  [on.switch(true), 'service-accounts enable', ['shop'], {}],
  [on.switch(false), 'service-accounts disable', ['shop'], {}],
  [
    on.addKey('RS256', true),
    'keys create',
    ['shop'],
    { algorithm: 'RS256', 'public-key-file': 'public.pem' },
  ],
  [on.addKey('ES256', false), 'keys create', ['shop'], { algorithm: 'ES256' }],
  [on.endKey('-'.padEnd(43, 'x')), 'keys disable', ['shop', '-'.padEnd(43, 'x')], {}],
  [on.addSecret(), 'secrets create', ['shop'], {}],
  [on.rotateSecret(3_600), 'secrets rotate', ['shop'], { overlap: '3600s' }],
  [on.endSecret(TENANT), 'secrets disable', ['shop', TENANT], {}],
  [
    on.set('scopes', scopes.join()),
    'settings set',
    [`scopes=${scopes.join()}`],
    { 'service-account': 'shop' },
  ],
] as const;

describe('the commands that the page offers', () => {
  test.each(ROWS)('%s is one, and says what the page does (F10)', (line, name, positionals, options) => {
    const words = line.split(' ');
    expect(words.slice(0, 4)).toEqual(['npx', 'titular', ...name.split(' ')]);
    const command = commands.find((one) => one.name === name);
    if (!command) throw new Error(`there is no ${name}`);
    const { args } = parseArguments(command, words.slice(4));
    expect(args.positionals).toEqual(positionals);
    expect(args.options).toMatchObject({ tenant: TENANT, ...options });
  });

  test('leave out the credentials that were not chosen', () => {
    const said = (withKey: boolean, withSecret: boolean) =>
      on.create({ scopes, withKey, withSecret }).match(/--no-\w+|--out/g);
    expect(said(true, true)).toEqual(['--out']);
    expect(said(false, true)).toEqual(['--no-key', '--out']);
    expect(said(true, false)).toEqual(['--no-secret', '--out']);
    expect(said(false, false)).toEqual(['--no-key', '--no-secret']);
  });
});

test('the snippet has no secret on a command line', () => {
  const snippet = tokenSnippet({ clientId: 'tcl_1', tokenUrl: 'https://api.example/oauth2/token' });
  expect(snippet).toContain(
    'curl --silent --config - --data grant_type=client_credentials https://api.example/oauth2/token',
  );
  expect(snippet.split('\n').find((line) => line.includes('curl'))).not.toContain('CLIENT_SECRET');
});

describe('a pasted key', () => {
  const pairs = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ed25519'),
    generateKeyPairSync('rsa', { modulusLength: 2_048 }),
  ];

  const pem = (key: KeyObject, type: 'pkcs1' | 'pkcs8' | 'spki' | 'sec1'): string =>
    String(key.export({ type, format: 'pem' } as never)).trim();

  test('is sent where it is whole and public alone, in PEM or as JWK (P43)', () => {
    for (const { publicKey } of pairs) {
      expect(findKeyFault(pem(publicKey, 'spki'))).toBeUndefined();
      const jwk = {
        ...publicKey.export({ format: 'jwk' }),
        kid: 'a',
        use: 'sig',
        key_ops: ['verify'],
        ext: true,
      };
      expect(findKeyFault(JSON.stringify(jwk))).toBeUndefined();
    }
  });

  test('stays in the browser where it is private, part of one, or something else (P43)', () => {
    const faults = (texts: readonly string[]) => new Set(texts.map(findKeyFault));
    for (const { privateKey, publicKey } of pairs) {
      const secret = privateKey.export({ format: 'jwk' });
      const open = publicKey.export({ format: 'jwk' });
      const whole = pem(privateKey, 'pkcs8');
      expect(
        faults([
          whole,
          `${pem(publicKey, 'spki')}\n${whole}`,
          ...[secret, { keys: [secret] }].map((one) => JSON.stringify(one)),
        ]),
      ).toEqual(new Set(['keyPrivate']));
      const body = whole.split('\n').slice(1, -1).join('\n');
      const cut = JSON.stringify(secret).slice(0, -1);
      const hidden = { ...open, kid: [secret['d']] };
      expect(
        faults([
          body,
          cut,
          JSON.stringify({ keys: [open] }),
          JSON.stringify(hidden),
          JSON.stringify({ ...open, extra: '' }),
        ]),
      ).toEqual(new Set(['keyUnfit']));
    }
    expect(faults(['{"kty":"oct","k":"AAAA"}'])).toEqual(new Set(['keyPrivate']));
    expect(faults(['{', 'null', '"d"', '[]', '{}', '-----BEGIN PUBLIC KEY-----'])).toEqual(
      new Set(['keyUnfit']),
    );
    expect(findKeyFault('')).toBe('keyMissing');
  });
});

test('every scope is given by roles that the table names, and pictures by none', () => {
  expect(Object.keys(SCOPE_GRANTS)).toEqual([...SCOPES]);
  for (const role of PORTAL_ROLES) expect(scopesWithheld(role, ['captures:read'])).toEqual(['captures:read']);
  expect(scopesWithheld('admin', SCOPES)).toEqual(['captures:read', 'references:write']);
  expect(scopesWithheld('developer', [...SCOPES, 'no-such'])).toEqual([
    ...['persons:erase', 'captures:read', 'references:write', 'no-such'],
  ]);
  expect(scopesWithheld('viewer', SCOPES)).toEqual([...SCOPES]);
});

test.each([
  ['en-US', 'Mon+Tue+Fri 08:00-18:00 America/Sao_Paulo', 'Mon, Tue, Fri 08:00-18:00 America/Sao_Paulo'],
  ['es-ES', 'Mon+Sun 22:00-06:00 Europe/Madrid', 'lun y dom 22:00-06:00 Europe/Madrid'],
  ['pt-BR', 'Sat 08:00-12:00 America/Sao_Paulo', 'sáb. 08:00-12:00 America/Sao_Paulo'],
  ['pt-BR', 'Someday 08:00-12:00', 'Someday 08:00-12:00'],
])('times of an account are said with days of the language: %s, %s', (tag, window, said) => {
  expect(timesWords(window, tag)).toBe(said);
});
