import type { ChallengePose } from '@titular/contract';
import { packDescriptor, unpackDescriptor } from '../biometrics/descriptor.ts';
import type { Db } from '../database/connect.ts';
import type { TenantKey } from '../tenants/tenant-keys.ts';

/** What was measured on a kept frame: signed yaw and the numbers of the face descriptor. */
export type KeptMeasure = { yaw: number; descriptor: Float32Array };

/** A frame that passed a step, and the version of the engine that measured it. */
export type KeptFrame = {
  step: number;
  pose: ChallengePose;
  engineVersion: string;
  measure: KeptMeasure;
  imageDigest: Buffer;
};

/** A frame to be kept; `image` is the clean JPEG without metadata. */
export type NewFrame = KeptFrame & {
  attemptId: string;
  position: number;
  image: Uint8Array;
  at: Date;
};

const YAW_BYTES = 8;

function packMeasure(measure: KeptMeasure): Buffer {
  const yaw = Buffer.alloc(YAW_BYTES);
  yaw.writeDoubleLE(measure.yaw);
  return Buffer.concat([yaw, packDescriptor(measure.descriptor)]);
}

const unpackMeasure = (packed: Buffer): KeptMeasure => ({
  yaw: packed.readDoubleLE(0),
  descriptor: unpackDescriptor(packed.subarray(YAW_BYTES)),
});

/** The row of a frame, as its sealed values name it. */
export const rowName = (attemptId: string, step: number): string => `${attemptId}/${step}`;

/** Stores a kept frame, image and measurement sealed. */
export async function insertFrame(db: Db, tenantId: string, key: TenantKey, frame: NewFrame): Promise<void> {
  const row = rowName(frame.attemptId, frame.step);
  await db
    .insertInto('capture_frames')
    .values({
      tenant_id: tenantId,
      attempt_id: frame.attemptId,
      step: frame.step,
      position: frame.position,
      pose: frame.pose,
      engine_version: frame.engineVersion,
      image_digest: frame.imageDigest,
      sealed_image: key.seal('capture_frames', row, 'sealed_image', frame.image),
      sealed_measure: key.seal('capture_frames', row, 'sealed_measure', packMeasure(frame.measure)),
      received_at: frame.at,
    })
    .execute();
}

/** The kept frames of an attempt in the order of their steps, measurements opened, images left alone. */
export async function listFrames(
  db: Db,
  tenantId: string,
  key: TenantKey,
  attemptId: string,
): Promise<KeptFrame[]> {
  const rows = await db
    .selectFrom('capture_frames')
    .select(['step', 'pose', 'engine_version', 'image_digest', 'sealed_measure'])
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .orderBy('step')
    .execute();
  return rows.map((row) => ({
    step: row.step,
    pose: row.pose as ChallengePose,
    engineVersion: row.engine_version,
    imageDigest: row.image_digest,
    measure: unpackMeasure(
      key.unseal('capture_frames', rowName(attemptId, row.step), 'sealed_measure', row.sealed_measure),
    ),
  }));
}

/** The clean JPEGs of an attempt's kept frames, opened, in the order of their steps. */
export async function listImages(
  db: Db,
  tenantId: string,
  key: TenantKey,
  attemptId: string,
): Promise<{ step: number; image: Buffer }[]> {
  const rows = await db
    .selectFrom('capture_frames')
    .select(['step', 'sealed_image'])
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .orderBy('step')
    .execute();
  return rows.map(({ step, sealed_image: sealed }) => ({
    step,
    image: key.unseal('capture_frames', rowName(attemptId, step), 'sealed_image', sealed),
  }));
}

/** The measurement of an attempt's first kept frame, and the version of the engine that made it. */
export async function findFirstMeasure(
  db: Db,
  tenantId: string,
  key: TenantKey,
  attemptId: string,
): Promise<Pick<KeptFrame, 'engineVersion' | 'measure'> | undefined> {
  const row = await db
    .selectFrom('capture_frames')
    .select(['engine_version', 'sealed_measure'])
    .where('tenant_id', '=', tenantId)
    .where('attempt_id', '=', attemptId)
    .where('step', '=', 0)
    .executeTakeFirst();
  return (
    row && {
      engineVersion: row.engine_version,
      measure: unpackMeasure(
        key.unseal('capture_frames', rowName(attemptId, 0), 'sealed_measure', row.sealed_measure),
      ),
    }
  );
}
