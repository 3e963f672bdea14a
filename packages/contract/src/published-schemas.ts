import type { TSchema } from 'typebox';
import { WebhookEvent } from './events.ts';
import { Health } from './health.ts';
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
  TransactionStatus,
  TransactionStatusResponse,
} from './transactions.ts';

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
  WebhookEvent,
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
