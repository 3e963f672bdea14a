import type { Kysely } from 'kysely';
import {
  type CaptureCase,
  type DeploymentPolicy,
  type GatheredCapture,
  type JudgeDeps,
  judgeCapture,
  policyOf,
  templateRulesOf,
  withGathered,
} from '../../captures/index.ts';
import type { CardEvidence, CardEvidenceService } from '../../card-evidence/index.ts';
import { packDecisionInputs } from '../../decision/index.ts';
import type { TenantId, TransactionId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { findProcess } from '../../processes/index.ts';
import { decideSubject } from '../../subjects/index.ts';
import type { Company, Settings, TenantKeys } from '../../tenants/index.ts';
import { TRANSACTIONS, type Transition } from '../change/change-status.ts';
import { compareCardName } from '../create/known-names.ts';
import { findLinks } from '../create/link-store.ts';
import { openCard } from '../read/open-person.ts';
import { findDetails, type TransactionDetails } from '../transaction-store.ts';
import { type CardTries, findCard } from './card-of-transaction.ts';

/** What deciding needs. */
export type DecideDeps = JudgeDeps &
  DeploymentPolicy & {
    settings: Settings;
    tenantKeys: TenantKeys;
    cardEvidence: CardEvidenceService | undefined;
  };

/** What came of a job: a decision, nothing to decide, or that the service for card evidence is away. */
export type DecideOutcome = { kind: 'decided' } | { kind: 'nothing' } | { kind: 'away'; waitMs: number };

async function toCase(
  deps: DecideDeps,
  tenantId: TenantId,
  details: TransactionDetails,
  company: Company | undefined,
): Promise<CaptureCase> {
  const { transactionId, referenceProcessId, statedIdentity, identityKey, identityHash } = details;
  const process = referenceProcessId && (await findProcess(deps.db, tenantId, referenceProcessId));
  const key = await deps.tenantKeys(tenantId);
  const claimed = statedIdentity ?? { key: identityKey, hash: identityHash };
  const card = openCard(key, details);
  const named = card && { identityKey: claimed.key, identityHash: claimed.hash, cardName: card.name };
  return {
    tenantId,
    subjectId: transactionId,
    capturedFor: referenceProcessId
      ? { kind: 'process', id: referenceProcessId }
      : { kind: 'transaction', id: transactionId },
    claimed,
    sentHash: identityHash,
    isStated: statedIdentity !== undefined,
    livenessBy: process && process.platform === 'external' ? 'platform' : 'challenge',
    key,
    policy: policyOf(company, deps),
    rules: templateRulesOf(company),
    company,
    cardName: named && (await compareCardName(deps.db, tenantId, key, company, named)),
    // This transaction was committed before: of two at once, the one that is decided later sees both.
    links: company && (await findLinks(deps.db, tenantId, details, company, deps.clock.now())),
  };
}

/** What becomes of a transaction whose reference process was erased while it waited for its decision. */
const CAPTURES_ERASED = {
  event: 'reject',
  actor: 'service',
  reasons: ['captures_erased'],
  decision: { result: 'inconclusive', reasons: ['captures_erased'] },
} as const;

async function decideWith(
  deps: DecideDeps,
  trx: Kysely<Tables>,
  one: CaptureCase,
  gathered: GatheredCapture | undefined,
  { company, cardEvidence }: { company: Company | undefined; cardEvidence: CardEvidence | undefined },
): Promise<Omit<Transition, 'at'>> {
  if (!gathered) return CAPTURES_ERASED;
  const { decided, evidence, kept } = await judgeCapture(deps, trx, one, gathered);
  const { hasIdentityChanged } = decided;
  return {
    event: decided.result === 'approved' ? 'approve' : 'reject',
    actor: 'service',
    reasons: decided.reasons,
    decision: cardEvidence ? { ...kept, cardEvidence } : kept,
    // Without a company there are no settings that could have been others.
    inputs: company && packDecisionInputs(evidence, company, deps, cardEvidence),
    ...(hasIdentityChanged === undefined ? {} : { hasIdentityChanged }),
  };
}

/**
 * Decides a transaction whose capture is complete, or that reuses one, in one commit. Run again after a crash it finds the work done or does it
 * anew. `tried` tells how often the service for card evidence was away before.
 */
export async function decideTransaction(
  deps: DecideDeps,
  tenantId: TenantId,
  transactionId: TransactionId,
  tried: CardTries,
): Promise<DecideOutcome> {
  const details = await findDetails(deps.db, tenantId, transactionId);
  if (details?.status !== 'processing') return { kind: 'nothing' };
  const company = await deps.settings.findCompany(tenantId, details.companyId);
  const card = await findCard(deps, company, await deps.tenantKeys(tenantId), details, tried);
  if (card.kind === 'away') return card;
  const finding = card.kind === 'known' ? card.finding : undefined;
  const by = { company, cardEvidence: card.kind === 'known' ? card.evidence : undefined };
  const one = { ...(await toCase(deps, tenantId, details, company)), card: finding };
  const hasDecided = await withGathered(deps, one, (gathered) => {
    invariant(
      gathered || details.referenceProcessId,
      'a transaction in processing has an attempt, or uses that of a process',
    );
    return decideSubject(deps, TRANSACTIONS, one, (trx) => decideWith(deps, trx, one, gathered, by));
  });
  return { kind: hasDecided ? 'decided' : 'nothing' };
}
