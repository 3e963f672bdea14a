import {
  backOff,
  disableEndpoint,
  noteFindings,
} from '@titular/server/webhooks/endpoints/endpoint-health-store.ts';
import { recordOutcomes } from '@titular/server/webhooks/queue/delivery-outcome-store.ts';
import {
  claimDeliveries,
  deleteExpiredClaims,
  listDueEndpoints,
  lockClosedEndpoints,
  lockEndpoints,
  releaseClaims,
  releaseClaimsOf,
  releaseUnknownClaims,
  settleForQueue,
  skipWaitingDeliveries,
} from '@titular/server/webhooks/queue/delivery-queue-store.ts';
import type { Statement } from './memory-database.ts';
import { keyOf, type Row, type View } from './memory-rows.ts';
import { ID, NOW } from './sample-values.ts';

/** A delivery as the queue keeps it. */
export type DeliveryRow = {
  tenant_id: string;
  delivery_id: string;
  event_id: string;
  endpoint_id: string;
  state: 'pending' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: Date | null;
  finished_at: Date | null;
  schedule_from: number;
  skipped: boolean;
  reopened: number;
};

/** The lease by which a process sends a delivery. */
export type ClaimRow = {
  tenant_id: string;
  endpoint_id: string;
  delivery_id: string;
  process_id: string;
  expires_at: Date;
};

/** An endpoint, with what the queue changes of it. */
export type EndpointRow = Row & {
  tenant_id: string;
  endpoint_id: string;
  company_id: string;
  enabled: boolean;
  url: string;
  failures: number;
  failing_since: Date | null;
  rests_until: Date | null;
};

type OutcomeRow = Pick<DeliveryRow, 'tenant_id' | 'delivery_id' | 'reopened' | 'state'> &
  Row & { number: number; claim_ends_at: string; next_attempt_at: string | null; finished_at: string | null };

type FindingRow = {
  tenant_id: string;
  endpoint_id: string;
  url: string;
  succeeded: boolean;
  is_gone: boolean;
  failures: number;
  first_failure_at: string;
};

const DELIVERIES = 'deliveries';
const CLAIMS = 'delivery_claims';
const ENDPOINTS = 'webhook_endpoints';

const toDate = (text: string | null): Date | null => (text === null ? null : new Date(text));
const keyOfDelivery = (row: { tenant_id: string; delivery_id: string }): string =>
  keyOf(row.tenant_id, row.delivery_id);
const keyOfEndpoint = (row: { tenant_id: string; endpoint_id: string }): string =>
  keyOf(row.tenant_id, row.endpoint_id);
const isSameEndpoint = (one: { endpoint_id: string }, other: { endpoint_id: string }): boolean =>
  one.endpoint_id === other.endpoint_id;

const isClaimed = (view: View, row: { tenant_id: string; delivery_id: string }, now: Date): boolean => {
  const claim = view.find<ClaimRow>(CLAIMS, keyOfDelivery(row));
  return claim !== undefined && claim.expires_at > now;
};

const byNextAttempt = (one: DeliveryRow, other: DeliveryRow): number =>
  (one.next_attempt_at?.getTime() ?? 0) - (other.next_attempt_at?.getTime() ?? 0);

const pendingOf = (view: View, endpoint: { endpoint_id: string }): DeliveryRow[] =>
  view
    .list<DeliveryRow>(DELIVERIES)
    .filter((row) => row.state === 'pending' && isSameEndpoint(row, endpoint))
    .toSorted(byNextAttempt);

const isResting = ({ rests_until }: EndpointRow, now: Date): boolean =>
  rests_until !== null && rests_until > now;

/** Endpoints with something waiting, and the first of it. */
const waiting = (view: View): { endpoint: EndpointRow; first: DeliveryRow }[] =>
  view.list<EndpointRow>(ENDPOINTS).flatMap((endpoint) => {
    const [first] = pendingOf(view, endpoint);
    return first ? [{ endpoint, first }] : [];
  });

const nameOf = ({ tenant_id, endpoint_id }: EndpointRow): Row => ({ tenant_id, endpoint_id });

type Asked = { endpoint_id: string; atMost: number; atOnce: number; expires_at: Date };

/** What may be taken of an endpoint: due, not taken by another process, within both limits. */
function dueOf(view: View, { endpoint_id, atMost, atOnce }: Asked, now: Date): DeliveryRow[] {
  const held = view
    .list<ClaimRow>(CLAIMS)
    .filter((claim) => isSameEndpoint(claim, { endpoint_id }) && claim.expires_at > now).length;
  return pendingOf(view, { endpoint_id })
    .filter((row) => row.next_attempt_at !== null && row.next_attempt_at <= now && !isClaimed(view, row, now))
    .slice(0, Math.max(0, Math.min(atMost, atOnce - held)));
}

function claim(view: View, row: DeliveryRow, process_id: string, expires_at: Date, now: Date): boolean {
  const key = keyOfDelivery(row);
  view.hold(CLAIMS, key);
  const present = view.find<ClaimRow>(CLAIMS, key);
  if (present && present.expires_at > now) return false;
  const { tenant_id, endpoint_id, delivery_id } = row;
  view.put(CLAIMS, key, { tenant_id, endpoint_id, delivery_id, process_id, expires_at });
  return true;
}

function takeDue(view: View, parameters: readonly unknown[]): Row[] {
  const [, endpointIds, atMost, atOnce, ends, now] = parameters as [
    string[],
    string[],
    number[],
    number[],
    string[],
    Date,
  ];
  const asked = endpointIds.map((endpoint_id, index) => ({
    ...{ endpoint_id, atMost: atMost[index] ?? 0, atOnce: atOnce[index] ?? 0 },
    expires_at: new Date(ends[index] ?? 0),
  }));
  const due = view.once(() => asked.flatMap((one) => dueOf(view, one, now).map((row) => ({ row, one }))));
  for (const { row } of due) view.hold(CLAIMS, keyOfDelivery(row));
  return due
    .filter(({ row, one }) => claim(view, row, String(parameters[8]), one.expires_at, now))
    .map(
      ({
        row: { tenant_id, delivery_id, endpoint_id, attempts, schedule_from, reopened, event_id },
        one,
      }) => ({
        ...view.find('events', keyOf(tenant_id, event_id)),
        expires_at: one.expires_at,
        ...{ tenant_id, delivery_id, endpoint_id, attempts, schedule_from, reopened },
      }),
    );
}

const canTake = (row: DeliveryRow | undefined, { number }: OutcomeRow): row is DeliveryRow =>
  row !== undefined && row.state === 'pending' && row.attempts === number - 1;

function keepOutcome(view: View, row: DeliveryRow, outcome: OutcomeRow): Row {
  const isSame = row.reopened === outcome.reopened;
  const isTaken = isSame || outcome.state === 'delivered';
  view.put(DELIVERIES, keyOfDelivery(row), {
    ...row,
    attempts: outcome.number,
    state: isTaken ? outcome.state : row.state,
    next_attempt_at: isTaken ? toDate(outcome.next_attempt_at) : row.next_attempt_at,
    finished_at: isTaken ? toDate(outcome.finished_at) : null,
    schedule_from: isSame ? row.schedule_from : outcome.number,
  });
  const { tenant_id, delivery_id, number } = outcome;
  const { started_at, duration_ms, response_status, response_excerpt, error } = outcome;
  const attempt = {
    started_at: toDate(String(started_at)),
    duration_ms,
    response_status,
    response_excerpt,
    error,
  };
  view.put('delivery_attempts', keyOf(tenant_id, delivery_id, number), {
    tenant_id,
    delivery_id,
    number,
    ...attempt,
  });
  return { delivery_id };
}

/** Each row is locked before any is changed, so that a statement that has to wait begins anew without harm; what was to be changed was chosen when it began. */
function keepOutcomes(view: View, [rows, process]: readonly unknown[]): Row[] {
  const outcomes = JSON.parse(String(rows)) as OutcomeRow[];
  const isOwn = (one: OutcomeRow): boolean => {
    const claim = view.find<ClaimRow>(CLAIMS, keyOfDelivery(one));
    return claim?.process_id === process && claim?.expires_at.getTime() === Date.parse(one.claim_ends_at);
  };
  const chosen = view.once(() => ({
    taken: outcomes.filter((one) => canTake(view.find<DeliveryRow>(DELIVERIES, keyOfDelivery(one)), one)),
    released: outcomes.filter(isOwn),
  }));
  for (const outcome of chosen.taken) view.lock(DELIVERIES, keyOfDelivery(outcome));
  for (const one of chosen.released) view.lock(CLAIMS, keyOfDelivery(one));
  for (const one of chosen.released.filter(isOwn)) view.remove(CLAIMS, keyOfDelivery(one));
  return chosen.taken.flatMap((outcome) => {
    const row = view.find<DeliveryRow>(DELIVERIES, keyOfDelivery(outcome));
    return canTake(row, outcome) ? [keepOutcome(view, row, outcome)] : [];
  });
}

const counts = (row: EndpointRow | undefined, finding: FindingRow): row is EndpointRow =>
  row?.enabled === true &&
  row.url === finding.url &&
  (finding.is_gone || !finding.succeeded || row.failures > 0);

function noteEach(view: View, [rows]: readonly unknown[]): Row[] {
  const findings = view.once(() =>
    (JSON.parse(String(rows)) as FindingRow[])
      .filter((finding) => counts(view.find<EndpointRow>(ENDPOINTS, keyOfEndpoint(finding)), finding))
      .toSorted((one, other) => (keyOfEndpoint(one) < keyOfEndpoint(other) ? -1 : 1)),
  );
  for (const finding of findings) view.lock(ENDPOINTS, keyOfEndpoint(finding));
  return findings.flatMap((finding) => {
    const row = view.find<EndpointRow>(ENDPOINTS, keyOfEndpoint(finding));
    if (!counts(row, finding)) return [];
    const failures = finding.succeeded ? 0 : row.failures + finding.failures;
    const failing_since = finding.succeeded ? null : (row.failing_since ?? toDate(finding.first_failure_at));
    view.put(ENDPOINTS, keyOfEndpoint(finding), { ...row, failures, failing_since });
    return [{ ...nameOf(row), failing_since, failures }];
  });
}

function removeClaims(view: View, isMeant: (claim: ClaimRow) => boolean): Row[] {
  const claims = view.once(() => view.list<ClaimRow>(CLAIMS).filter(isMeant));
  for (const one of claims) view.lock(CLAIMS, keyOfDelivery(one));
  const still = claims.filter((one) => {
    const row = view.find<ClaimRow>(CLAIMS, keyOfDelivery(one));
    return row !== undefined && isMeant(row);
  });
  for (const one of still) view.remove(CLAIMS, keyOfDelivery(one));
  return still;
}

/** Statements of the delivery queue. */
export const QUEUE_STATEMENTS: Readonly<Record<string, Statement>> = {
  settleForQueue: { sentBy: (db) => settleForQueue(db, { isLosable: true }), run: 'setting' },
  listDueEndpoints: {
    sentBy: (db) => listDueEndpoints(db, NOW),
    run: (view, [now]) =>
      waiting(view)
        .filter(({ endpoint, first: { next_attempt_at } }) => {
          const isDue = next_attempt_at !== null && next_attempt_at <= (now as Date);
          return isDue && endpoint.enabled && !isResting(endpoint, now as Date);
        })
        .map(({ endpoint }) => nameOf(endpoint)),
  },
  lockClosedEndpoints: {
    sentBy: lockClosedEndpoints,
    run: (view) =>
      waiting(view).flatMap(({ endpoint }) => {
        const key = keyOfEndpoint(endpoint);
        if (endpoint.enabled || view.isHeldForChange(ENDPOINTS, key)) return [];
        view.share(ENDPOINTS, key);
        return [nameOf(endpoint)];
      }),
  },
  lockEndpoints: {
    sentBy: (db) => lockEndpoints(db, [], NOW),
    run: (view, [, endpointIds, , now]) =>
      view.list<EndpointRow>(ENDPOINTS).flatMap((endpoint) => {
        const isMeant = (endpointIds as string[]).includes(endpoint.endpoint_id) && endpoint.enabled;
        const key = keyOfEndpoint(endpoint);
        if (!isMeant || isResting(endpoint, now as Date) || view.isHeldElsewhere(ENDPOINTS, key)) return [];
        const row = view.lock(ENDPOINTS, key);
        return row ? [row] : [];
      }),
  },
  claimDeliveries: { sentBy: (db) => claimDeliveries(db, ID, [], NOW), run: takeDue },
  recordOutcomes: { sentBy: (db) => recordOutcomes(db, ID, []), run: keepOutcomes },
  noteFindings: { sentBy: (db) => noteFindings(db, []), run: noteEach },
  backOff: {
    sentBy: (db) => backOff(db, []),
    run: (view, [rows]) => {
      const rests = JSON.parse(String(rows)) as (EndpointRow & { until: string })[];
      for (const rest of rests) view.lock(ENDPOINTS, keyOfEndpoint(rest));
      for (const rest of rests) {
        const row = view.find<EndpointRow>(ENDPOINTS, keyOfEndpoint(rest));
        const until = new Date(rest.until);
        const rests_until = row?.rests_until && row.rests_until > until ? row.rests_until : until;
        if (row) view.put(ENDPOINTS, keyOfEndpoint(rest), { ...row, rests_until });
      }
      return [];
    },
  },
  disableEndpoint: {
    sentBy: (db) => disableEndpoint(db, { tenantId: ID, endpointId: ID }, 'gone', NOW),
    run: (view, [, disabled_reason, disabled_at, tenant, endpoint]) => {
      const key = keyOf(tenant, endpoint);
      if (!view.find<EndpointRow>(ENDPOINTS, key)?.enabled) return [];
      const row = view.lock<EndpointRow>(ENDPOINTS, key);
      if (!row?.enabled) return [];
      view.put(ENDPOINTS, key, { ...row, enabled: false, disabled_reason, disabled_at });
      return [{ company_id: row.company_id }];
    },
  },
  releaseClaims: {
    sentBy: (db) => releaseClaims(db, ID),
    run: (view, [process]) => removeClaims(view, ({ process_id }) => process_id === process),
  },
  releaseClaimsOf: {
    sentBy: (db) => releaseClaimsOf(db, []),
    run: (view, [names]) => removeClaims(view, ({ process_id }) => (names as string[]).includes(process_id)),
  },
  releaseUnknownClaims: {
    sentBy: (db) => releaseUnknownClaims(db, ID, [], []),
    run: (view, [process, , endpointIds, held]) =>
      removeClaims(view, ({ process_id, endpoint_id, delivery_id }) => {
        const isMeant = process_id === process && (endpointIds as string[]).includes(endpoint_id);
        return isMeant && !(held as string[]).includes(delivery_id);
      }),
  },
  deleteExpiredClaims: {
    sentBy: (db) => deleteExpiredClaims(db, NOW),
    run: (view, [now]) => removeClaims(view, ({ expires_at }) => expires_at <= (now as Date)),
  },
  skipWaitingDeliveries: {
    sentBy: (db) => skipWaitingDeliveries(db, { tenantId: ID, endpointId: ID }, { at: NOW, limit: 1 }),
    run: (view, [at, , endpoint_id, , limit]) => {
      const rows = pendingOf(view, { endpoint_id: String(endpoint_id) })
        .filter((row) => !isClaimed(view, row, at as Date))
        .filter((row) => !view.isHeldElsewhere(DELIVERIES, keyOfDelivery(row)))
        .slice(0, Number(limit));
      for (const row of rows) {
        const ended = { ...row, state: 'failed', skipped: true, next_attempt_at: null, finished_at: at };
        view.put(DELIVERIES, keyOfDelivery(row), ended);
      }
      return rows;
    },
  },
};
