import type { AttemptId } from '../kernel/base/id.ts';
import type { TenantKey } from '../tenants/index.ts';

/** The row of a kept frame, as its sealed values name it. */
export const rowName = (attemptId: AttemptId, step: number): string => `${attemptId}/${step}`;

/** Which picture, within its tenant. */
type SealedRef = { attemptId: AttemptId; step: number };

/** Seals a picture, a clean JPEG without metadata, to its row. */
export const sealPicture = (key: TenantKey, { attemptId, step }: SealedRef, image: Uint8Array): Buffer =>
  key.seal('capture_frames', rowName(attemptId, step), 'sealed_image', image);

/** Opens a sealed picture; throws `SealBroken` for bytes that were changed, or are those of another row. */
export const unsealPicture = (key: TenantKey, { attemptId, step }: SealedRef, sealed: Buffer): Buffer =>
  key.unseal('capture_frames', rowName(attemptId, step), 'sealed_image', sealed);
