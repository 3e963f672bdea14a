import type {
  CheckResult,
  DeliveryState,
  ProcessResult,
  ProcessState,
  TransactionStatus,
  WebhookState,
} from '@titular/contract';
import type { Tone } from '../ui/badge.tsx';
import {
  AbsentIcon,
  ApprovedIcon,
  CanceledIcon,
  DeliveryIcon,
  ExpiredIcon,
  type Icon,
  OpenIcon,
  ProcessingIcon,
  RefusedIcon,
  SharedIcon,
  StoppedIcon,
  UnsureIcon,
  WaitingIcon,
} from './status-icons.ts';

/** How a code looks beside its words. */
export type View = Readonly<{ icon: Icon; tone: Tone }>;
/** What a transaction or process can be shown as. */
export type CaseStatus = TransactionStatus | ProcessState | ProcessResult | 'identity_changed';

/** Icon and tone of every status, state and result. */
export const statusViews: Readonly<Record<CaseStatus, View>> = {
  waiting: { icon: WaitingIcon, tone: 'accent' },
  processing: { icon: ProcessingIcon, tone: 'accent' },
  shared: { icon: SharedIcon, tone: 'accent' },
  approved: { icon: ApprovedIcon, tone: 'good' },
  inconclusive: { icon: RefusedIcon, tone: 'danger' },
  expired: { icon: ExpiredIcon, tone: 'plain' },
  'unknown-share': { icon: UnsureIcon, tone: 'danger' },
  'fast-inconclusive': { icon: StoppedIcon, tone: 'danger' },
  'absent-holder': { icon: AbsentIcon, tone: 'notice' },
  canceled: { icon: CanceledIcon, tone: 'plain' },
  identity_changed: { icon: UnsureIcon, tone: 'notice' },
  PROCESS_STATE_CREATED: { icon: WaitingIcon, tone: 'accent' },
  PROCESS_STATE_FINISHED: { icon: OpenIcon, tone: 'plain' },
  PROCESS_STATE_FAILED: { icon: StoppedIcon, tone: 'danger' },
  PROCESS_RESULT_OK: { icon: ApprovedIcon, tone: 'good' },
  PROCESS_RESULT_ERROR: { icon: StoppedIcon, tone: 'danger' },
  PROCESS_RESULT_INVALID_IDENTITY: { icon: RefusedIcon, tone: 'danger' },
  PROCESS_RESULT_EXPIRED: { icon: ExpiredIcon, tone: 'plain' },
};

/** How a transaction is shown: an approval of somebody else is no plain approval. */
export const statusOfTransaction = (
  status: TransactionStatus,
  hasIdentityChanged: boolean | undefined,
): CaseStatus => (status === 'approved' && hasIdentityChanged ? 'identity_changed' : status);

/** How a process is shown: by its result, once there is one. */
export const statusOfProcess = (state: ProcessState, result: ProcessResult | undefined): CaseStatus =>
  result ?? state;

/** Icon and tone of the webhooks of a transaction, taken together. */
export const webhookViews: Readonly<Record<WebhookState, View>> = {
  none: { icon: OpenIcon, tone: 'plain' },
  pending: { icon: WaitingIcon, tone: 'accent' },
  delivered: { icon: ApprovedIcon, tone: 'good' },
  failed: { icon: RefusedIcon, tone: 'danger' },
};

/** Icon and tone of one delivery. */
export const deliveryViews: Readonly<Record<DeliveryState, View>> = {
  pending: { icon: WaitingIcon, tone: 'accent' },
  sending: { icon: DeliveryIcon, tone: 'accent' },
  delivered: { icon: ApprovedIcon, tone: 'good' },
  failed: { icon: RefusedIcon, tone: 'danger' },
};

/** Icon and tone of the result of a check. */
export const checkViews: Readonly<Record<CheckResult, View>> = {
  passed: { icon: ApprovedIcon, tone: 'good' },
  failed: { icon: RefusedIcon, tone: 'danger' },
  found: { icon: UnsureIcon, tone: 'notice' },
  impossible: { icon: UnsureIcon, tone: 'plain' },
  match: { icon: ApprovedIcon, tone: 'good' },
  partial: { icon: UnsureIcon, tone: 'notice' },
  no_match: { icon: RefusedIcon, tone: 'danger' },
  not_performed: { icon: UnsureIcon, tone: 'plain' },
  not_done: { icon: OpenIcon, tone: 'plain' },
};
