import type { CreateTransactionRequest } from '@titular/contract';
import { type PageAppearance, parsePageAppearance } from '../../captures/index.ts';
import { holderOf, type Identity, parseIdentity } from '../../identity/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import { decimalsOf } from '../../kernel/base/currency.ts';
import { withoutTrailingZeros } from '../../kernel/base/decimal-number.ts';
import { type CompanyId, type ProcessId, parseUuid } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { hasSeenText, isSafeText } from '../../kernel/base/safe-text.ts';
import { numberSource } from '../../kernel/http/body/strict-json.ts';
import { type CardDigits, isExpiredCard } from '../transaction.ts';
import { nameProblemSentences, parseCardName } from './card-name.ts';
import { parseAmount } from './decimal.ts';

/** A create request after every rule that needs no database. */
export type NewTransaction = {
  identity: Identity;
  orderNumber: string;
  companyId: CompanyId;
  card: CardDigits;
  redirectUrl: string | undefined;
  /** Exact decimal text. */
  value: string | undefined;
  /** ISO 4217. */
  currency: string | undefined;
  processId: ProcessId | undefined;
} & PageAppearance;

const badField = (field: string, rule: string): Refusal => new Refusal('40002', `${field} ${rule}.`);

/** Order numbers keep every printable character as sent; a JSON number keeps the digits it was written with. */
function parseOrderNumber(request: CreateTransactionRequest): string {
  const given = request.orderNumber;
  const text = typeof given === 'number' ? (numberSource(request, 'orderNumber') ?? '') : given;
  if (typeof given === 'number' && !/^[0-9]{1,40}$/.test(text)) {
    throw badField(
      'orderNumber',
      'must be text, or a whole number of at most 40 digits, written without sign, point or exponent',
    );
  }
  if (!hasSeenText(text)) throw badField('orderNumber', 'is blank: it must have a character that is seen');
  if (!isSafeText(text)) {
    throw badField('orderNumber', 'must be text without control or broken characters');
  }
  refuseCardNumber('orderNumber', text, request.card);
  return text;
}

function parseValue(request: CreateTransactionRequest): string | undefined {
  if (request.value === undefined) return undefined;
  const amount = parseAmount(numberSource(request, 'value') ?? '');
  if (amount === undefined) {
    throw badField('value', 'must be a number of up to 13 digits and 4 decimals, without sign');
  }
  return amount;
}

/** Said only of a value, and of one that the currency can express. */
function parseCurrency(
  { currency }: CreateTransactionRequest,
  value: string | undefined,
): string | undefined {
  if (currency === undefined) return undefined;
  if (value === undefined) throw badField('currency', 'is the currency of value, which is missing');
  const decimals = decimalsOf(currency);
  if (decimals === undefined) throw badField('currency', 'must be a currency of ISO 4217, such as BRL');
  const written = (withoutTrailingZeros(value).split('.')[1] ?? '').length;
  if (written > decimals)
    throw badField('value', `has more decimals than ${currency}, which has ${decimals}`);
  return currency;
}

function parseCard(card: CreateTransactionRequest['card'], identity: Identity, now: Date): CardDigits {
  refuseCardNumber('card.name', card.name, card);
  const parsed = parseCardName(card.name, holderOf(identity));
  if (parsed.kind === 'refused') throw new Refusal('40024', nameProblemSentences[parsed.problem]);
  if (card.expirationDate !== undefined && isExpiredCard(card.expirationDate, now))
    throw new Refusal('40025');
  return {
    binDigits: card.binDigits,
    lastDigits: card.lastDigits,
    name: parsed.name,
    expirationDate: card.expirationDate,
  };
}

/** The rules of the company come later; a card number is refused before anything else looks at the address. */
function parseRedirectUrl(request: CreateTransactionRequest): string | undefined {
  refuseCardNumber('redirectUrl', request.redirectUrl, request.card);
  return request.redirectUrl;
}

function parseProcessId(request: CreateTransactionRequest): ProcessId | undefined {
  const text = request.additionalInfo?.processID;
  const processId = text === undefined ? undefined : parseUuid(text);
  if (text !== undefined && !processId) throw new Refusal('40031');
  return processId;
}

/** Applies the rules of each field to a body of the right shape; refuses with the code and field of the first that is broken. */
export function parseCreateRequest(request: CreateTransactionRequest, now: Date): NewTransaction {
  const parsed = parseIdentity(request.identity.key, request.identity.value);
  if (parsed.kind === 'refused') throw badField(parsed.field, parsed.rule);
  const companyId = parseUuid(request.company);
  if (!companyId) throw badField('company', 'must be a UUID');
  const value = parseValue(request);
  return {
    identity: parsed.identity,
    orderNumber: parseOrderNumber(request),
    companyId,
    card: parseCard(request.card, parsed.identity, now),
    redirectUrl: parseRedirectUrl(request),
    value,
    currency: parseCurrency(request, value),
    ...parsePageAppearance(request),
    processId: parseProcessId(request),
  };
}
