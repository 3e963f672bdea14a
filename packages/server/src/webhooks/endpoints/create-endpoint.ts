import {
  type CreateWebhookEndpointRequest,
  type CreateWebhookEndpointResponse,
  MAX_ENDPOINTS,
} from '@titular/contract';
import { parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { lockActiveCompany } from '../../tenants/index.ts';
import { auditEndpoint, type EndpointDeps } from './administer-endpoints.ts';
import { ENDPOINT_DEFAULTS } from './endpoint.ts';
import { parsePatch, withNamedTypes } from './endpoint-patch.ts';
import { countEndpoints } from './endpoint-store.ts';
import { toAnswer } from './read-endpoint.ts';
import { registerEndpoint } from './register-endpoint.ts';

/** Registers an endpoint of a company and answers it with its secret, seen this once; refuses with 40002, 40071 and 40404. Loopback addresses are for operators, in `test` alone. */
export async function createEndpoint(
  deps: EndpointDeps,
  actor: Actor,
  { company, ...request }: CreateWebhookEndpointRequest,
  loopbackAllowed = false,
): Promise<CreateWebhookEndpointResponse> {
  const companyId = parseUuid(company);
  if (!companyId) throw new Refusal('40002', 'company must be a UUID.');
  const { choices, authentication } = parsePatch(request, deps.endpointRules(loopbackAllowed));
  const { tenantId } = actor;
  const key = await deps.tenantKeys(tenantId);
  return inTransaction(deps.db, async (trx) => {
    if (!(await lockActiveCompany(trx, tenantId, companyId))) throw new Refusal('40404');
    if ((await countEndpoints(trx, tenantId, companyId)) >= MAX_ENDPOINTS) throw new Refusal('40071');
    const at = deps.clock.now();
    const { endpointId, endpoint, secret } = await registerEndpoint(trx, key, {
      ...withNamedTypes({ ...ENDPOINT_DEFAULTS, ...choices, url: request.url }),
      ...{ tenantId, companyId, authentication, loopbackAllowed, at },
    });
    const answer = toAnswer(endpoint, at);
    const { id: _, failures: __, createdAt: ___, ...after } = answer;
    await auditEndpoint(trx, deps, actor, { endpointId, action: 'webhook-endpoint.create', after });
    return { ...answer, secret };
  });
}
