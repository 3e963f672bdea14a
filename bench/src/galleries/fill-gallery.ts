import { randomBytes } from 'node:crypto';
import { packDescriptor } from '@titular/face-engine/measure/descriptor.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import type { Db } from '@titular/server/kernel/database/connect.ts';
import type { TenantKey } from '@titular/server/tenants/keys/tenant-keys.ts';

/** The gallery that benches fill. */
export const BENCH_GALLERY = { identityKey: 'cpf', engineVersion: 'bench/1' } as const;

const BATCH = 1_000;

/** As long as those of the engine inside, and about as far apart as those of different people. */
export const randomDescriptor = (): Float32Array =>
  Float32Array.from({ length: 128 }, () => (Math.random() - 0.5) * 0.22);

const sealedRow = (tenantId: TenantId, key: TenantKey, descriptor: Float32Array) => {
  const templateId = newId();
  return {
    tenant_id: tenantId,
    template_id: templateId,
    identity_key: BENCH_GALLERY.identityKey,
    identity_hash: randomBytes(32),
    engine_version: BENCH_GALLERY.engineVersion,
    sealed_descriptor: key.seal(
      'face_templates',
      templateId,
      'sealed_descriptor',
      packDescriptor(descriptor),
    ),
    subject_kind: 'transaction' as const,
    subject_id: newId(),
    created_at: new Date(),
    last_matched_at: null,
  };
};

/** Enrols so many random faces for a tenant, the first of them as given where one is. */
export async function enrol(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  count: number,
  first: Float32Array = randomDescriptor(),
): Promise<void> {
  for (let done = 0; done < count; done += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, count - done) }, (_, index) =>
      sealedRow(tenantId, key, done + index === 0 ? first : randomDescriptor()),
    );
    await db.insertInto('face_templates').values(rows).execute();
  }
}
