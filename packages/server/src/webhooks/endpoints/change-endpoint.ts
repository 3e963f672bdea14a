import type {
  ChangeWebhookEndpointRequest,
  DeleteWebhookEndpointResponse,
  WebhookAuthentication,
  WebhookEndpoint,
} from '@titular/contract';
import type { TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { type Db, inTransaction } from '../../kernel/database/connect.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import { endReceivers } from '../../receivers/index.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { auditEndpoint, type EndpointDeps, requireEndpoint } from './administer-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import {
  deleteEndpointSecrets,
  enableEndpoint,
  updateAuthentication,
  updateChoices,
  wakeSender,
} from './endpoint-change-store.ts';
import { disableEndpoint } from './endpoint-health-store.ts';
import { type EndpointPatch, parsePatch, withNamedTypes } from './endpoint-patch.ts';
import { findEndpoint } from './endpoint-store.ts';
import { toAnswer } from './read-endpoint.ts';
import { sealAuthentication } from './register-endpoint.ts';

/** Credentials were given for one address; a new one gets them only from who has them. */
function checkNewUrl(endpoint: Endpoint, { choices, authentication }: EndpointPatch): void {
  const isNew = choices.url !== undefined && choices.url !== endpoint.url;
  if (isNew && endpoint.authentication !== 'none' && authentication === undefined)
    throw new Refusal('40002', 'authentication must be sent again together with a new url.');
}

async function switchTo(
  trx: Db,
  tenantId: TenantId,
  { endpointId }: Endpoint,
  { enabled, at }: { enabled: boolean; at: Date },
): Promise<void> {
  if (enabled) return enableEndpoint(trx, tenantId, endpointId);
  await disableEndpoint(trx, { tenantId, endpointId }, 'asked', at);
  await wakeSender(trx, tenantId, endpointId);
}

const authenticate = (
  trx: Db,
  key: TenantKey,
  tenantId: TenantId,
  { endpointId }: Endpoint,
  authentication: WebhookAuthentication,
): Promise<void> =>
  updateAuthentication(trx, tenantId, endpointId, {
    kind: authentication.kind,
    sealed: sealAuthentication(key, endpointId, authentication),
  });

/** What an owner can change, as the audit log has it: of credentials only their kind. */
const AUDITED = [
  'url',
  'description',
  'eventTypes',
  'statuses',
  'authentication',
  'maximumAttempts',
  'intervalSeconds',
  'maximumAtOnce',
  'timeoutSeconds',
  'enabled',
] as const satisfies (keyof WebhookEndpoint)[];

/** The members that differ, and the authentication where its credentials may: both sides of what was changed. */
function differences(
  before: WebhookEndpoint,
  after: WebhookEndpoint,
  hasNewCredentials: boolean,
): { before: object; after: object } | undefined {
  const changed = AUDITED.filter(
    (name) =>
      (name === 'authentication' && hasNewCredentials) ||
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return undefined;
  const pick = (from: WebhookEndpoint): object =>
    Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** Changes what is given and leaves the rest, also when others change the same endpoint at once; refuses with 40002, 40006 and 40406. */
export async function changeEndpoint(
  deps: EndpointDeps,
  actor: Actor,
  id: string,
  request: ChangeWebhookEndpointRequest,
): Promise<WebhookEndpoint> {
  const { tenantId } = actor;
  const key = await deps.tenantKeys(tenantId);
  return inTransaction(deps.db, async (trx) => {
    const { endpoint } = await requireEndpoint(trx, tenantId, id);
    const { endpointId } = endpoint;
    const patch = parsePatch(request, deps.endpointRules(endpoint.loopbackAllowed));
    checkNewUrl(endpoint, patch);
    const { choices, authentication, enabled } = patch;
    const at = deps.clock.now();
    if (Object.keys(choices).length > 0)
      await updateChoices(trx, tenantId, endpointId, withNamedTypes({ ...endpoint, ...choices }));
    if (authentication) await authenticate(trx, key, tenantId, endpoint, authentication);
    if (enabled !== undefined && enabled !== endpoint.enabled) {
      await switchTo(trx, tenantId, endpoint, { enabled, at });
      if (!enabled) await endReceivers({ ...deps, ...actor, db: trx }, { tenantId, endpointId });
    }
    const changed = await findEndpoint(trx, tenantId, endpointId);
    invariant(changed, 'an endpoint that is held is there');
    const answer = toAnswer(changed, at);
    const difference = differences(toAnswer(endpoint, at), answer, authentication !== undefined);
    if (difference)
      await auditEndpoint(trx, deps, actor, {
        endpointId,
        action: 'webhook-endpoint.change',
        ...difference,
      });
    return answer;
  });
}

/** Deletes an endpoint with everything that was sealed of it; its row stays for the log of what was sent. Refuses with 40006 and 40406. */
export async function deleteEndpoint(
  deps: EndpointDeps,
  actor: Actor,
  id: string,
): Promise<DeleteWebhookEndpointResponse> {
  const { tenantId } = actor;
  return inTransaction(deps.db, async (trx) => {
    const { endpoint } = await requireEndpoint(trx, tenantId, id);
    const { endpointId, companyId, url } = endpoint;
    const at = deps.clock.now();
    await deleteEndpointSecrets(trx, tenantId, endpointId, at);
    await endReceivers({ ...deps, ...actor, db: trx }, { tenantId, endpointId });
    await wakeSender(trx, tenantId, endpointId);
    await auditEndpoint(trx, deps, actor, {
      endpointId,
      action: 'webhook-endpoint.delete',
      before: { company: companyId, url },
    });
    return { id: endpointId, deletedAt: at.toISOString() };
  });
}
