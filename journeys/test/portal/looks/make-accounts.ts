import { generateKeyPairSync } from 'node:crypto';
import { registerPublicKey } from '@titular/server/access-tokens/accounts/register-public-key.ts';
import { createServiceAccount, rotateSecrets } from '@titular/server/access-tokens/index.ts';
import { operatorOf } from '@titular/test-kit';
import type { TestTenant } from '@titular/test-kit/start-test-service.ts';
import type { ManualClock } from '@titular/test-kit/time/manual-clock.ts';
import { sql } from 'kysely';
import type { PortalJourney } from '../portal-fixture.ts';

/** As long as an id of a key can be, without a place to break it. */
export const LONG_KEY_ID: string = 'W'.repeat(255);

type Making = { journey: PortalJourney; clock: ManualClock };

async function addKey(
  journey: PortalJourney,
  { tenantId }: TestTenant,
  account: string,
  keyId: string,
): Promise<void> {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ type: 'spki', format: 'pem' }) as string;
  const registration = { tenantId, account, algorithm: 'ES256', key, keyId } as const;
  const outcome = await registerPublicKey(journey.service.service.database.db, registration);
  if (outcome.kind === 'refused') throw new Error(outcome.reason);
}

/** What the machine wrote by its own clock, and what is drawn by chance, as it is to stand on pictures. */
async function setCredentials({ journey }: Making, at: Date): Promise<void> {
  const { db } = journey.service.service.database;
  const longBefore = new Date(at.getTime() - 90 * 86_400_000);
  await sql`UPDATE service_account_keys SET created_at = ${longBefore}`.execute(db);
  await sql`
    UPDATE service_account_secrets
    SET created_at = CASE WHEN retired_at IS NULL THEN ${at}::timestamptz ELSE ${longBefore}::timestamptz END,
      last_used_at = CASE WHEN retired_at IS NULL THEN last_used_at ELSE ${at}::timestamptz END,
      hint = CASE WHEN retired_at IS NULL THEN 'x9Kd' ELSE 'k3Xq' END`.execute(db);
}

/** Accounts with one secret, with two of a rotation, with limits, and one that is off. */
export async function makeAccounts(making: Making, tenant: TestTenant): Promise<void> {
  const { journey, clock } = making;
  const operator = { ...operatorOf(journey.service), clock };
  const { tenantId } = tenant;
  const create = (account: string, scopes: readonly ('transactions:read' | 'transactions:write')[]) =>
    createServiceAccount(operator, { tenantId, account, scopes, withKey: false, withSecret: true });
  await create('shop-backend', ['transactions:write', 'transactions:read']);
  await create('reporting', ['transactions:read']);
  await create('old-shop', ['transactions:read']);
  await rotateSecrets(operator, tenantId, 'shop-backend', 86_400);
  await addKey(journey, tenant, 'shop-backend', 'shop-2026');
  await sql`
    UPDATE service_accounts SET active = account <> 'old-shop',
      allowed_addresses = CASE account WHEN 'shop-backend' THEN '{203.0.113.0/24}'::text[] ELSE '{}' END,
      allowed_times = CASE account WHEN 'shop-backend'
        THEN '{Mon+Tue+Wed+Thu+Fri 08:00-18:00 America/Sao_Paulo}'::text[] ELSE '{}' END
    WHERE tenant_id = ${tenantId}`.execute(journey.service.service.database.db);
  await setCredentials(making, clock.now());
}

/** Gives the account of a tenant a key whose id is as long as one can be. */
export const addLongKey = (journey: PortalJourney, tenant: TestTenant): Promise<void> =>
  addKey(journey, tenant, tenant.account, LONG_KEY_ID);
