import { setTimeout as delay } from 'node:timers/promises';
import { ANSWER_LIMIT_MS, API, fetchToken } from '../../load/requests.ts';
import { query } from '../../load/times.ts';
import type { Figure } from '../../trial.ts';
import type { Ground } from '../ground.ts';
import { zero } from '../judged.ts';
import { marksIn, type Tenant } from '../load/tenant.ts';

/** Transactions that are listed to each tenant, the newest ones. */
const LISTED = 100;
const BUSY = [429, 503];
const PAUSE_MS = 500;
const AT_ONCE = 8;
/** Orders that are sent to be canceled, which name no tenant. */
const OF_ENDS = /^trial-ends-\d+-\d+$/;

/** A list as a tenant was given it. */
type Listed = { tenant: Pick<Tenant, 'mark' | 'companyId'>; text: string };

type Item = { id?: string; company?: string; orderNumber?: string; status?: string };

function itemsIn(text: string): Item[] {
  try {
    const { transactions } = JSON.parse(text) as { transactions?: Item[] };
    return transactions ?? [];
  } catch {
    return [];
  }
}

/** What the database has of a transaction that may be listed. */
type ListedRow = { company: string; status: string };

/** Whether a list has fewer than the tenant has, and than a list may have. */
function isShort(
  items: readonly Item[],
  { companyId }: Listed['tenant'],
  rows: ReadonlyMap<string, ListedRow>,
): boolean {
  const own = [...rows.values()].filter(({ company }) => company === companyId).length;
  return new Set(items.map(({ id }) => id)).size < Math.max(items.length, Math.min(own, LISTED));
}

/** Judges lists: each has something, all of it is of the tenant that asked, and names the order that the tenant had sent. */
export const figuresOfLists = (
  lists: readonly Listed[],
  rows: ReadonlyMap<string, ListedRow> = new Map(),
): Figure[] => {
  const items = lists.flatMap(({ tenant, text }) => itemsIn(text).map((item) => ({ tenant, item })));
  const isSent = (order: string, mark: string): boolean => order.endsWith(mark) || OF_ENDS.test(order);
  const strange = ({ tenant, item }: (typeof items)[number]): boolean =>
    item.company !== tenant.companyId || !isSent(item.orderNumber ?? '', tenant.mark);
  return [
    {
      what: 'I1: transactions that the service lists to the tenants that sent them',
      value: `${items.length} to ${lists.length} tenants`,
      target: 'some to each',
      isMet: lists.length > 0 && lists.every(({ text }) => itemsIn(text).length > 0),
    },
    zero(
      'I1: of these with another company, or with an order that the tenant did not send',
      items.filter(strange).length,
    ),
    zero(
      'I1: lists that leave something out, or name it twice',
      lists.filter(({ tenant, text }) => isShort(itemsIn(text), tenant, rows)).length,
    ),
    zero(
      'I4: of these listed with another status than they have',
      items.filter(({ item }) => item.status !== (rows.get(item.id ?? '')?.status ?? item.status)).length,
    ),
    zero(
      'I6: lists that tell of another tenant',
      lists.filter(({ tenant, text }) => marksIn(text).some((mark) => mark !== tenant.mark)).length,
    ),
  ];
};

/** Asks once for what a tenant has, and again where there was too much to do. */
async function list(url: string, tenant: Tenant, signal: AbortSignal): Promise<string> {
  const headers = { authorization: `Bearer ${await fetchToken(url, tenant)}` };
  const endMs = performance.now() + ANSWER_LIMIT_MS;
  for (;;) {
    const response = await fetch(`${url}${API}/transactions?limit=${LISTED}`, {
      headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
    const text = await response.text();
    if (!BUSY.includes(response.status) || performance.now() > endMs) return text;
    await delay(PAUSE_MS, undefined, { signal });
  }
}

/** Has the service list to each tenant what it sent (I1, I6). */
export async function listToEach({
  nodes: { urls },
  tenants,
  stage,
  databaseUrl,
}: Ground): Promise<Figure[]> {
  const lists: Listed[] = [];
  const left = [...tenants.entries()];
  while (left.length > 0)
    lists.push(
      ...(await Promise.all(
        left.splice(0, AT_ONCE).map(async ([place, tenant]) => ({
          tenant,
          text: await list(urls[place % urls.length] ?? '', tenant, stage.signal),
        })),
      )),
    );
  const rows = await query<ListedRow & { id: string }>(
    databaseUrl(),
    'SELECT transaction_id::text AS id, company_id::text AS company, status FROM transactions',
  );
  return figuresOfLists(lists, new Map(rows.map((row) => [row.id, row])));
}
