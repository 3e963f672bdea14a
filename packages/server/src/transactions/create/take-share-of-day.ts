import { setTimeout as pause } from 'node:timers/promises';
import { type Lease, takePlaces } from '../../idempotency/index.ts';
import { inTransaction } from '../../kernel/database/connect.ts';
import { readLeftOfDay } from './check-at-create.ts';
import type { Besides, CreateDeps, CreateDraft } from './create-draft.ts';
import { lockForChecks } from './create-signals-store.ts';

/** Whether a create may ask about its card: identity or card has used up its transactions of the day, or those under way may still use up the rest. */
export type ShareOfDay = { kind: 'taken'; lease: Lease } | { kind: 'used-up' } | { kind: 'busy' };

const PAUSE_MS = 100;

function tryShare(
  { db }: CreateDeps,
  { company, key, row }: CreateDraft,
  lifeMs: number,
): Promise<ShareOfDay> {
  const { tenantId, identityHash, cardHash, createdAt } = row;
  const nameOf = (what: string, hash: Buffer): Buffer =>
    key.hash('card evidence under way', what, hash.toString('hex'));
  return inTransaction(db, async (trx): Promise<ShareOfDay> => {
    await lockForChecks(trx, tenantId, row);
    const left = await readLeftOfDay(trx, company, row, createdAt);
    if (left.identity <= 0 || left.card <= 0) return { kind: 'used-up' };
    const names = [
      { nameHash: nameOf('identity', identityHash), free: left.identity },
      { nameHash: nameOf('card', cardHash), free: left.card },
    ];
    const end = await takePlaces(trx, tenantId, names, lifeMs);
    return end ? { kind: 'taken', lease: { end: () => end(db) } } : { kind: 'busy' };
  });
}

/**
 * Counts a create before it asks, as one of the transactions of the day of its identity and card. Waits without a turn, until `deadlineMs`, while
 * those under way may use up the rest: each of them may still end without a transaction.
 */
export async function takeShareOfDay(
  deps: CreateDeps,
  { idle }: Besides,
  draft: CreateDraft,
  { lifeMs, deadlineMs }: { lifeMs: number; deadlineMs: number },
): Promise<ShareOfDay> {
  for (;;) {
    const share = await tryShare(deps, draft, lifeMs);
    if (share.kind !== 'busy' || performance.now() >= deadlineMs) return share;
    await idle(() => pause(PAUSE_MS));
  }
}
