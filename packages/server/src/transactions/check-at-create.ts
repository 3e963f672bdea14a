import { addSeconds } from '../base/clock.ts';
import type { Db } from '../database/connect.ts';
import { type CreateReason, checkAtCreate } from '../decision/create-checks.ts';
import type { Company } from '../tenants/tenant.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { type CheckedHashes, findEnrolment, lockForChecks, readEarlierUse } from './create-signals-store.ts';
import type { CardDigits } from './transaction.ts';

const DAY_SECONDS = 86_400;

function readKnownName(
  key: TenantKey,
  enrolment: Awaited<ReturnType<typeof findEnrolment>>,
): string | undefined {
  // Empty once the transaction that enrolled the face was kept long enough.
  if (!enrolment?.sealedCard?.length) return undefined;
  const plain = key.unseal('transactions', enrolment.transactionId, 'sealed_card', enrolment.sealedCard);
  return (JSON.parse(plain.toString('utf8')) as CardDigits).name;
}

/** Runs the checks of the modules that check at create, inside the database transaction that writes; creates with the same identity or card wait for each other until it ends. */
export async function runCreateChecks(
  trx: Db,
  key: TenantKey,
  company: Company,
  wanted: CheckedHashes & { cardName: string },
  now: Date,
): Promise<{ reasons: CreateReason[]; ends: boolean }> {
  const { tenantId } = company;
  await lockForChecks(trx, tenantId, wanted);
  const earlier = await readEarlierUse(trx, tenantId, wanted, {
    attemptsSince: addSeconds(now, -DAY_SECONDS),
    cardSince: addSeconds(now, -company.cardMemoryDays * DAY_SECONDS),
    mostIdentityAttempts: company.identityAttemptsPerDay,
    mostCardAttempts: company.cardAttemptsPerDay,
  });
  const enrolment = await findEnrolment(trx, tenantId, wanted.identityHash);
  const signals = {
    ...earlier,
    hasReference: enrolment !== undefined,
    knownName: readKnownName(key, enrolment),
    cardName: wanted.cardName,
  };
  return checkAtCreate(signals, company);
}
