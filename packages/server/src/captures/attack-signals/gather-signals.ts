import { type AttackSignal, isAttackSignal, type SeenSignal } from '../../decision/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import { listFaceHashes } from './face-hash-store.ts';
import { listImageHashes } from './frame-hash-store.ts';
import { findSeenSignals, type HashKeys, SIGNALS_OF_HASHES } from './seen-frames.ts';
import { addUp, listAttackSignals } from './signal-store.ts';

/** Signs of the last attempt that are looked for anew. */
const LOOKED_FOR: readonly AttackSignal[] = SIGNALS_OF_HASHES;

/** Of these, a frame that is sent again by a bad network cannot be the cause. */
const OF_OTHERS: readonly AttackSignal[] = ['frames_seen_before', 'frames_like_before'];

/** Each signal as often as either list has it. */
const mostOf = (noted: readonly SeenSignal[], anew: readonly SeenSignal[]): SeenSignal[] =>
  LOOKED_FOR.flatMap((sign) => {
    const seen = Math.max(
      0,
      ...[...noted, ...anew].filter((one) => one.sign === sign).map((one) => one.seen),
    );
    return seen > 0 ? [{ sign, seen }] : [];
  });

/** A sign that this release does not know may refuse approval in the one that noted it: the job fails, and comes again on a node that knows it. */
function requireKnown(noted: readonly SeenSignal[]): void {
  const unknown = noted.find(({ sign }) => !isAttackSignal(sign));
  if (unknown) throw new Error(`the attack signal ${unknown.sign} was noted by a newer release`);
}

/**
 * The signs of all attempts of a subject. Pictures are looked for once more: of two subjects that are sent the same ones at the
 * same time, neither finds the other's before they are committed. What was noted when a frame came stays, also where it is not found again.
 */
export async function gatherAttackSignals(
  db: Db,
  tenantId: TenantId,
  keys: HashKeys,
  attempt: Pick<Attempt, 'attemptId' | 'subject' | 'number' | 'poses'>,
): Promise<SeenSignal[]> {
  const { attemptId, subject, number, poses } = attempt;
  const noted = await listAttackSignals(db, tenantId, subject.id);
  requireKnown(noted);
  const isLookedFor = ({ sign, attemptNumber }: (typeof noted)[number]): boolean =>
    attemptNumber === number && LOOKED_FOR.includes(sign);
  const anew: SeenSignal[] = [];
  const faces = await listFaceHashes(db, tenantId, keys.deployment, subject.id);
  for (const { step, hash } of await listImageHashes(db, tenantId, keys.tenant, attemptId)) {
    const face = faces.find((one) => one.attemptId === attemptId && one.step === step)?.hash;
    const frame = { subject, attemptId, step, pose: poses[step], hash, face };
    for (const sign of await findSeenSignals(db, tenantId, keys, frame)) anew.push({ sign, seen: 1 });
  }
  const others = noted.filter((one) => !isLookedFor(one));
  const stays = noted.filter((one) => isLookedFor(one) && OF_OTHERS.includes(one.sign));
  return addUp([...others, ...mostOf(stays, addUp(anew))]);
}
