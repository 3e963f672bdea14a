import { randomUUID } from 'node:crypto';
import { copyFaceHashes } from '@titular/server/captures/attack-signals/copy-face-hashes.ts';
import { faceHashRow } from '@titular/server/captures/attack-signals/face-hash-store.ts';
import { facePartsOf, framePartsOf } from '@titular/server/captures/attack-signals/hash-parts.ts';
import { pairOldHashes } from '@titular/server/captures/attack-signals/pair-old-hashes.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { createDeploymentKey } from '@titular/server/tenants/keys/deployment-keys.ts';
import { readTenantKey } from '@titular/server/tenants/keys/tenant-keys.ts';
import { asId } from '@titular/test-kit/as-id.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createRandom,
  drawHash,
  type HashFixture,
  keepHashes,
  openHashes,
  searches,
  turnBits,
} from './hash-fixture.ts';

const random = createRandom(86);
let fixture: HashFixture;

beforeEach(async () => {
  fixture = await openHashes();
}, 180_000);
afterEach(() => fixture.close());

const draw = () => ({ hash: drawHash(random), face: drawHash(random) });

/** How the release before keeps a picture and the face in it. */
async function keepAsBefore(
  { filler, tenantId, tenantKey, faceKey }: HashFixture,
  { hash, face }: { hash: Uint8Array; face: Uint8Array },
): Promise<string> {
  const attemptId = randomUUID();
  await filler.query(
    `INSERT INTO frame_prints (tenant_id, attempt_id, step, subject_kind, subject_id, parts, sealed_print, kept_at)
     VALUES ($1, $2, 0, 'transaction', gen_random_uuid(), $3, $4, now())`,
    [
      tenantId,
      attemptId,
      framePartsOf(tenantKey, hash).map(String),
      tenantKey.seal('frame_prints', `${attemptId}/0`, 'sealed_print', hash),
    ],
  );
  const { sealed_print } = faceHashRow(tenantId, faceKey, {
    attemptId: asId(attemptId),
    step: 0,
    hash: face,
  });
  await filler.query(
    'INSERT INTO face_prints (tenant_id, attempt_id, step, parts, sealed_print) VALUES ($1, $2, 0, $3, $4)',
    [tenantId, attemptId, facePartsOf(faceKey, face).map(String), sealed_print],
  );
  return attemptId;
}

/** How many pictures and faces the release before finds: those that share four parts of a list. */
async function countAsBefore(
  { filler, tenantId, tenantKey, faceKey }: HashFixture,
  { hash, face }: { hash: Uint8Array; face: Uint8Array },
): Promise<number[]> {
  const shared = `parts && $1::bigint[] AND
    (SELECT count(*) FROM unnest(parts) AS part WHERE part = ANY ($1::bigint[])) >= 4`;
  const pictures = await filler.query(`SELECT FROM frame_prints WHERE tenant_id = $2 AND ${shared}`, [
    framePartsOf(tenantKey, hash).map(String),
    tenantId,
  ]);
  const faces = await filler.query(`SELECT FROM face_prints WHERE ${shared}`, [
    facePartsOf(faceKey, face).map(String),
  ]);
  return [pictures.rowCount ?? 0, faces.rowCount ?? 0];
}

/** How a node of the release before writes its row, so long ago. */
const addNodeOfBefore = ({ filler }: HashFixture, ago: string) =>
  filler.query(
    `INSERT INTO nodes (node_id, name, version, master_key_ids, seen_at)
     VALUES (gen_random_uuid(), 'before', '0.0.9', '{}', now() - $1::interval)`,
    [ago],
  );

const countFound = async ({ hash, face }: { hash: Uint8Array; face: Uint8Array }): Promise<number[]> => [
  (await searches.pictures.find(fixture, hash)).length,
  (await searches.faces.find(fixture, face)).length,
];

const turned = ({ hash, face }: { hash: Uint8Array; face: Uint8Array }) => ({
  hash: turnBits(hash, 8, random),
  face: turnBits(face, 10, random),
});

describe('a picture that comes again while two releases run (S20, S36)', () => {
  test('is found by this one where the release before kept it', async () => {
    const one = draw();
    await keepAsBefore(fixture, one);
    expect(await countFound(turned(one))).toEqual([1, 1]);
    expect(await countFound(draw())).toEqual([0, 0]);
  });

  test.each(['1 second', '20 hours'])(
    'is found by the release before where this one kept it, a node of that being seen %s ago',
    async (ago) => {
      await addNodeOfBefore(fixture, ago);
      const one = draw();
      await keepHashes(fixture, one);
      expect(await countAsBefore(fixture, turned(one))).toEqual([1, 1]);
      expect(await countFound(turned(one))).toEqual([1, 1]);
    },
  );

  test('is kept without parts once no node of the release before is there', async () => {
    await addNodeOfBefore(fixture, '2 days');
    const one = draw();
    await keepHashes(fixture, one);
    expect(await countAsBefore(fixture, one)).toEqual([0, 0]);
    const { rows } = await fixture.filler.query(
      "SELECT FROM frame_prints WHERE parts <> '{}' UNION ALL SELECT FROM face_prints WHERE parts <> '{}'",
    );
    expect(rows).toEqual([]);
  });
});

const unpaired = async (): Promise<string[]> => {
  const { rows } = await fixture.filler.query<{ attempt_id: string }>(
    `SELECT attempt_id FROM frame_prints WHERE pairs IS NULL
     UNION ALL SELECT attempt_id FROM face_prints WHERE pairs IS NULL`,
  );
  return rows.map((row) => row.attempt_id);
};

const pair = (told: string[] = []): Promise<boolean> =>
  pairOldHashes({
    db: fixture.db,
    tenantKeys: (tenantId) => readTenantKey(fixture.db, fixture.masterKeys, tenantId),
    faceHashKey: createDeploymentKey(fixture.db, fixture.masterKeys, 'face-prints'),
    log: createLog('info', { write: (line: string) => void told.push(line) }),
  });

describe('hashes of the release before (S36)', () => {
  test('are paired by a job, are found as before, and lose their parts', async () => {
    const kept = Array.from({ length: 30 }, draw);
    for (const one of kept) await keepAsBefore(fixture, one);
    expect(await unpaired()).toHaveLength(60);
    expect(await pair()).toBe(true);
    expect(await unpaired()).toEqual([]);
    for (const one of kept) {
      expect(await countFound(turned(one))).toEqual([1, 1]);
      expect(await countAsBefore(fixture, one)).toEqual([0, 0]);
    }
  }, 180_000);

  test('keep their parts while a node of that release is there', async () => {
    await addNodeOfBefore(fixture, '1 second');
    const one = draw();
    await keepAsBefore(fixture, one);
    await pair();
    expect(await countFound(turned(one))).toEqual([1, 1]);
    expect(await countAsBefore(fixture, turned(one))).toEqual([1, 1]);
  });

  test('that do not open are told and hold no other up', async () => {
    const broken = await keepAsBefore(fixture, draw());
    for (let more = 0; more < 3; more += 1) await keepAsBefore(fixture, draw());
    await fixture.filler.query("UPDATE face_prints SET sealed_print = '\\x00' WHERE attempt_id = $1", [
      broken,
    ]);
    const told: string[] = [];
    expect(await pair(told)).toBe(true);
    expect(await unpaired()).toEqual([broken]);
    expect(told.join()).toContain(broken);
  });

  test('of a tenant that moves are left to the deployment that it moves to', async () => {
    const one = await keepAsBefore(fixture, draw());
    await fixture.filler.query(
      `INSERT INTO tenant_moves (tenant_id, side, move_id, phase, peer)
       VALUES ($1, 'source', gen_random_uuid(), 'copying', 'other')`,
      [fixture.tenantId],
    );
    expect(await pair()).toBe(true);
    expect(await unpaired()).toEqual([one, one]);
  });
});

test('a face that was copied to another deployment is found there, under the key of that (S36, S59)', async () => {
  const there = await openHashes();
  try {
    const one = draw();
    const attemptId = await keepAsBefore(fixture, one);
    await there.filler.query(
      `INSERT INTO frame_prints (tenant_id, attempt_id, step, subject_kind, subject_id, parts, sealed_print, kept_at)
       VALUES ($1, $2, 0, 'transaction', gen_random_uuid(), '{}', '', now())`,
      [fixture.tenantId, attemptId],
    );
    const end = ({ db, faceKey: key }: HashFixture) => ({ db, key });
    expect(await copyFaceHashes(end(fixture), end(there), fixture.tenantId)).toBe(1);
    expect(await searches.faces.find(there, turnBits(one.face, 10, random))).toEqual([Buffer.from(one.face)]);
  } finally {
    await there.close();
  }
});
