import { setTimeout as delay } from 'node:timers/promises';
import type { Nodes } from '../stage/nodes.ts';

/** Where the API begins. */
export const API = '/api/public/v1/walletid';

/** The create of a transaction, as the published contract names it. */
export const CREATE = { method: 'post', path: `${API}/transaction` } as const;

/** The read of one, likewise. */
export const READ = { method: 'get', path: `${API}/transactions/{transaction_id}` } as const;

/** The answer to credentials, likewise. */
export const TOKEN = { method: 'post', path: '/oauth2/token' } as const;

/** The cancel of one, likewise. */
export const CANCEL = { method: 'post', path: `${API}/transactions/{transaction_id}/cancel` } as const;

/** A step of one in the sandbox, likewise. */
export const STEP = {
  method: 'post',
  path: `${API}/sandbox/transactions/{transaction_id}/steps`,
} as const;

/** Milliseconds after which a request counts as not answered. */
export const ANSWER_LIMIT_MS = 30_000;

/** Sends a body once with a token, and more headers, and waits for the whole answer. */
export async function post(
  url: string,
  token: string,
  body: string,
  more: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more };
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const response = await fetch(url, { method: 'POST', headers, body, signal });
  return { status: response.status, body: await response.text() };
}

/** Reads once with a token, and waits for the whole answer. */
export async function get(url: string, token: string): Promise<{ status: number; body: string }> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
  return { status: response.status, body: await response.text() };
}

/** A person with a card: names and numbers that may stand nowhere in clear. */
export type Cardholder = { name: string; cpf: string; binDigits: string; lastDigits: string };

const MARIA: Cardholder = {
  ...{ name: 'Maria da Silva', cpf: '52998224725', binDigits: '41111111', lastDigits: '1111' },
};

/** Persons of the load. */
export const CARDHOLDERS: readonly Cardholder[] = [
  MARIA,
  { name: 'Carlos Pereira Lima', cpf: '31847265928', binDigits: '55551234', lastDigits: '4444' },
  { name: 'Ana Beatriz Rocha', cpf: '74091356206', binDigits: '60112345', lastDigits: '0004' },
];

/** The place of the person who is sent with an order, so that whoever judges knows it. */
export function placeOfCardholder(order: string): number {
  let sum = 0;
  for (const sign of order) sum += sign.charCodeAt(0);
  return sum % CARDHOLDERS.length;
}

/** Body of a create of the person of its order, who may have a surname more. */
export function cardOfOrder(companyId: string, order: string, surname = ''): string {
  const person = CARDHOLDERS[placeOfCardholder(order)] ?? MARIA;
  return cardOf(companyId, order, { ...person, name: `${person.name} ${surname}`.trim() });
}

/** Body of a create. */
export const cardOf = (
  companyId: string,
  orderNumber: string,
  { name, cpf, binDigits, lastDigits }: Cardholder = MARIA,
): string =>
  JSON.stringify({
    company: companyId,
    orderNumber,
    identity: { key: 'cpf', value: cpf },
    card: { binDigits, lastDigits, name, expirationDate: '12/39' },
  });

const PAUSE_MS = 200;
/** A service that is full: whoever needs a token asks again. */
const COMES_AGAIN = new Set([429, 503]);

/** Asks once for an access token. */
function askForToken(
  url: string,
  { clientId, clientSecret }: Pick<Nodes['demo'], 'clientId' | 'clientSecret'>,
): Promise<Response> {
  return fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
}

/** Fetches an access token of the demo's client, for as long as the service is too full to give one. */
export async function fetchToken(
  url: string,
  client: Pick<Nodes['demo'], 'clientId' | 'clientSecret'>,
): Promise<string> {
  const endMs = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    const response = await askForToken(url, client);
    const text = await response.text();
    if (response.status === 200) return (JSON.parse(text) as { access_token: string }).access_token;
    if (!COMES_AGAIN.has(response.status) || performance.now() > endMs)
      throw new Error(`token: ${response.status} ${text}`);
    await delay(PAUSE_MS);
  }
}
