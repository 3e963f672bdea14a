import type { CardEvidenceService } from '../../card-evidence/index.ts';
import { askedAspects, judgeCard, needsAnswer } from '../../decision/index.ts';
import { type Lease, takeLease } from '../../idempotency/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import { isReplicated } from '../transaction-store.ts';
import { hasUsedUp } from './check-at-create.ts';
import type { CreateDeps, CreateDraft } from './create-draft.ts';
import { takeShareOfDay } from './take-share-of-day.ts';

const MIN_WAIT_SECONDS = 5;

/** Whether a create is one before which the service is asked: of the modules that check at create, and not led by the sandbox. */
const isAsked = ({ company, course, ends }: CreateDraft): boolean =>
  company.module !== 'post' && !course && !ends && askedAspects(company.cardEvidence).length > 0;

/** A create without an answer, which the company may require. */
function goOn(draft: CreateDraft, waitMs: number): CreateDraft {
  if (!needsAnswer(draft.company.cardEvidence)) return draft;
  throw Refusal.after('50003', Math.max(MIN_WAIT_SECONDS, waitMs / 1_000));
}

/** Whether asking would be in vain: an earlier request has this one's answer or its data, or the transactions of the day are used up. */
async function isSettled({ db, besides }: CreateDeps, { company, row }: CreateDraft): Promise<boolean> {
  const { tenantId, replicaHash, createdAt } = row;
  return (
    (await isReplicated(db, tenantId, replicaHash, createdAt)) ||
    (await besides?.findKept?.()) !== undefined ||
    (await hasUsedUp(db, company, row, createdAt))
  );
}

async function ask(service: CardEvidenceService, draft: CreateDraft): Promise<CreateDraft> {
  const { company, input, row } = draft;
  const { orderNumber, card, value, currency, identity } = input;
  const { transactionId } = row;
  try {
    const cardEvidence = await service.ask({ transactionId, orderNumber, card, value, currency, identity });
    const found = judgeCard(cardEvidence, company.cardEvidence);
    return { ...draft, row: { ...row, cardEvidence }, card: found };
  } catch (error) {
    if (!(error instanceof ServiceUnavailableError)) throw error;
    return goOn(draft, error.waitMs);
  }
}

/** What is left of a request's limit beside one question, with a second for the commit. */
const MAX_WAIT_MS = 3_800;
/** A create that has not come to its commit so long after its question is taken for dead. */
const COMMIT_MS = 5_000;

/** How long a create may have its question in hand, and until when it waits for others. */
type Terms = { lifeMs: number; deadlineMs: number };

/** Takes the question about these data into the hands of one create. One with a key refuses with 40029 where another create keeps it too long. */
async function takeQuestion(
  { db, besides }: CreateDeps,
  { key, row }: CreateDraft,
  { lifeMs, deadlineMs }: Terms,
): Promise<Lease | undefined> {
  if (!besides) return undefined;
  const nameHash = key.hash('card evidence under way', row.replicaHash.toString('hex'));
  const work = { nameHash, lifeMs, waitMs: deadlineMs - performance.now() };
  const lease = await takeLease({ db, idle: besides.idle }, row.tenantId, work);
  if (!lease && besides.findKept) throw new Refusal('40029');
  return lease;
}

const HELD_UP =
  'Too many requests at once: others about this identity or card wait for an answer about it; wait a second.';

/** Refuses a create that would take what is left of the day from those that are under way: with 50003 where the company requires an answer, else with 42902. */
function refuseBusy(draft: CreateDraft): never {
  goOn(draft, 0);
  throw Refusal.after('42902', 1, HELD_UP);
}

/** Writes a create with the answer to its question, which is counted as one of the day before it is sent. */
async function writeAsked<Answer>(
  deps: CreateDeps,
  service: CardEvidenceService,
  draft: CreateDraft,
  terms: Terms,
  write: (draft: CreateDraft) => Promise<Answer>,
): Promise<Answer> {
  const { besides } = deps;
  const share = besides && (await takeShareOfDay(deps, besides, draft, terms));
  if (share?.kind === 'used-up') return write(draft);
  if (share?.kind === 'busy') return refuseBusy(draft);
  try {
    return await write(await ask(service, draft));
  } finally {
    await share?.lease.end();
  }
}

/**
 * Writes a create with what issuer or gateway know of the card, asked outside any database transaction. Of creates with the same data at
 * once one asks, until its commit, and the others wait for it. A create whose data an earlier transaction has is not asked about. Nor is one
 * whose identity or card has used up its transactions of the day, those under way included. Without an answer it is refused with 50003 where
 * the company requires one; else it goes on, and the decision asks.
 */
export async function withCardEvidence<Answer>(
  deps: CreateDeps,
  draft: CreateDraft,
  write: (draft: CreateDraft) => Promise<Answer>,
): Promise<Answer> {
  if (!isAsked(draft)) return write(draft);
  const { cardEvidence: service } = deps;
  const lifeMs = (service?.timeoutMs ?? 0) + COMMIT_MS;
  const terms = { lifeMs, deadlineMs: performance.now() + MAX_WAIT_MS };
  // Its holder may wait for its share of the day before it asks.
  const held = { ...terms, lifeMs: lifeMs + MAX_WAIT_MS };
  const lease = service && (await takeQuestion(deps, draft, held));
  try {
    // Looked at within the lease: whoever had it before has come to its commit.
    if (await isSettled(deps, draft)) return await write(draft);
    if (!service) return await write(goOn(draft, 0));
    return await writeAsked(deps, service, draft, terms, write);
  } finally {
    await lease?.end();
  }
}
