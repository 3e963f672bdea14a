import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import { checkReason } from '../../captures/index.ts';
import { findReference } from '../../faces/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import type { ReferenceId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parsePathId } from '../../kernel/http/body/parse-query.ts';
import type { Actor } from '../../kernel/http/service-actor.ts';
import type { TenantKey } from '../../tenants/index.ts';
import type { ReadReferenceDeps } from '../read-reference.ts';
import { holdsIdentity } from './holds-identity.ts';
import { findPhotograph, lockReference, rowName } from './photograph-store.ts';

/** What looking at a photograph needs. */
export type ViewPhotographDeps = ReadReferenceDeps & { clock: Clock };

/** Which photograph, by its place from 1, as it was asked for, and why. */
export type PhotographView = { referenceId: string; position: string; reason: string };

const POSITION = /^[1-5]$/;

/** Looks while the reference is locked, so that an erasure comes before the look, or after it. */
async function viewWithin(
  { clock }: ViewPhotographDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  { tenantId, actor }: Actor,
  { referenceId, position, reason }: PhotographView & { referenceId: ReferenceId },
): Promise<Buffer> {
  await lockReference(trx, tenantId, referenceId);
  const reference = await findReference(trx, tenantId, key, { referenceId });
  if (!reference) throw new Refusal('40413');
  if (holdsIdentity(key, reference, reason))
    throw new Refusal('40002', 'reason must say why you view the photograph, and never name the person.');
  const place = POSITION.test(position) ? Number(position) : 0;
  const sealed = await findPhotograph(trx, tenantId, referenceId, place);
  if (!sealed) throw new Refusal('40414');
  const row = rowName(referenceId, place);
  const image = key.unseal('reference_photographs', row, 'sealed_image', sealed);
  const subject = `reference/${referenceId}` as const;
  const after = { photograph: place, reason };
  await insertAuditEntry(trx, { clock, actor }, { tenantId, action: 'reference.look', subject, after });
  return image;
}

/**
 * A kept photograph as it was sent, once its entry in the audit log is committed: who cannot be written down does not see it. Refuses with
 * 40002 a reason that breaks the contract or holds the identity, with 40413 a reference that is not held, and with 40414 a photograph that
 * is not. One that was changed, or is another's, is a `SealBroken` fault.
 */
export async function viewPhotograph(
  deps: ViewPhotographDeps,
  viewer: Actor,
  view: PhotographView,
): Promise<Buffer> {
  const referenceId = parsePathId(view.referenceId);
  checkReason(view.reason);
  const key = await deps.tenantKeys(viewer.tenantId);
  const asked = { ...view, referenceId };
  return deps.db.transaction().execute((trx) => viewWithin(deps, trx, key, viewer, asked));
}
