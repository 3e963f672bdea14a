import { SendTestEventResponse } from '../../webhooks/webhook-endpoints.ts';
import { ResendFailedRequest, ResendFailedResponse } from '../../webhooks/webhook-log.ts';
import { Resent } from '../case.ts';
import { DeliveryRows, DeliveryView, FailedCount, SearchDeliveries } from '../developers.ts';
import { Done } from '../people.ts';
import { OpenReceiverLink, ReceiverAccesses, ReceiverLink, ReceiverSession } from './receivers.ts';

/** Body and answer of every call about receivers. */
export const receiverCalls = {
  listReceiverAccesses: { body: undefined, answer: ReceiverAccesses },
  makeReceiverLink: { body: Done, answer: ReceiverLink },
  endReceiverAccess: { body: Done, answer: Done },
  openReceiverLink: { body: OpenReceiverLink, answer: ReceiverSession },
  readReceiverSession: { body: undefined, answer: ReceiverSession },
  endReceiverSession: { body: Done, answer: Done },
  searchReceiverDeliveries: { body: SearchDeliveries, answer: DeliveryRows },
  readReceiverDelivery: { body: undefined, answer: DeliveryView },
  resendReceiverDelivery: { body: Done, answer: Resent },
  countReceiverFailed: { body: ResendFailedRequest, answer: FailedCount },
  resendReceiverFailed: { body: ResendFailedRequest, answer: ResendFailedResponse },
  sendReceiverTest: { body: Done, answer: SendTestEventResponse },
};
