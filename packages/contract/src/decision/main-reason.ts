import { REASON_CODES, type ReasonCode } from './reason-codes.ts';

/** Whether a reason speaks for approval, against it, or only says how. */
type Weight = 'for' | 'against' | 'note';

/** Reasons that do not speak against approval; every other one does. */
const WEIGHTS: Readonly<Partial<Record<ReasonCode, Weight>>> = {
  live_elsewhere: 'for',
  live: 'for',
  moved_by_distance: 'note',
  matches_reference: 'for',
  enrolled: 'for',
  reference_renewed: 'for',
  enrolled_unproven: 'note',
  stated_identity: 'note',
  sandbox_scenario: 'note',
  card_confirmed: 'note',
  canceled_by_merchant: 'note',
  canceled_by_operator: 'note',
};

/** What a reason speaks for. */
export const weightOf = (reason: ReasonCode): Weight => WEIGHTS[reason] ?? 'against';

/** Whether a code is one of this release; a newer one may know more. */
export const isReasonCode = (code: string): code is ReasonCode =>
  (REASON_CODES as readonly string[]).includes(code);

const findWith = (reasons: readonly ReasonCode[], weight: Weight): ReasonCode | undefined =>
  weight === 'for'
    ? reasons.findLast((reason) => weightOf(reason) === weight)
    : reasons.find((reason) => weightOf(reason) === weight);

/** The one reason that answers why: of an approval the last that speaks for it, else the first that speaks against it. */
export function mainReason(codes: readonly string[], isApproved: boolean): ReasonCode | undefined {
  const reasons = codes.filter(isReasonCode);
  const found = isApproved
    ? findWith(reasons, 'for')
    : (findWith(reasons, 'against') ?? findWith(reasons, 'for'));
  return found ?? reasons[0];
}
