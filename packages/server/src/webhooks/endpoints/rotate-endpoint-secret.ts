import type { RotateWebhookSecretRequest, RotateWebhookSecretResponse } from '@titular/contract';
import { addSeconds, secondsBetween } from '../../kernel/base/clock.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { auditEndpoint, type EndpointDeps, requireEndpoint } from './administer-endpoints.ts';
import { updateSecret } from './endpoint-change-store.ts';
import { newEndpointSecret, sealPreviousSecret } from './register-endpoint.ts';

const DAY_SECONDS = 86_400;

const stillOverlaps = (end: Date, now: Date): Refusal => Refusal.after('40072', secondsBetween(now, end));

/** Makes a new secret, seen this once, and lets the old one sign beside it for the overlap. Refuses with 40006, 40406, and 40072 while an earlier rotation overlaps, unless none of the old is to sign any more. */
export async function rotateEndpointSecret(
  deps: EndpointDeps,
  actor: Actor,
  id: string,
  { overlapSeconds = DAY_SECONDS }: RotateWebhookSecretRequest,
): Promise<RotateWebhookSecretResponse> {
  const { tenantId } = actor;
  const key = await deps.tenantKeys(tenantId);
  return inTransaction(deps.db, async (trx) => {
    const { endpoint, sealedSecret } = await requireEndpoint(trx, tenantId, id);
    const { endpointId, previousSecretEndsAt: earlierEnd } = endpoint;
    const now = deps.clock.now();
    const overlaps = overlapSeconds > 0;
    if (overlaps && earlierEnd && earlierEnd > now) throw stillOverlaps(earlierEnd, now);
    const { secret, sealed } = newEndpointSecret(key, endpointId);
    const endsAt = overlaps ? addSeconds(now, overlapSeconds) : undefined;
    await updateSecret(trx, tenantId, endpointId, {
      secret: sealed,
      previousSecret: overlaps ? sealPreviousSecret(key, endpointId, sealedSecret) : undefined,
      previousSecretEndsAt: endsAt,
    });
    await auditEndpoint(trx, deps, actor, {
      endpointId,
      action: 'webhook-endpoint.rotate-secret',
      after: { previousSecretEndsAt: endsAt ?? null },
    });
    return {
      id: endpointId,
      secret,
      ...(endsAt ? { previousSecretEndsAt: endsAt.toISOString() } : {}),
    };
  });
}
