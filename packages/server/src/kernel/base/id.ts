import { randomFillSync } from 'node:crypto';
import { hasIdForm } from '@titular/contract/id-pattern';

declare const kind: unique symbol;

/** An id of one kind; at run time it is plain text. */
type IdOf<Kind> = string & { readonly [kind]: Kind };

// biome-ignore lint/suspicious/noExplicitAny: it serves as an id of every kind
type EveryKind = any;

/** An id whose kind its reader knows: one that is new, or that came from outside and is a UUID. */
export type AnyId = IdOf<EveryKind>;

/** Id of a tenant. */
export type TenantId = IdOf<'tenant'>;

/** Id of an endpoint for webhooks. */
export type EndpointId = IdOf<'endpoint'>;

/** Id of a company. */
export type CompanyId = IdOf<'company'>;

/** Id of a transaction. */
export type TransactionId = IdOf<'transaction'>;

/** Id of a process of the identity platform. */
export type ProcessId = IdOf<'process'>;

/** Id of an event, which every delivery of it carries as `webhook-id`. */
export type EventId = IdOf<'event'>;

/** Id of a delivery: one event on its way to one endpoint. */
export type DeliveryId = IdOf<'delivery'>;

/** Id of an attempt at a challenge. */
export type AttemptId = IdOf<'attempt'>;

/** Id of a page session. */
export type SessionId = IdOf<'session'>;

/** Id of a reference: a face that an operator brought. */
export type ReferenceId = IdOf<'reference'>;

/** Id of an enrolled face. */
export type TemplateId = IdOf<'template'>;

const ID_BYTES = 16;
// Asking for random bytes costs more than all the rest of an id, and every request has one; so they are asked for by the page.
const page = Buffer.alloc(256 * ID_BYTES);
let used = page.length;

function nextRandomBytes(): Buffer {
  if (used === page.length) {
    randomFillSync(page);
    used = 0;
  }
  used += ID_BYTES;
  return page.subarray(used - ID_BYTES, used);
}

/** Bits of an id that count within its millisecond: 12 before its variant, 14 behind. */
const COUNT_BITS = 26;
const COUNT_MASK = 2 ** COUNT_BITS - 1;
/** Milliseconds whose counts are kept, a second or more: requests that began at different instants make ids in turns. */
const COUNTED_INSTANTS = 1024;
const counts = new Map<number, number>();

/** The next count of a millisecond. Each begins anew at random: one count for all would tell a tenant how much others do. */
function nextCount(nowMs: number, random: number): number {
  const last = counts.get(nowMs);
  if (last === undefined && counts.size === COUNTED_INSTANTS)
    counts.delete(counts.keys().next().value ?? nowMs);
  // The first has its highest bit clear, which leaves room for 33 million more before it begins again.
  const next = last === undefined ? random & (COUNT_MASK >> 1) : (last + 1) & COUNT_MASK;
  counts.set(nowMs, next);
  return next;
}

/** A new UUID version 7, ordered by time, and within a millisecond of one process by a count (RFC 9562 sections 5.7 and 6.2, method 1). */
export function newId(nowMs: number = Date.now()): AnyId {
  const bytes = nextRandomBytes();
  const count = nextCount(nowMs, bytes.readUInt32BE(6));
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes.writeUInt16BE(0x7000 | (count >> 14), 6);
  bytes.writeUInt16BE(0x8000 | (count & 0x3fff), 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as AnyId;
}

/** Whether the text is a UUID in its hyphenated form (RFC 9562 section 4), of any version. */
export const isId = (text: string): text is AnyId => text.length === 36 && hasIdForm(text);

/** The id that a text from outside is, in lower case; undefined where it is none. */
export function parseUuid(text: string): AnyId | undefined {
  const lower = text.toLowerCase();
  return isId(lower) ? lower : undefined;
}

/** The lowest UUID version 7 of an instant: every id made at it or later comes after. They begin with 1970; no id was made before. */
export function lowestId(instant: Date): AnyId {
  const hex = Math.max(0, instant.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000` as AnyId;
}
