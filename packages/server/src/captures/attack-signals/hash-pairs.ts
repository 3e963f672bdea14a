import { SAME_FACE_BITS, SAME_PICTURE_BITS } from '@titular/face-engine';
import { type RawBuilder, sql } from 'kysely';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import { SealBroken } from '../../kernel/base/sealing.ts';
import { createCounter } from '../../kernel/metrics/instruments.ts';
import type { DeploymentKey, TenantKey } from '../../tenants/index.ts';

/** Waves across and down whose signs an image hash or a face hash is made of. */
const WAVES = 16;
/** A word has one sign of each wave down and of each across: neighbouring bits, which tend to change together, lie in different words. */
const WORDS = WAVES;
/** How far a word moves across from one wave down to the next: odd, so that it meets each wave across once. */
const STRIDE = 5;

type Pair = readonly [one: number, other: number];

/**
 * The pairs of words of which two hashes share at least one, whichever `bits` of them differ. So many bits leave `WORDS - bits` words
 * alike. In one group fewer than that, two of those words lie in the same group, and every pair within a group is listed.
 */
export function listPairs(bits: number): readonly Pair[] {
  const groups = WORDS - bits - 1;
  return Array.from({ length: WORDS }, (_, other) =>
    Array.from({ length: other }, (_, one): Pair => [one, other]).filter(
      ([one]) => one % groups === other % groups,
    ),
  ).flat();
}

const PICTURE_PAIRS = listPairs(SAME_PICTURE_BITS);
const FACE_PAIRS = listPairs(SAME_FACE_BITS);

/** A bit of a hash, and whether the mirror image has the other one: it has for waves that are odd across. */
type Bit = { isSet: boolean; turnsInMirror: boolean };

function readWord(hash: Uint8Array, word: number): Bit[] {
  return Array.from({ length: WAVES }, (_, down) => {
    const across = (word + STRIDE * down) % WAVES;
    const bit = down * WAVES + across;
    const isSet = (((hash[bit >> 3] as number) >> (bit & 7)) & 1) === 1;
    return { isSet, turnsInMirror: across % 2 === 1 };
  });
}

const toText = (bits: readonly Bit[]): string => bits.map(({ isSet }) => (isSet ? '1' : '0')).join('');

/** The same text for bits and for those of the mirror image: of both, the one whose first bit that turns is not set. */
function toMirrorlessText(bits: readonly Bit[]): string {
  const isMirrored = bits.find(({ turnsInMirror }) => turnsInMirror)?.isSet ?? false;
  return toText(bits.map((bit) => ({ ...bit, isSet: bit.isSet !== (isMirrored && bit.turnsInMirror) })));
}

function hashPairs(
  key: TenantKey,
  purpose: 'frame pair' | 'face pair',
  hash: Uint8Array,
  pairs: readonly Pair[],
  textOf: (bits: readonly Bit[]) => string,
): bigint[] {
  const words = Array.from({ length: WORDS }, (_, word) => readWord(hash, word));
  return pairs.map(([one, other]) => {
    const bits = [...(words[one] as Bit[]), ...(words[other] as Bit[])];
    return key.hash(purpose, `${one}+${other}`, textOf(bits)).readBigInt64BE(0);
  });
}

/** Keyed hashes of 32 bits each of an image hash: two within `SAME_PICTURE_BITS` have at least one in the same place. */
export const framePairsOf = (key: TenantKey, hash: Uint8Array): bigint[] =>
  hashPairs(key, 'frame pair', hash, PICTURE_PAIRS, toText);

/** The same of a face hash and its mirror image alike: two within `SAME_FACE_BITS`, mirrored or not, have at least one in the same place. */
export const facePairsOf = (key: DeploymentKey, hash: Uint8Array): bigint[] =>
  hashPairs(key, 'face pair', hash, FACE_PAIRS, toMirrorlessText);

/** Rows that are read for one pair; where a pair is shared by more, as by a picture that comes again and again, the search says so. */
const MAX_A_PAIR = 64;

/** A found row, with the place of the pair that found it: a row stands once for each pair that it shares. */
export type FoundRow = {
  tenant_id: TenantId;
  attempt_id: AttemptId;
  step: number;
  sealed_print: Buffer;
  place: number;
};

/** The place of rows that no pair found, which an earlier release kept. */
const NO_PLACE = -1;

/** Rows that a search came upon and could not open. */
export const unopenedHashes = createCounter({
  name: 'titular_capture_unopened_hashes_total',
  help: 'Hashes of earlier pictures that a search could not open: rows that were changed, or brought from another deployment. Pictures near them count as like them.',
  labels: {},
});

/** What a search found: hashes, each once, and whether others may be hidden: some pair had as many rows as are read, or a row did not open. */
export type FoundHashes = { hashes: Uint8Array[]; isCrowded: boolean };

/** Opens a row; undefined for one that was changed: it is of any tenant, and no other one's capture fails for it. */
function tryOpen(row: FoundRow, open: (row: FoundRow) => Uint8Array): Uint8Array | undefined {
  try {
    return open(row);
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    unopenedHashes.add({});
    return undefined;
  }
}

/** Opens each found row once. */
export function openFound(rows: readonly FoundRow[], open: (row: FoundRow) => Uint8Array): FoundHashes {
  const each = new Map(rows.map((row) => [`${row.tenant_id}/${row.attempt_id}/${row.step}`, row]));
  const byPlace = Map.groupBy(rows, ({ place }) => place);
  byPlace.delete(NO_PLACE);
  const isCrowded = [...byPlace.values()].some(({ length }) => length >= MAX_A_PAIR);
  const opened = [...each.values()].map((row) => tryOpen(row, open));
  const hashes = opened.filter((hash) => hash !== undefined);
  return { hashes, isCrowded: isCrowded || hashes.length < opened.length };
}

/** Selects what was found by pairs and what was found in another way. */
export const selectFound = (
  byPairs: RawBuilder<unknown>,
  others: RawBuilder<unknown>,
): RawBuilder<FoundRow> =>
  sql<FoundRow>`SELECT tenant_id, attempt_id, step, sealed_print, place FROM ${byPairs} AS by_pairs
    UNION ALL SELECT tenant_id, attempt_id, step, sealed_print, ${sql.lit(NO_PLACE)} FROM ${others} AS others`;

/**
 * Selects rows that have one of these pairs in its place, each by the index of that place, whatever the statistics say. Of two bounds that
 * meet, the planner would expect few rows, and read and sort them all. Here it does not see that they meet: one compares rows, and the
 * pairs come from another query. So it expects a ninth of the table, and reads it in the order of the index, which the limit ends.
 */
export const similarByPairs = (
  table: 'frame_prints' | 'face_prints',
  pairs: readonly bigint[],
  others: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const branches = pairs.map((_, index) => {
    const place = sql.raw(`f.pairs[${index + 1}]`);
    const asked = sql.raw(`(SELECT asked.pairs[${index + 1}] FROM asked)`);
    return sql`(SELECT f.tenant_id, f.attempt_id, f.step, f.sealed_print, ${sql.lit(index)}::integer AS place FROM ${sql.table(table)} AS f
      WHERE ${place} >= ${asked} AND (${place}, 0) <= (${asked}, 0) AND ${others} ORDER BY ${place} LIMIT ${MAX_A_PAIR})`;
  });
  return sql`(WITH asked AS MATERIALIZED (SELECT ${pairs.map(String)}::bigint[] AS pairs)
    ${sql.join(branches, sql` UNION ALL `)})`;
};
