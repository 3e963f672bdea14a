import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { oauthErrorCatalogue } from '@titular/contract';
import { decideScopes } from '@titular/server/access-tokens/accounts/scopes.ts';
import {
  checkAssertionClaims,
  parseAssertionIssuer,
} from '@titular/server/access-tokens/grants/assertion.ts';
import { deleteExpiredAssertions } from '@titular/server/access-tokens/grants/assertion-store.ts';
import { parseForm } from '@titular/server/access-tokens/grants/parse-form.ts';
import { checkJwsHeader, parseCompactJws } from '@titular/server/access-tokens/jose/compact-jws.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTokenBench } from './token-bench.ts';

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const form = (text: string | Buffer) => parseForm(Buffer.from(text));

describe('a compact JWS (R8)', () => {
  const sound = `${encode('{"alg":"ES256"}')}.${encode('{"a":1}')}.${encode('signature')}`;

  test('is read when it is spelled in the one canonical way', () => {
    expect(parseCompactJws(sound)).toMatchObject({ header: { alg: 'ES256' }, payload: { a: 1 } });
  });

  test('has no second spelling that decodes to the same bytes', () => {
    const bytesOf = (text: string): string =>
      text
        .split('.')
        .map((part) => Buffer.from(part, 'base64url').toString('hex'))
        .join('.');
    const letters = [...'ABCDwxyz0189-_+/=. \t\n\0é'];
    const position = fc.nat(sound.length);
    fc.assert(
      fc.property(position, fc.constantFrom('', ...letters), fc.nat(2), (at, letter, removed) => {
        const other = sound.slice(0, at) + letter + sound.slice(at + removed);
        fc.pre(other !== sound);
        if (bytesOf(other) === bytesOf(sound)) expect(parseCompactJws(other)).toBeUndefined();
      }),
      { numRuns: 5_000 },
    );
  });

  test.each([
    ['a name given twice', '{"alg":"ES256","alg":"none"}'],
    ['a name given twice by an escape', '{"alg":"ES256","\\u0061lg":"none"}'],
    ['a byte order mark', '\ufeff{}'],
    ['a list', '[]'],
    ['null', 'null'],
    ['text after the object', '{} {}'],
    ['nothing', ''],
    ['great depth', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`],
  ])('is refused with %s as header or claims', (_what, json) => {
    expect(parseCompactJws(`${encode(json)}.${encode('{}')}.AAAA`)).toBeUndefined();
    expect(parseCompactJws(`${encode('{}')}.${encode(json)}.AAAA`)).toBeUndefined();
  });

  test('is refused when its text is not UTF-8 or too long', () => {
    const broken = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]).toString('base64url');
    expect(parseCompactJws(`${broken}.${encode('{}')}.AAAA`)).toBeUndefined();
    expect(parseCompactJws(`${encode('{}')}.${encode('{}')}.${'A'.repeat(8192)}`)).toBeUndefined();
  });

  test('names from the prototype of objects are no header parameters', () => {
    const rule = { algorithms: ['ES256'], types: ['jwt'], typeRequired: true };
    const header = JSON.parse('{"__proto__":{"typ":"jwt"},"alg":"ES256"}');
    expect(checkJwsHeader(header, rule)).toBe('bad-parameter');
    expect(checkJwsHeader(JSON.parse('{"alg":"constructor"}'), rule)).toBe('bad-algorithm');
  });
});

describe('a form (R15)', () => {
  test('gives back exactly what was encoded', () => {
    const name = fc.string({ minLength: 1, unit: 'grapheme' });
    const value = fc.string({ minLength: 1, unit: 'grapheme' });
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 20, noNullPrototype: true }), (parameters) => {
        const parsed = form(new URLSearchParams(parameters).toString());
        expect(parsed).toEqual({ kind: 'form', form: new Map(Object.entries(parameters)) });
      }),
    );
  });

  test('is never answered by a fault, whatever its bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(['form', 'refused']).toContain(parseForm(Buffer.from(bytes)).kind);
      }),
    );
  });

  test.each([
    ['a name given twice', 'a=1&a=1', 'duplicate_parameter'],
    ['a name given twice by an escape', 'a=1&%61=1', 'duplicate_parameter'],
    ['a name given twice, once without a value', 'a=&a=1', 'duplicate_parameter'],
    ['51 parameters', Array.from({ length: 51 }, (_, at) => `a${at}=1`).join('&'), 'malformed_request'],
    ['a name twice, the second behind 60 separators', `a=1${'&'.repeat(60)}a=2`, 'malformed_request'],
    ['a broken escape', 'a=%4', 'malformed_request'],
    ['an escape that is not UTF-8', 'a=%c0%af', 'malformed_request'],
    ['a lone surrogate', 'a=%ed%a0%80', 'malformed_request'],
    ['bytes that are not UTF-8', Buffer.from([0x61, 0x3d, 0xff]), 'malformed_request'],
  ])('is refused with %s', (_what, text, subCode) => {
    expect(form(text)).toMatchObject({ kind: 'refused', subCode });
  });

  test('leaves parameters without a value out (RFC 6749 section 3.2)', () => {
    expect(form('a=&b&c=1&&')).toEqual({ kind: 'form', form: new Map([['c', '1']]) });
  });
});

describe('scopes', () => {
  const allowed = ['transactions:write', 'transactions:read'];
  test.each<[string | undefined, readonly string[] | undefined]>([
    [undefined, allowed],
    ['*', allowed],
    ['transactions:read', ['transactions:read']],
    ['transactions:read transactions:read', ['transactions:read']],
    ['transactions:read  transactions:write', undefined],
    [' transactions:read', undefined],
    ['', undefined],
    ['* transactions:read', undefined],
    ['transactions:READ', undefined],
    ['transactions:read "', undefined],
  ])('%j grants %j', (asked, granted) => {
    expect(decideScopes(asked, allowed)).toEqual(granted);
  });
});

describe('the issuer of an assertion (R5)', () => {
  const id = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
  const context = { issuer: 'https://titular.example:8443', role: 'grant', now: new Date(0) } as const;
  const account = { kind: 'account', tenantId: id, account: 'shop' };
  test.each([
    [`shop@${id}.titular.example:8443`, account],
    [`shop@${id}.titular.example`, account],
    [`shop@${id}.titular.example:443`, undefined],
    [`shop@${id}.TITULAR.example`, undefined],
    [`shop@${id}.titular.example.`, undefined],
    [`shop@${id}.x.titular.example`, undefined],
    [`shop@${id}titular.example`, undefined],
    [`Shop@${id}.titular.example`, undefined],
    [`shop@${id.toUpperCase()}.titular.example`, undefined],
    [`a@shop@${id}.titular.example`, undefined],
    [`-shop@${id}.titular.example`, undefined],
    [`shop@${id}.titular.example\n`, undefined],
    ['tcl_x', undefined],
  ])('%j is read to the letter', (iss, expected) => {
    expect(parseAssertionIssuer(iss, context)).toEqual(expected);
  });

  test('times are refused at the second the documented skew ends (R4)', () => {
    const nowSeconds = 1_800_000_000;
    const iss = `shop@${id}.titular.example`;
    const check = (times: object) => {
      const payload = { iss, sub: iss, aud: context.issuer, iat: nowSeconds, exp: nowSeconds + 60, ...times };
      const checked = checkAssertionClaims(payload, { ...context, now: new Date(nowSeconds * 1000) });
      return checked.kind === 'fault' ? checked.subCode : checked.kind;
    };
    expect(check({ iat: nowSeconds - 60, exp: nowSeconds - 29 })).toBe('claims');
    expect(check({ iat: nowSeconds - 60, exp: nowSeconds - 30 })).toBe('assertion_expired');
    expect(check({ iat: nowSeconds + 30 })).toBe('claims');
    expect(check({ iat: nowSeconds + 31 })).toBe('assertion_not_yet_valid');
    expect(check({ nbf: nowSeconds + 30 })).toBe('claims');
    expect(check({ nbf: nowSeconds + 31 })).toBe('assertion_not_yet_valid');
    expect(check({ exp: nowSeconds + 3600 })).toBe('claims');
    expect(check({ exp: nowSeconds + 3600.5 })).toBe('assertion_lifetime');
  });
});

describe('what is wrong with claims is told with what to write instead', () => {
  const issuer = 'https://titular.example:8443';
  const iss = 'shop@019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e.titular.example';
  const now = 1_800_000_000;
  const sound = { iss, sub: iss, aud: issuer, iat: now, exp: now + 60 };
  test.each([
    [{ aud: 'https://other.example' }, `Set aud to ${issuer} or ${issuer}/oauth2/token.`],
    [{ iss: 'shop' }, 'Set iss to account@tenant-id.titular.example:8443.'],
    [{ exp: undefined, sub: undefined }, 'Send sub and exp too.'],
    [{ exp: 'soon' }, 'It is exp: send it as a number of seconds.'],
    [{ jti: 7 }, 'It is jti: send it as text, neither empty nor too long.'],
    [
      { iat: now - 300, exp: now - 95.5 },
      'It did so 96 seconds ago by the clock of this service: make a new one for each request, and check the clock of the signing machine.',
    ],
    [
      { iat: now + 120 },
      'It is 120 seconds ahead of the clock of this service: check that of the signing machine.',
    ],
    [{ iat: now * 1000, exp: now * 1000 + 60 }, 'Write iat, nbf and exp in seconds, not in milliseconds.'],
    [{ exp: now + 7200 }, undefined],
  ])('%j: %s', (claims, detail) => {
    const context = { issuer, role: 'grant', now: new Date(now * 1000) } as const;
    expect(checkAssertionClaims({ ...sound, ...claims }, context)).toMatchObject({ kind: 'fault', detail });
  });
});

describe('no header can make the service call out (R7)', () => {
  test('nothing in this noun is able to open a connection or to take a key from a token', () => {
    const directory = fileURLToPath(new URL('../../src/access-tokens/', import.meta.url));
    const able =
      /node:(?:https?|http2|net|tls|dns|dgram|child_process)|\bfetch\(|createRemoteJWKSet|EmbeddedJWK|undici/;
    const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.ts'),
    );
    expect(files).toContain('grants/verify-assertion.ts');
    expect(files.filter((file) => able.test(readFileSync(directory + file, 'utf8')))).toEqual([]);
  });
});

describe('the catalogue (R15)', () => {
  test('sends only characters that RFC 6749 section 5.2 allows, and a remedy for each', () => {
    for (const [subCode, entry] of Object.entries(oauthErrorCatalogue)) {
      expect(subCode).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(entry.subCode).toBe(subCode);
      expect(entry.description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
      expect(entry.remedy).not.toBe('');
    }
  });
});

describe('used assertions (R6)', () => {
  test('are forgotten only when no process, its clock ten minutes behind, would take them again', async () => {
    const bench = await openTokenBench();
    const expiresAt = bench.clock.now();
    const take = () =>
      bench.consumeAssertion({ tenantId: bench.tenantId, hash: Buffer.alloc(32, 1), expiresAt });
    const clean = (secondsLater: number) =>
      deleteExpiredAssertions(bench.db, new Date(expiresAt.getTime() + secondsLater * 1000), 100);
    expect([await take(), await take()]).toEqual([true, false]);
    expect(await clean(600)).toBe(0);
    expect(await take()).toBe(false);
    expect(await clean(601)).toBe(1);
    await bench.drop();
  });
});
