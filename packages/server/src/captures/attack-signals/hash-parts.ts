import { mirrorFaceHash, SAME_FACE_BITS, SAME_PICTURE_BITS } from '@titular/face-engine';
import { type RawBuilder, sql } from 'kysely';
import type { DeploymentKey, TenantKey } from '../../tenants/index.ts';

/** More parts than bits may differ: of two hashes of one picture, this many parts are alike whichever bits differ. */
const MIN_SHARED = 4;

/** Rows of an earlier release that one search looks at. */
const SCANNED_ROWS = 200;

/** Keyed hashes of the parts of a hash, as the release before kept and searched them. */
function partsOf(
  key: TenantKey,
  purpose: 'frame print' | 'face print',
  hash: Uint8Array,
  count: number,
): bigint[] {
  return Array.from({ length: count }, (_, part) => {
    const bits: number[] = [];
    for (let bit = part; bit < hash.length * 8; bit += count)
      bits.push(((hash[bit >> 3] ?? 0) >> (bit & 7)) & 1);
    return key.hash(purpose, String(part), bits.join('')).readBigInt64BE(0);
  });
}

/** The parts of an image hash. */
export const framePartsOf = (key: TenantKey, hash: Uint8Array): bigint[] =>
  partsOf(key, 'frame print', hash, SAME_PICTURE_BITS + MIN_SHARED);

/** The parts of a face hash. */
export const facePartsOf = (key: DeploymentKey, hash: Uint8Array): bigint[] =>
  partsOf(key, 'face print', hash, SAME_FACE_BITS + MIN_SHARED);

/** The parts of a face hash as it is, and of its mirror image. */
export const mirroredPartsOf = (key: DeploymentKey, hash: Uint8Array): bigint[][] =>
  [hash, mirrorFaceHash(hash)].map((one) => facePartsOf(key, one));

/** Parts to keep: none, unless a node of the release before runs, or died within a day; it finds hashes by nothing else. */
export const partsForEarlier = (parts: RawBuilder<unknown>): RawBuilder<string[]> => sql<string[]>`
  CASE WHEN EXISTS (SELECT FROM nodes WHERE NOT finds_pairs AND seen_at > clock_timestamp() - interval '1 day')
    THEN ${parts} ELSE '{}' END`;

const toArray = (parts: readonly bigint[]): RawBuilder<unknown> => sql`${parts.map(String)}::bigint[]`;

/** Parts of a new hash, for a node of the release before. */
export const newPartsForEarlier = (parts: readonly bigint[]): RawBuilder<string[]> =>
  partsForEarlier(toArray(parts));

/** Selects rows without pairs that share enough of one of these lists of parts; where `among` has no row without pairs, no index is read. */
export const similarByParts = (
  table: 'frame_prints' | 'face_prints',
  lists: readonly (readonly bigint[])[],
  { among, others }: { among: RawBuilder<unknown>; others: RawBuilder<unknown> },
): RawBuilder<unknown> => {
  const shared = lists.map(
    (list) => sql`(f.parts && ${toArray(list)} AND
      (SELECT count(*) FROM unnest(f.parts) AS part WHERE part = ANY (${toArray(list)})) >= ${MIN_SHARED})`,
  );
  return sql`(SELECT f.tenant_id, f.attempt_id, f.step, f.sealed_print FROM ${sql.table(table)} AS f
    WHERE f.pairs IS NULL AND (${sql.join(shared, sql` OR `)}) AND ${others}
      AND EXISTS (SELECT FROM ${sql.table(table)} AS f WHERE f.pairs IS NULL AND ${among})
    LIMIT ${SCANNED_ROWS})`;
};
