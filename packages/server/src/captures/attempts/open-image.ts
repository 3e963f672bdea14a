import { createHash } from 'node:crypto';
import { ReadCaptureImageQuery } from '@titular/contract';
import { Value } from 'typebox/value';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import type { AttemptId, TenantId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { isSafeText, namesAny } from '../../kernel/base/safe-text.ts';
import { SealBroken } from '../../kernel/base/sealing.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import type { Db } from '../../kernel/database/connect.ts';
import type { SubjectId } from '../../kernel/database/subject-ref.ts';
import { type Pictures, rowName } from '../../pictures/index.ts';
import type { TenantKey } from '../../tenants/index.ts';
import { findSealedImage } from './capture-record-store.ts';

/** Refuses with 40002 a reason that breaks the contract, and with 40026 one that holds a card number: the audit log keeps it for ever. */
export function checkReason(reason: string): void {
  if (!Value.Check(ReadCaptureImageQuery, { reason }) || !isSafeText(reason))
    throw new Refusal('40002', 'reason must be 3 to 200 plain characters that say why you view the image.');
  refuseCardNumber('reason', reason);
}

/** Refuses with 40002 a reason that says who the person is: the audit log keeps it for ever. */
export function refuseNames(names: readonly string[], reason: string): void {
  if (namesAny(names, reason))
    throw new Refusal('40002', 'reason must say why you view the image, and never name the person.');
}

/** Which image: of an attempt that was made for a transaction or process, at a step. */
export type ImageRef = { capturedFor: SubjectId; attemptId: AttemptId; step: number };

/** Opens a kept image with its SHA-256; refuses with 40412 what is not held, and throws `SealBroken` for one that is not the one that was kept. */
export async function openImage(
  { db, pictures, key }: { db: Db; pictures: Pictures; key: TenantKey },
  tenantId: TenantId,
  { capturedFor, attemptId, step }: ImageRef,
): Promise<{ image: Buffer; imageDigest: Buffer }> {
  const found = await findSealedImage(db, tenantId, capturedFor, attemptId, step);
  if (!found) throw new Refusal('40412');
  const image = await pictures.open(key, { tenantId, attemptId, step }, found);
  // The digest stands beside the image in clear, and in receipts: one that was changed alone would disprove a true picture.
  if (!sameDigest(createHash('sha256').update(image).digest(), found.imageDigest))
    throw new SealBroken({
      ...{ tenantId, table: 'capture_frames' },
      row: rowName(attemptId, step),
      field: 'image_digest',
    });
  return { image, imageDigest: found.imageDigest };
}
