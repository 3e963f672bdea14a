import type { CardEvidence, CardEvidenceService } from '../../card-evidence/index.ts';
import { askedAspects, type CardFinding, judgeCard, UNANSWERED } from '../../decision/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import type { Company, TenantKey } from '../../tenants/index.ts';
import type { CardDigits } from '../transaction.ts';
import type { TransactionDetails } from '../transaction-store.ts';

/** How often a service that is away is asked before the decision goes on without it: for half a minute. */
const MAX_CARD_TRIES = 6;

/** The longest that a person is made to wait for another try, whatever the service asks for. */
const MAX_WAIT_SECONDS = 20;

/** Seconds until the service is asked again after `tries` failed tries, 1 and up: doubling, with jitter over the upper half by `random` in [0, 1). */
export const cardRetrySeconds = (tries: number, random: number, retryAfterSeconds: number): number =>
  Math.min(Math.max(2 ** (tries - 1) * (0.5 + random / 2), retryAfterSeconds), MAX_WAIT_SECONDS);

/** What a decision is told of the card, and what is kept of it; `away` that the service is to be asked again later. */
export type CardOfTransaction =
  | { kind: 'known'; finding: CardFinding; evidence: CardEvidence }
  | { kind: 'not_asked' }
  | { kind: 'away'; waitMs: number };

type CardDeps = { cardEvidence: CardEvidenceService | undefined; clock: Clock };

const open = <Value>(key: TenantKey, details: TransactionDetails, field: string, sealed: Buffer): Value =>
  JSON.parse(key.unseal('transactions', details.transactionId, field, sealed).toString('utf8')) as Value;

async function ask(
  { cardEvidence: service, clock }: CardDeps,
  key: TenantKey,
  details: TransactionDetails,
  isLast: boolean,
): Promise<CardEvidence | { waitMs: number } | undefined> {
  try {
    return await service?.ask({
      ...{ transactionId: details.transactionId, orderNumber: details.orderNumber },
      ...{ value: details.value, currency: details.currency },
      card: open<CardDigits>(key, details, 'sealed_card', details.sealedCard),
      identity: open<{ key: string; value: string }>(key, details, 'sealed_identity', details.sealedIdentity),
    });
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    return isLast ? { ...UNANSWERED, at: clock.now().toISOString() } : { waitMs: error.waitMs };
  }
}

/**
 * What is known of the card of a transaction that is to be decided: what the create was told, or else what the operator's service says now. A
 * service that is away is asked again where an answer can end the transaction, and not waited for where it is only noted.
 */
export async function findCard(
  deps: CardDeps,
  company: Company | undefined,
  key: TenantKey,
  details: TransactionDetails,
  tries: number,
): Promise<CardOfTransaction> {
  const policy = company?.cardEvidence;
  if (!policy || askedAspects(policy).length === 0) return { kind: 'not_asked' };
  const canEnd = Object.values(policy).some((weight) => weight === 'end' || weight === 'require');
  const isLast = !canEnd || tries >= MAX_CARD_TRIES;
  const evidence = details.cardEvidence ?? (await ask(deps, key, details, isLast));
  if (!evidence) return { kind: 'not_asked' };
  if ('waitMs' in evidence) return { kind: 'away', waitMs: evidence.waitMs };
  return { kind: 'known', finding: judgeCard(evidence, policy), evidence };
}
