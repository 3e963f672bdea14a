import type { WebhookAuthentication } from '@titular/contract';
import { authenticationProblem, parseApiKey } from '@titular/server/webhooks/sender/authentication.ts';
import { describe, expect, test } from 'vitest';

const rules = { environment: 'production', loopbackAllowed: false, ports: [443] } as const;
const CANARY = 'canary-7f3a';

describe('an API key', () => {
  test.each([
    ['X-Api-Key:abc', { header: 'X-Api-Key', value: 'abc' }],
    ['x-api-key:  a b:c  ', { header: 'x-api-key', value: 'a b:c' }],
    ['Authorization:Token abc', { header: 'Authorization', value: 'Token abc' }],
    ['abc', { header: 'Authorization', value: 'abc' }],
    ['Token abc', { header: 'Authorization', value: 'Token abc' }],
  ])('%s is read as a header and its value', (text, header) => {
    expect(parseApiKey(text)).toEqual(header);
  });

  test.each([
    '',
    ' ',
    ':',
    ':abc',
    'x-api-key:',
    'x-api-key: ',
    'x api key:abc',
    'x(key):abc',
    'chave-é:abc',
    'x-api-key:ção',
    ' abc',
    'abc ',
    'x-api-key:a\tb',
    'x-api-key:a\r\nx-admin: 1',
    'x-api-key\r\nx-admin:1',
    'a\nb',
    'a\0b',
    'a\u00a0b',
    'a\u200bb',
    'a\x7fb',
  ])('%j is none (R35)', (text) => {
    expect(parseApiKey(text)).toBeUndefined();
    expect(authenticationProblem({ kind: 'api-key', key: `${text}` }, rules)).toMatch(/^key must /);
  });

  test.each([
    'host',
    'Host',
    'content-type',
    'Content-Length',
    'content-x',
    'connection',
    'transfer-encoding',
    'TE',
    'upgrade',
    'trailer',
    'expect',
    'keep-alive',
    'proxy-authorization',
    'cookie',
    'webhook-signature',
    'Webhook-Id',
    'user-agent',
    'accept-encoding',
  ])('the header %s cannot be set', (header) => {
    const problem = authenticationProblem({ kind: 'api-key', key: `${header}:${CANARY}` }, rules);
    expect(problem).toBe(`key must not set the header ${header.toLowerCase()}`);
  });
});

const oauth2 = {
  kind: 'oauth2',
  tokenUrl: 'https://login.example/token',
  clientId: 'shop',
  clientSecret: 's€cret with spaces',
} as const;

test.each<[string, WebhookAuthentication]>([
  ['none', { kind: 'none' }],
  ['Basic with any signs in its password', { kind: 'basic', user: 'José', password: 'a:b c€' }],
  ['an API key', { kind: 'api-key', key: `x-api-key:${CANARY}` }],
  ['OAuth2', oauth2],
  ['OAuth2 with scopes', { ...oauth2, scope: 'hooks:write other' }],
])('%s is taken', (_what, authentication) => {
  expect(authenticationProblem(authentication, rules)).toBeUndefined();
});

test.each<[string, WebhookAuthentication, RegExp]>([
  ['a colon in the user', { kind: 'basic', user: `a:${CANARY}`, password: 'x' }, /^user /],
  ['a control character in the user', { kind: 'basic', user: `${CANARY}\n`, password: 'x' }, /^user /],
  [
    'a control character in the password',
    { kind: 'basic', user: 'a', password: `${CANARY}\r` },
    /^password /,
  ],
  ['a token address inside', { ...oauth2, tokenUrl: `https://10.0.0.1/${CANARY}` }, /^tokenUrl must not be /],
  [
    'a token address without TLS',
    { ...oauth2, tokenUrl: `http://a.example/${CANARY}` },
    /^tokenUrl must begin /,
  ],
  [
    'a token address at another port',
    { ...oauth2, tokenUrl: `https://a.example:22/${CANARY}` },
    /^tokenUrl must have /,
  ],
  ['a control character in the client id', { ...oauth2, clientId: `${CANARY}\x7f` }, /^clientId /],
  ['a control character in the secret', { ...oauth2, clientSecret: `${CANARY}\0` }, /^clientSecret /],
  ['a scope that is none', { ...oauth2, scope: `a  ${CANARY}` }, /^scope /],
  ['a scope with a quote', { ...oauth2, scope: `"${CANARY}"` }, /^scope /],
])('%s is refused with words that repeat no credential (R35)', (_what, authentication, words) => {
  const problem = authenticationProblem(authentication, rules);
  expect(problem).toMatch(words);
  expect(problem).not.toContain(CANARY);
});
