import type { TransactionStatus, WebhookEvent, WebhookEventType } from './transactions.ts';

/** How requests to an endpoint are authenticated besides their signature; credentials are taken and never shown again. */
export type WebhookAuthentication =
  | { kind: 'none' }
  | { kind: 'basic'; user: string; password: string }
  /** `header:value`, or a bare value for `Authorization`. */
  | { kind: 'api-key'; key: string }
  | { kind: 'oauth2'; tokenUrl: string; clientId: string; clientSecret: string; scope?: string | undefined };

/** A type of event, as a subscription names it: the end of a process by its state, too. */
export type EventTypeName = WebhookEventType | 'PROCESS_STATE_FINISHED' | 'PROCESS_STATE_FAILED';

/** What a new endpoint is made of. */
export type CreateWebhookEndpointRequest = {
  /** The company whose events are sent there. */
  company: string;
  /** https, in the test environment also http. */
  url: string;
  /** Your own description. */
  description?: string | undefined;
  /** All without it. */
  eventTypes?: EventTypeName[] | undefined;
  /** All final ones without it; one that is not final subscribes to `transaction.changed` as well. */
  statuses?: TransactionStatus[] | undefined;
  authentication?: WebhookAuthentication | undefined;
  /** How often a delivery is tried, 1 to 50; 8 without it. */
  maximumAttempts?: number | undefined;
  /** Seconds between attempts, 1 to 86,400; without it pauses grow from 5 seconds to 10 hours. */
  intervalSeconds?: number | undefined;
  /** Most requests under way at once, 1 to 500; 50 without it. */
  maximumAtOnce?: number | undefined;
  /** How long an answer may take, 1 to 60; 15 without it. */
  timeoutSeconds?: number | undefined;
};

/** What is changed of an endpoint; what is left out stays, and null takes a description or an interval away. */
export type ChangeWebhookEndpointRequest = Omit<
  CreateWebhookEndpointRequest,
  'company' | 'url' | 'description' | 'intervalSeconds'
> & {
  /** https, in the test environment also http. */
  url?: string | undefined;
  description?: string | null | undefined;
  intervalSeconds?: number | null | undefined;
  /** Switched on it forgets its failures; switched off it ends what waits for it. */
  enabled?: boolean | undefined;
};

/** An endpoint: no secret, and no credential. */
export type WebhookEndpoint = {
  id: string;
  company: string;
  url: string;
  description?: string;
  /** Empty for all. */
  eventTypes: WebhookEventType[];
  /** Empty for all final ones. */
  statuses: TransactionStatus[];
  authentication: { kind: WebhookAuthentication['kind'] };
  maximumAttempts: number;
  intervalSeconds?: number;
  maximumAtOnce: number;
  timeoutSeconds: number;
  enabled: boolean;
  disabledReason?: 'asked' | 'gone' | 'failing';
  disabledAt?: string;
  /** The first failed attempt since the last success; absent while it is well. */
  failingSince?: string;
  failures: number;
  /** Until when the secret before the last rotation still signs. */
  previousSecretEndsAt?: string;
  createdAt: string;
};

/** A new endpoint; its `secret` is shown this once. */
export type CreateWebhookEndpointResponse = WebhookEndpoint & { secret: string };

/** A page of endpoints, newest first; `nextCursor` is absent on the last. */
export type ListWebhookEndpointsResponse = { endpoints: WebhookEndpoint[]; nextCursor?: string };

/** What is left of a deleted endpoint. */
export type DeleteWebhookEndpointResponse = { id: string; deletedAt: string };

/** For how many seconds the old secret signs beside the new one: 0 to 604,800, a day without it. */
export type RotateWebhookSecretRequest = { overlapSeconds?: number | undefined };

/** The new secret, shown this once. */
export type RotateWebhookSecretResponse = { id: string; secret: string; previousSecretEndsAt?: string };

/** The test event that is on its way. */
export type SendTestEventResponse = { id: string; type: 'endpoint.test' };

/** From when on failed deliveries are sent again: RFC 3339, at most 90 days ago. */
export type ResendFailedRequest = { since: string };

/** How many are sent again by this request, and whether there are more. */
export type ResendFailedResponse = { deliveries: number; hasMore: boolean };

/** What waits for an endpoint, counted up to 10,000; beyond that there is `more`. */
export type BacklogResponse = { waiting: number; more: boolean; oldestDueSeconds?: number };

/** An event as the log has it: the body of its webhook, with the company that it belongs to. */
export type EventRecord = WebhookEvent & { companyId: string };

/** Events in the order of their commits; `cursor` goes on after them, also where there was none, and `nextCursor` is absent on the last page. */
export type ListEventsResponse = {
  events: EventRecord[];
  cursor: string;
  hasMore: boolean;
  nextCursor?: string;
};

/** One event on its way to one endpoint; the last two states are over. */
export type DeliverySummary = {
  id: string;
  endpointId: string;
  eventId: string;
  type: WebhookEventType;
  state: 'pending' | 'sending' | 'delivered' | 'failed';
  attempts: number;
  nextAttemptAt?: string;
  finishedAt?: string;
  /** It failed without an attempt, because its endpoint was switched off. */
  skipped?: boolean;
};

/** An event with each of its deliveries. */
export type EventResponse = EventRecord & { deliveries: DeliverySummary[] };

/** An event that is sent again, and to how many endpoints. */
export type EventResentResponse = { id: string; type: WebhookEventType; deliveries: number };

/** The last event of a transaction, which is sent again, and to how many endpoints. */
export type ResendEventResponse = EventResentResponse & { status: TransactionStatus; sequence: number };

/** A page of deliveries, those of the newest events first; `nextCursor` is absent on the last. */
export type ListDeliveriesResponse = { deliveries: DeliverySummary[]; nextCursor?: string };

/** One try to deliver: what the receiver answered, or why there was no answer. */
export type DeliveryAttempt = {
  number: number;
  startedAt: string;
  durationMs: number;
  responseStatus?: number;
  /** The first 4 KiB of the answer, kept for 30 days. */
  response?: string;
  error?: string;
};

/** A delivery with its attempts, oldest first; of very many the last 100. */
export type DeliveryResponse = DeliverySummary & { history: DeliveryAttempt[] };
