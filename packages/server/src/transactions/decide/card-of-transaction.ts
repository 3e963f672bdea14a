import type { CardEvidence, CardEvidenceService } from '../../card-evidence/index.ts';
import {
  askedAspects,
  type CardFinding,
  type CardPolicy,
  judgeCard,
  needsAnswer,
  UNANSWERED,
} from '../../decision/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { retrySeconds } from '../../kernel/network/services/retry-seconds.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import type { Company, TenantKey } from '../../tenants/index.ts';
import { openPerson } from '../read/open-person.ts';
import type { TransactionDetails } from '../transaction-store.ts';

/** For how long a decision waits for a service that is away, from its first try. */
const MAX_WAIT_SECONDS = 30;

/** How often the service was away before, and since when in milliseconds of the clock. */
export type CardTries = { tries: number; sinceMs: number };

/** Seconds until the service is asked again: as any service, and soon enough for another try within that time. */
export const cardRetrySeconds = (...asked: Parameters<typeof retrySeconds>): number =>
  Math.min(retrySeconds(...asked), MAX_WAIT_SECONDS / 2);

/** What a decision is told of the card, and what is kept of it; `away` that the service is to be asked again later. */
export type CardOfTransaction =
  | { kind: 'known'; finding: CardFinding; evidence: CardEvidence }
  | { kind: 'not_asked' }
  | { kind: 'away'; waitMs: number };

type CardDeps = { cardEvidence: CardEvidenceService | undefined; clock: Clock };

/** An answer by the order alone is about the identity that was sent, and says nothing of one that was stated. */
const aboutStated = (evidence: CardEvidence): CardEvidence => ({ ...evidence, holder: 'unknown' });

/** Asks about the identity under which the person says the card is theirs, or else the one that was sent. */
async function ask(
  service: CardEvidenceService,
  key: TenantKey,
  details: TransactionDetails,
): Promise<CardEvidence | { waitMs: number } | undefined> {
  const person = openPerson(key, details);
  if (!person) return undefined;
  const { transactionId, orderNumber, value, currency } = details;
  const { card, identity, stated } = person;
  const asked = { transactionId, orderNumber, card, value, currency, identity: stated ?? identity };
  try {
    const evidence = await service.ask(asked);
    return stated && !service.isToldIdentity ? aboutStated(evidence) : evidence;
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    return { waitMs: error.waitMs };
  }
}

/** What the create was told, as far as it is about the identity that is decided about; undefined where that is to be asked anew. */
function toldAtCreate(
  { cardEvidence, statedIdentity }: TransactionDetails,
  service: CardEvidenceService | undefined,
): CardEvidence | undefined {
  if (!cardEvidence || !statedIdentity) return cardEvidence;
  return service?.isToldIdentity ? undefined : aboutStated(cardEvidence);
}

const canEnd = (policy: CardPolicy): boolean =>
  Object.values(policy).some((weight) => weight === 'end' || weight === 'require');

/**
 * What is known of the card of a transaction that is to be decided: what the create was told, or else what the operator's service says now. A
 * service that is away is asked again for half a minute where an answer can end the transaction. Where the company requires an answer, a
 * deployment without a service gives none.
 */
export async function findCard(
  { cardEvidence: service, clock }: CardDeps,
  company: Company | undefined,
  key: TenantKey,
  details: TransactionDetails,
  { tries, sinceMs }: CardTries,
): Promise<CardOfTransaction> {
  const policy = company?.cardEvidence;
  if (!policy || askedAspects(policy).length === 0) return { kind: 'not_asked' };
  const now = clock.now();
  const unanswered: CardEvidence = { ...UNANSWERED, at: now.toISOString() };
  const known = (evidence: CardEvidence): CardOfTransaction => ({
    ...{ kind: 'known', finding: judgeCard(evidence, policy), evidence },
  });
  const told = toldAtCreate(details, service);
  if (told) return known(told);
  if (!service) return needsAnswer(policy) ? known(unanswered) : { kind: 'not_asked' };
  const answer = (await ask(service, key, details)) ?? unanswered;
  if (!('waitMs' in answer)) return known(answer);
  const isOver = tries > 0 && now.getTime() - sinceMs >= MAX_WAIT_SECONDS * 1000;
  return canEnd(policy) && !isOver ? { kind: 'away', waitMs: answer.waitMs } : known(unanswered);
}
