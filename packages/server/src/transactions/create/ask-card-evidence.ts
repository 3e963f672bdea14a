import { askedAspects, judgeCard, needsAnswer } from '../../decision/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import { isReplicated } from '../transaction-store.ts';
import { hasUsedUp } from './check-at-create.ts';
import type { CreateDeps, CreateDraft } from './create-draft.ts';

const MIN_WAIT_SECONDS = 5;

/** Whether a create is one before which the service is asked: of the modules that check at create, and not led by the sandbox. */
const isAsked = ({ company, course, ends }: CreateDraft): boolean =>
  company.module !== 'post' && !course && !ends && askedAspects(company.cardEvidence).length > 0;

/** A create without an answer, which the company may require. */
function goOn(draft: CreateDraft, waitMs: number): CreateDraft {
  if (!needsAnswer(draft.company.cardEvidence)) return draft;
  throw Refusal.after('50003', Math.max(MIN_WAIT_SECONDS, waitMs / 1_000));
}

/**
 * Asks what issuer or gateway know of the card, outside any database transaction. A create whose data an earlier transaction has is not asked
 * about again, nor is one of an identity or card that has used up its transactions of the day. Without an answer it is refused with 50003 where
 * the company requires one; else it goes on, and the decision asks.
 */
export async function askCardEvidence(deps: CreateDeps, draft: CreateDraft): Promise<CreateDraft> {
  const { company, input, row } = draft;
  const { cardEvidence: service, db } = deps;
  if (!isAsked(draft)) return draft;
  const { tenantId, transactionId, replicaHash, createdAt } = row;
  if (await isReplicated(db, tenantId, replicaHash, createdAt)) return draft;
  if (await hasUsedUp(db, company, row, createdAt)) return draft;
  if (!service) return goOn(draft, 0);
  const { orderNumber, card, value, currency, identity } = input;
  try {
    const cardEvidence = await service.ask({ transactionId, orderNumber, card, value, currency, identity });
    const found = judgeCard(cardEvidence, company.cardEvidence);
    return { ...draft, row: { ...row, cardEvidence }, card: found };
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    return goOn(draft, error.waitMs);
  }
}
