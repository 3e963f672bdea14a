import type { CaseDelivery } from '@titular/contract';

const OPEN_MS = 2_000;
const DELIVERING_MS = 5_000;
const FINAL_MS = 30_000;

/** When a case is read again, in milliseconds; false for not at all. */
export function decidePollMs(
  known: { isFinal: boolean; deliveries: readonly Pick<CaseDelivery, 'state'>[] } | undefined,
  isVisible: boolean,
): number | false {
  if (!isVisible || known === undefined) return false;
  if (!known.isFinal) return OPEN_MS;
  const isMoving = known.deliveries.some(({ state }) => state === 'pending' || state === 'sending');
  return isMoving ? DELIVERING_MS : FINAL_MS;
}
