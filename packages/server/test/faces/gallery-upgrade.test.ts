import { packDescriptor } from '@titular/face-engine/measure/descriptor.ts';
import { deleteTemplates } from '@titular/server/faces/gallery/template-store.ts';
import { newId } from '@titular/server/kernel/base/id.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { migrate } from '@titular/server/kernel/database/migrate/migrate.ts';
import { findWrappedDataKey, insertTenant } from '@titular/server/tenants/tenant-store.ts';
import { expect, test } from 'vitest';
import { goBackTo } from '../kernel/database/earlier-schema.ts';
import {
  ENGINE,
  hashOf,
  nearestOf,
  openGalleryFixture,
  questionOf,
  randomDescriptor,
} from './gallery-fixture.ts';

/** The last migration of the release that knew of one face for an identity and of no gallery. */
const LAST_WITHOUT_GALLERIES = 12;

test('faces that were enrolled before the upgrade are searched after it, and followed from then on (R65)', async () => {
  const fixture = await openGalleryFixture();
  const database = connect(fixture.connectionString, 2, () => undefined);
  try {
    const { db, key, tenantId } = fixture;
    const wrapped = await findWrappedDataKey(db, tenantId);
    if (!wrapped) throw new Error('the tenant has a key');
    await goBackTo(database.pool, LAST_WITHOUT_GALLERIES);
    await insertTenant(db, tenantId, 'Tenant', wrapped);
    const [told, untold] = [randomDescriptor(), randomDescriptor()];
    const insert = async (descriptor: Float32Array, kind: string | null, identityHash: Buffer) => {
      const id = newId();
      const sealed = key.seal('face_templates', id, 'sealed_descriptor', packDescriptor(descriptor));
      await database.pool.query(
        `INSERT INTO face_templates (tenant_id, template_id, identity_key, identity_hash, engine_version, sealed_descriptor, transaction_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $2, now())`,
        [tenantId, id, kind, identityHash, ENGINE, sealed],
      );
    };
    await insert(told, 'cpf', hashOf(1));
    await insert(untold, null, hashOf(2));
    await migrate(fixture.connectionString);
    const { galleries } = fixture.open();
    const nearest = async (descriptor: Float32Array) =>
      nearestOf(await galleries.search(db, tenantId, questionOf(), descriptor));
    expect([await nearest(told), await nearest(untold)]).toEqual([0, 0]);
    const added = randomDescriptor();
    await fixture.enrol({ identityHash: hashOf(1), place: 2, descriptor: added });
    expect(await nearest(added)).toBe(0);
    await deleteTemplates(db, tenantId, hashOf(1));
    expect(await nearest(added)).toBeGreaterThan(0);
    expect(await nearest(untold)).toBe(0);
    expect(galleries.size()).toBe(1);
  } finally {
    await database.close();
    await fixture.close();
  }
});
