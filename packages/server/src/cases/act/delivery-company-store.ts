import type { CompanyId, DeliveryId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** The company whose event a delivery of the tenant carries. */
export async function findDeliveryCompany(
  db: Db,
  tenantId: TenantId,
  deliveryId: DeliveryId,
): Promise<CompanyId | undefined> {
  const row = await db
    .selectFrom('deliveries as d')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 'd.tenant_id').onRef('e.event_id', '=', 'd.event_id'),
    )
    .select('e.company_id')
    .where('d.tenant_id', '=', tenantId)
    .where('d.delivery_id', '=', deliveryId)
    .executeTakeFirst();
  return row?.company_id;
}
