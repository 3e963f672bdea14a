/** What the first entry is chained to: 32 zero bytes, in lower-case hex as every hash here. */
const CHAIN_BEGINNING: string = '0'.repeat(64);

/** Seconds that an entry may wait for its place before that is a break; a service that runs seals within a second. */
export const MAX_WAIT_SECONDS = 60;

/** The columns of an entry as the texts that are hashed: the time in UTC with six decimals and a Z, values as PostgreSQL writes jsonb. */
export type EntryTexts = {
  entryId: string;
  tenantId: string | null;
  at: string;
  actor: string;
  action: string;
  subject: string;
  before: string | null;
  after: string | null;
};

/** A place in the chain, counted from 1, with the entry that stands in it, or none where that is gone. */
export type ChainLink = {
  position: number;
  entryId: string;
  previousHash: string;
  hash: string;
  entry?: EntryTexts | undefined;
};

/** How far the chain was found sound: the last position, and its hash. */
export type ChainState = { position: number; hash: string };

/** The state before the first link. */
export const AT_BEGINNING: ChainState = { position: 0, hash: CHAIN_BEGINNING };

/** Where the chain does not hold; `unlinked` is a link that does not follow the one before it. */
export type ChainFault = 'gap' | 'entry_gone' | 'altered' | 'unlinked';

/** How a log was tampered with: `unchained` was written past the chain, `unsealed` waits too long, and `cut off` lacks an anchor. */
export const BREAK_KINDS = ['altered', 'missing', 'reordered', 'unchained', 'unsealed', 'cut off'] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

const encoder = new TextEncoder();

/** Each value with its length in bytes before it, so that no two entries have one text. */
const field = (value: string | null): string =>
  value === null ? '-,' : `${encoder.encode(value).length}:${value},`;

/** The part of the hashed text that is the entry's own, as the database keeps it until the entry is sealed. */
export function entryText(entry: EntryTexts): string {
  const { entryId, tenantId, at, actor, action, subject, before, after } = entry;
  return [entryId, tenantId, at, actor, action, subject, before, after].map(field).join('');
}

/** The text whose SHA-256 is the hash of a link. */
export const chainedText = (previousHash: string, entry: EntryTexts): string =>
  `titular-audit-1,${field(previousHash)}${entryText(entry)}`;

/** What is wrong with the link that follows a sound part; `ownHash` is the SHA-256 of its chained text, taken anew. */
export function findChainFault(
  state: ChainState,
  link: ChainLink,
  ownHash: string | undefined,
): ChainFault | undefined {
  if (link.position !== state.position + 1) return 'gap';
  if (!link.entry) return 'entry_gone';
  if (ownHash !== link.hash) return 'altered';
  return link.previousHash === state.hash ? undefined : 'unlinked';
}

/** Names the tampering that a fault shows; `formerPosition` is where what an unlinked one follows stands now, if anywhere. */
export function breakKindOf(fault: ChainFault, formerPosition: number | undefined): BreakKind {
  if (fault === 'altered') return 'altered';
  return fault === 'unlinked' && formerPosition !== undefined ? 'reordered' : 'missing';
}

/** An entry that waits for its place: its text as it was written, for how long it waits, and what it is now, if it is there. */
export type WaitingEntry = { entryId: string; text: string; seconds: number; entry?: EntryTexts | undefined };

/** What is wrong with an entry that waits: it was removed or altered since it was written, or nothing seals it. */
export function findWaitingBreak({ text, seconds, entry }: WaitingEntry): BreakKind | undefined {
  if (!entry) return 'missing';
  if (entryText(entry) !== text) return 'altered';
  return seconds > MAX_WAIT_SECONDS ? 'unsealed' : undefined;
}
