import { createHash } from 'node:crypto';
import { type CreateReferenceRequest, PHOTOGRAPH_LIMITS } from '@titular/contract';
import type { Provenance } from '../faces/index.ts';
import { type Identity, parseIdentity } from '../identity/index.ts';
import { refuseCardNumber } from '../kernel/base/card-numbers/card-number.ts';
import { Refusal } from '../kernel/base/refusal.ts';

/** What a request says besides the photographs, in the forms that the contract demands. */
export type ReferenceFields = Omit<CreateReferenceRequest, 'photographs'>;

/** A photograph as it was sent, with its SHA-256. */
export type SentPhotograph = { image: Uint8Array; digest: string };

/** A request for a reference after every rule that needs neither engine nor database. */
export type NewReference = {
  identity: Identity;
  photographs: readonly SentPhotograph[];
  provenance: Provenance;
  replaces: boolean;
  allowsDuplicate: boolean;
  /** Whether the photographs stay, sealed, for as long as the reference. */
  keepsPhotographs: boolean;
};

const badField = (field: string, rule: string): Refusal => new Refusal('40002', `${field} ${rule}.`);

/** The audit log of others and receipts keep it for ever. */
function parseLabel(field: string, text: string, { value }: Identity): string {
  refuseCardNumber(field, text);
  if (text.replace(/[^A-Za-z0-9]/g, '').includes(value))
    throw badField(field, 'must be your own name and never name the person');
  return text;
}

function parseDay(text: string, now: Date): string {
  const day = new Date(`${text}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(text))
    throw badField('date', 'must be a day that exists, such as 2026-03-02');
  if (day > now) throw badField('date', 'must not be after today (in UTC)');
  return text;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Refuses a photograph, named by its place, with 40080; `problem` goes on after "it is". */
export const unreadable = (index: number, problem: string): Refusal =>
  new Refusal('40080', `photographs[${index}] cannot be read: it is ${problem}.`);

/** Looks at what a photograph is before it is measured; refuses with 40080. */
export function checkPhotograph(image: Uint8Array, index: number): SentPhotograph {
  if (image.byteLength > PHOTOGRAPH_LIMITS.bytes) throw unreadable(index, 'larger than 512 KiB');
  if (image[0] !== 0xff || image[1] !== 0xd8 || image[2] !== 0xff) throw unreadable(index, 'not a JPEG');
  return { image, digest: createHash('sha256').update(image).digest('hex') };
}

function parsePhotograph(text: string, index: number): SentPhotograph {
  if (text.length % 4 !== 0 || !BASE64.test(text)) throw unreadable(index, 'not base64');
  return checkPhotograph(Buffer.from(text, 'base64'), index);
}

/** Applies the rules of each field but the photographs; refuses with 40002 and 40026. */
export function parseFields(request: ReferenceFields, now: Date): Omit<NewReference, 'photographs'> {
  const parsed = parseIdentity(request.identity.key, request.identity.value);
  if (parsed.kind === 'refused') throw badField(parsed.field, parsed.rule);
  const { identity } = parsed;
  return {
    identity,
    provenance: {
      source: parseLabel('source', request.source, identity),
      date: parseDay(request.date, now),
      consentReference: parseLabel('consentReference', request.consentReference, identity),
    },
    replaces: request.replace ?? false,
    allowsDuplicate: request.allowDuplicateFace ?? false,
    keepsPhotographs: request.keepPhotographs ?? false,
  };
}

/** Applies the rules of each field; refuses with 40002, 40026 and 40080. */
export const parseReference = (request: CreateReferenceRequest, now: Date): NewReference => ({
  ...parseFields(request, now),
  photographs: request.photographs.map(parsePhotograph),
});
