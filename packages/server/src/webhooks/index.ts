export {
  FIRST_PLACE,
  type FollowedAttempt,
  listAttemptsBetween,
  listLastAttempts,
  takeSnapshot,
} from './deliveries/attempt-tail-store.ts';
export { listQueues } from './deliveries/backlog-store.ts';
export { MAX_WAIT_SECONDS } from './deliveries/backlog-tasks.ts';
export { listTenantsOfWebhooks, summarizeDeliveries } from './deliveries/delivery-log-store.ts';
export { deleteLateReceiverAnswers } from './deliveries/erase-answers-store.ts';
export {
  listDeliveries,
  listEventDeliveries,
  overdueSeconds,
  readDelivery,
} from './deliveries/read-deliveries.ts';
export { readEndpointHealth } from './deliveries/read-endpoint-health.ts';
export { readSentDeliveries, readSubjectLog, toSent, withoutQuery } from './deliveries/read-subject-log.ts';
export {
  resendDelivery,
  resendEventById,
  resendFailed,
  resendFailedInTime,
} from './deliveries/resend-deliveries.ts';
export { resendEvent } from './deliveries/resend-event.ts';
export { countFailed, searchDeliveries } from './deliveries/search-deliveries.ts';
export { countDeliveriesAbout } from './deliveries/subject-log-store.ts';
export type { EndpointDeps } from './endpoints/administer-endpoints.ts';
export { changeEndpoint, deleteEndpoint } from './endpoints/change-endpoint.ts';
export { createEndpoint } from './endpoints/create-endpoint.ts';
export type { Endpoint } from './endpoints/endpoint.ts';
export { readBackOff } from './endpoints/endpoint-health-store.ts';
export { listCompaniesWithoutEndpoint } from './endpoints/endpoint-store.ts';
export { endpointRules, type FindEndpointRules } from './endpoints/endpoint-url.ts';
export { readEndpoint, searchEndpoints, searchEndpointsOf, showEndpoint } from './endpoints/read-endpoint.ts';
export { registerEndpoint } from './endpoints/register-endpoint.ts';
export { rotateEndpointSecret } from './endpoints/rotate-endpoint-secret.ts';
export { countEndpoints, readTenantQueue } from './endpoints/tenant-webhooks-store.ts';
export { type EventSubject, eventBody, type StoredEvent } from './events/event.ts';
export { type LoggedEventRow, listLastEvents } from './events/event-log-store.ts';
export { findEvent, findLastEvent, readEventHorizon } from './events/event-store.ts';
export { toRecord } from './events/read-events.ts';
export { recordEvent } from './events/record-event.ts';
export { type Ending, recordEndings } from './events/record-events.ts';
export { type EventSearchDeps, searchEventsOf } from './events/search-events.ts';
export { sendTestEvent } from './events/send-test-event.ts';
export type { Subscriptions } from './events/subscriptions.ts';
export { triggerEvent } from './events/trigger-event.ts';
export { listSkippedOf, type MadeUpAttempt, writeMadeUpAttempts } from './made-up/attempt-store.ts';
export { deleteEndpointsOfCompanies, deleteEventsOfCompanies } from './made-up/clear-company-store.ts';
export { registerSilent } from './made-up/register-silent.ts';
export { readOldestDueSeconds, releaseClaimsOf } from './queue/delivery-queue-store.ts';
export { listOverdueTenants } from './queue/overdue-tenants-store.ts';
export { parseTokenAnswer, tokenRequest } from './sender/fetch-token.ts';
export { findOpenedEndpoint, type OpenedEndpoint } from './sender/open-sealed.ts';
export { createWebhookSender, type WebhookSender } from './sender/send-webhook.ts';
export { signWebhook, webhookSecret } from './sender/sign-webhook.ts';
export { verifyWebhook } from './sender/verify-webhook.ts';
