import { Writable } from 'node:stream';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { toProviderFault } from '@titular/server/users/provider/provider-fault.ts';
import type { ProviderFaults } from '@titular/test-kit/services/fake-identity-provider.ts';
import { statusFault, textFault } from '@titular/test-kit/services/faulty-server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outcomeOf } from '../portal/portal-calls.ts';
import {
  addMember,
  linkPerson,
  openBrowser,
  type ProviderFixture,
  signInWithProvider,
  startProviderFixture,
  visitToSignIn,
} from './provider-fixture.ts';

/** Longer than an audit entry of the same reason is left out. */
const QUIET_SECONDS = 601;
/** As long as metadata is believed. */
const METADATA_SECONDS = 3_601;
/** As long as keys are believed, and a token is just good. */
const STALE_SECONDS = 301;

let here: ProviderFixture;
let userId: string;
let linked: string;
let name: string;
const lines: string[] = [];
const secrets: string[] = [];
beforeAll(async () => {
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  here = await startProviderFixture({}, createLog('debug', destination));
  const maria = await addMember(here.service, here.tenant.tenantId, { role: 'admin' });
  ({ userId, name } = maria);
  await linkPerson(here.provider, maria);
  linked = here.provider.person.sub;
});
afterAll(() => here?.close());

const now = (): number => Math.floor(here.clock.now().getTime() / 1_000);
const JSON_TYPE = { 'content-type': 'application/json' };
const sendingJson = (body: object) => textFault(JSON.stringify(body), JSON_TYPE);

type Fault = readonly [what: string, faults: () => ProviderFaults, code: string, reason: string];

/** Each of them on the way of somebody whose account is linked: what the service takes makes a session. */
const FAULTS: readonly Fault[] = [
  ['another state', () => ({ query: (to) => to.set('state', 'sign-in.x') }), '40370', 'unknown-visit'],
  ['no state', () => ({ query: (to) => to.delete('state') }), '40370', 'unknown-visit'],
  ['two states', () => ({ query: (to) => to.append('state', 'sign-in.x') }), '40370', 'unknown-visit'],
  ['two codes', () => ({ query: (to) => to.append('code', 'x') }), '40370', 'claims'],
  ['no code', () => ({ query: (to) => to.delete('code') }), '40370', 'claims'],
  ['a refusal', () => ({ query: (to) => to.set('error', 'access_denied') }), '40370', 'refused-there'],
  [
    'an answer of another provider',
    () => ({ query: (to) => to.set('iss', 'https://other.example') }),
    '40370',
    'issuer',
  ],
  ['no issuer, which was announced', () => ({ query: (to) => to.delete('iss') }), '40370', 'claims'],
  ['the code of another client', () => ({ query: (to) => to.set('code', 'of-another') }), '40370', 'code'],
  ['another nonce', () => ({ claims: { nonce: 'another' } }), '40370', 'nonce'],
  ['no nonce', () => ({ claims: { nonce: undefined } }), '40370', 'claims'],
  ['another issuer', () => ({ claims: { iss: 'https://other.example' } }), '40370', 'issuer'],
  ['the issuer with a slash', () => ({ claims: { iss: `${here.provider.issuer}/` } }), '40370', 'issuer'],
  [
    'the issuer without its path',
    () => ({ claims: { iss: new URL(here.provider.issuer).origin } }),
    '40370',
    'issuer',
  ],
  ['another audience', () => ({ claims: { aud: 'another' } }), '40370', 'audience'],
  [
    'several audiences without azp',
    () => ({ claims: { aud: ['titular-portal', 'another'] } }),
    '40370',
    'audience',
  ],
  [
    'azp of another among audiences',
    () => ({ claims: { aud: ['titular-portal', 'another'], azp: 'another' } }),
    '40370',
    'audience',
  ],
  ['azp of another', () => ({ claims: { azp: 'another' } }), '40370', 'audience'],
  ['algorithm none', () => ({ forgery: 'none' }), '40370', 'algorithm'],
  ['HS256 with the public key', () => ({ forgery: 'HS256' }), '40370', 'algorithm'],
  ['a critical header that nobody knows', () => ({ header: { crit: ['x'], x: 1 } }), '40370', 'algorithm'],
  ['a signature of another key', () => ({ strangeKey: 'known-id' }), '40370', 'signature'],
  ['an unknown key', () => ({ strangeKey: 'own-id' }), '40370', 'key'],
  ['an expired token', () => ({ claims: { exp: now() - 30 } }), '40370', 'time'],
  ['a token that is not valid yet', () => ({ claims: { nbf: now() + 60 } }), '40370', 'time'],
  ['a token from the future', () => ({ claims: { iat: now() + 60 } }), '40370', 'time'],
  ['an authentication to come', () => ({ claims: { auth_time: now() + 60 } }), '40370', 'time'],
  ['a time of authentication that is none', () => ({ claims: { auth_time: 'now' } }), '40370', 'claims'],
  ['no expiry', () => ({ claims: { exp: undefined } }), '40370', 'claims'],
  ['no subject', () => ({ claims: { sub: undefined } }), '40370', 'claims'],
  ['an empty subject', () => ({ claims: { sub: '' } }), '40370', 'claims'],
  ['a subject without end', () => ({ claims: { sub: 'x'.repeat(256) } }), '40370', 'claims'],
  ['the ID token of another sign-in', () => ({ token: here.provider.lastToken() }), '40370', 'nonce'],
  [
    'no ID token',
    () => ({ answers: { token: sendingJson({ access_token: 'x', token_type: 'bearer' }) } }),
    '40370',
    'claims',
  ],
  [
    'an oversized answer',
    () => ({ answers: { token: { kind: 'huge', bytes: 200_000 } } }),
    '40066',
    'unavailable',
  ],
  [
    'a token endpoint that redirects',
    () => ({ answers: { token: statusFault(307, { location: '/x' }) } }),
    '40066',
    'answer',
  ],
  [
    'another content type',
    () => ({ answers: { token: textFault('{}', { 'content-type': 'text/html' }) } }),
    '40066',
    'unavailable',
  ],
  ['broken JSON', () => ({ answers: { token: textFault('{', JSON_TYPE) } }), '40066', 'answer'],
  [
    'a compressed answer',
    () => ({ answers: { token: textFault('{}', { 'content-encoding': 'gzip' }) } }),
    '40066',
    'unavailable',
  ],
  [
    'a client secret that is not known there',
    () => ({ answers: { token: statusFault(401) } }),
    '40066',
    'client',
  ],
  ['an error of the provider', () => ({ answers: { token: statusFault(503) } }), '40066', 'unavailable'],
  ['keys that cannot be read', () => ({ answers: { jwks: statusFault(500) } }), '40066', 'unavailable'],
  [
    'an unknown subject with the unverified mail of the account',
    () => ({ claims: { sub: 'x', email: name, email_verified: false } }),
    '40371',
    'unlinked',
  ],
  [
    'an unknown subject with the verified mail of the account',
    () => ({ claims: { sub: 'x', email: name, email_verified: true } }),
    '40371',
    'unlinked',
  ],
];

/** Sessions of the account, entries about faults, and the newest of them. */
async function readTraces() {
  const { db } = here.service.service.database;
  const sessions = await db.selectFrom('user_sessions').select('session_id').execute();
  const entries = await db
    .selectFrom('audit_log')
    .select(['subject', 'actor', 'before', 'after'])
    .where('action', '=', 'user.refuse-sign-in')
    .orderBy('entry_id', 'desc')
    .execute();
  return { sessions: sessions.length, entries };
}

test.each(FAULTS)(
  '%s: no session, one sentence, and an entry without token or code (P41)',
  async (_what, faultsOf, code, reason) => {
    here.clock.advanceSeconds(QUIET_SECONDS);
    here.provider.faults = {};
    await signInWithProvider(here);
    const before = await readTraces();
    here.clock.advanceSeconds(STALE_SECONDS);
    const browser = openBrowser(here.service);
    here.provider.faults = faultsOf();
    const query = await visitToSignIn(here.provider, browser);
    const reply = await browser.send('signInWithProvider', { body: { query } });
    expect(outcomeOf(reply)).toBe(code);
    expect((reply.body as unknown as { message: string }).message).toMatch(/^[^.]+\.$/);
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(browser.session).toBeUndefined();
    const after = await readTraces();
    expect(after.sessions).toBe(before.sessions);
    const [entry] = after.entries;
    expect(after.entries.length - before.entries.length).toBe(1);
    expect(entry).toEqual({
      ...{ subject: `provider/${reason}`, actor: 'portal', before: null, after: { purpose: 'sign-in' } },
    });
    const line = lines.findLast((one) => one.includes('a visit came to nothing')) ?? '{}';
    expect(JSON.parse(line)).toMatchObject({ purpose: 'sign-in', reason, detail: expect.any(String) });
    secrets.push(...new URLSearchParams(query).values(), here.provider.lastToken());
  },
);

test('metadata of another issuer begins no visit, and stands in log and audit log (P41, P42)', async () => {
  here.clock.advanceSeconds(METADATA_SECONDS);
  here.provider.faults = { metadata: { issuer: 'https://other.example' } };
  const before = lines.length;
  const entriesBefore = (await readTraces()).entries.length;
  const reply = await openBrowser(here.service).send('startProviderSignIn', { body: { path: '/' } });
  expect(outcomeOf(reply)).toMatch(/^40(066|370)$/);
  const { entries } = await readTraces();
  expect(entries.length - entriesBefore).toBe(1);
  expect(entries[0]).toMatchObject({ subject: 'provider/issuer', after: { purpose: 'sign-in' } });
  const [line = '{}'] = lines.slice(before).filter((one) => one.includes('a visit came to nothing'));
  expect(JSON.parse(line)).toMatchObject({ reason: 'issuer' });
  expect(lines.slice(before).join('')).not.toContain('other.example');
  here.provider.faults = {};
});

test('an error of this program is none of the provider: it is thrown on', () => {
  expect(() => toProviderFault(new RangeError('ours'))).toThrow('ours');
  expect(() => toProviderFault(new TypeError('x is not a function'))).toThrow('not a function');
});

test('nothing of all that stands in log or audit log, and no userinfo was asked for (P38, P41)', async () => {
  const { db } = here.service.service.database;
  const kept = JSON.stringify(await db.selectFrom('audit_log').selectAll().execute());
  const written = `${lines.join('')}${kept}`;
  const told = secrets.filter((one) => one.length > 20 && one !== here.provider.issuer);
  expect(told.length).toBeGreaterThan(FAULTS.length);
  expect(told.filter((one) => written.includes(one))).toEqual([]);
  expect(written).not.toContain(linked);
  expect(lines.length).toBeGreaterThan(FAULTS.length);
  expect(here.provider.asked.some(({ path }) => path.endsWith('/userinfo'))).toBe(false);
  expect(userId).toBeDefined();
});
