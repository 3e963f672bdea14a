import { type CountRefusals, MAX_SHARES, type RefusalCause, type RefusalCauses } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../kernel/base/clock.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { defineCache } from '../kernel/caches/cache.ts';
import { createTtlCache } from '../kernel/caches/ttl-cache.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import type { Db } from '../kernel/database/connect.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import {
  type CallSpan,
  listRefusalCodes,
  type RefusalSum,
  type SummedCode,
  sumRefusals,
} from './newest-call-store.ts';
import { parseSpan } from './newest-calls.ts';

/** Rows that one count sums, shared out among the codes: each may lie in a block of its own. */
const MAX_COUNTED_ROWS = 5_000;
const MAX_AGE_MS = 10_000;

/** Counts of the last seconds, by tenant and span. */
export const refusalCache = defineCache('refusals', 200);

const sumOf = (sums: readonly RefusalSum[], field: 'rows' | 'calls'): number =>
  sums.reduce((sum, one) => sum + one[field], 0);

/** What each name had of the calls, the most first. */
function shares<Field extends 'operation' | 'account'>(
  sums: readonly RefusalSum[],
  field: Field,
): { name: string; calls: number }[] {
  const byName = Map.groupBy(sums, (one) => one[field]);
  return [...byName]
    .map(([name, of]) => ({ name, calls: sumOf(of, 'calls') }))
    .sort((one, other) => other.calls - one.calls || one.name.localeCompare(other.name));
}

/** What was summed of a code, by one look or by two. */
type SummedCause = { sums: readonly RefusalSum[]; isMore: boolean };

function toCause(code: string, { sums, isMore }: SummedCause): RefusalCause {
  const lastMs = Math.max(...sums.map(({ lastAt }) => lastAt.getTime()));
  const operations = shares(sums, 'operation');
  const accounts = shares(sums, 'account');
  return {
    ...{ code, rows: sumOf(sums, 'rows'), calls: sumOf(sums, 'calls'), isMore },
    lastAt: new Date(lastMs).toISOString(),
    operations: operations.slice(0, MAX_SHARES).map(({ name, calls }) => ({ operation: name, calls })),
    accounts: accounts.slice(0, MAX_SHARES).map(({ name, calls }) => ({ account: name, calls })),
    areOperationsCut: operations.length > MAX_SHARES,
    areAccountsCut: accounts.length > MAX_SHARES,
  };
}

/** The codes that have older refusals than were summed, each with where a further look goes on. */
function openCodes(sums: readonly RefusalSum[]): Required<SummedCode>[] {
  const open = Map.groupBy(
    sums.filter(({ isMore }) => isMore),
    ({ code }) => code,
  );
  return [...open].map(([code, of]) => ({ code, beforeId: of.map(({ endId }) => endId).sort()[0] }));
}

/** Sums an even share of each code, and then of those that have more what the others left over. */
async function sumByCode(
  trx: Db,
  tenantId: TenantId,
  span: CallSpan,
  maxRows: number,
): Promise<Map<string, SummedCause>> {
  const codes = (await listRefusalCodes(trx, tenantId)).map((code) => ({ code }));
  const first = await sumRefusals(
    trx,
    tenantId,
    codes,
    span,
    Math.floor(maxRows / Math.max(1, codes.length)),
  );
  const open = openCodes(first);
  const rest = Math.floor((maxRows - sumOf(first, 'rows')) / Math.max(1, open.length));
  const second = open.length > 0 && rest > 0 ? await sumRefusals(trx, tenantId, open, span, rest) : undefined;
  const openNow = new Set((second === undefined ? open : openCodes(second)).map(({ code }) => code));
  const byCode = Map.groupBy([...first, ...(second ?? [])], ({ code }) => code);
  return new Map([...byCode].map(([code, sums]) => [code, { sums, isMore: openNow.has(code) }]));
}

/** Counts the refusals of a span by cause. It reads a bounded number of rows, the newest of each code, and says where there are more. Refuses with 40002. */
export async function countRefusals(
  db: Kysely<Tables>,
  tenantId: TenantId,
  asked: CountRefusals,
  maxRows = MAX_COUNTED_ROWS,
): Promise<RefusalCauses> {
  const span = parseSpan(asked);
  const byCode = await byIndex(db, (trx) => sumByCode(trx, tenantId, span, maxRows));
  const causes = [...byCode].map(([code, summed]) => toCause(code, summed));
  return {
    causes: causes.sort(
      (one, other) =>
        Number(other.isMore) - Number(one.isMore) ||
        other.calls - one.calls ||
        one.code.localeCompare(other.code),
    ),
  };
}

/** Counts the refusals of a tenant within a span by cause. */
export type RefusalCounter = (tenantId: TenantId, asked: CountRefusals) => Promise<RefusalCauses>;

/** Makes what counts refusals once for all who ask for the same tenant and span within 10 seconds. */
export function createRefusalCounter(db: Kysely<Tables>, clock: Clock): RefusalCounter {
  const read = createTtlCache(
    clock,
    { maximumAgeMs: MAX_AGE_MS, cache: refusalCache },
    ({ tenantId, from, before }: CountRefusals & { tenantId: TenantId }) =>
      JSON.stringify([tenantId, from, before]),
    ({ tenantId, ...span }) => countRefusals(db, tenantId, span),
  );
  return async (tenantId, asked) => (await read({ tenantId, ...asked })) ?? { causes: [] };
}
