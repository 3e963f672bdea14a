import { createHash } from 'node:crypto';
import { type Clock, systemClock } from '@titular/server/kernel/base/clock.ts';
import { newId, type TenantId } from '@titular/server/kernel/base/id.ts';
import type { SubjectKind } from '@titular/server/kernel/database/subject-ref.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import { sealPicture } from '@titular/server/pictures/seal-picture.ts';
import type { TenantKeys } from '@titular/server/tenants/keys/tenant-keys.ts';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import { asId } from '../as-id.ts';

/** A kept picture, made up, of a completed attempt for a subject. */
export type AddedPicture = { attemptId: string; jpeg: Buffer; sha256: string };

/** Adds a completed attempt with one sealed picture, as a capture leaves it. */
export async function addPicture(
  { db, tenantKeys, clock = systemClock }: { db: Kysely<Tables>; tenantKeys: TenantKeys; clock?: Clock },
  tenantId: TenantId,
  subjectId: string,
  kind: SubjectKind = 'transaction',
): Promise<AddedPicture> {
  const attemptId = newId();
  const backdrop = { width: 640, height: 480, channels: 3, background: { r: 120, g: 130, b: 140 } } as const;
  const jpeg = await sharp({ create: backdrop }).jpeg({ quality: 95 }).toBuffer();
  const digest = createHash('sha256').update(jpeg).digest();
  const key = await tenantKeys(tenantId);
  const subject = { tenant_id: tenantId, subject_kind: kind, subject_id: asId(subjectId) } as const;
  const { number } = await db
    .selectFrom('capture_attempts')
    .select((row) => row.fn.count<number>('number').as('number'))
    .where('subject_id', '=', asId(subjectId))
    .executeTakeFirstOrThrow();
  const at = clock.now();
  await db
    .insertInto('capture_attempts')
    .values({
      ...{
        ...subject,
        attempt_id: attemptId,
        session_id: newId(),
        number: Number(number) + 1,
        movement: 'turn',
      },
      ...{
        poses: ['front'],
        step: 1,
        outcome: 'completed',
        started_at: at,
        step_started_at: at,
        finished_at: at,
      },
    })
    .execute();
  await db
    .insertInto('capture_frames')
    .values({
      ...{
        tenant_id: tenantId,
        attempt_id: attemptId,
        step: 0,
        position: 0,
        pose: 'front',
        image_digest: digest,
      },
      sealed_image: sealPicture(key, { attemptId, step: 0 }, jpeg),
      ...{ sealed_measure: Buffer.alloc(0), sealed_surroundings: null, sealed_chip: null, received_at: at },
    })
    .execute();
  return { attemptId, jpeg, sha256: digest.toString('hex') };
}
