import pg from 'pg';
import { placeOfCardholder } from '../../load/requests.ts';
import type { CallLine } from './mix.ts';
import type { JudgedTenant } from './tenant.ts';

/** What a row of a transaction shows in clear, and keyed hashes of what is sealed; equal within a tenant where what was sent is equal. */
export type FieldsRow = {
  id: string;
  order: string;
  company: string;
  identityKey: string;
  identityHash: string;
  cardHash: string;
};

/** Identities of the load have this kind. */
const IDENTITY_KEY = 'cpf';

/** An acknowledged create: the id that was answered, and what was sent. */
export type Acknowledged = { id: string; order: string; company: string };

/** The id in an answer; nothing where it is none, which the contract's judge counts. */
function idIn(body: string): string {
  try {
    return String((JSON.parse(body) as { id?: string }).id ?? '');
  } catch {
    return '';
  }
}

/** Creates of the load that were acknowledged, by what each had sent. */
export function listAcknowledged(
  calls: readonly CallLine[],
  tenants: readonly JudgedTenant[],
): Acknowledged[] {
  return calls.flatMap(({ kind, status, tenant, about, body = '' }) => {
    if (kind !== 'create' || status !== 200) return [];
    const id = idIn(body);
    return id === '' ? [] : [{ id, order: about, company: tenants[tenant]?.companyId ?? '' }];
  });
}

/** Lists acknowledged creates whose row has other fields than were sent (I1): of one person all hashes of a company are equal, and no two have the same. One without a row is lost, which another check counts. */
export function listUnlike(
  acknowledged: readonly Acknowledged[],
  rows: readonly FieldsRow[],
): Acknowledged[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const known = new Map<string, string>();
  /** Whether the first of this name had the same. */
  const isSame = (name: string, value: string): boolean => {
    const first = known.get(name) ?? value;
    known.set(name, first);
    return first === value;
  };
  return acknowledged.filter(({ id, order, company }) => {
    const row = byId.get(id);
    if (!row) return false;
    const person = String(placeOfCardholder(order));
    const hashes = { identity: row.identityHash, card: row.cardHash };
    const areOwn = Object.entries(hashes).map(
      ([what, hash]) =>
        isSame(`${company} ${what} of ${person}`, hash) && isSame(`${company} ${what} ${hash}`, person),
    );
    const hasSent = row.order === order && row.company === company && row.identityKey === IDENTITY_KEY;
    return !hasSent || areOwn.includes(false);
  });
}

/** Reads the rows of these transactions. */
export async function readFields(databaseUrl: string, ids: readonly string[]): Promise<FieldsRow[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<FieldsRow>(
      `SELECT transaction_id::text AS id, order_number AS order, company_id::text AS company, identity_key AS "identityKey",
         encode(identity_hash, 'hex') AS "identityHash", encode(card_hash, 'hex') AS "cardHash"
       FROM transactions WHERE transaction_id = ANY ($1::uuid[])`,
      [ids],
    );
    return rows;
  } finally {
    await client.end();
  }
}
