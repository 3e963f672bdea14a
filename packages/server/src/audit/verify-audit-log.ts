import { sameDigest } from '../kernel/base/secret.ts';
import type { Db } from '../kernel/database/connect.ts';
import {
  CHAIN_BEGINNING,
  type ChainFault,
  type ChainLink,
  type ChainState,
  entryText,
  findFault,
} from './audit-chain.ts';
import {
  countWaiting,
  findPosition,
  listChained,
  listLinks,
  listWaiting,
  type WaitingEntry,
} from './audit-chain-store.ts';

/** How the log was tampered with, where it first shows; `unchained` is an entry that was written past the chain, and `unsealed` one that waits too long for its place. */
export type AuditBreak = {
  kind: 'altered' | 'missing' | 'reordered' | 'unchained' | 'unsealed' | 'cut off';
  position: number | undefined;
  entryId: string | undefined;
  sentence: string;
};

/** What a walk over the whole chain found: the sound part, counted from the first entry, and what ended it. */
export type AuditVerdict = {
  entries: number;
  lastHash: Buffer;
  lastAt: string | undefined;
  /** Entries that wait for their places after the last one. */
  waiting: number;
  /** The position of the anchor that was asked for; undefined when none was, or when it is not in the sound part. */
  anchorPosition: number | undefined;
  broken: AuditBreak | undefined;
};

const PAGE = 1_000;

/** How long an entry may wait for its place in the chain before that is a break; a service that runs seals within a second. */
const MAX_WAIT_SECONDS = 60;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

type Explain = (link: ChainLink, expected: number) => Omit<AuditBreak, 'entryId'>;

const EXPLAIN: Readonly<Record<Exclude<ChainFault, 'unlinked'>, Explain>> = {
  gap: (link, expected) => ({
    kind: 'missing',
    position: expected,
    sentence: `There is no entry at position ${expected}; the next is ${link.entryId} at ${link.position}.`,
  }),
  entry_gone: ({ position, entryId }) => ({
    kind: 'missing',
    position,
    sentence: `The entry ${entryId} at position ${position} is gone.`,
  }),
  altered: ({ position, entryId }) => ({
    kind: 'altered',
    position,
    sentence: `The entry ${entryId} at position ${position} is not as it was written.`,
  }),
};

/** A link that does not follow the one before it was moved, if what it was made to follow stands elsewhere; else that is gone. */
async function explainUnlinked(db: Db, { position, entryId, previousHash }: ChainLink): Promise<AuditBreak> {
  const former = await findPosition(db, previousHash);
  if (former !== undefined) {
    const sentence = `The entry ${entryId} at position ${position} was written after the one that now stands at ${former}.`;
    return { kind: 'reordered', position, entryId, sentence };
  }
  const sentence = `The entry ${entryId} at position ${position} was written after one that is gone: what stands before it was removed or replaced.`;
  return { kind: 'missing', position, entryId, sentence };
}

async function explain(db: Db, fault: ChainFault, link: ChainLink, expected: number): Promise<AuditBreak> {
  if (fault === 'unlinked') return explainUnlinked(db, link);
  return { ...EXPLAIN[fault](link, expected), entryId: link.entryId };
}

type Walk = { state: ChainState; lastAt: string | undefined; anchorPosition: number | undefined };

/** Goes on over a page of links until one is not sound. */
function walkPage(walk: Walk, links: readonly ChainLink[], anchor: Buffer | undefined) {
  for (const link of links) {
    const fault = findFault(walk.state, link);
    if (fault) return { fault, link };
    walk.state = { position: link.position, hash: link.hash };
    walk.lastAt = link.entry?.at;
    if (anchor && sameDigest(anchor, link.hash)) walk.anchorPosition = link.position;
  }
  return undefined;
}

/** Looks for entries that were written while the trigger was off. */
async function findUnchained(db: Db): Promise<AuditBreak | undefined> {
  for (let afterId = LOWEST_ID; ; ) {
    const page = await listChained(db, afterId, PAGE);
    const entryId = page.find(({ isChained }) => !isChained)?.entryId;
    const sentence = `The entry ${entryId} has no place in the chain: it was written past it, or its place was removed.`;
    if (entryId !== undefined) return { kind: 'unchained', position: undefined, entryId, sentence };
    const last = page.at(-1);
    if (!last || page.length < PAGE) return undefined;
    afterId = last.entryId;
  }
}

/** What is wrong with an entry that waits: it was removed or altered since it was written, or nothing seals it. */
function explainWaiting({ entryId, text, seconds, entry }: WaitingEntry): AuditBreak | undefined {
  const found = { position: undefined, entryId };
  if (!entry)
    return {
      ...found,
      kind: 'missing',
      sentence: `The entry ${entryId}, which waited for its place, is gone.`,
    };
  if (entryText(entry) !== text)
    return {
      ...found,
      kind: 'altered',
      sentence: `The entry ${entryId}, which waits for its place, is not as it was written.`,
    };
  if (seconds <= MAX_WAIT_SECONDS) return undefined;
  const sentence = `The entry ${entryId} has waited for its place for more than ${MAX_WAIT_SECONDS} seconds.`;
  return { ...found, kind: 'unsealed', sentence };
}

async function findBrokenWaiting(db: Db): Promise<AuditBreak | undefined> {
  for (const waiting of await listWaiting(db, PAGE)) {
    const broken = explainWaiting(waiting);
    if (broken) return broken;
  }
  return undefined;
}

const cutOff = (anchor: Buffer): AuditBreak => ({
  kind: 'cut off',
  position: undefined,
  entryId: undefined,
  sentence: `No entry has the hash ${anchor.toString('hex')}: entries that were there when it was noted are gone, or the whole log was written anew.`,
});

/**
 * Walks the chain of the audit log from its first entry, hashing each anew in this program, until its end or the
 * first break. Truncation at the end, or a complete rewrite by somebody with every right, shows only against an
 * anchor: a last hash kept elsewhere. Nothing is written, so that a replica will do: what waits for its place is counted, and whoever
 * wants it walked seals first. Entries that are sealed meanwhile are walked too.
 */
export async function verifyAuditLog(
  db: Db,
  anchor: Buffer | undefined,
  say: (text: string) => void,
): Promise<AuditVerdict> {
  const walk: Walk = {
    state: { position: 0, hash: CHAIN_BEGINNING },
    lastAt: undefined,
    anchorPosition: undefined,
  };
  const waiting = await countWaiting(db);
  const verdict = (broken: AuditBreak | undefined): AuditVerdict => ({
    waiting,
    entries: walk.state.position,
    lastHash: walk.state.hash,
    lastAt: walk.lastAt,
    anchorPosition: walk.anchorPosition,
    broken,
  });
  for (;;) {
    const links = await listLinks(db, walk.state.position, PAGE);
    const found = walkPage(walk, links, anchor);
    if (found) return verdict(await explain(db, found.fault, found.link, walk.state.position + 1));
    say(`${walk.state.position} entries …`);
    if (links.length < PAGE) break;
  }
  const past = (await findBrokenWaiting(db)) ?? (await findUnchained(db));
  if (past) return verdict(past);
  return verdict(anchor && walk.anchorPosition === undefined ? cutOff(anchor) : undefined);
}
