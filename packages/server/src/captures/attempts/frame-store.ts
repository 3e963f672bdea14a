import type { ChallengePose } from '@titular/contract';
import { type FaceChip, packChip, packDescriptor, unpackDescriptor } from '@titular/face-engine';
import type { OtherMeasure } from '../../faces/index.ts';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { type PicturePlace, rowName } from '../../pictures/index.ts';
import type { TenantKey } from '../../tenants/index.ts';

/** What was measured on a kept frame: signed yaw and the numbers of the face descriptor. */
export type KeptMeasure = { yaw: number; descriptor: Float32Array };

/** A frame that passed a step, and the version of the engine that measured it. */
export type KeptFrame = {
  step: number;
  pose: ChallengePose;
  engineVersion: string;
  measure: KeptMeasure;
  /** What the second engine of a change made of it; undefined where it measured nothing. */
  other: OtherMeasure | undefined;
  imageDigest: Buffer;
};

/** The first kept frame: what was measured, and what was seen beside the face, of an attempt that needs it. */
export type FirstFrame = Pick<KeptFrame, 'engineVersion' | 'measure' | 'other'> & {
  surroundings: Buffer | undefined;
};

/** A frame to be kept; `place` is where its sealed picture was put. */
export type NewFrame = KeptFrame & {
  attemptId: AttemptId;
  position: number;
  place: PicturePlace;
  /** What was seen beside the face, of the first frame of a challenge of distance (measure/perspective.ts of the face engine). */
  surroundings: Uint8Array | undefined;
  /** The face cut out, of a pose by which relief is measured. */
  chip: FaceChip | undefined;
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

type OtherColumns = { other_engine_version: string | null; sealed_other_measure: Buffer | null };

/** Seals the second measure of a frame, if there is one; both measures are of one face, and share its yaw. */
const sealOther = (
  key: TenantKey,
  row: string,
  { other, measure: { yaw } }: Pick<NewFrame, 'other' | 'measure'>,
): Partial<OtherColumns> =>
  other
    ? {
        other_engine_version: other.engineVersion,
        sealed_other_measure: key.seal(
          'capture_frames',
          row,
          'sealed_other_measure',
          packMeasure({ yaw, descriptor: other.descriptor }),
        ),
      }
    : {};

function openOther(key: TenantKey, row: string, columns: OtherColumns): OtherMeasure | undefined {
  const { other_engine_version: engineVersion, sealed_other_measure: sealed } = columns;
  if (engineVersion === null || sealed === null) return undefined;
  const { descriptor } = unpackMeasure(key.unseal('capture_frames', row, 'sealed_other_measure', sealed));
  return { engineVersion, descriptor };
}

/** Stores a kept frame, its measurements sealed. */
export async function insertFrame(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  frame: NewFrame,
): Promise<void> {
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
      sealed_image: frame.place.sealedImage,
      object_name: frame.place.objectName,
      sealed_measure: key.seal('capture_frames', row, 'sealed_measure', packMeasure(frame.measure)),
      sealed_surroundings: frame.surroundings
        ? key.seal('capture_frames', row, 'sealed_surroundings', frame.surroundings)
        : null,
      sealed_chip: frame.chip ? key.seal('capture_frames', row, 'sealed_chip', packChip(frame.chip)) : null,
      received_at: frame.at,
      ...sealOther(key, row, frame),
    })
    .execute();
}

/** The kept frames of an attempt in the order of their steps, measurements opened, images left alone. */
export async function listFrames(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  attemptId: AttemptId,
): Promise<KeptFrame[]> {
  const rows = await db
    .selectFrom('capture_frames')
    .select(['step', 'pose', 'engine_version', 'image_digest', 'sealed_measure'])
    .select(['other_engine_version', 'sealed_other_measure'])
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
    other: openOther(key, rowName(attemptId, row.step), row),
  }));
}

/** The measurement of an attempt's first kept frame, and the version of the engine that made it. */
export async function findFirstMeasure(
  db: Db,
  tenantId: TenantId,
  key: TenantKey,
  attemptId: AttemptId,
): Promise<FirstFrame | undefined> {
  const row = await db
    .selectFrom('capture_frames')
    .select(['engine_version', 'sealed_measure', 'sealed_surroundings'])
    .select(['other_engine_version', 'sealed_other_measure'])
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
      other: openOther(key, rowName(attemptId, 0), row),
      surroundings: row.sealed_surroundings
        ? key.unseal('capture_frames', rowName(attemptId, 0), 'sealed_surroundings', row.sealed_surroundings)
        : undefined,
    }
  );
}
