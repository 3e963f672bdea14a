import type { CaseDelivery, DeliveryState } from '@titular/contract';
import type { OpenCase } from './case-model.ts';

/** Something that is said once when it changes on an open page. */
export type CaseChange =
  | { kind: 'caseStatus'; caseStatus: OpenCase['caseStatus'] }
  | { kind: 'delivery'; state: DeliveryState };

type Known = Pick<OpenCase, 'caseStatus'> & { deliveries: readonly Pick<CaseDelivery, 'id' | 'state'>[] };

const ENDS: readonly DeliveryState[] = ['delivered', 'failed'];

/** The one change that is worth a sentence: a new status before a delivery that ended; undefined where nothing of the kind happened. */
export function findChange(before: Known | undefined, now: Known): CaseChange | undefined {
  if (before === undefined) return undefined;
  if (before.caseStatus !== now.caseStatus) return { kind: 'caseStatus', caseStatus: now.caseStatus };
  const ended = now.deliveries.find(
    ({ id, state }) =>
      ENDS.includes(state) && before.deliveries.find((delivery) => delivery.id === id)?.state !== state,
  );
  return ended && { kind: 'delivery', state: ended.state };
}
