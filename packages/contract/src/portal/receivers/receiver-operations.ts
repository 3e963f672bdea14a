const ACCESSES = '/portal/api/t/:tenant_id/endpoints/:endpoint_id/receivers';
const PAGE = '/portal/api/receiver';
const DELIVERY = `${PAGE}/deliveries/:delivery_id` as const;
const FOR_THE_PAGE = { none: 'Only the page of a receiver has such a session.' };

/** Calls about receiver links, of members; and the calls of the receiver's page, which take the endpoint from its session. */
export const receiverOperations = {
  listReceiverAccesses: {
    method: 'GET',
    path: ACCESSES,
    access: 'endpoints:manage',
    twin: { command: 'webhooks receivers' },
  },
  makeReceiverLink: {
    method: 'POST',
    path: ACCESSES,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { command: 'webhooks receiver-link' },
  },
  endReceiverAccess: {
    method: 'DELETE',
    path: `${ACCESSES}/:access_id`,
    access: 'endpoints:manage',
    twin: { command: 'webhooks end-receiver' },
  },
  openReceiverLink: { method: 'POST', path: `${PAGE}/open`, access: 'anybody', twin: FOR_THE_PAGE },
  readReceiverSession: { method: 'GET', path: `${PAGE}/session`, access: 'receiver', twin: FOR_THE_PAGE },
  endReceiverSession: {
    method: 'DELETE',
    path: `${PAGE}/session`,
    access: 'receiver',
    twin: { command: 'webhooks end-receiver' },
  },
  searchReceiverDeliveries: {
    method: 'POST',
    path: `${PAGE}/deliveries/search`,
    access: 'receiver',
    twin: { operation: 'listDeliveries' },
  },
  readReceiverDelivery: {
    method: 'GET',
    path: DELIVERY,
    access: 'receiver',
    twin: { operation: 'readDelivery' },
  },
  resendReceiverDelivery: {
    method: 'POST',
    path: `${DELIVERY}/resend`,
    access: 'receiver',
    twin: { operation: 'resendDelivery' },
  },
  countReceiverFailed: {
    method: 'POST',
    path: `${PAGE}/failed/count`,
    access: 'receiver',
    twin: { operation: 'listDeliveries' },
  },
  resendReceiverFailed: {
    method: 'POST',
    path: `${PAGE}/failed/resend`,
    access: 'receiver',
    twin: { operation: 'resendFailed' },
  },
  sendReceiverTest: {
    method: 'POST',
    path: `${PAGE}/test`,
    access: 'receiver',
    twin: { operation: 'sendTestEvent' },
  },
} as const;
