import type { ProcessResult, ProcessState, TransactionStatus } from '@titular/contract';

/** Lists the words of a union, in this order; one that is missing does not compile, and no schema comes along. */
const listOf = <Word extends string>(words: Readonly<Record<Word, true>>): readonly Word[] =>
  Object.keys(words) as Word[];

/** Every status of a transaction, in the order of the contract. */
export const transactionStatuses = listOf<TransactionStatus>({
  ...{ waiting: true, processing: true, shared: true, approved: true, inconclusive: true, expired: true },
  ...{ 'unknown-share': true, 'fast-inconclusive': true, 'absent-holder': true, canceled: true },
});

/** Every state of a process, in the order of the contract. */
export const processStates = listOf<ProcessState>({
  PROCESS_STATE_CREATED: true,
  PROCESS_STATE_FINISHED: true,
  PROCESS_STATE_FAILED: true,
});

/** Every result of a process, in the order of the contract. */
export const processResults = listOf<ProcessResult>({
  PROCESS_RESULT_OK: true,
  PROCESS_RESULT_ERROR: true,
  PROCESS_RESULT_INVALID_IDENTITY: true,
  PROCESS_RESULT_EXPIRED: true,
});
