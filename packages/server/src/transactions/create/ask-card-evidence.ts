import { askedAspects, judgeCard, needsAnswer, UNANSWERED } from '../../decision/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import { isReplicated } from '../transaction-store.ts';
import type { CreateDeps, CreateDraft } from './create-draft.ts';

const MIN_WAIT_SECONDS = 5;

/** Whether a create is one before which the service is asked: of the modules that check at create, and not led by the sandbox. */
const isAsked = ({ company, course, ends }: CreateDraft): boolean =>
  company.module !== 'post' && !course && !ends && askedAspects(company.cardEvidence).length > 0;

/**
 * Asks what issuer or gateway know of the card, outside any database transaction. A create whose data an earlier transaction has is not asked
 * about again. Without an answer it goes on as one about which nothing is known, or is refused with 50003 where the company requires one.
 */
export async function askCardEvidence(deps: CreateDeps, draft: CreateDraft): Promise<CreateDraft> {
  const { company, input, row } = draft;
  const { cardEvidence: service, db } = deps;
  if (!service || !isAsked(draft)) return draft;
  const { tenantId, transactionId, replicaHash, createdAt } = row;
  if (await isReplicated(db, tenantId, replicaHash, createdAt)) return draft;
  const { orderNumber, card, value, currency, identity } = input;
  try {
    const cardEvidence = await service.ask({ transactionId, orderNumber, card, value, currency, identity });
    const found = judgeCard(cardEvidence, company.cardEvidence);
    return { ...draft, row: { ...row, cardEvidence }, card: found };
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    if (!needsAnswer(company.cardEvidence)) {
      const cardEvidence = { ...UNANSWERED, at: createdAt.toISOString() };
      return { ...draft, row: { ...row, cardEvidence } };
    }
    const seconds = Math.max(MIN_WAIT_SECONDS, Math.ceil(error.waitMs / 1000));
    throw new Refusal('50003', undefined, { 'retry-after': String(seconds) });
  }
}
