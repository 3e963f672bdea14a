import { createHash } from 'node:crypto';
import type { TenantId } from '../kernel/base/id.ts';
import { sameDigest } from '../kernel/base/secret.ts';

/** What the first entry is chained to: 32 zero bytes. */
export const CHAIN_BEGINNING: Buffer = Buffer.alloc(32);

/** The columns of an entry as the texts that are hashed: the time in UTC with six decimals and a Z, values as PostgreSQL writes jsonb. */
export type EntryTexts = {
  entryId: string;
  tenantId: TenantId | null;
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
  previousHash: Buffer;
  hash: Buffer;
  entry: EntryTexts | undefined;
};

/** How far the chain was found sound: the last position, and its hash. */
export type ChainState = { position: number; hash: Buffer };

/** Where the chain does not hold; `unlinked` is a link that does not follow the one before it. */
export type ChainFault = 'gap' | 'entry_gone' | 'altered' | 'unlinked';

/** Each value with its length in bytes before it, so that no two entries have one text. */
const field = (value: string | null): string =>
  value === null ? '-,' : `${Buffer.byteLength(value, 'utf8')}:${value},`;

/** The part of the hashed text that is the entry's own, as the database keeps it until the entry is sealed. */
export function entryText({
  entryId,
  tenantId,
  at,
  actor,
  action,
  subject,
  before,
  after,
}: EntryTexts): string {
  return [entryId, tenantId, at, actor, action, subject, before, after].map(field).join('');
}

/** SHA-256 over all columns of an entry and the hash before it, as the database makes it when the entry is sealed. */
export const hashEntry = (previousHash: Buffer, entry: EntryTexts): Buffer =>
  createHash('sha256')
    .update(`titular-audit-1,${field(previousHash.toString('hex'))}${entryText(entry)}`, 'utf8')
    .digest();

/** What is wrong with the link that follows a sound part of the chain; undefined when nothing is. */
export function findFault(state: ChainState, link: ChainLink): ChainFault | undefined {
  if (link.position !== state.position + 1) return 'gap';
  if (!link.entry) return 'entry_gone';
  if (!sameDigest(hashEntry(link.previousHash, link.entry), link.hash)) return 'altered';
  return sameDigest(link.previousHash, state.hash) ? undefined : 'unlinked';
}
