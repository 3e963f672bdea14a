import type * as contract from '@titular/contract';
import { PROCESS_STATES, TRANSACTION_STATUSES } from '@titular/contract';
import { isFinal } from '@titular/server/transactions/transaction.ts';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { isFinalState, isFinalStatus } from '../src/index.ts';
import type * as client from '../src/wire.ts';

/** A type written out, so that one made of parts and one written at once are the same. */
type Plain<Type> = Type extends object ? { [Key in keyof Type]: Plain<Type[Key]> } : Type;

test('the types of the package are those of the contract, field by field', () => {
  const same = expectTypeOf;
  same<Plain<client.CreateTransactionRequest>>().toEqualTypeOf<Plain<contract.CreateTransactionRequest>>();
  same<Plain<client.CreateTransactionResponse>>().toEqualTypeOf<Plain<contract.CreateTransactionResponse>>();
  same<Plain<client.TransactionStatusResponse>>().toEqualTypeOf<Plain<contract.TransactionStatusResponse>>();
  same<Plain<client.ListTransactionsResponse>>().toEqualTypeOf<Plain<contract.ListTransactionsResponse>>();
  same<Plain<client.TransactionHistoryResponse>>().toEqualTypeOf<
    Plain<contract.TransactionHistoryResponse>
  >();
  same<Plain<client.CreateProcessRequest>>().toEqualTypeOf<Plain<contract.CreateProcessRequest>>();
  same<Plain<client.CreateProcessResponse>>().toEqualTypeOf<Plain<contract.CreateProcessResponse>>();
  same<Plain<client.ProcessResponse>>().toEqualTypeOf<Plain<contract.ProcessResponse>>();
  same<Plain<client.ProcessHistoryResponse>>().toEqualTypeOf<Plain<contract.ProcessHistoryResponse>>();
  same<Plain<client.LimitsResponse>>().toEqualTypeOf<Plain<contract.LimitsResponse>>();
  same<client.WebhookEventType>().toEqualTypeOf<contract.EventType>();
  same<Plain<client.WebhookEvent>>().toEqualTypeOf<Plain<contract.WebhookEvent>>();
});

test('a list is narrowed by the parameters of the contract', () => {
  expectTypeOf<keyof import('../src/index.ts').ListTransactionsQuery>().toEqualTypeOf<
    keyof contract.ListTransactionsQuery
  >();
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
