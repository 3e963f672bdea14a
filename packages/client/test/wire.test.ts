import type * as contract from '@titular/contract';
import { PROCESS_STATES, TRANSACTION_STATUSES } from '@titular/contract';
import { isFinal } from '@titular/server/transactions/transaction.ts';
import { describe, expect, expectTypeOf, test } from 'vitest';
import type * as client from '../src/index.ts';
import { isFinalState, isFinalStatus } from '../src/index.ts';
import type { OperationRows } from '../src/operations.ts';

/** A type written out, so that one made of parts and one written at once are the same; a list of words that is open is any text. */
type Plain<Type> = Type extends string
  ? string extends Type
    ? string
    : Type
  : Type extends object
    ? { [Key in keyof Type]: Plain<Type[Key]> }
    : Type;

/** The same as a program may give it: what may be left out may be undefined. */
type Given<Type> = Type extends object
  ? { [Key in keyof Type]: Given<Type[Key]> | (object extends Pick<Type, Key> ? undefined : never) }
  : Type;

/** The words of a list that is open. */
type KnownOf<Word> = Word extends string ? (string extends Word ? never : Word) : never;

test('the types of the package are those of the contract, field by field', () => {
  const same = expectTypeOf;
  same<Plain<client.CreateTransactionRequest>>().toEqualTypeOf<Given<contract.CreateTransactionRequest>>();
  same<Plain<client.CreateTransactionResponse>>().toEqualTypeOf<Plain<contract.CreateTransactionResponse>>();
  same<Plain<client.TransactionStatusResponse>>().toEqualTypeOf<Plain<contract.TransactionStatusResponse>>();
  same<Plain<client.ListTransactionsResponse>>().toEqualTypeOf<Plain<contract.ListTransactionsResponse>>();
  same<Plain<client.TransactionHistoryResponse>>().toEqualTypeOf<
    Plain<contract.TransactionHistoryResponse>
  >();
  same<Plain<client.CreateProcessRequest>>().toEqualTypeOf<Given<contract.CreateProcessRequest>>();
  same<Plain<client.CreateProcessResponse>>().toEqualTypeOf<Plain<contract.CreateProcessResponse>>();
  same<Plain<client.ProcessResponse>>().toEqualTypeOf<Plain<contract.ProcessResponse>>();
  same<Plain<client.ProcessHistoryResponse>>().toEqualTypeOf<Plain<contract.ProcessHistoryResponse>>();
  same<Plain<client.LimitsResponse>>().toEqualTypeOf<Plain<contract.LimitsResponse>>();
  same<client.WebhookEventType>().toEqualTypeOf<contract.EventType>();
  same<Plain<client.WebhookEvent>>().toEqualTypeOf<Plain<contract.WebhookEvent>>();
});

test('the types about webhooks and persons are those of the contract, field by field', () => {
  const same = expectTypeOf;
  same<Plain<client.ReceiptResponse>>().toEqualTypeOf<Plain<contract.ReceiptResponse>>();
  same<Plain<client.CreateWebhookEndpointRequest>>().toEqualTypeOf<
    Given<contract.CreateWebhookEndpointRequest>
  >();
  same<Plain<client.ChangeWebhookEndpointRequest>>().toEqualTypeOf<
    Given<contract.ChangeWebhookEndpointRequest>
  >();
  same<Plain<client.CreateWebhookEndpointResponse>>().toEqualTypeOf<
    Plain<contract.CreateWebhookEndpointResponse>
  >();
  same<Plain<client.ListWebhookEndpointsResponse>>().toEqualTypeOf<
    Plain<contract.ListWebhookEndpointsResponse>
  >();
  same<Plain<client.DeleteWebhookEndpointResponse>>().toEqualTypeOf<
    Plain<contract.DeleteWebhookEndpointResponse>
  >();
  same<Plain<client.RotateWebhookSecretRequest>>().toEqualTypeOf<
    Given<contract.RotateWebhookSecretRequest>
  >();
  same<Plain<client.RotateWebhookSecretResponse>>().toEqualTypeOf<
    Plain<contract.RotateWebhookSecretResponse>
  >();
  same<Plain<client.SendTestEventResponse>>().toEqualTypeOf<Plain<contract.SendTestEventResponse>>();
  same<Plain<client.ResendFailedRequest>>().toEqualTypeOf<Given<contract.ResendFailedRequest>>();
  same<Plain<client.ResendFailedResponse>>().toEqualTypeOf<Plain<contract.ResendFailedResponse>>();
  same<Plain<client.BacklogResponse>>().toEqualTypeOf<Plain<contract.BacklogResponse>>();
  same<Plain<client.ListDeliveriesResponse>>().toEqualTypeOf<Plain<contract.ListDeliveriesResponse>>();
  same<Plain<client.DeliveryResponse>>().toEqualTypeOf<Plain<contract.DeliveryResponse>>();
  same<Plain<client.EventResentResponse>>().toEqualTypeOf<Plain<contract.EventResentResponse>>();
  same<Plain<client.ResendEventResponse>>().toEqualTypeOf<Plain<contract.ResendEventResponse>>();
  same<Plain<client.EraseIdentityRequest>>().toEqualTypeOf<Given<contract.EraseIdentityRequest>>();
  same<Plain<client.ErasureResponse>>().toEqualTypeOf<Plain<contract.ErasureResponse>>();
  same<Plain<client.CreateReferenceRequest>>().toEqualTypeOf<Given<contract.CreateReferenceRequest>>();
  same<Plain<client.ReferenceResponse>>().toEqualTypeOf<Plain<contract.ReferenceResponse>>();
  same<Plain<client.DeleteReferenceResponse>>().toEqualTypeOf<Plain<contract.DeleteReferenceResponse>>();
});

test('an event of the log has the fields of the contract, each type its own, and goes through the handler of webhooks', () => {
  type FieldsOf<Event> = Event extends unknown ? keyof Event : never;
  expectTypeOf<FieldsOf<client.EventRecord>>().toEqualTypeOf<keyof contract.EventRecord>();
  expectTypeOf<client.EventRecord>().toExtend<contract.EventRecord>();
  expectTypeOf<client.EventRecord>().toExtend<client.WebhookEvent>();
  expectTypeOf<Omit<client.ListEventsResponse, 'events'>>().toEqualTypeOf<
    Omit<contract.ListEventsResponse, 'events'>
  >();
  expectTypeOf<client.EventResponse>().toExtend<contract.EventResponse>();
});

test('the sandbox may get new words: its types take all that there are', () => {
  expectTypeOf<contract.ListScenariosResponse>().toExtend<client.ListScenariosResponse>();
  expectTypeOf<contract.StepTransactionRequest>().toExtend<client.StepTransactionRequest>();
  expectTypeOf<keyof contract.SandboxScenario>().toEqualTypeOf<keyof client.SandboxScenario>();
});

test('words that an editor offers are those of the contract, and others are taken', () => {
  const same = expectTypeOf;
  type PersonKey = (typeof contract.PERSON_IDENTIFIER_TYPES)[contract.PersonIdentifierType];
  same<KnownOf<client.SandboxEvent>>().toEqualTypeOf<contract.SandboxEvent>();
  same<KnownOf<client.IdentityKey>>().toEqualTypeOf<PersonKey>();
  same<KnownOf<client.CreateTransactionRequest['identity']['key']>>().toEqualTypeOf<PersonKey>();
  same<KnownOf<client.EraseIdentityRequest['identity']['key']>>().toEqualTypeOf<PersonKey>();
  same<string>().toExtend<client.SandboxEvent>();
  same<string>().toExtend<client.IdentityKey>();
});

test('lists are narrowed by the parameters of the contract', () => {
  const same = expectTypeOf;
  same<keyof client.ListTransactionsQuery>().toEqualTypeOf<keyof contract.ListTransactionsQuery>();
  same<keyof client.ListEventsQuery>().toEqualTypeOf<keyof contract.ListEventsQuery>();
  same<keyof client.ListDeliveriesQuery>().toEqualTypeOf<keyof contract.ListDeliveriesQuery>();
  same<keyof client.ListWebhookEndpointsQuery>().toEqualTypeOf<keyof contract.ListWebhookEndpointsQuery>();
});

test('a row of the table of operations that takes something else than its method does not compile', () => {
  type Calls = { get(id: string, options?: client.CallOptions): Promise<unknown> };
  const right: OperationRows<Calls> = { get: ['readThing', 'GET', '/things/{id}', 'id', 'always'] };
  // @ts-expect-error The method takes an id, and no body.
  const wrong: OperationRows<Calls> = { get: ['readThing', 'GET', '/things/{id}', 'body', 'always'] };
  expect(wrong).not.toEqual(right);
});

describe('what is final', () => {
  test.each(TRANSACTION_STATUSES)('%s is as the service has it', (status) => {
    expect(isFinalStatus(status)).toBe(isFinal(status));
  });

  test.each(PROCESS_STATES)('%s is as the service has it', (state) => {
    expect(isFinalState(state)).toBe(state !== 'PROCESS_STATE_CREATED');
  });

  test('is never a word that this version does not know', () => {
    expect([
      isFinalStatus('pondering'),
      isFinalState('PROCESS_STATE_PAUSED'),
      isFinalStatus('toString'),
    ]).toEqual([false, false, false]);
  });
});
