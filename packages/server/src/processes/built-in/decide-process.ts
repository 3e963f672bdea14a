import type { AuthenticationResult, LivenessResult } from '@titular/contract';
import type { Kysely } from 'kysely';
import {
  type CaptureCase,
  type DeploymentPolicy,
  type GatheredCapture,
  type JudgeDeps,
  judgeCapture,
  policyOf,
  templateRulesOf,
  withGathered,
} from '../../captures/index.ts';
import type { Decision, DecisionReason } from '../../decision/index.ts';
import type { ProcessId, TenantId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { decideSubject } from '../../subjects/index.ts';
import type { Settings, TenantKeys } from '../../tenants/index.ts';
import { PROCESSES, type ProcessTransition } from '../change/change-process.ts';
import { findProcess } from '../process-store.ts';

/** What deciding about processes needs. */
export type DecideProcessDeps = JudgeDeps & DeploymentPolicy & { settings: Settings; tenantKeys: TenantKeys };

/** Reasons that say that the face is another person's. */
const NEGATIVE: readonly DecisionReason[] = ['face_differs', 'face_of_another_identity'];

/** A decision in the words of the wire: who is not live is not compared with anybody. */
export function resultsOf({ result, reasons }: Pick<Decision, 'result' | 'reasons'>): {
  liveness: LivenessResult;
  authentication: AuthenticationResult;
} {
  if (!reasons.includes('live'))
    return {
      liveness: 'LIVENESS_RESULT_NOT_LIVE',
      authentication: 'AUTHENTICATION_RESULT_UNSPECIFIED',
    };
  const liveness = 'LIVENESS_RESULT_LIVE';
  if (result === 'approved') return { liveness, authentication: 'AUTHENTICATION_RESULT_POSITIVE' };
  const isNegative = reasons.some((reason) => NEGATIVE.includes(reason));
  return {
    liveness,
    authentication: isNegative ? 'AUTHENTICATION_RESULT_NEGATIVE' : 'AUTHENTICATION_RESULT_INCONCLUSIVE',
  };
}

async function decideWith(
  deps: DecideProcessDeps,
  trx: Kysely<Tables>,
  one: CaptureCase,
  gathered: GatheredCapture,
): Promise<Omit<ProcessTransition, 'at'>> {
  const { decided, kept } = await judgeCapture(deps, trx, one, gathered);
  return {
    event: decided.result === 'approved' ? 'approve' : 'reject',
    actor: 'service',
    reasons: decided.reasons,
    ...resultsOf(decided),
    decision: kept,
  };
}

/** Decides a process whose capture is complete, by the rules that transactions are decided by; true when it did. Run again after a crash it finds the work done or does it anew, in one commit. */
export async function decideProcess(
  deps: DecideProcessDeps,
  tenantId: TenantId,
  processId: ProcessId,
): Promise<boolean> {
  const row = await findProcess(deps.db, tenantId, processId);
  if (row?.status !== 'processing') return false;
  const company = await deps.settings.findCompany(tenantId, row.companyId);
  const one: CaptureCase = {
    tenantId,
    subjectId: processId,
    capturedFor: { kind: 'process', id: processId },
    claimed: { key: row.identityKey, hash: row.identityHash },
    sentHash: row.identityHash,
    isStated: false,
    livenessBy: 'challenge',
    key: await deps.tenantKeys(tenantId),
    policy: policyOf(company, deps),
    rules: templateRulesOf(company),
    company,
  };
  return withGathered(deps, one, (gathered) => {
    invariant(gathered, 'a process that is decided has an attempt');
    return decideSubject(deps, PROCESSES, one, (trx) => decideWith(deps, trx, one, gathered));
  });
}
