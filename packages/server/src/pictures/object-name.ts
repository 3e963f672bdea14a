import { createHash } from 'node:crypto';
import type { AttemptId, TenantId } from '../kernel/base/id.ts';

/** What the names of all objects begin with; others may use the bucket beside them. */
export const OBJECT_PREFIX = 'titular/pictures/';

/** Of which attempt, and step of it, a picture is. */
export type PictureRef = { tenantId: TenantId; attemptId: AttemptId; step: number };

const DIGEST_LENGTH = 16;

/** What the names of all objects of a tenant begin with. */
export const prefixOf = (tenantId: TenantId): string =>
  `${OBJECT_PREFIX}${createHash('sha256').update(`tenant/${tenantId}`).digest('hex').slice(0, DIGEST_LENGTH)}/`;

/**
 * The name of a new object: tenant (as a hash), month, attempt, step, and an id that no object has had before. It tells the store whose
 * pictures lie together, and no tenant by name.
 */
export function nameObject({ tenantId, attemptId, step }: PictureRef, at: Date, unique: string): string {
  const month = at.toISOString().slice(0, 7);
  return `${prefixOf(tenantId)}${month}/${attemptId}/${step}-${unique}`;
}
