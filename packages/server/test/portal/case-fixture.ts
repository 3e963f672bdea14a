import type { PortalRole } from '@titular/contract';
import { loadSigningKeys } from '@titular/server/access-tokens/signing-keys/signing-keys.ts';
import { createSdkTokenIssuer } from '@titular/server/captures/links/sdk-token.ts';
import { createDocumentMakers } from '@titular/server/evidence/create-evidence.ts';
import { createReceiptSigner } from '@titular/server/evidence/receipt.ts';
import { type Clock, systemClock } from '@titular/server/kernel/base/clock.ts';
import { type CompanyId, newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import type { Refusal } from '@titular/server/kernel/base/refusal.ts';
import { type PortalCaller, toPortalCaller } from '@titular/server/kernel/http/portal/portal-caller.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { createPictures } from '@titular/server/pictures/index.ts';
import type { CaseRouteDeps } from '@titular/server/portal/cases/case-routes.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { createSettings } from '@titular/server/tenants/settings-cache.ts';
import { createSubscriptions } from '@titular/server/webhooks/events/subscriptions.ts';
import type { TestService } from '@titular/test-kit';

/** What use cases of the portal need, on the database of a service and with its keys. */
export async function caseDepsOf(
  { service, config }: TestService,
  { clock = systemClock, db = service.database.db }: { clock?: Clock; db?: CaseRouteDeps['db'] } = {},
): Promise<CaseRouteDeps> {
  const { masterKeys } = service;
  const { publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds } = config;
  const signingKeys = await loadSigningKeys({ db: service.database.db, masterKeys, clock });
  return {
    ...{ db, clock, publicUrl, environment, linkLifetimeSeconds, unopenedLinkSeconds, signingKeys },
    tenantKeys: createTenantKeys(service.database.db, masterKeys),
    cardEvidence: undefined,
    pictures: createPictures({ db, clock, objects: undefined, isForNew: false }),
    settings: createSettings(db, clock),
    subscriptions: createSubscriptions(db, clock),
    issueSdkToken: createSdkTokenIssuer(signingKeys, publicUrl, environment),
    signReceipt: createReceiptSigner(signingKeys, publicUrl, environment),
    ...createDocumentMakers(signingKeys, publicUrl),
    sandbox: NO_SANDBOX,
    findNames: async (_db, ids) => new Map(ids.map((id) => [id, `name of ${id}`])),
  };
}

/** Somebody of a tenant's staff. */
export function memberOf(
  tenantId: TenantId,
  role: PortalRole,
  {
    companies = 'all',
    environment = 'test',
  }: { companies?: 'all' | readonly CompanyId[]; environment?: 'test' | 'production' } = {},
): PortalCaller {
  const userId = newId();
  const user = {
    ...{ userId, sessionId: newId(), actor: `user:${userId}` as const, name: 'João Ñandú' },
    ...{ isOperator: false, environment, isFresh: true },
  };
  return toPortalCaller(user, { tenantId, role, companies });
}

/** The code by which work was refused; undefined where it was not. */
export async function codeOf(work: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if ((error as Error).name !== 'Refusal') throw error;
    return (error as Refusal).code;
  }
}
