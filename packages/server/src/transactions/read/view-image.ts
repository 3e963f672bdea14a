import type { Kysely } from 'kysely';
import { checkReason, refuseNames } from '../../captures/index.ts';
import { refuseCardNumber } from '../../kernel/base/card-numbers/card-number.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { type AttemptId, parseUuid, type TransactionId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { parsePathId } from '../../kernel/http/body/parse-query.ts';
import type { Pictures } from '../../pictures/index.ts';
import { type Viewer, viewImage as viewSubjectImage } from '../../subjects/index.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import { openPerson } from './open-person.ts';
import { lockPerson, type SealedPerson } from './view-store.ts';

/** What looking at an image needs. */
export type ViewImageDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys; pictures: Pictures };

/** Which image, as it was asked for, and why. */
export type ImageView = { transactionId: string; attemptId: string; step: string; reason: string };

type NamedImage = ImageView & { transactionId: TransactionId; attemptId: AttemptId };

const STEP = /^(0|[1-9][0-9]{0,2})$/;

/** The audit log keeps a reason for ever, so it must say neither who the person is nor the number of the card. */
function refuseName(key: TenantKey, person: SealedPerson, reason: string): void {
  const opened = openPerson(key, person);
  if (!opened) throw new Refusal('40049');
  const { identity, stated, card } = opened;
  refuseCardNumber('reason', reason, card);
  refuseNames([identity.value, card.name, ...(stated ? [stated.value] : [])], reason);
}

/** Writes the entry of a look and opens the image, in one database transaction whose commit comes before anybody sees it. */
async function viewWithin(
  deps: ViewImageDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  viewer: Viewer,
  view: NamedImage,
): Promise<Buffer> {
  const { transactionId, attemptId, step, reason } = view;
  const person = await lockPerson(trx, viewer.tenantId, transactionId);
  if (!person) throw new Refusal('40401');
  if (person.isErased) throw new Refusal('40049');
  refuseName(key, person, reason);
  if (!STEP.test(step)) throw new Refusal('40412');
  const { capturedFor } = person;
  const subject = { kind: 'transaction', id: transactionId } as const;
  const input = { subject, capturedFor, attemptId, step: Number(step), reason };
  return viewSubjectImage(trx, { ...deps, key }, viewer, input);
}

/**
 * One kept image as JPEG, once its entry in the audit log is committed: who cannot be written down does not see it. Refuses with 40002 a
 * reason that breaks the contract or names the person, with 40049 a transaction that was erased, and with 40412 what is not held. An
 * image that does not open, or is not the one that was kept, is a `SealBroken` fault.
 */
export async function viewImage(deps: ViewImageDeps, viewer: Viewer, view: ImageView): Promise<Buffer> {
  const transactionId = parseUuid(view.transactionId);
  if (!transactionId) throw new Refusal('40004');
  const named = {
    ...view,
    transactionId,
    attemptId: parsePathId(view.attemptId),
  };
  checkReason(view.reason);
  const key = await deps.tenantKeys(viewer.tenantId);
  return deps.db.transaction().execute((trx) => viewWithin(deps, trx, key, viewer, named));
}
