import { isFaceOfMany } from '@titular/server/faces/gallery/face-links-store.ts';
import { MAX_WITHIN } from '@titular/server/faces/search/messages.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { explain, rowsRead } from '@titular/test-kit/explain.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVolume, type VolumeFixture } from '../erasure/volume-fixture.ts';

const MANY = 100_000;
/** A descent of the index of this size, and a page of the table. */
const PAGES_OF_A_FACE = 5;
const NOW = new Date('2026-06-01T12:00:00Z');

let volume: VolumeFixture;
let ids: Buffer[];

beforeAll(async () => {
  volume = await openVolume();
  await volume.filler.query(
    `INSERT INTO face_templates (tenant_id, template_id, identity_key, identity_hash, engine_version, sealed_descriptor, place,
       subject_kind, subject_id, created_at)
     SELECT $1, gen_random_uuid(), 'cpf', sha256(convert_to(n::text, 'UTF8')), 'first/1', '', 1, 'transaction', gen_random_uuid(), $2
     FROM generate_series(1, ${MANY}) AS n`,
    [volume.owner.tenantId, NOW],
  );
  const { rows } = await volume.filler.query<{ template_id: string }>(
    `SELECT template_id FROM face_templates ORDER BY identity_hash LIMIT ${MAX_WITHIN}`,
  );
  ids = rows.map((row) => Buffer.from(row.template_id.replaceAll('-', ''), 'hex'));
}, 720_000);
afterAll(() => volume.close());

/** Looks at so many of the faces, with the statement that counts. */
async function look(within: readonly Buffer[], most: number) {
  const recorder = volume.record();
  const found = await isFaceOfMany(recorder.db, volume.owner.tenantId, within, { since: NOW, most });
  const [statement] = recorder.statements;
  if (!statement) return { found, buffers: 0, rows: 0 };
  const { plan, buffers } = await explain(recorder.pool, statement);
  return { found, buffers, rows: rowsRead(plan) };
}

describe.each(['before the table was analyzed', 'after it was analyzed and vacuumed'])(
  `identities of a face among ${MANY} faces, %s (R65)`,
  (when) => {
    beforeAll(async () => {
      if (when.startsWith('after')) await volume.filler.query('VACUUM ANALYZE face_templates');
    }, 720_000);

    test.each([3, 50, 999])('of %d faces within reach only those are read', async (count) => {
      const { found, buffers, rows } = await look(ids.slice(0, count), count);
      expect(found).toBe(true);
      expect(buffers).toBeLessThanOrEqual(count * PAGES_OF_A_FACE);
      expect(rows).toBeLessThanOrEqual(4 * count + 1);
    });

    test('nothing is asked where fewer faces are within reach than the company allows, or as many as a search tells of', async () => {
      expect(await look(ids.slice(0, 2), 3)).toEqual({ found: false, buffers: 0, rows: 0 });
      expect(await look(ids, 3)).toEqual({ found: true, buffers: 0, rows: 0 });
      const gone = Buffer.from(newId().replaceAll('-', ''), 'hex');
      expect((await look([...ids.slice(0, 2), gone], 3)).found).toBe(false);
    });
  },
);
