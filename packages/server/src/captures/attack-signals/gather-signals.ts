import type { AttackSignal, SeenSignal } from '../../decision/index.ts';
import type { TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { Attempt } from '../attempts/attempt-store.ts';
import { listFaceHashes } from './face-hash-store.ts';
import { listImageHashes } from './frame-hash-store.ts';
import { findSeenSignals, type HashKeys, SIGNALS_OF_HASHES } from './seen-frames.ts';
import { addUp, listAttackSignals } from './signal-store.ts';

/** Signs of the last attempt that are looked for anew. */
const LOOKED_FOR: readonly AttackSignal[] = SIGNALS_OF_HASHES;

/**
 * The signs of all attempts of a subject. Pictures are looked for once more: of two subjects that are sent the same ones at the
 * same time, neither finds the other's before they are committed.
 */
export async function gatherAttackSignals(
  db: Db,
  tenantId: TenantId,
  keys: HashKeys,
  attempt: Pick<Attempt, 'attemptId' | 'subject' | 'number' | 'poses'>,
): Promise<SeenSignal[]> {
  const { attemptId, subject, number, poses } = attempt;
  const noted = await listAttackSignals(db, tenantId, subject.id);
  const signs: SeenSignal[] = noted.filter(
    ({ sign, attemptNumber }) => attemptNumber !== number || !LOOKED_FOR.includes(sign),
  );
  const faces = await listFaceHashes(db, tenantId, keys.deployment, subject.id);
  for (const { step, hash } of await listImageHashes(db, tenantId, keys.tenant, attemptId)) {
    const face = faces.find((one) => one.attemptId === attemptId && one.step === step)?.hash;
    const frame = { subject, attemptId, step, pose: poses[step], hash, face };
    for (const sign of await findSeenSignals(db, tenantId, keys, frame)) signs.push({ sign, seen: 1 });
  }
  return addUp(signs);
}
