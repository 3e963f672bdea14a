import {
  classifySearch,
  type FindRequest,
  type FindResponse,
  readCard,
  readId,
  readIdentities,
  type SearchKind,
} from '@titular/contract';
import { insertAuditEntry } from '../../audit/index.ts';
import { identityHash } from '../../identity/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { parseId } from '../../kernel/http/body/parse-query.ts';
import type { PortalCaller } from '../../kernel/http/portal/portal-route.ts';
import type { TenantKeys } from '../../tenants/index.ts';
import { keptBinDigits } from '../../transactions/index.ts';
import { companiesOf } from '../case-scope.ts';
import type { PageOfIds } from '../lists/find-page.ts';
import { readProcessRows } from '../lists/search-processes.ts';
import { type ListDeps, pageOf, readTransactionRows } from '../lists/search-transactions.ts';
import { findBeginning, findOtherCase, findWhole, type OrderSearch } from './find-orders.ts';
import { findById } from './id-store.ts';
import { listProcessesOf, listTransactionsOf, listTransactionsWith } from './person-store.ts';

/** What finding needs. */
export type FindDeps = ListDeps & { tenantKeys: TenantKeys };

/** Who looks: scope, name for the audit log, and whether persons may be looked for. */
export type Finder = Pick<PortalCaller, 'tenantId' | 'companies' | 'actor' | 'extent'>;

/** What was found under one reading. */
type Found = { transactions: PageOfIds; processes: readonly string[]; idOf?: FindResponse['idOf'] };

const NOTHING: Found = { transactions: { ids: [], nextCursor: undefined }, processes: [] };

const isFound = ({ transactions, processes }: Found): boolean =>
  transactions.ids.length > 0 || transactions.nextCursor !== undefined || processes.length > 0;

type Reading = (deps: FindDeps, finder: Finder, text: string, search: OrderSearch) => Promise<Found>;

const toPage = (ids: readonly string[], limit: number): PageOfIds => ({
  ids: ids.slice(0, limit),
  nextCursor: ids.length > limit ? ids[limit - 1] : undefined,
});

const byOrder =
  (find: typeof findWhole): Reading =>
  async ({ db }, _finder, text, search) => ({ ...NOTHING, transactions: await find(db, text, search) });

const byId: Reading = async ({ db }, finder, text) => {
  const id = readId(text);
  const found = id === undefined ? undefined : await findById(db, finder, id);
  if (!found) return NOTHING;
  const { idOf, subject } = found;
  return subject.kind === 'transaction'
    ? { ...NOTHING, idOf, transactions: { ids: [subject.id], nextCursor: undefined } }
    : { ...NOTHING, idOf, processes: [subject.id] };
};

/** Writes down that a person was looked for, and by what; never whom. Committed before anything is looked up. */
async function recordFind({ db, clock }: FindDeps, { tenantId, actor }: Finder, by: 'identity' | 'card') {
  const entry = { action: 'persons.find', subject: `tenant/${tenantId}`, after: { by } } as const;
  await insertAuditEntry(db, { clock, actor }, { tenantId, ...entry });
}

const byIdentity: Reading = async (deps, finder, text, search) => {
  const identities = readIdentities(text);
  if (identities.length === 0) return NOTHING;
  await recordFind(deps, finder, 'identity');
  const { tenantId } = finder;
  const key = await deps.tenantKeys(tenantId);
  const hashes = identities.map((identity) => identityHash(key, identity));
  const more = { ...search, limit: search.limit + 1 };
  const transactions = await listTransactionsOf(deps.db, tenantId, hashes, more);
  // Processes of one person are few: all of them stand on the first page.
  const processes =
    search.beforeId === undefined ? await listProcessesOf(deps.db, tenantId, hashes, search) : [];
  return { transactions: toPage(transactions, search.limit), processes };
};

const byCard: Reading = async (deps, finder, text, search) => {
  const card = readCard(text);
  if (!card) return NOTHING;
  await recordFind(deps, finder, 'card');
  const key = await deps.tenantKeys(finder.tenantId);
  const hash = key.hash('card', keptBinDigits(card.binDigits), card.lastDigits);
  const more = { ...search, limit: search.limit + 1 };
  const ids = await listTransactionsWith(deps.db, finder.tenantId, hash, more);
  return { ...NOTHING, transactions: toPage(ids, search.limit) };
};

const READINGS: Readonly<Record<SearchKind, Reading>> = {
  id: byId,
  identity: byIdentity,
  card: byCard,
  order_number: byOrder(findWhole),
  order_number_beginning: byOrder(findBeginning),
  order_number_other_case: byOrder(findOtherCase),
};

const OF_PERSONS: readonly SearchKind[] = ['identity', 'card'];

const mayTry = ({ extent }: Pick<Finder, 'extent'>, kind: SearchKind): boolean =>
  !OF_PERSONS.includes(kind) || extent('persons:find') !== undefined;

/** The readings that are tried, in their order; refuses with 40343 one that is asked for and not allowed. */
function chooseReadings(
  finder: Finder,
  { text, as }: FindRequest,
): { all: SearchKind[]; tried: SearchKind[] } {
  const all = classifySearch(text);
  if (as === undefined) return { all, tried: all.filter((kind) => mayTry(finder, kind)) };
  if (!mayTry(finder, as)) throw new Refusal('40343');
  return { all, tried: [as] };
}

/** The one subject that was meant, where exactly one was found. */
function toOpen({
  transactions,
  processes,
}: Pick<FindResponse, 'transactions' | 'processes'>): FindResponse['open'] {
  const all = [
    ...transactions.map(({ id }) => ({ kind: 'transaction' as const, id })),
    ...processes.map(({ id }) => ({ kind: 'process' as const, id })),
  ];
  return all.length === 1 ? all[0] : undefined;
}

async function toAnswer(
  deps: FindDeps,
  finder: Finder,
  { transactions: page, processes: processIds, idOf }: Found,
  isFirst: boolean,
): Promise<Omit<FindResponse, 'took' | 'others'>> {
  const transactions = await readTransactionRows(deps, finder, page.ids);
  const processes = await readProcessRows(deps, finder, processIds);
  const isAll = isFirst && page.nextCursor === undefined;
  const open = isAll ? toOpen({ transactions, processes }) : undefined;
  return {
    ...(idOf === undefined ? {} : { idOf }),
    ...(open === undefined ? {} : { open }),
    transactions,
    processes,
    ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
  };
}

/**
 * Tries what a text can stand for, in order, until something is found within the scope. Identity and card are tried for those who may look
 * for persons, each once its audit entry is committed. Refuses with 40002, with 40026 a complete card number, and with 40343.
 */
export async function find(deps: FindDeps, finder: Finder, request: FindRequest): Promise<FindResponse> {
  const { text, company, cursor } = request;
  refuseCardNumber('text', text);
  const { all, tried } = chooseReadings(finder, request);
  const { tenantId } = finder;
  const companies = companiesOf(finder, parseId('company', company));
  const search = { tenantId, companies, ...pageOf(request) };
  let [took] = tried;
  let found = NOTHING;
  const left = [...tried];
  while (left.length > 0 && !isFound(found)) {
    const kind = left.shift() as SearchKind;
    found = await READINGS[kind](deps, { ...finder, ...(companies ? { companies } : {}) }, text, search);
    if (isFound(found)) took = kind;
  }
  const others = all.filter((kind) => left.includes(kind) || !tried.includes(kind));
  const answer = await toAnswer(deps, finder, found, cursor === undefined);
  return { took: took ?? 'order_number', ...answer, others };
}
