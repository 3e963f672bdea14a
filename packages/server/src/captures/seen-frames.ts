import type { ChallengePose } from '@titular/contract';
import { fingerprintDistance, SAME_PICTURE_BITS } from '../biometrics/fingerprint.ts';
import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';
import { type FramePrint, insertPrint, listSimilarPrints } from './frame-print-store.ts';

/** More parts than bits may differ: of two prints of one picture, this many parts are alike whichever bits differ. */
const LEAST_SHARED = 4;
const PARTS = SAME_PICTURE_BITS + LEAST_SHARED;

/** Alike in so many parts and still another picture is rare: this many are looked at. */
const LOOKED_AT = 200;

/** Days for which a print is kept, so that what was recorded once is known again. */
export const PRINT_DAYS = 90;

/** Keyed hashes of the parts of a print; neighbouring bits, which tend to change together, lie in different parts. */
export function partsOf(key: TenantKey, print: Uint8Array): bigint[] {
  return Array.from({ length: PARTS }, (_, part) => {
    const bits: number[] = [];
    for (let bit = part; bit < print.length * 8; bit += PARTS)
      bits.push(((print[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    return key.hash('frame print', String(part), bits.join('')).readBigInt64BE(0);
  });
}

/** Two takes of one person who sits still may come near to each other by chance, but not as near as this; a copy mostly does. */
const CERTAIN_BITS = 2;

/**
 * The sign that a picture leaves which looks like one that was kept for another transaction of the tenant: certain, or a chance that has
 * to repeat itself. Who sits at one desk and looks straight ahead may look much alike twice; a turned head hardly does.
 */
export async function findSeenSign(
  db: Db,
  tenantId: string,
  key: TenantKey,
  {
    transactionId,
    pose,
    print,
  }: { transactionId: string; pose: ChallengePose | undefined; print: Uint8Array },
): Promise<'frames_seen_before' | 'frames_like_before' | undefined> {
  const similar = await listSimilarPrints(db, tenantId, key, {
    parts: partsOf(key, print),
    exceptTransactionId: transactionId,
    leastShared: LEAST_SHARED,
    limit: LOOKED_AT,
  });
  const nearest = Math.min(...similar.map((other) => fingerprintDistance(other, print)));
  if (nearest <= CERTAIN_BITS) return 'frames_seen_before';
  return nearest <= SAME_PICTURE_BITS && pose !== 'front' ? 'frames_like_before' : undefined;
}

/** Keeps what a frame looks like. */
export const keepPrint = (db: Db, tenantId: string, key: TenantKey, frame: FramePrint): Promise<void> =>
  insertPrint(db, tenantId, key, partsOf(key, frame.print), frame);
