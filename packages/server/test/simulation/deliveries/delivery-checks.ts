import type { ClaimRow, DeliveryRow, EndpointRow } from '../memory/queue-statements.ts';
import { NOW } from '../memory/sample-values.ts';
import type { DeliveryPlan, DeliveryWorld, Send } from './delivery-world.ts';

/** Least pause after a failed attempt in seconds: five, spread by a tenth. */
const MIN_PAUSE_SECONDS = 4.5;

/** Seconds by which the clocks of two processes are apart: by so much a lease may end, and an attempt begin, early. */
const apartOf = ({ skewSeconds }: DeliveryPlan): number => Math.abs(skewSeconds);

const isLeaseOver = ({ leaseEndsAt }: Send, now: Date, apartSeconds: number): boolean =>
  leaseEndsAt.getTime() - apartSeconds * 1_000 <= now.getTime();

const isOpen = (send: Send, now: Date, apartSeconds: number): boolean =>
  send.endedAt === undefined &&
  !send.process.isDead() &&
  !send.process.isStopped &&
  !isLeaseOver(send, now, apartSeconds);

/** Whether an earlier attempt leaves room for the same one by another process: its lease is over, or given back for it. */
const isGivenUp = (send: Send, now: Date, apartSeconds: number): boolean =>
  isLeaseOver(send, now, apartSeconds) ||
  send.process.isStopped ||
  (send.process.isDead() && send.process.isBuried);

/** Of an attempt that two processes made, the first to tell of it was kept. */
const isKept = ({ rows }: DeliveryWorld, { deliveryId, number, startedAt, status }: Send): boolean =>
  rows.committed('delivery_attempts').some((row) => {
    const isSame = row['delivery_id'] === deliveryId && row['number'] === number;
    const began = (row['started_at'] as Date).getTime();
    return isSame && began === startedAt.getTime() && row['response_status'] === (status ?? null);
  });

/** Finds what must not be when an attempt begins. */
export function findBadStart(world: DeliveryWorld, plan: DeliveryPlan, send: Send): string[] {
  const { rows, sends, clock } = world;
  const now = clock.now();
  // A process that stood still past its lease sends late, and knows nothing of it.
  if (send.leaseEndsAt <= now) return [];
  const same = sends.filter(({ deliveryId }) => deliveryId === send.deliveryId);
  const twins = same.filter(({ number }) => number === send.number);
  const bad: string[] = [];
  if (twins.some((twin) => !isGivenUp(twin, now, apartOf(plan))))
    bad.push(`attempt ${send.number} is made twice within a lease`);
  const before = same.filter(({ number }) => number === send.number - 1);
  // Of two that were made across a resend by hand, nobody can tell which was kept.
  const isResent = before.some(({ reopened }) => reopened !== send.reopened);
  const pauses = (isResent ? [] : before)
    .filter((one) => isKept(world, one))
    .map(({ endedAt = NOW }) => (now.getTime() - endedAt.getTime()) / 1_000);
  if (pauses.length > 0 && pauses.every((seconds) => seconds < MIN_PAUSE_SECONDS - apartOf(plan)))
    bad.push(`attempt ${send.number} begins ${Math.max(...pauses)} s after a failure`);
  const delivery = rows
    .committed<DeliveryRow>('deliveries')
    .find(({ delivery_id }) => delivery_id === send.deliveryId);
  // Whoever takes it over once a lease has ended may have seen it before that attempt was kept.
  if (delivery?.state !== 'pending' && twins.length === 0)
    bad.push(`what is ${delivery?.state ?? 'not there'} is sent`);
  const atOnce =
    sends.filter((other) => other.endpointId === send.endpointId && isOpen(other, now, apartOf(plan)))
      .length + 1;
  const place = rows
    .committed<EndpointRow>('webhook_endpoints')
    .findIndex(({ endpoint_id }) => endpoint_id === send.endpointId);
  const most = plan.endpoints[place]?.maximumAtOnce ?? 0;
  if (atOnce > most) bad.push(`${atOnce} attempts at once where ${most} are allowed`);
  return bad;
}

/** Finds claims that nobody works on once all have come to rest: a living process holds them, or a dead one of whose name nobody was told. An endpoint that is off or rests is sent nothing. */
export function findIdleClaims({ rows, clock, ...world }: DeliveryWorld): string[] {
  const [names, now] = [world.names(), clock.now()];
  const open = rows
    .committed<EndpointRow>('webhook_endpoints')
    .filter(({ enabled, rests_until }) => enabled && (rests_until === null || rests_until <= now))
    .map(({ endpoint_id }) => endpoint_id);
  return rows
    .committed<ClaimRow>('delivery_claims')
    .filter(({ process_id, expires_at }) => names.includes(process_id) && expires_at > now)
    .filter(({ endpoint_id }) => open.includes(endpoint_id))
    .map(() => 'a process holds a claim, and does nothing for it');
}

function findBadDelivery(world: DeliveryWorld, plan: DeliveryPlan, delivery: DeliveryRow): string[] {
  const { delivery_id, state, attempts, schedule_from, skipped } = delivery;
  const sends = world.sends.filter(({ deliveryId }) => deliveryId === delivery_id);
  const rows = world.rows.committed('delivery_attempts').filter((row) => row['delivery_id'] === delivery_id);
  const numbers = rows.map(({ number }) => Number(number)).toSorted((one, other) => one - other);
  const bad: string[] = [];
  if (numbers.some((number, index) => number !== index + 1) || numbers.length !== attempts)
    bad.push(`${attempts} attempts are counted, and ${numbers.join()} kept`);
  for (const number of numbers)
    if (!sends.some((send) => send.number === number))
      bad.push(`attempt ${number} counts, and nothing was prepared for it (I5)`);
  const last = rows.find(({ number }) => number === attempts);
  const status = Number(last?.['response_status'] ?? 0);
  const most = Math.max(...plan.endpoints.map(({ maximumAttempts }) => maximumAttempts));
  if (state === 'pending') bad.push('something still waits after everything was healed (I5)');
  if (state === 'delivered' && !sends.some((send) => send.status === 204))
    bad.push('delivered, and never taken (I5)');
  if (state === 'delivered' && status !== 204)
    bad.push(`delivered by an attempt that ended with ${status} (I5)`);
  if (
    state === 'failed' &&
    !skipped &&
    status !== 410 &&
    attempts - schedule_from < Math.min(...plan.endpoints.map(({ maximumAttempts }) => maximumAttempts))
  )
    bad.push(`given up after ${attempts - schedule_from} attempts (I5)`);
  if (attempts - schedule_from > most)
    bad.push(`${attempts - schedule_from} attempts where ${most} are allowed`);
  return bad;
}

/** Finds what must not be once everything is healed and drained. */
export function findBadEnd(world: DeliveryWorld, plan: DeliveryPlan): string[] {
  const { rows, recorded, sends, faults } = world;
  const deliveries = rows.committed<DeliveryRow>('deliveries');
  const kept = rows.committed('events');
  const events = kept.map(({ event_id }) => String(event_id));
  const bad = deliveries.flatMap((delivery) => findBadDelivery(world, plan, delivery));
  for (const id of recorded) if (!events.includes(id)) bad.push('an event that was kept is gone (I1)');
  for (const id of events) {
    const count = deliveries.filter(({ event_id }) => event_id === id).length;
    // An endpoint that was switched off is not told of it.
    const isOfEndpoint = kept.some(({ event_id, type }) => event_id === id && type === 'endpoint.disabled');
    if (count !== plan.endpoints.length - (isOfEndpoint ? 1 : 0))
      bad.push(`an event has ${count} deliveries (I3, I5)`);
    const bodies = new Set(
      sends.flatMap((send) => (send.eventId === id && send.body !== '' ? [send.body] : [])),
    );
    if (bodies.size > 1) bad.push('attempts of one event differ in bytes (I5)');
  }
  const claims = rows
    .committed<ClaimRow>('delivery_claims')
    .filter(({ expires_at }) => expires_at > world.clock.now());
  if (claims.length > 0) bad.push(`${claims.length} claims are left`);
  for (const fault of faults) if (!fault.includes('SQLSTATE')) bad.push(fault);
  return bad;
}
