const T = '/portal/api/t/:tenant_id';
const ENDPOINTS = `${T}/endpoints` as const;
const ENDPOINT = `${ENDPOINTS}/:endpoint_id` as const;
const EVENTS = `${T}/events` as const;

/** Calls of the developers' section. */
export const developerOperations = {
  searchPortalEndpoints: {
    method: 'POST',
    path: `${ENDPOINTS}/search`,
    access: 'endpoints:manage',
    twin: { operation: 'listWebhookEndpoints' },
  },
  countPortalEndpoints: {
    method: 'POST',
    path: `${ENDPOINTS}/count`,
    access: 'endpoints:manage',
    twin: { operation: 'listWebhookEndpoints' },
  },
  createPortalEndpoint: {
    method: 'POST',
    path: ENDPOINTS,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { operation: 'createWebhookEndpoint' },
  },
  readPortalEndpoint: {
    method: 'GET',
    path: ENDPOINT,
    access: 'endpoints:manage',
    twin: { operation: 'readWebhookEndpoint' },
  },
  changePortalEndpoint: {
    method: 'PATCH',
    path: ENDPOINT,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { operation: 'changeWebhookEndpoint' },
  },
  deletePortalEndpoint: {
    method: 'DELETE',
    path: ENDPOINT,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { operation: 'deleteWebhookEndpoint' },
  },
  rotatePortalSecret: {
    method: 'POST',
    path: `${ENDPOINT}/rotate-secret`,
    access: 'endpoints:manage',
    stepUp: true,
    twin: { operation: 'rotateWebhookSecret' },
  },
  sendPortalTest: {
    method: 'POST',
    path: `${ENDPOINT}/test`,
    access: 'endpoints:manage',
    twin: { operation: 'sendTestEvent' },
  },
  searchPortalDeliveries: {
    method: 'POST',
    path: `${ENDPOINT}/deliveries/search`,
    access: 'endpoints:manage',
    twin: { operation: 'listDeliveries' },
  },
  readPortalDelivery: {
    method: 'GET',
    path: `${ENDPOINT}/deliveries/:delivery_id`,
    access: 'endpoints:manage',
    twin: { operation: 'readDelivery' },
  },
  countPortalFailed: {
    method: 'POST',
    path: `${ENDPOINT}/failed/count`,
    access: 'endpoints:manage',
    twin: { operation: 'listDeliveries' },
  },
  resendPortalFailed: {
    method: 'POST',
    path: `${ENDPOINT}/failed/resend`,
    access: 'endpoints:manage',
    twin: { operation: 'resendFailed' },
  },
  searchPortalEvents: {
    method: 'POST',
    path: `${EVENTS}/search`,
    access: 'endpoints:manage',
    twin: { operation: 'listEvents' },
  },
  readPortalEvent: {
    method: 'GET',
    path: `${EVENTS}/:event_id`,
    access: 'endpoints:manage',
    twin: { operation: 'readEvent' },
  },
  resendPortalEvent: {
    method: 'POST',
    path: `${EVENTS}/:event_id/resend`,
    access: 'deliveries:resend',
    twin: { operation: 'resendEventById' },
  },
  listPortalEventTypes: {
    method: 'GET',
    path: `${T}/event-types`,
    access: 'endpoints:manage',
    twin: { operation: 'listEventTypes' },
  },
} as const;
