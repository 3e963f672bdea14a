import type { CallApi } from './http/call-api.ts';
import type { CallOptions, CreateOptions } from './http/options.ts';
import { bindOperations, type OperationRows } from './operations.ts';
import { type WaitDeps, type WaitOptions, waitForEnd } from './wait-for-end.ts';
import {
  type CreateProcessRequest,
  type CreateProcessResponse,
  isFinalState,
  type ProcessHistoryResponse,
  type ProcessResponse,
} from './wire/transactions.ts';

const BASE = '/client/v1/process';

type Calls = {
  /** Starts a process; safe to be sent again, because it has an Idempotency-Key. */
  create(request: CreateProcessRequest, options?: CreateOptions): Promise<CreateProcessResponse>;
  /** How it stands. */
  get(id: string, options?: CallOptions): Promise<ProcessResponse>;
  /** A new address and SDK token; those of before end, so that it is never sent again after a fault. */
  renewLink(id: string, options?: CallOptions): Promise<CreateProcessResponse>;
  /** Every step it went and every transaction that used it, for support. */
  history(id: string, options?: CallOptions): Promise<ProcessHistoryResponse>;
};

const CALLS: OperationRows<Calls> = {
  create: ['createProcess', 'POST', BASE, 'body', 'under-key'],
  get: ['readProcess', 'GET', `${BASE}/{id}`, 'id', 'always'],
  renewLink: ['renewProcessLink', 'POST', `${BASE}/{id}/link`, 'id', 'never'],
  history: ['readProcessHistory', 'GET', `${BASE}/{id}/history`, 'id', 'always'],
};

/** Operations on processes of the identity platform: a selfie of one person, without a card. */
export type Processes = Calls & {
  /** Waits until it has finished or failed; a state this version does not know is not final. */
  waitForFinal(id: string, options?: WaitOptions): Promise<ProcessResponse>;
};

/** The operations on processes, over one way to the API. */
export function createProcesses(callApi: CallApi, wait: WaitDeps): Processes {
  const calls = bindOperations<Calls>(callApi, CALLS);
  return {
    ...calls,
    waitForFinal: async (id, options) => {
      // What is no answer of the service is no end either: the wait goes on to its limit.
      const isEnd = (answer: ProcessResponse): boolean =>
        isFinalState((answer.process as ProcessResponse['process'] | undefined)?.state ?? '');
      return waitForEnd(wait, { id, read: (calling) => calls.get(id, calling), isEnd }, options);
    },
  };
}
