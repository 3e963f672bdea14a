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

/** Whether a picture that looks the same was kept for another transaction of the tenant. */
export async function wasSeenBefore(
  db: Db,
  tenantId: string,
  key: TenantKey,
  transactionId: string,
  print: Uint8Array,
): Promise<boolean> {
  const similar = await listSimilarPrints(db, tenantId, key, {
    parts: partsOf(key, print),
    exceptTransactionId: transactionId,
    leastShared: LEAST_SHARED,
    limit: LOOKED_AT,
  });
  return similar.some((other) => fingerprintDistance(other, print) <= SAME_PICTURE_BITS);
}

/** Keeps what a frame looks like. */
export const keepPrint = (db: Db, tenantId: string, key: TenantKey, frame: FramePrint): Promise<void> =>
  insertPrint(db, tenantId, key, partsOf(key, frame.print), frame);
