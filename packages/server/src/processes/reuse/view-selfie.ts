import type { SelfieResponse } from '@titular/contract';
import type { Kysely } from 'kysely';
import { checkReason, findLatestAttempt, refuseNames } from '../../captures/index.ts';
import type { Clock } from '../../kernel/base/clock.ts';
import { isId, type ProcessId } from '../../kernel/base/id.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { lockSubject, type Viewer, viewImage } from '../../subjects/index.ts';
import type { TenantKey, TenantKeys } from '../../tenants/index.ts';
import { PROCESSES } from '../change/change-process.ts';
import { findProcess } from '../process-store.ts';
import { openProcess } from '../view-process.ts';

/** What looking at a selfie needs. */
export type SelfieDeps = { db: Kysely<Tables>; clock: Clock; tenantKeys: TenantKeys };

/** Who looks at the selfie of which process, and why. */
export type SelfieView = Viewer & { processId: string; reason: string };

/** The first frame of the capture that counted faces the camera. */
const SELFIE_STEP = 0;

async function viewWithin(
  { clock }: SelfieDeps,
  trx: Kysely<Tables>,
  key: TenantKey,
  { tenantId, actor, processId, reason }: SelfieView & { processId: ProcessId },
): Promise<Buffer> {
  // An erasure waits until the look is written down, or is over already.
  await lockSubject(trx, PROCESSES, tenantId, processId);
  const row = await findProcess(trx, tenantId, processId);
  if (!row) throw new Refusal('40409');
  const opened = openProcess(key, row);
  if (!opened) throw new Refusal('40052');
  refuseNames([opened.identity.value, opened.friendlyName ?? ''], reason);
  const attempt = await findLatestAttempt(trx, tenantId, row.processId);
  if (attempt?.outcome !== 'completed') throw new Refusal('40412');
  const { attemptId } = attempt;
  const subject = { kind: 'process', id: row.processId } as const;
  const input = { subject, capturedFor: row.processId, attemptId, step: SELFIE_STEP, reason };
  return viewImage(trx, { clock, key }, { tenantId, actor }, input);
}

/** The selfie of a process, once its entry in the audit log is committed: who cannot be written down does not see it. Refuses with 40002, 40007, 40409, 40052 once the person was erased, and 40412 where none is held. */
export async function viewSelfie(deps: SelfieDeps, view: SelfieView): Promise<SelfieResponse> {
  const { processId } = view;
  if (!isId(processId)) throw new Refusal('40007');
  checkReason(view.reason);
  const key = await deps.tenantKeys(view.tenantId);
  const image = await deps.db
    .transaction()
    .execute((trx) => viewWithin(deps, trx, key, { ...view, processId }));
  return { fileContents: image.toString('base64'), contentType: 'image/jpeg' };
}
