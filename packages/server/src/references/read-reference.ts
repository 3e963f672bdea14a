import type { ReferenceResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { findReference, listTemplates, type Reference, type SealedTemplate } from '../faces/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { Refusal } from '../kernel/base/refusal.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';
import { parsePathId } from '../kernel/http/body/parse-query.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { countPhotographs } from './photographs/photograph-store.ts';

/** What reading references needs. */
export type ReadReferenceDeps = { db: Kysely<Tables>; tenantKeys: TenantKeys };

/** Counts the faces of a reference; in a change of engine each version has its own, and the fuller one counts. */
export function countFaces(templates: readonly SealedTemplate[], { referenceId }: Reference): number {
  const own = templates.filter(({ madeOf }) => madeOf === referenceId);
  const versions = Map.groupBy(own, ({ engineVersion }) => engineVersion);
  return Math.max(0, ...[...versions.values()].map(({ length }) => length));
}

/** A reference as it is answered, with the number of its faces and of the photographs that are kept. */
export const viewReference = (
  one: Reference,
  { faces, kept }: { faces: number; kept: number },
): ReferenceResponse => ({
  id: one.referenceId,
  ...one.provenance,
  photographs: one.photographs,
  photographsKept: kept,
  faces,
  captureConfirmed: one.isCaptureConfirmed,
  duplicateFaceAllowed: one.isDuplicateAllowed,
  createdAt: one.createdAt.toISOString(),
});

/** A reference of the tenant; refuses with 40006 and 40413. */
export async function readReference(
  { db, tenantKeys }: ReadReferenceDeps,
  tenantId: TenantId,
  referenceId: string,
): Promise<ReferenceResponse> {
  const by = { referenceId: parsePathId(referenceId) };
  const found = await findReference(db, tenantId, await tenantKeys(tenantId), by);
  if (!found) throw new Refusal('40413');
  const templates = await listTemplates(db, tenantId, found.identityHash);
  const kept = await countPhotographs(db, tenantId, found.referenceId);
  return viewReference(found, { faces: countFaces(templates, found), kept });
}
