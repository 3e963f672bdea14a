export type { AssertionAlgorithm, PrivateJwk } from './assertion-key.ts';
export type { Clock } from './clock.ts';
export * from './errors.ts';
export {
  createEventHandler,
  type EventHandlerOptions,
  type EventHandlers,
  type HandledEvent,
} from './event-handler.ts';
export type { EventInbox } from './event-inbox.ts';
export { createMemoryEventStore, type EventMark, type EventStore, type EventVerdict } from './event-store.ts';
export type { Hooks, RequestNote, ResponseNote, RetryNote } from './hooks.ts';
export type {
  AssertionCredentials,
  CallOptions,
  ClientSecretCredentials,
  CreateOptions,
  Credentials,
  TitularOptions,
} from './options.ts';
export type { Processes } from './processes.ts';
export { Titular } from './titular.ts';
export type { ListTransactionsQuery, TransactionList } from './transaction-list.ts';
export type { Transactions } from './transactions.ts';
export { verifyWebhook, type WebhookDelivery, type WebhookHeaders } from './verify-webhook.ts';
export type { WaitOptions } from './wait-for-end.ts';
export * from './wire.ts';
