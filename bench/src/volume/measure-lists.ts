import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import {
  listTransactions,
  type TransactionFilter,
} from '@titular/server/transactions/read/transaction-list-store.ts';
import { asId } from '@titular/test-kit';
import { explain } from '@titular/test-kit/explain.ts';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BenchTenant } from '../harness/harness.ts';
import { OLD_INDEXES, oldList } from './old-statements.ts';

/** A list narrowed in one way: milliseconds of a page now, and of the statement before. */
export type ListTimes = { what: string; nowMs: number; beforeMs: number };

const NOTHING: TransactionFilter = {
  orderNumber: undefined,
  orderNumberPrefix: undefined,
  status: undefined,
  companyId: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
  beforeId: undefined,
};
const OTHER_COMPANY = asId('00000000-0000-7000-8000-000000000000');

/** Filters whose matches are few, old or none, and how they were asked before. */
const filters = (): Readonly<Record<string, { filter: Partial<TransactionFilter>; where: string }>> => {
  const createdBefore = new Date(Date.now() - 27 * 86_400_000);
  return {
    'by a status that nothing has': { filter: { status: 'shared' }, where: "status = 'shared'" },
    'by a company that has nothing': {
      filter: { companyId: OTHER_COMPANY },
      where: `company_id = '${OTHER_COMPANY}'`,
    },
    'by status and company': {
      filter: { status: 'canceled', companyId: OTHER_COMPANY },
      where: `status = 'canceled' AND company_id = '${OTHER_COMPANY}'`,
    },
    'by time, 27 days ago': {
      filter: { createdBefore },
      where: `created_at < '${createdBefore.toISOString()}'`,
    },
    'by a common beginning and a status': {
      filter: { orderNumberPrefix: 'order-', status: 'shared' },
      where: "order_number LIKE 'order-%' AND status = 'shared'",
    },
  };
};

/** Measures each list in turn, the statement before right before it. */
export async function measureLists(
  pool: pg.Pool,
  db: Kysely<Tables>,
  { tenantId }: BenchTenant,
): Promise<ListTimes[]> {
  const times: ListTimes[] = [];
  for (const [what, { filter, where }] of Object.entries(filters())) {
    const before = { text: oldList(where), values: [tenantId] };
    const { milliseconds } = await explain(pool, before, {}, OLD_INDEXES);
    const start = performance.now();
    await listTransactions(db, tenantId, { ...NOTHING, ...filter }, 21);
    times.push({ what, nowMs: performance.now() - start, beforeMs: milliseconds });
  }
  return times;
}
