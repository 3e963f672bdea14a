import type { Kysely } from 'kysely';
import { insertAuditEntry } from '../../audit/index.ts';
import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { ProcessId } from '../../kernel/base/id.ts';
import { withRetries } from '../../kernel/database/connect.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { endReceivers } from '../../receivers/index.ts';
import { backOffSeconds, hasFailedTooLong } from '../endpoints/endpoint-health.ts';
import {
  backOff,
  disableEndpoint,
  type EndpointFinding,
  noteFindings,
} from '../endpoints/endpoint-health-store.ts';
import { recordEvent } from '../events/record-event.ts';
import { decideOutcome, type FinishedAttempt } from './attempt.ts';
import { recordOutcomes } from './delivery-outcome-store.ts';
import { type EndpointName, settleForQueue } from './delivery-queue-store.ts';

/** What keeping needs; `random` gives [0, 1) and spreads the next attempts. */
export type RecordAttemptsDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  random: () => number;
  processId: ProcessId;
};

/** What the attempts of one batch say of an endpoint. */
type Finding = EndpointFinding & { isGone: boolean; retryAfterSeconds: number };

/** An endpoint that was switched off by itself. */
export type SwitchedOff = EndpointName & { reason: 'gone' | 'failing' };

type Decided = { attempt: FinishedAttempt } & ReturnType<typeof decideOutcome>;

function toFindings(decided: readonly Decided[]): Finding[] {
  const findings = new Map<string, Finding>();
  for (const { attempt, verdict, retryAfterSeconds } of decided) {
    if (attempt.result.kind === 'unprepared') continue;
    const { tenantId, endpointId } = attempt.claimed;
    const finding = findings.get(endpointId) ?? {
      ...{ tenantId, endpointId, url: attempt.endpoint.url, firstFailureAt: attempt.endedAt },
      ...{ succeeded: false, failures: 0, isGone: false, retryAfterSeconds: 0 },
    };
    if (verdict === 'delivered') finding.succeeded = true;
    else finding.failures += 1;
    if (verdict === 'gone') finding.isGone = true;
    finding.retryAfterSeconds = Math.max(finding.retryAfterSeconds, retryAfterSeconds ?? 0);
    findings.set(endpointId, finding);
  }
  return [...findings.values()];
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
  } as const;
  await insertAuditEntry(trx, { clock, actor: 'service' }, entry);
  await endReceivers({ db: trx, clock, actor: 'service' }, { tenantId, endpointId });
  return true;
}

/** Notes what the attempts mean for their endpoints; answers those that are to be switched off. */
async function judgeEndpoints(
  trx: Kysely<Tables>,
  clock: Clock,
  findings: readonly Finding[],
): Promise<SwitchedOff[]> {
  const now = clock.now();
  const byId = new Map(findings.map((finding) => [finding.endpointId, finding]));
  const due: SwitchedOff[] = [];
  const rests: (EndpointName & { until: Date })[] = [];
  for (const { tenantId, endpointId, failingSince, failures } of await noteFindings(trx, findings)) {
    const finding = byId.get(endpointId);
    const rest = backOffSeconds(failures, finding?.retryAfterSeconds ?? 0);
    if (rest > 0) rests.push({ tenantId, endpointId, until: addSeconds(now, rest) });
    if (finding?.isGone) due.push({ tenantId, endpointId, reason: 'gone' });
    else if (failingSince && hasFailedTooLong(failingSince, failures, now))
      due.push({ tenantId, endpointId, reason: 'failing' });
  }
  if (rests.length > 0) await backOff(trx, rests);
  return due;
}

/** Keeps what came of attempts and what it means for their endpoints, in one commit; answers the endpoints that were switched off by it. */
export async function recordAttempts(
  { db, clock, random, processId }: RecordAttemptsDeps,
  attempts: readonly FinishedAttempt[],
): Promise<SwitchedOff[]> {
  const decided = attempts.map((attempt) => ({ attempt, ...decideOutcome(attempt, random()) }));
  const outcomes = decided.map(({ outcome }) => outcome);
  return withRetries(() =>
    db.transaction().execute(async (trx) => {
      await settleForQueue(trx, { isLosable: false });
      const kept = await recordOutcomes(trx, processId, outcomes);
      const findings = toFindings(decided.filter(({ outcome }) => kept.has(outcome.deliveryId)));
      const switchedOff: SwitchedOff[] = [];
      if (findings.length === 0) return switchedOff;
      for (const one of await judgeEndpoints(trx, clock, findings))
        if (await switchOff(trx, clock, one)) switchedOff.push(one);
      return switchedOff;
    }),
  );
}
