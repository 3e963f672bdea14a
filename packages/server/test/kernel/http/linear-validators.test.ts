import { ConsentRequest, identityKinds, ListTransactionsQuery, OpenSessionRequest } from '@titular/contract';
import { parseTimeWindow } from '@titular/server/access-tokens/accounts/allowed-times.ts';
import { decideScopes } from '@titular/server/access-tokens/accounts/scopes.ts';
import {
  checkAssertionClaims,
  parseAssertionIssuer,
} from '@titular/server/access-tokens/grants/assertion.ts';
import { parseBasic } from '@titular/server/access-tokens/grants/client-authentication.ts';
import { parseForm } from '@titular/server/access-tokens/grants/parse-form.ts';
import { checkJwsHeader, parseCompactJws } from '@titular/server/access-tokens/jose/compact-jws.ts';
import { decodeAccessToken } from '@titular/server/access-tokens/tokens/read-access-token.ts';
import { createSdkTokenVerifier } from '@titular/server/captures/links/sdk-token.ts';
import { readSessionCookie } from '@titular/server/captures/sessions/session-cookie.ts';
import { readIdempotencyKey } from '@titular/server/idempotency/answer-once.ts';
import { parseIdentity } from '@titular/server/identity/identity.ts';
import { containsCardNumber } from '@titular/server/kernel/base/card-numbers/card-number.ts';
import { hideCardNumbers } from '@titular/server/kernel/base/card-numbers/hide-card-numbers.ts';
import { isId } from '@titular/server/kernel/base/id.ts';
import { readBearerToken } from '@titular/server/kernel/http/admission/authenticate.ts';
import { parseStrictJson } from '@titular/server/kernel/http/body/strict-json.ts';
import { isInRange, networkOf, parseAddressRange } from '@titular/server/kernel/network/address-range.ts';
import { parseRetryAfter } from '@titular/server/kernel/network/services/retry-after.ts';
import { redirectTarget, redirectUrlProblem } from '@titular/server/tenants/redirects/redirect-url.ts';
import { parseCardName } from '@titular/server/transactions/create/card-name.ts';
import { parseAmount } from '@titular/server/transactions/create/decimal.ts';
import { parseCreateRequest } from '@titular/server/transactions/create/parse-create-request.ts';
import { Value } from 'typebox/value';
import { expect, test } from 'vitest';
import { growthProblem, halves, nearMatch, repeated, type Shape } from './growth.ts';

const now = new Date('2026-11-20T12:00:00Z');
const issuer = 'https://pay.example';
const id = '019aa3c5-1f5a-7a51-8e1c-6a1f6b7c8d9e';
const noKeys = { find: async () => undefined } as never;
const verifySdkToken = createSdkTokenVerifier(noKeys, issuer, 'test');
const card = { binDigits: '41111111', lastDigits: '1111', name: 'Maria da Silva' };
const sound = { identity: { key: 'cpf', value: '52998224725' }, orderNumber: '1', company: id, card };
const rules = { redirectHosts: ['shop.example'], appSchemes: ['com.example.shop'] };
const claims = { iss: `shop@${id}.pay.example`, sub: 's', aud: issuer, exp: now.getTime() / 1000, iat: 0 };
const claimContext = { issuer, role: 'client', now } as const;
const headerRule = { algorithms: ['ES256'], types: ['jwt'], typeRequired: false };

const create = (changes: object) => parseCreateRequest({ ...sound, ...changes }, now);
const bytes = (text: string): Buffer => Buffer.from(text);
const query = (name: string) => (text: string) => Value.Check(ListTransactionsQuery, { [name]: text });

/** Each takes a text as a merchant, a person or a receiver may send it; `begins` and `goesOn` are a near match. */
type Validator = [name: string, check: (text: string) => unknown, begins: string, goesOn: string];

const validators: Validator[] = [
  ['the name on a card', parseCardName, 'Maria ', 'a '],
  ['a card number in a text', containsCardNumber, '4111 ', '1111 1'],
  ['an encoded card number', containsCardNumber, '%34', '%2531&#'],
  ['a card number in codes', containsCardNumber, '\\u0034', '31 '],
  ['base64 of a card number', containsCardNumber, 'NDEx', 'ABCDEFGHI'],
  ['a card number in an answer', (text) => hideCardNumbers(`4111111111111111 ${text}`), '4111 ', '1111 1'],
  ['the number of a card', (text) => containsCardNumber(text, card), '41111111', '0'],
  ['a create request, card.name', (name) => create({ card: { ...card, name } }), 'Maria', ' da'],
  ['a create request, orderNumber', (text) => create({ orderNumber: text }), 'order-', '1-'],
  ['a create request, redirectUrl', (text) => create({ redirectUrl: text }), 'https://a/', '4.'],
  ['a create request, company', (text) => create({ company: text }), id, '0'],
  ['a create request, processID', (text) => create({ additionalInfo: { processID: text } }), id, '-'],
  ['the kind of an identity', (text) => parseIdentity(text, '1'), 'cpf', 'cpf'],
  ...Object.keys(identityKinds).map(
    (kind): Validator => [`a ${kind}`, (text) => parseIdentity(kind, text), '5299822472', '5'],
  ),
  ['an amount', parseAmount, '1.', '0'],
  ['an id', isId, '019aa3c5-', '1f5a-'],
  ['where to go at the end', (text) => redirectUrlProblem(text, rules), 'https://', 'a.'],
  ['an app scheme to go to', (text) => redirectUrlProblem(text, rules), 'com.', 'example.'],
  ['where the page goes', (text) => redirectTarget(text, id, 'approved'), 'https://shop.example/?', 'id=1&'],
  ['an idempotency key', readIdempotencyKey, 'key', '-1'],
  ['a body of JSON', (text) => parseStrictJson(bytes(text)), '{"a":', '[1,'],
  ['a text in JSON', (text) => parseStrictJson(bytes(JSON.stringify({ text }))), '\\', '\\"'],
  ['many names in JSON', (text) => parseStrictJson(bytes(`{${text}"a":1}`)), '"b":1,', '"c":1,'],
  ['spaces in JSON', (text) => parseStrictJson(bytes(`{"a":${text}1}`)), '  ', ' '],
  ['spaces after commas in JSON', (text) => parseStrictJson(bytes(`[${text}1]`)), '"a",', '"b",  '],
  ['digits in JSON', (text) => parseStrictJson(bytes(`{"value":${text}}`)), '1', '0'],
  ['a form', (text) => parseForm(bytes(text)), 'grant_type=x', '&a=%41'],
  ['a bearer token', (text) => readBearerToken(['authorization', text]), 'Bearer ', 'a='],
  ['Basic credentials', parseBasic, 'Basic ', 'QQ=='],
  ['a JWS', parseCompactJws, 'eyJhIjoxfQ.', 'eyJhIjoxfQ.'],
  ['the type in a JWS', (typ) => checkJwsHeader({ alg: 'ES256', typ }, headerRule), 'application/', 'a/'],
  ['an access token', (text) => decodeAccessToken({ signingKeys: noKeys } as never, text), 'eyJ.', 'e.'],
  ['an SDK token', (text) => verifySdkToken(text, now), 'eyJhbGciOiJFUzI1NiJ9.', 'eyJ.'],
  ['the issuer of an assertion', (text) => parseAssertionIssuer(text, claimContext), `shop@${id}.`, 'pay.'],
  ['the claims of an assertion', (iss) => checkAssertionClaims({ ...claims, iss }, claimContext), 'a@', '0-'],
  ['scopes', (text) => decideScopes(text, ['transactions:read']), 'transactions:read', ' transactions:read'],
  ['allowed times', parseTimeWindow, 'Mon-Fri 08:00-18:00 ', 'America/'],
  ['allowed addresses', parseAddressRange, '10.0.0.0/', '8'],
  ['an address', (text) => isInRange('2001:db8::/32', text), '2001:db8:', '0:'],
  ['a network', networkOf, '::ffff:', '1.'],
  ['a cookie', (text) => readSessionCookie(issuer, text), 'a=b; ', '; __Host-titular-capture=tcs_'],
  ['an order number to search', query('orderNumber'), 'order-', '1'],
  ['an instant to search from', query('createdFrom'), '2026-11-20T00:00:00.', '0'],
  ['a page size', query('limit'), '1', '0'],
  ['a cursor', query('cursor'), id, '-0'],
  ['a code to open a page', (code) => Value.Check(OpenSessionRequest, { code }), 'a', '_-'],
  ['an answer to the consent', (version) => Value.Check(ConsentRequest, { version }), '1', '.0'],
  ["a receiver's wish to wait", (text) => parseRetryAfter(text, now), 'Fri, 20 Nov 2026 ', '00:'],
];

const pieces = [
  ...['a', 'A', '0', '1', '4', ' ', '\t', '\n', '\0', '.', ',', '-', '_', '/', '\\', ':', ';', '=', '&', '%'],
  ...[
    '+',
    '@',
    '"',
    '{',
    '[',
    '\u00c3',
    '\u0301',
    '\u200b',
    '\u0664',
    '\ufdfa',
    '\uff9e',
    '\ud800',
    '山',
    '😀',
  ],
];
const general: Shape[] = [
  ...pieces.map(repeated),
  ...[
    'a.',
    'a-',
    'a ',
    'A0',
    '0.',
    '0 ',
    '4 -',
    '%41',
    'a=',
    '; ',
    '::',
    '0:',
    'a\u0301',
    '\u00c3\u00a9',
  ].map(repeated),
  ...['a', '0', ' ', '\u0301'].map((piece) => nearMatch('', piece, '\u0001')),
  halves('\u0301', '\u0323'),
  halves('\u0345', '\u0334'),
  halves('{"a":', '}'),
  halves('[', ']'),
];

test.each(validators)(
  '%s is checked in linear time, whatever 100 kB it is (R37)',
  async (_name, check, begins, goesOn) => {
    const ends = ['', '\u0001', '!', ' ', '.'].map((end) => nearMatch(begins, goesOn, end));
    const signs = [goesOn.slice(0, 1), goesOn.slice(-1)].map((sign) => nearMatch(begins, sign, '!'));
    const problems: string[] = [];
    for (const shape of [...general, ...ends, ...signs]) {
      const problem = await growthProblem(check, shape);
      if (problem) problems.push(problem);
    }
    expect(problems).toEqual([]);
  },
);
