import type { TSchema } from 'typebox';
import { ListCallsResponse, ListedApiCall } from './api-calls.ts';
import { EraseIdentityRequest, ErasureCounts, ErasureResponse } from './erasures.ts';
import { EventField, EventTypeDescription, ListEventTypesResponse } from './event-catalogue.ts';
import { EVENT_SCHEMAS, ResendEventResponse, WebhookEvent } from './events.ts';
import { Health } from './health.ts';
import { Limit, LimitsResponse } from './limits.ts';
import { IssueTokenForm, TokenForm } from './token-forms.ts';
import {
  AuthorizationServerMetadata,
  IntrospectionResponse,
  PublicSigningJwk,
  PublicSigningJwks,
  TokenErrorResponse,
  TokenResponse,
} from './tokens.ts';
import {
  HistoryStep,
  ListTransactionsResponse,
  TransactionHistoryResponse,
  TransactionSummary,
} from './transaction-search.ts';
import {
  CreateTransactionRequest,
  CreateTransactionResponse,
  ErrorResponse,
  ReceiptResponse,
  TransactionStatus,
  TransactionStatusResponse,
} from './transactions.ts';
import { WebhookAuthentication } from './webhook-authentication.ts';
import {
  ChangeWebhookEndpointRequest,
  CreateWebhookEndpointRequest,
  CreateWebhookEndpointResponse,
  DeleteWebhookEndpointResponse,
  ListWebhookEndpointsResponse,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
  SendTestEventResponse,
  WebhookEndpoint,
} from './webhook-endpoints.ts';
import {
  BacklogResponse,
  DeliveryAttempt,
  DeliveryResponse,
  DeliverySummary,
  EventRecord,
  EventResentResponse,
  EventResponse,
  ListDeliveriesResponse,
  ListEventsResponse,
  ResendFailedRequest,
  ResendFailedResponse,
} from './webhook-log.ts';

/** The schemas of the published API by the names they have in its documentation. */
export const publishedSchemas: Readonly<Record<string, TSchema>> = {
  CreateTransactionRequest,
  CreateTransactionResponse,
  TransactionStatus,
  TransactionStatusResponse,
  TransactionSummary,
  ListTransactionsResponse,
  HistoryStep,
  TransactionHistoryResponse,
  ReceiptResponse,
  WebhookEvent,
  TransactionFinishedEvent: EVENT_SCHEMAS['transaction.finished'],
  TransactionChangedEvent: EVENT_SCHEMAS['transaction.changed'],
  ProcessFinishedEvent: EVENT_SCHEMAS['process.finished'],
  EndpointDisabledEvent: EVENT_SCHEMAS['endpoint.disabled'],
  EndpointTestEvent: EVENT_SCHEMAS['endpoint.test'],
  EventField,
  EventTypeDescription,
  ListEventTypesResponse,
  WebhookAuthentication,
  CreateWebhookEndpointRequest,
  CreateWebhookEndpointResponse,
  ChangeWebhookEndpointRequest,
  WebhookEndpoint,
  ListWebhookEndpointsResponse,
  DeleteWebhookEndpointResponse,
  RotateWebhookSecretRequest,
  RotateWebhookSecretResponse,
  SendTestEventResponse,
  ResendEventResponse,
  EventRecord,
  ListEventsResponse,
  EventResponse,
  EventResentResponse,
  DeliverySummary,
  ListDeliveriesResponse,
  DeliveryAttempt,
  DeliveryResponse,
  ResendFailedRequest,
  ResendFailedResponse,
  BacklogResponse,
  Limit,
  LimitsResponse,
  ListedApiCall,
  ListCallsResponse,
  EraseIdentityRequest,
  ErasureCounts,
  ErasureResponse,
  IssueTokenForm,
  TokenForm,
  TokenResponse,
  IntrospectionResponse,
  PublicSigningJwk,
  PublicSigningJwks,
  AuthorizationServerMetadata,
  Health,
  ErrorResponse,
  TokenErrorResponse,
};
