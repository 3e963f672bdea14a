import type { Db } from '../kernel/database/connect.ts';
import { countWaiting } from './audit-chain-store.ts';
import {
  type AuditBreak,
  cutOff,
  findBrokenWaiting,
  findUnchained,
  newWalk,
  walkPage,
} from './walk-audit-chain.ts';

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

async function findUnchainedAnywhere(db: Db, size: number | undefined): Promise<AuditBreak | undefined> {
  let afterId: string | undefined;
  do {
    const { broken, nextId } = await findUnchained(db, afterId, size);
    if (broken) return broken;
    afterId = nextId;
  } while (afterId !== undefined);
  return undefined;
}

/**
 * Walks the chain of the audit log from its first entry, hashing each anew in this program, until its end or the
 * first break. Truncation at the end, or a complete rewrite by somebody with every right, shows only against an
 * anchor: a last hash kept elsewhere. Nothing is written, so that a replica will do: what waits for its place is counted, and whoever
 * wants it walked seals first. Entries that are sealed meanwhile are walked too. A page has `size` links.
 */
export async function verifyAuditLog(
  db: Db,
  anchor: Buffer | undefined,
  say: (text: string) => void,
  size?: number,
): Promise<AuditVerdict> {
  const walk = newWalk();
  const hash = anchor?.toString('hex');
  const waiting = await countWaiting(db);
  const verdict = (broken: AuditBreak | undefined): AuditVerdict => ({
    waiting,
    entries: walk.state.position,
    lastHash: Buffer.from(walk.state.hash, 'hex'),
    lastAt: walk.lastAt,
    anchorPosition: walk.anchorPosition,
    broken,
  });
  for (;;) {
    const { isEnd, broken } = await walkPage(db, walk, hash, size);
    if (broken) return verdict(broken);
    say(`${walk.state.position} entries …`);
    if (isEnd) break;
  }
  const past = (await findBrokenWaiting(db)) ?? (await findUnchainedAnywhere(db, size));
  if (past) return verdict(past);
  return verdict(hash !== undefined && walk.anchorPosition === undefined ? cutOff(hash) : undefined);
}
