import { addUp, listAttackSignals } from '../../captures/attack-signals/signal-store.ts';
import type { CaptureFailure } from '../../captures/subjects/capture-subject.ts';
import type { Db } from '../../kernel/database/connect.ts';
import { changeProcess } from '../change/change-process.ts';

/** Ends a process without a live person, because no further attempt can be made, with what the attempts left behind. */
export async function failProcessCapture(
  trx: Db,
  tenantId: string,
  processId: string,
  why: CaptureFailure,
  now: Date,
): Promise<void> {
  const signs = addUp(await listAttackSignals(trx, tenantId, processId)).map(({ sign }) => sign);
  const reasons = [why, ...signs];
  await changeProcess(trx, tenantId, processId, {
    event: 'attempts-exhausted',
    actor: why === 'attempts_exhausted' ? 'person' : 'service',
    reasons,
    at: now,
    ...(why === 'attempts_exhausted' ? { liveness: 'LIVENESS_RESULT_NOT_LIVE' as const } : {}),
    decision: { result: 'inconclusive', reasons, signs },
  });
}
