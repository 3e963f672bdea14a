import {
  type CreateProcessRequest,
  PERSON_IDENTIFIER_TYPES,
  type PersonIdentifierType,
  PROCESS_EXPIRY_SECONDS,
  type ProcessPurpose,
} from '@titular/contract';
import { type PageAppearance, parsePageAppearance } from '../captures/index.ts';
import { type Identity, parseIdentity } from '../identity/index.ts';
import { refuseCardNumber } from '../kernel/base/card-numbers/card-number.ts';
import { type CompanyId, parseUuid } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import { hasSeenText, isSafeText } from '../kernel/base/safe-text.ts';

/** A request for a process after every rule that needs no database. */
export type NewProcess = {
  identity: Identity;
  identifierType: PersonIdentifierType;
  friendlyName: string | undefined;
  /** Undefined where the page is to go nowhere. */
  callbackUri: string | undefined;
  purpose: ProcessPurpose;
  clientReference: string | undefined;
  expirySeconds: number;
  companyId: CompanyId | undefined;
} & PageAppearance;

const badField = (field: string, rule: string): Refusal => new Refusal('40002', `${field} ${rule}.`);

function parseText(field: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  refuseCardNumber(field, text);
  if (!isSafeText(text)) throw badField(field, 'must be text without control or broken characters');
  return hasSeenText(text) ? text.trim() : undefined;
}

/** The rules of the company come later; a card number is refused before anything else looks at the address. */
function parseCallback(callbackUri: string): string | undefined {
  refuseCardNumber('callbackUri', callbackUri);
  return callbackUri === '/' ? undefined : callbackUri;
}

/** Signs that are not seen could turn the words of the page around. */
const UNSEEN = /\p{Cf}/u;

function parseName(name: string | undefined): string | undefined {
  if (name !== undefined && UNSEEN.test(name))
    throw badField('person.friendlyName', 'must be text without signs that are not seen');
  return parseText('person.friendlyName', name);
}

function parseExpiry(text: string | undefined): number {
  if (text === undefined) return PROCESS_EXPIRY_SECONDS.usual;
  const seconds = Number(text.slice(0, -1));
  const { least, most } = PROCESS_EXPIRY_SECONDS;
  if (seconds < least || seconds > most) throw badField('expiresIn', `must be ${least}s to ${most}s`);
  return seconds;
}

/** Applies the rules of each field to a body of the right shape; refuses with 40002 and the name of the first field that breaks one. */
export function parseProcessRequest(request: CreateProcessRequest): NewProcess {
  const { duiType, duiValue, friendlyName } = request.person;
  const parsed = parseIdentity(PERSON_IDENTIFIER_TYPES[duiType], duiValue);
  if (parsed.kind === 'refused') throw badField('person.duiValue', parsed.rule);
  const companyId = request.company === undefined ? undefined : parseUuid(request.company);
  if (request.company !== undefined && !companyId) throw badField('company', 'must be a UUID');
  return {
    identity: parsed.identity,
    identifierType: duiType,
    friendlyName: parseName(friendlyName),
    callbackUri: parseCallback(request.callbackUri),
    purpose: request.purpose,
    clientReference: parseText('clientReference', request.clientReference),
    expirySeconds: parseExpiry(request.expiresIn),
    companyId,
    ...parsePageAppearance(request),
  };
}
