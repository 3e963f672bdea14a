import { type CountRefusals, MAX_SHARES, type RefusalCause, type RefusalCauses } from '@titular/contract';
import type { Kysely } from 'kysely';
import type { TenantId } from '../kernel/base/id.ts';
import { byIndex } from '../kernel/database/by-index.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { listRefusalCodes, type RefusalSum, sumRefusals } from './newest-call-store.ts';
import { parseSpan } from './newest-calls.ts';

/** Rows that one count reads, shared out among the codes. */
const MAX_COUNTED_ROWS = 20_000;

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
    .sort((one, other) => other.calls - one.calls || one.name.localeCompare(other.name))
    .slice(0, MAX_SHARES);
}

function toCause(code: string, sums: readonly RefusalSum[], limit: number): RefusalCause {
  const rows = sumOf(sums, 'rows');
  const lastMs = Math.max(...sums.map(({ lastAt }) => lastAt.getTime()));
  return {
    ...{ code, rows, calls: sumOf(sums, 'calls'), isMore: rows >= limit },
    lastAt: new Date(lastMs).toISOString(),
    operations: shares(sums, 'operation').map(({ name, calls }) => ({ operation: name, calls })),
    accounts: shares(sums, 'account').map(({ name, calls }) => ({ account: name, calls })),
  };
}

/** Counts the refusals of a span by cause. It reads a bounded number of rows, the newest of each code, and says where there may be more. Refuses with 40002. */
export async function countRefusals(
  db: Kysely<Tables>,
  tenantId: TenantId,
  asked: CountRefusals,
  maxRows = MAX_COUNTED_ROWS,
): Promise<RefusalCauses> {
  const span = parseSpan(asked);
  const { sums, limit } = await byIndex(db, async (trx) => {
    const codes = await listRefusalCodes(trx, tenantId);
    const rows = Math.floor(maxRows / Math.max(1, codes.length));
    return { sums: await sumRefusals(trx, tenantId, codes, span, rows), limit: rows };
  });
  const byCode = Map.groupBy(sums, ({ code }) => code);
  const causes = [...byCode].map(([code, of]) => toCause(code, of, limit));
  return {
    causes: causes.sort((one, other) => other.calls - one.calls || one.code.localeCompare(other.code)),
  };
}
