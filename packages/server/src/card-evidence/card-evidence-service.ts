import { CARD_EVIDENCE_ANSWER_BYTES, CardEvidenceAnswer, type CardEvidenceQuestion } from '@titular/contract';
import { Value } from 'typebox/value';
import { UNANSWERED } from '../decision/index.ts';
import { containsCardNumber } from '../kernel/base/card-numbers/card-number.ts';
import type { Clock } from '../kernel/base/clock.ts';
import { newId } from '../kernel/base/id.ts';
import type { Log } from '../kernel/base/log.ts';
import { askService } from '../kernel/network/services/ask-service.ts';
import { createServiceGuard, expectSuccess } from '../kernel/network/services/guard-service.ts';
import { ServiceUnavailableError } from '../kernel/network/services/service-unavailable.ts';
import { signWebhook } from '../webhooks/index.ts';
import type { CardEvidence, CardEvidenceService, CardQuestion } from './card-evidence.ts';

/** Where the service is, by what questions are signed, and how long one may take in milliseconds. */
export type CardEvidenceOptions = {
  url: string;
  secrets: readonly string[];
  sendsIdentity: boolean;
  timeoutMs: number;
  clock: Clock;
  log: Log;
};

const NAMES = { whole: 'the service for card evidence', short: 'the service' };
const WHAT = 'ask';

const wrong = (why: string): ServiceUnavailableError =>
  new ServiceUnavailableError(`${WHAT}: the answer is wrong, ${why}`);

function toQuestion(
  { transactionId, orderNumber, card, value, currency, identity }: CardQuestion,
  sendsIdentity: boolean,
): CardEvidenceQuestion {
  const { expirationDate, ...digits } = card;
  return {
    transaction: transactionId,
    orderNumber,
    card: { ...digits, ...(expirationDate === undefined ? {} : { expirationDate }) },
    ...(value === undefined ? {} : { value }),
    ...(currency === undefined ? {} : { currency }),
    ...(sendsIdentity ? { identity } : {}),
  };
}

/** Reads an answer; the message of what it throws names the rule that it breaks, and nothing that it says. */
function parseAnswer(bytes: Uint8Array, transactionId: string): Omit<CardEvidence, 'at'> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw wrong('it is no JSON');
  }
  if (!Value.Check(CardEvidenceAnswer, parsed))
    throw wrong('a member is missing or has no word of the interface');
  const { transaction, reference: given, ...answers } = parsed;
  if (transaction !== transactionId) throw wrong('it is about another transaction');
  const { card, name, holder, authentication } = { ...UNANSWERED, ...answers };
  // Whatever an inquiry is called there, no number of a card is kept.
  const reference = given !== undefined && containsCardNumber(given) ? undefined : given;
  return { card, name, holder, authentication, ...(reference === undefined ? {} : { reference }) };
}

/** Makes the adapter of an operator's service: signed questions, a breaker around every call, and no call that is repeated. */
export function createCardEvidenceService(options: CardEvidenceOptions): CardEvidenceService {
  const { url, timeoutMs, clock } = options;
  const closing = new AbortController();
  const guard = createServiceGuard(NAMES, options);
  return {
    isToldIdentity: options.sendsIdentity,
    timeoutMs,
    ask: (question) =>
      guard(WHAT, async () => {
        const body = JSON.stringify(toQuestion(question, options.sendsIdentity));
        const now = clock.now();
        const headers = {
          'content-type': 'application/json',
          ...signWebhook(newId(now.getTime()), now, body, options.secrets),
        };
        const mostBytes = CARD_EVIDENCE_ANSWER_BYTES;
        const request = { what: WHAT, url, method: 'POST', headers, body, mostBytes } as const;
        const reply = await askService(request, closing.signal, timeoutMs);
        const { bytes } = expectSuccess({ what: WHAT, short: NAMES.short, now: clock.now() }, reply);
        return { ...parseAnswer(bytes, question.transactionId), at: clock.now().toISOString() };
      }),
    close: () => closing.abort(),
  };
}
