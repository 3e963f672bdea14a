import {
  type CreateFindings,
  type CreateReason,
  checkAtCreate,
  findAtCreate,
  type RuledReason,
} from '../../decision/index.ts';
import { addSeconds } from '../../kernel/base/clock.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Company, TenantKey } from '../../tenants/index.ts';
import { openCard } from '../read/open-person.ts';
import {
  type CheckedHashes,
  type EarlierUseScope,
  findApprovedCard,
  findEnrolment,
  lockForChecks,
  readEarlierUse,
} from './create-signals-store.ts';
import { compareCardName, type NamedCard } from './known-names.ts';
import { findLinks } from './link-store.ts';

const DAY_SECONDS = 86_400;

/** The name on the card that came with the enrolled face. A face of a process came without one, and then the first card counts that was approved for the identity. */
async function findKnownName(
  trx: Db,
  tenantId: TenantId,
  key: TenantKey,
  identityHash: Buffer,
  enrolment: Awaited<ReturnType<typeof findEnrolment>>,
): Promise<string | undefined> {
  if (!enrolment) return undefined;
  const { subjectId: transactionId, sealedCard } = enrolment;
  // Empty once the transaction that enrolled the face was kept long enough.
  if (sealedCard?.length) return openCard(key, { transactionId, sealedCard })?.name;
  const approved = await findApprovedCard(trx, tenantId, identityHash);
  return approved && openCard(key, approved)?.name;
}

const scopeOf = (company: Company, now: Date): EarlierUseScope => ({
  attemptsSince: addSeconds(now, -DAY_SECONDS),
  cardSince: addSeconds(now, -company.cardMemoryDays * DAY_SECONDS),
  mostIdentityAttempts: company.identityAttemptsPerDay,
  mostCardAttempts: company.cardAttemptsPerDay,
});

/** How many transactions identity and card still have of their day; 0 or less where they are used up. Exact under the lock of the checks alone. */
export async function readLeftOfDay(
  db: Db,
  company: Company,
  hashes: CheckedHashes,
  now: Date,
): Promise<{ identity: number; card: number }> {
  const scope = scopeOf(company, now);
  const { identityAttempts, cardAttempts } = await readEarlierUse(db, company.tenantId, hashes, scope);
  return {
    identity: scope.mostIdentityAttempts - identityAttempts,
    card: scope.mostCardAttempts - cardAttempts,
  };
}

/** Whether identity or card already had all their transactions of the day, as far as is known without a lock. */
export async function hasUsedUp(
  ...[db, company, hashes, now]: Parameters<typeof readLeftOfDay>
): Promise<boolean> {
  const { identity, card } = await readLeftOfDay(db, company, hashes, now);
  return identity <= 0 || card <= 0;
}

/** What the checks found, and what follows from it. */
type CheckedAtCreate = {
  reasons: (CreateReason | RuledReason)[];
  ends: boolean;
  findings: CreateFindings;
};

/** Runs the checks of the modules that check at create, inside the database transaction that writes; creates with the same identity or card wait for each other until it ends. */
export async function runCreateChecks(
  trx: Db,
  key: TenantKey,
  company: Company,
  input: CheckedHashes & NamedCard,
  now: Date,
): Promise<CheckedAtCreate> {
  const { tenantId } = company;
  await lockForChecks(trx, tenantId, input);
  const earlier = await readEarlierUse(trx, tenantId, input, scopeOf(company, now));
  const enrolment = await findEnrolment(trx, tenantId, input.identityHash);
  const findings = findAtCreate({
    ...earlier,
    hasReference: enrolment !== undefined,
    knownName: await findKnownName(trx, tenantId, key, input.identityHash, enrolment),
    cardName: input.cardName,
    // Anything less than an end is found at the decision.
    nameResult:
      company.cardName === 'end' ? await compareCardName(trx, tenantId, key, company, input) : undefined,
    links: await findLinks(trx, tenantId, input, company, now),
  });
  return { ...checkAtCreate(findings, company), findings };
}
