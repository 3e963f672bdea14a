import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import { withRetries } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';
import { insertAuditEntry } from '../operators/audit-store.ts';
import { decideOutcome, type FinishedAttempt } from './attempt.ts';
import type { AttemptVerdict } from './classify-attempt.ts';
import { keepOutcomes } from './delivery-outcome-store.ts';
import { type EndpointName, settleForQueue } from './delivery-queue-store.ts';
import { hasFailedTooLong } from './endpoint-health.ts';
import { disableEndpoint, noteFailures, noteSuccess } from './endpoint-health-store.ts';
import { recordEvent } from './record-event.ts';

/** What keeping needs; `random` gives [0, 1) and spreads the next attempts. */
export type KeepDeps = { db: Kysely<Tables>; clock: Clock; random: () => number; processId: string };

/** What the attempts of one batch say of an endpoint. */
type Finding = EndpointName & {
  wasFailing: boolean;
  succeeded: boolean;
  failures: number;
  firstFailureAt: Date;
  isGone: boolean;
};

/** An endpoint that was switched off by itself. */
export type SwitchedOff = EndpointName & { reason: 'gone' | 'failing' };

function toFindings(attempts: readonly { attempt: FinishedAttempt; verdict: AttemptVerdict }[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { attempt, verdict } of attempts) {
    if (attempt.result.kind === 'unprepared') continue;
    const { tenantId, endpointId } = attempt.claimed;
    const finding = findings.get(endpointId) ?? {
      tenantId,
      endpointId,
      wasFailing: false,
      succeeded: false,
      failures: 0,
      firstFailureAt: attempt.endedAt,
      isGone: false,
    };
    // Who was well when its delivery was taken has nothing to be cleared of.
    finding.wasFailing ||= attempt.endpoint.failures > 0;
    if (verdict === 'delivered') finding.succeeded = true;
    else finding.failures += 1;
    if (verdict === 'gone') finding.isGone = true;
    findings.set(endpointId, finding);
  }
  // In one order everywhere, so that two processes never wait for each other.
  return [...findings.values()].sort((one, other) => (one.endpointId < other.endpointId ? -1 : 1));
}

/** Switches an endpoint off and tells its owner by an event to the company's other endpoints and an entry in the audit log. */
async function switchOff(
  trx: Kysely<Tables>,
  clock: Clock,
  { tenantId, endpointId, reason }: SwitchedOff,
): Promise<boolean> {
  const at = clock.now();
  const companyId = await disableEndpoint(trx, { tenantId, endpointId }, reason, at);
  if (companyId === undefined) return false;
  await recordEvent(trx, {
    tenantId,
    companyId,
    subject: { type: 'endpoint.disabled', endpointId, reason },
    at,
  });
  const entry = {
    tenantId,
    action: 'webhook-endpoint.disable',
    subject: `webhook-endpoint/${endpointId}`,
    after: { reason },
  };
  await insertAuditEntry(trx, { clock, actor: 'service' }, entry);
  return true;
}

async function noteFinding(
  trx: Kysely<Tables>,
  clock: Clock,
  finding: Finding,
): Promise<SwitchedOff['reason'] | undefined> {
  if (finding.isGone) return 'gone';
  if (finding.succeeded) {
    if (finding.wasFailing) await noteSuccess(trx, finding);
    return undefined;
  }
  const health = await noteFailures(trx, finding, finding.failures, finding.firstFailureAt);
  return health && hasFailedTooLong(health.failingSince, health.failures, clock.now())
    ? 'failing'
    : undefined;
}

/** Keeps what came of attempts and what it means for their endpoints, in one commit; answers the endpoints that were switched off by it. */
export async function keepAttempts(
  { db, clock, random, processId }: KeepDeps,
  attempts: readonly FinishedAttempt[],
): Promise<SwitchedOff[]> {
  const decided = attempts.map((attempt) => ({ attempt, ...decideOutcome(attempt, random()) }));
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      await settleForQueue(trx, { isLosable: false });
      await keepOutcomes(
        trx,
        processId,
        decided.map(({ outcome }) => outcome),
      );
      const due: SwitchedOff[] = [];
      for (const finding of toFindings(decided)) {
        const reason = await noteFinding(trx, clock, finding);
        const { tenantId, endpointId } = finding;
        if (reason) due.push({ tenantId, endpointId, reason });
      }
      const switchedOff: SwitchedOff[] = [];
      for (const one of due) if (await switchOff(trx, clock, one)) switchedOff.push(one);
      return switchedOff;
    }),
  );
}
