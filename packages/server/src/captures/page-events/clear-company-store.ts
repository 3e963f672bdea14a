import { sql } from 'kysely';
import type { CompanyId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Deletes up to `limit` sums of companies; answers how many. */
export async function deletePageEventsOf(
  trx: Db,
  tenantId: TenantId,
  companyIds: readonly CompanyId[],
  limit: number,
): Promise<number> {
  const result = await sql`DELETE FROM page_event_counts WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM page_event_counts
    WHERE tenant_id = ${tenantId} AND company_id = ANY (${[...companyIds]}::uuid[]) LIMIT ${limit}))`.execute(
    trx,
  );
  return Number(result.numAffectedRows ?? 0n);
}
