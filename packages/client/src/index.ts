export type { Clock } from './http/clock.ts';
export * from './http/errors.ts';
export type { Hooks, RequestInfo, ResponseInfo, RetryInfo } from './http/hooks.ts';
export type { List } from './http/list.ts';
export type {
  AssertionCredentials,
  CallOptions,
  ClientSecretCredentials,
  CreateOptions,
  Credentials,
  SignAssertion,
  TitularOptions,
} from './http/options.ts';
export type { Erasures, Persons } from './persons.ts';
export type { Processes } from './processes.ts';
export type { References } from './references.ts';
export type { Sandbox } from './sandbox.ts';
export { Titular } from './titular.ts';
export type { AssertionAlgorithm, PrivateJwk } from './tokens/assertion-key.ts';
export type { ListTransactionsQuery, TransactionList, Transactions } from './transactions.ts';
export type { WaitOptions } from './wait-for-end.ts';
export type { Deliveries, ListDeliveriesQuery } from './webhooks/deliveries.ts';
export {
  createEventHandler,
  type EventHandlerOptions,
  type EventHandlers,
  type HandledEvent,
} from './webhooks/event-handler.ts';
export type { EventInbox } from './webhooks/event-inbox.ts';
export {
  createMemoryEventStore,
  type EventMark,
  type EventStore,
  type EventVerdict,
} from './webhooks/event-store.ts';
export type { Events, ListEventsQuery } from './webhooks/events.ts';
export { verifyWebhook, type WebhookDelivery, type WebhookHeaders } from './webhooks/verify-webhook.ts';
export type { ListWebhookEndpointsQuery, WebhookEndpoints } from './webhooks/webhook-endpoints.ts';
export * from './wire/persons.ts';
export * from './wire/references.ts';
export * from './wire/sandbox.ts';
export * from './wire/transactions.ts';
export * from './wire/webhooks.ts';
