import {
  AT_BEGINNING,
  type BreakKind,
  breakKindOf,
  type ChainFault,
  type ChainLink,
  type ChainState,
  findWaitingBreak,
  MAX_WAIT_SECONDS,
} from '@titular/contract';
import type { Db } from '../kernel/database/connect.ts';
import { findFault } from './audit-chain.ts';
import { findPosition, listChained, listLinks, listWaiting } from './audit-chain-store.ts';

/** How the log was tampered with, where it first shows. */
export type AuditBreak = {
  kind: BreakKind;
  position: number | undefined;
  entryId: string | undefined;
  sentence: string;
};

/** How far a walk came: the sound part, and the place of the anchor in it. */
export type Walk = { state: ChainState; lastAt: string | undefined; anchorPosition: number | undefined };

/** A walk that has not begun. */
export const newWalk = (): Walk => ({ state: AT_BEGINNING, lastAt: undefined, anchorPosition: undefined });

const PAGE = 1_000;

const LOWEST_ID = '00000000-0000-0000-0000-000000000000';

type Explain = (link: ChainLink, expected: number) => string;

const SENTENCES: Readonly<Record<Exclude<ChainFault, 'unlinked'>, Explain>> = {
  gap: ({ entryId, position }, expected) =>
    `There is no entry at position ${expected}; the next is ${entryId} at ${position}.`,
  entry_gone: ({ position, entryId }) => `The entry ${entryId} at position ${position} is gone.`,
  altered: ({ position, entryId }) =>
    `The entry ${entryId} at position ${position} is not as it was written.`,
};

/** A link that does not follow the one before it was moved, if what it was made to follow stands elsewhere; else that is gone. */
const unlinkedSentence = ({ position, entryId }: ChainLink, former: number | undefined): string =>
  former === undefined
    ? `The entry ${entryId} at position ${position} was written after one that is gone: what stands before it was removed or replaced.`
    : `The entry ${entryId} at position ${position} was written after the one that now stands at ${former}.`;

async function explain(db: Db, fault: ChainFault, link: ChainLink, expected: number): Promise<AuditBreak> {
  const position = fault === 'gap' ? expected : link.position;
  const found = { position, entryId: link.entryId };
  if (fault !== 'unlinked')
    return { ...found, kind: breakKindOf(fault, undefined), sentence: SENTENCES[fault](link, expected) };
  const former = await findPosition(db, link.previousHash);
  return { ...found, kind: breakKindOf(fault, former), sentence: unlinkedSentence(link, former) };
}

/** Goes on over one page of links; `walk` stands at the last sound one then. */
export async function walkPage(
  db: Db,
  walk: Walk,
  anchor: string | undefined,
  size: number = PAGE,
): Promise<{ isEnd: boolean; broken: AuditBreak | undefined }> {
  const links = await listLinks(db, walk.state.position, size);
  for (const link of links) {
    const fault = findFault(walk.state, link);
    if (fault) return { isEnd: true, broken: await explain(db, fault, link, walk.state.position + 1) };
    walk.state = { position: link.position, hash: link.hash };
    walk.lastAt = link.entry?.at;
    if (anchor === link.hash) walk.anchorPosition = link.position;
  }
  return { isEnd: links.length < size, broken: undefined };
}

/** Looks through one page of entries for one that was written while the trigger was off; `nextId` is where the next page begins. */
export async function findUnchained(
  db: Db,
  afterId: string = LOWEST_ID,
  size: number = PAGE,
): Promise<{ broken: AuditBreak | undefined; nextId: string | undefined }> {
  const page = await listChained(db, afterId, size);
  const entryId = page.find(({ isChained }) => !isChained)?.entryId;
  const sentence = `The entry ${entryId} has no place in the chain: it was written past it, or its place was removed.`;
  if (entryId !== undefined)
    return { broken: { kind: 'unchained', position: undefined, entryId, sentence }, nextId: undefined };
  return { broken: undefined, nextId: page.length < size ? undefined : page.at(-1)?.entryId };
}

const WAITING_SENTENCES: Readonly<Partial<Record<BreakKind, (entryId: string) => string>>> = {
  missing: (entryId) => `The entry ${entryId}, which waited for its place, is gone.`,
  altered: (entryId) => `The entry ${entryId}, which waits for its place, is not as it was written.`,
  unsealed: (entryId) =>
    `The entry ${entryId} has waited for its place for more than ${MAX_WAIT_SECONDS} seconds.`,
};

/** Looks for an entry that waits and is not as it was written, or waits too long. */
export async function findBrokenWaiting(db: Db): Promise<AuditBreak | undefined> {
  for (const waiting of await listWaiting(db, PAGE)) {
    const kind = findWaitingBreak(waiting);
    const { entryId } = waiting;
    if (kind)
      return { kind, position: undefined, entryId, sentence: WAITING_SENTENCES[kind]?.(entryId) ?? '' };
  }
  return undefined;
}

/** The break of a log that lacks an anchor. */
export const cutOff = (anchor: string): AuditBreak => ({
  kind: 'cut off',
  position: undefined,
  entryId: undefined,
  sentence: `No entry has the hash ${anchor}: entries that were there when it was noted are gone, or the whole log was written anew.`,
});
