import type { AnyId } from '@titular/server/kernel/base/id.ts';
import { insertTransaction } from '@titular/server/transactions/insert-store.ts';
import { newCpf } from '@titular/test-kit/builders.ts';
import type { BenchTenant, Harness } from '../harness/harness.ts';
import type { Message } from '../harness/send-load.ts';
import { newRow } from '../requests/loads.ts';

/** Where the three operations are. */
export type Paths = { create: string; read: string; token: string };

/** The service's own. */
export const SERVICE_PATHS: Paths = {
  create: '/api/public/v1/walletid/transaction',
  read: '/api/public/v1/walletid/transactions/',
  token: '/oauth2/token',
};

/** Those of `serve-bare.ts`. */
export const BARE_PATHS: Paths = { create: '/create', read: '/read/', token: '/token' };

// Twenty in a row, as evenly mixed as they can be: 14 reads, 5 creates, one token.
const MIX = 'rrcrrrcrrrcrrrcrrrct';
const READ_IDS = 14;

const headOf = (line: string, headers: Record<string, string>): string =>
  `${[`${line} HTTP/1.1`, 'host: 127.0.0.1', ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\r\n')}\r\n`;

type CardDigits = { binDigits: string; lastDigits: string };

const ONE_CARD: CardDigits = { binDigits: '41111111', lastDigits: '1111' };

/** A create of a tenant for a new person, with an order of its own each time that it is sent. */
export function createMessage(
  { companyId, token }: BenchTenant,
  path: string,
  digits: CardDigits = ONE_CARD,
): Message {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({
    identity: { key: 'cpf', value: newCpf() },
    orderNumber: 'bench-$ORDER',
    company: companyId,
    card: { ...digits, name: 'Maria da Silva', expirationDate: '12/39' },
  });
  return { head: headOf(`POST ${path}`, headers), body };
}

function tokenMessage({ clientId, clientSecret }: BenchTenant, path: string): Message {
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return { head: headOf(`POST ${path}`, headers), body: new URLSearchParams(form).toString() };
}

/** A status read of one transaction. */
export const readMessage = ({ token }: BenchTenant, path: string, id: string): Message => ({
  head: headOf(`GET ${path}${id}`, { authorization: `Bearer ${token}` }),
  body: '',
});

/** Writes the transactions that a tenant will read, as many as the mix reads unless a number is given, and tells their ids. */
export async function addReadable(
  { database }: Harness,
  tenant: BenchTenant,
  count: number = READ_IDS,
): Promise<AnyId[]> {
  const ids: AnyId[] = [];
  const rows = Array.from({ length: count }, () => newRow(tenant, ids));
  await Promise.all(rows.map((row) => insertTransaction(database.db, row)));
  return ids;
}

/** Twenty requests of one tenant in the mix of 70 % reads, 25 % creates and 5 % tokens. */
export function mixOf(tenant: BenchTenant, readable: readonly string[], paths: Paths): Message[] {
  let reads = 0;
  return [...MIX].map((kind) => {
    if (kind === 'c') return createMessage(tenant, paths.create);
    if (kind === 't') return tokenMessage(tenant, paths.token);
    reads += 1;
    return readMessage(tenant, paths.read, readable[reads % readable.length] ?? '');
  });
}

/** The mixes of several tenants as one load in which neighbours in time are different tenants, each at another point of its mix. */
export const interleave = (mixes: readonly Message[][]): Message[] =>
  Array.from({ length: MIX.length }, (_, round) =>
    mixes.map((mix, index) => mix[(round + index) % MIX.length] as Message),
  ).flat();
