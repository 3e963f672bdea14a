import { listFullest } from '@titular/server/faces/gallery/gallery-store.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENGINE, type GalleryFixture, hashOf, openGalleryFixture } from './gallery-fixture.ts';

let fixture: GalleryFixture;
beforeEach(async () => {
  fixture = await openGalleryFixture();
});
afterEach(() => fixture.close());

async function enrol(from: number, to: number): Promise<void> {
  for (let index = from; index < to; index += 1) await fixture.enrol({ identityHash: hashOf(index) });
}

describe('a gallery that fills up (F3)', () => {
  test('is warned of from 80 % of the limit on, once an hour, before the limit decides anything', async () => {
    const { galleries, logged } = fixture.open(10);
    await enrol(0, 7);
    await galleries.sweep();
    expect([galleries.isNearlyFull(), logged]).toEqual([false, []]);
    await enrol(7, 8);
    await galleries.sweep();
    await galleries.sweep();
    expect(galleries.isNearlyFull()).toBe(true);
    expect(logged).toEqual([
      expect.stringContaining(`the gallery of tenant ${fixture.tenantId} holds 8 of 10 faces: raise`),
    ]);
    fixture.clock.advanceSeconds(3_601);
    await galleries.sweep();
    expect(logged).toHaveLength(2);
  });

  test('is no longer told of when faces went', async () => {
    const { galleries, db } = fixture.open(10);
    await enrol(0, 8);
    await galleries.sweep();
    expect(galleries.isNearlyFull()).toBe(true);
    await db.deleteFrom('face_templates').where('tenant_id', '=', fixture.tenantId).execute();
    await galleries.sweep();
    expect(galleries.isNearlyFull()).toBe(false);
  });

  test('counts the faces whose kind was not told with those of each kind', async () => {
    await enrol(0, 5);
    await fixture.enrol({ identityKey: 'cnpj' });
    await fixture.db
      .updateTable('face_templates')
      .set({ identity_key: null })
      .where('identity_key', '=', 'cnpj')
      .execute();
    const fill = await listFullest(fixture.db, 1);
    expect(fill.map(({ identityKey, faces }) => [identityKey, faces])).toEqual([
      ['cpf', 6],
      ['', 1],
      ['cnpj', 1],
    ]);
    expect(await listFullest(fixture.db, 1, 'another/1')).toEqual([]);
    expect(await listFullest(fixture.db, 6, ENGINE)).toHaveLength(1);
  });
});
