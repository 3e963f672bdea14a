import type { AuditLinks, AuditRest } from '@titular/contract';
import { findLastPosition, findUnchained, listLinks, listWaiting } from '../../audit/index.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Links of one answer. */
const SLICE = 500;
/** Waiting entries that are looked at, as the command does. */
const MAX_WAITING = 1_000;

/** A slice of the chain with its entries, for a page that hashes them. */
export async function readLinks(db: Db, after: number, size: number = SLICE): Promise<AuditLinks> {
  const links = await listLinks(db, after, size);
  return {
    links: links.map(({ entry, ...link }) => (entry ? { ...link, entry } : link)),
    total: await findLastPosition(db),
    isEnd: links.length < size,
  };
}

/** What is no link: what waits, told with the first slice of entries, and the first of the slice that has no place. */
export async function readRest(db: Db, after: string | undefined, size?: number): Promise<AuditRest> {
  const waiting = after === undefined ? await listWaiting(db, MAX_WAITING) : [];
  const { broken, nextId } = await findUnchained(db, after?.toLowerCase(), size);
  return {
    waiting: waiting.map(({ entry, ...rest }) => (entry ? { ...rest, entry } : rest)),
    ...(broken?.entryId === undefined ? {} : { unchained: broken.entryId }),
    ...(nextId === undefined ? {} : { next: nextId }),
  };
}
