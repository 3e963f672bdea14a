import type { DeliveryRows } from '@titular/contract';

/** Milliseconds until what is on its way is read again. */
export const MOVING_MS = 2_000;
/** The same of what rests. */
export const RESTING_MS = 15_000;

type Moving = Pick<DeliveryRows['deliveries'][number], 'state' | 'nextAttemptAt'>;

/** Whether a delivery is on its way right now, not merely waiting for a next attempt hours off. */
export const isMovingAt = ({ state, nextAttemptAt }: Moving, nowMs: number): boolean =>
  state === 'sending' ||
  (state === 'pending' && nextAttemptAt !== undefined && Date.parse(nextAttemptAt) <= nowMs + MOVING_MS);

/** After how long these deliveries are read again. */
export const readAgainMs = (deliveries: readonly Moving[], nowMs: number): number =>
  deliveries.some((one) => isMovingAt(one, nowMs)) ? MOVING_MS : RESTING_MS;
