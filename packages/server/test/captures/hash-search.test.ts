import { randomUUID } from 'node:crypto';
import type { ChallengePose } from '@titular/contract';
import { SAME_FACE_BITS, SAME_PICTURE_BITS } from '@titular/face-engine';
import { gatherAttackSignals } from '@titular/server/captures/attack-signals/gather-signals.ts';
import { facePairsOf, framePairsOf, listPairs } from '@titular/server/captures/attack-signals/hash-pairs.ts';
import { recordAttackSignal } from '@titular/server/captures/attack-signals/signal-store.ts';
import { findSeenSignals } from '@titular/server/captures/index.ts';
import type { AttackSignal } from '@titular/server/decision/index.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { type Explained, explain, rowsRead } from '@titular/test-kit/explain.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createRandom,
  drawHash,
  type HashFixture,
  keepHashes,
  openHashes,
  searches,
  turnBits,
  within,
} from './hash-fixture.ts';

const SEED = 36;
const KINDS = [
  { kind: 'pictures', bits: SAME_PICTURE_BITS, table: 'frame_prints' },
  { kind: 'faces', bits: SAME_FACE_BITS, table: 'face_prints' },
] as const;

let fixture: HashFixture;

beforeAll(async () => {
  fixture = await openHashes();
}, 180_000);
afterAll(() => fixture.close());

const countBits = (mask: number): number => {
  let count = 0;
  for (let rest = mask; rest > 0; rest &= rest - 1) count += 1;
  return count;
};

describe.each(KINDS)('pairs of $kind', ({ bits, table }) => {
  test('leave one alike, whichever words the bits lie in (S36)', () => {
    const masks = listPairs(bits).map(([one, other]) => (1 << one) | (1 << other));
    for (let differing = 0; differing < 2 ** 16; differing += 1)
      if (countBits(differing) <= bits) expect(masks.some((mask) => (mask & differing) === 0)).toBe(true);
  });

  test('are found by one index each (S36)', async () => {
    const { rows } = await fixture.pool.query(
      'SELECT count(*)::int AS indexes FROM pg_indexes WHERE tablename = $1 AND indexname ~ $2',
      [table, `^${table}_pair_[0-9]+$`],
    );
    expect(rows[0].indexes).toBe(listPairs(bits).length);
  });
});

describe('a search', () => {
  const random = createRandom(SEED);
  const kept: { hash: Uint8Array; face: Uint8Array }[] = [];

  beforeAll(async () => {
    for (let person = 0; person < 150; person += 1) {
      // Takes of one person in one place are like each other, some of them nearly within the limit.
      const [hash, face] = [drawHash(random), drawHash(random)];
      for (let take = 0; take < 6; take += 1)
        kept.push({ hash: turnBits(hash, 3 * take, random), face: turnBits(face, 4 * take, random) });
    }
    for (const one of kept) await keepHashes(fixture, one);
  }, 360_000);

  test.each(KINDS)(
    `of $kind finds all that comparing each with each does, mirrored faces too (S36, R61; seed ${SEED})`,
    async ({ kind, bits }) => {
      const all = kept.map(({ hash, face }) => (kind === 'pictures' ? hash : face));
      const { find, mirror } = searches[kind];
      let nearest = 0;
      for (let query = 0; query < 1_000; query += 1) {
        const one = all[Math.floor(random() * all.length)] as Uint8Array;
        const shown = mirror && random() < 0.5 ? mirror(one) : one;
        const asked = turnBits(shown, Math.floor(random() * (bits + 4)), random);
        const expected = within(kind, asked, all, bits);
        expect(within(kind, asked, await find(fixture, asked), bits)).toEqual(expected);
        nearest += expected.length;
      }
      expect(nearest).toBeGreaterThan(700);
    },
    120_000,
  );

  test('leaves out what is of the same subject, and finds it for every other (S36)', async () => {
    const one = { hash: drawHash(random), face: drawHash(random) };
    const subjectId = await keepHashes(fixture, one);
    for (const { kind } of KINDS) {
      const asked = kind === 'pictures' ? one.hash : one.face;
      expect(await searches[kind].find(fixture, asked, subjectId)).toEqual([]);
      expect(await searches[kind].find(fixture, asked)).toHaveLength(1);
    }
  });
});

describe('a copy behind a crowd that shares its pairs', () => {
  const random = createRandom(SEED + 2);

  /** Turns so many bits of one word of a hash, which leaves every pair without that word as it is. */
  const turnWord = (hash: Uint8Array, word: number, bits: number): Uint8Array => {
    const turned = Uint8Array.from(hash);
    for (let down = 0; down < bits; down += 1) {
      const bit = down * 16 + ((word + 5 * down) % 16);
      turned[bit >> 3] = (turned[bit >> 3] as number) ^ (1 << (bit & 7));
    }
    return turned;
  };

  test('is a sign of attack, although no search reads as far (S36, R61)', async () => {
    const { db, tenantId, tenantKey: tenant, faceKey: deployment } = fixture;
    const copied = { hash: drawHash(random), face: drawHash(random) };
    const asked = {
      ...{ subject: { kind: 'transaction' as const, id: asId(randomUUID()) }, pose: 'left' as const },
      ...{ attemptId: asId(randomUUID()), step: 0, ...copied },
    };
    const findSigns = () => findSeenSignals(db, tenantId, { tenant, deployment }, asked);
    expect(await findSigns()).toEqual([]);
    for (const word of [0, 1])
      for (let count = 0; count < 64; count += 1)
        await keepHashes(fixture, {
          hash: turnWord(copied.hash, word, SAME_PICTURE_BITS + 1),
          face: turnWord(copied.face, word, SAME_FACE_BITS + 1),
        });
    await keepHashes(fixture, copied);
    for (const { kind, bits } of KINDS) {
      const one = kind === 'pictures' ? copied.hash : copied.face;
      expect(within(kind, one, await searches[kind].find(fixture, one), bits)).toEqual([]);
    }
    expect(await findSigns()).toEqual(['frames_like_before']);
  });

  test('of which a sign was noted when it came keeps that sign at the decision (R61)', async () => {
    const { db, tenantId, tenantKey: tenant, faceKey: deployment, clock } = fixture;
    const subject = { kind: 'transaction' as const, id: asId(randomUUID()) };
    for (const sign of ['frames_seen_before', 'frames_repeated'] as const)
      await recordAttackSignal(db, tenantId, { subject, attemptNumber: 1 }, sign, clock.now());
    const attempt = { attemptId: asId(randomUUID()), subject, number: 1, poses: [] };
    const gathered = await gatherAttackSignals(db, tenantId, { tenant, deployment }, attempt);
    expect(gathered).toEqual([{ sign: 'frames_seen_before', seen: 1 }]);
  });
});

test('a sign that a newer release noted is not left out of a decision: it waits for a node that knows it (S20, R62)', async () => {
  const { db, tenantId, tenantKey: tenant, faceKey: deployment, clock } = fixture;
  const subject = { kind: 'transaction' as const, id: asId(randomUUID()) };
  await recordAttackSignal(
    db,
    tenantId,
    { subject, attemptNumber: 1 },
    'sign_of_tomorrow' as AttackSignal,
    clock.now(),
  );
  const attempt = { attemptId: asId(randomUUID()), subject, number: 1, poses: [] };
  await expect(gatherAttackSignals(db, tenantId, { tenant, deployment }, attempt)).rejects.toThrow(
    'the attack signal sign_of_tomorrow was noted by a newer release',
  );
});

test('a hash of anybody that does not open fails no search: what is near it counts as like it (R50, R61)', async () => {
  const random = createRandom(SEED + 3);
  const { db, tenantId, tenantKey: tenant, faceKey: deployment } = fixture;
  const [broken, sound] = [drawHash(random), drawHash(random)];
  const subjectId = await keepHashes(fixture, { hash: sound, face: broken });
  await sql`UPDATE face_prints f SET sealed_print = set_byte(f.sealed_print, 20, get_byte(f.sealed_print, 20) # 1)
    FROM frame_prints p WHERE p.subject_id = ${subjectId} AND p.attempt_id = f.attempt_id AND p.step = f.step`.execute(
    db,
  );
  const findSigns = (pose: ChallengePose) =>
    findSeenSignals(
      db,
      tenantId,
      { tenant, deployment },
      {
        ...{ subject: { kind: 'transaction' as const, id: asId(randomUUID()) }, pose },
        ...{ attemptId: asId(randomUUID()), step: 0, hash: drawHash(random), face: broken },
      },
    );
  expect(await findSigns('left')).toEqual(['frames_like_before']);
  expect(await findSigns('front')).toEqual([]);
});

describe('what a search reads', () => {
  const random = createRandom(SEED + 1);
  const asked = { hash: drawHash(random), face: drawHash(random) };

  /** Adds so many pictures with the faces in them; the pairs are random, or all those that are given. */
  const fill = async (
    count: number,
    frames?: readonly bigint[],
    faces?: readonly bigint[],
  ): Promise<void> => {
    const drawn = (places: number): string =>
      `(SELECT array_agg((random() * 9e18)::bigint) FROM generate_series(1, ${places}) WHERE n > 0)`;
    await fixture.filler.query(
      `WITH made AS (
         INSERT INTO frame_prints (tenant_id, attempt_id, step, subject_kind, subject_id, parts, pairs, sealed_print, kept_at)
         SELECT $1, gen_random_uuid(), 0, 'transaction', gen_random_uuid(), '{}',
           coalesce($2::bigint[], ${drawn(11)}), '', now() FROM generate_series(1, $4::integer) AS n
         RETURNING tenant_id, attempt_id, step)
       INSERT INTO face_prints (tenant_id, attempt_id, step, parts, pairs, sealed_print)
       SELECT tenant_id, attempt_id, step, '{}', coalesce($3::bigint[], ${drawn(18)}), ''
       FROM (SELECT *, row_number() OVER () AS n FROM made) AS made`,
      [fixture.tenantId, frames?.map(String), faces?.map(String), count],
    );
  };

  /** The searches as they are sent, while nothing is there that is like what is asked for. */
  async function recordSearches() {
    const { db, pool, statements } = fixture.record();
    await searches.pictures.find({ ...fixture, db }, asked.hash);
    await searches.faces.find({ ...fixture, db }, asked.face);
    return async (which: number): Promise<Explained> => {
      const statement = statements[which];
      if (!statement) throw new Error('each search sends a statement');
      return explain(pool, statement);
    };
  }

  const analyse = () => fixture.filler.query('VACUUM ANALYZE frame_prints, face_prints');

  test('is a few pages of each index and no row, at 3,000 prints and at 60,000 (S36)', async () => {
    await fixture.filler.query('DELETE FROM frame_prints');
    const look = await recordSearches();
    for (const [more, levels] of [
      [3_000, 3],
      [57_000, 4],
    ] as const) {
      await fill(more);
      await analyse();
      for (const [which, { bits }] of KINDS.entries()) {
        const { plan, buffers } = await look(which);
        const places = listPairs(bits).length;
        // Both bounds of each place are read from what is asked.
        expect(rowsRead(plan)).toBeLessThanOrEqual(2 * places + 10);
        expect(buffers).toBeLessThanOrEqual(levels * places + 10);
      }
    }
  }, 360_000);

  test.each([
    [1_000, 'before statistics tell of it'],
    [1_000, 'after statistics tell of it'],
    [10_000, 'before statistics tell of it'],
    [10_000, 'after statistics tell of it'],
  ])(
    'is bounded where one picture was kept 10,000 times beside %i others, %s (S36)',
    async (others, when) => {
      await fixture.filler.query('DELETE FROM frame_prints');
      await fill(others);
      await analyse();
      const look = await recordSearches();
      await fill(
        5_000,
        framePairsOf(fixture.tenantKey, asked.hash),
        facePairsOf(fixture.faceKey, asked.face),
      );
      if (when.startsWith('after')) await analyse();
      for (const [which, { bits }] of KINDS.entries()) {
        const { plan, buffers } = await look(which);
        const places = listPairs(bits).length;
        // Each row, that of its picture, which tells whose it is and may be read by a bitmap of one row, and both bounds.
        expect(rowsRead(plan)).toBeLessThanOrEqual((3 * 64 + 2) * places + 10);
        expect(buffers).toBeLessThanOrEqual(places * (64 * 5 + 10));
      }
    },
    120_000,
  );
});
