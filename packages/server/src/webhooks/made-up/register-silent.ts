import type { CompanyId, EndpointId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { registerEndpoint } from '../endpoints/register-endpoint.ts';

/** Hosts below `.invalid` exist nowhere (RFC 2606), so that nothing arrives even if somebody switches the endpoint on. */
const NOWHERE = 'https://shop.invalid/webhooks';

/** Registers an endpoint that is off from the start and whose host exists nowhere; its secret is told to nobody. */
export async function registerSilent(
  trx: Db,
  key: TenantKey,
  {
    tenantId,
    companyId,
    description,
    at,
  }: { tenantId: TenantId; companyId: CompanyId; description: string; at: Date },
): Promise<EndpointId> {
  const { endpointId } = await registerEndpoint(trx, key, {
    ...{ tenantId, companyId, description, at, url: NOWHERE },
  });
  await trx
    .updateTable('webhook_endpoints')
    .set({ enabled: false, disabled_reason: 'asked', disabled_at: at })
    .where('tenant_id', '=', tenantId)
    .where('endpoint_id', '=', endpointId)
    .execute();
  return endpointId;
}
