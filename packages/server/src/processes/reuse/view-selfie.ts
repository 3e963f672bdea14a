import type { SelfieResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { checkReason, findLatestAttempt, refuseNames } from '../../captures/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { type AttemptId, isId, type ProcessId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { Pictures } from '../../pictures/index.ts';
import { lockSubject, type Viewer, viewImage } from '../../subjects/index.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import { PROCESSES } from '../change/change-process.ts';
import { findProcess } from '../process-store.ts';
import { openProcess } from '../view-process.ts';

/** What looking at a selfie needs. */
export type SelfieDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys; pictures: Pictures };

/** Who looks at the selfie of which process, and why. */
export type SelfieView = Viewer & { processId: string; reason: string };

/** Which kept picture of a process. */
export type ProcessPicture = { attemptId: AttemptId; step: number };

/** The first frame of the capture that counted faces the camera. */
const SELFIE_STEP = 0;

async function findSelfie(
  trx: Kysely<Tables>,
  { tenantId, processId }: Viewer & { processId: ProcessId },
): Promise<ProcessPicture> {
  const attempt = await findLatestAttempt(trx, tenantId, processId);
  if (attempt?.outcome !== 'completed') throw new Refusal('40412');
  return { attemptId: attempt.attemptId, step: SELFIE_STEP };
}

async function viewWithin(
  { clock, pictures }: SelfieDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  view: SelfieView & { processId: ProcessId },
  picture: ProcessPicture | undefined,
): Promise<Buffer> {
  const { tenantId, actor, processId, reason } = view;
  // An erasure waits until the look is written down, or is over already.
  await lockSubject(trx, PROCESSES, tenantId, processId);
  const row = await findProcess(trx, tenantId, processId);
  if (!row) throw new Refusal('40409');
  const opened = openProcess(key, row);
  if (!opened) throw new Refusal('40052');
  refuseNames([opened.identity.value, opened.friendlyName ?? ''], reason);
  const subject = { kind: 'process', id: row.processId } as const;
  const which = picture ?? (await findSelfie(trx, view));
  const input = { subject, capturedFor: row.processId, ...which, reason };
  return viewImage(trx, { clock, key, pictures }, { tenantId, actor }, input);
}

/** One kept picture of a process as JPEG, under the rules of its selfie; without one named, the selfie. */
export async function viewProcessPicture(
  deps: SelfieDeps,
  view: SelfieView,
  picture?: ProcessPicture,
): Promise<Buffer> {
  const { processId } = view;
  if (!isId(processId)) throw new Refusal('40007');
  checkReason(view.reason);
  const key = await deps.tenantKeys(view.tenantId);
  return deps.db.transaction().execute((trx) => viewWithin(deps, trx, key, { ...view, processId }, picture));
}

/** The selfie of a process, once its entry in the audit log is committed: who cannot be written down does not see it. Refuses with 40002, 40007, 40409, 40052 once the person was erased, and 40412 where none is held. */
export async function viewSelfie(deps: SelfieDeps, view: SelfieView): Promise<SelfieResponse> {
  const image = await viewProcessPicture(deps, view);
  return { fileContents: image.toString('base64'), contentType: 'image/jpeg' };
}
