import type { Db } from '../database/connect.ts';
import type { RiskSign, SeenSign } from '../decision/risk-signs.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import type { Attempt } from './attempt-store.ts';
import { listPrints } from './frame-print-store.ts';
import { findSeenSign } from './seen-frames.ts';
import { addUp, listSigns } from './sign-store.ts';

/** Signs of the last attempt that are looked for anew. */
const LOOKED_FOR: readonly RiskSign[] = ['frames_seen_before', 'frames_like_before'];

/**
 * The signs of all attempts of a transaction. Pictures are looked for once more: of two transactions that are sent the same ones at the
 * same time, neither finds the other's before they are committed.
 */
export async function gatherSigns(
  db: Db,
  tenantId: string,
  key: TenantKey,
  attempt: Pick<Attempt, 'attemptId' | 'transactionId' | 'number' | 'poses'>,
): Promise<SeenSign[]> {
  const { attemptId, transactionId, number, poses } = attempt;
  const noted = await listSigns(db, tenantId, transactionId);
  const signs: SeenSign[] = noted.filter(
    ({ sign, attemptNumber }) => attemptNumber !== number || !LOOKED_FOR.includes(sign),
  );
  for (const { step, print } of await listPrints(db, tenantId, key, attemptId)) {
    const sign = await findSeenSign(db, tenantId, key, { transactionId, pose: poses[step], print });
    if (sign) signs.push({ sign, seen: 1 });
  }
  return addUp(signs);
}
