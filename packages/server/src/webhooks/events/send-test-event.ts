import type { SendTestEventResponse } from '@titular/contract';
import { Refusal } from '../../kernel/base/refusal.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { auditEndpoint, type EndpointDeps, requireEndpoint } from '../endpoints/administer-endpoints.ts';
import { endBackOff } from '../endpoints/endpoint-health-store.ts';
import { recordEventTo } from './record-event.ts';

/** Sends a test event to one endpoint, whatever it subscribes to; refuses with 40006, 40406, and 40070 when it is switched off. */
export async function sendTestEvent(
  deps: EndpointDeps,
  actor: Actor,
  id: string,
): Promise<SendTestEventResponse> {
  const { tenantId } = actor;
  const type = 'endpoint.test';
  return withRetries(() =>
    deps.db.transaction().execute(async (trx) => {
      const { endpoint } = await requireEndpoint(trx, tenantId, id);
      const { endpointId, companyId } = endpoint;
      if (!endpoint.enabled) throw new Refusal('40070');
      await auditEndpoint(trx, deps, actor, { endpointId, action: 'webhook-endpoint.test' });
      const subject = { type, endpointId } as const;
      const occurrence = { tenantId, companyId, subject, at: deps.clock.now() };
      await endBackOff(trx, tenantId, endpointId);
      return { id: await recordEventTo(trx, [endpointId], occurrence), type };
    }),
  );
}
