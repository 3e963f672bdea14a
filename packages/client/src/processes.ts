import { type CallApi, idempotencyKeyOf, pathPart } from './call-api.ts';
import type { CallOptions, CreateOptions } from './options.ts';
import { type WaitDeps, type WaitOptions, waitForEnd } from './wait-for-end.ts';
import {
  type CreateProcessRequest,
  type CreateProcessResponse,
  isFinalState,
  type ProcessHistoryResponse,
  type ProcessResponse,
} from './wire.ts';

const BASE = '/client/v1/process';

/** Operations on processes of the identity platform: a selfie of one person, without a card. */
export type Processes = {
  /** Starts a process; safe to be sent again, because it has an Idempotency-Key. */
  create(request: CreateProcessRequest, options?: CreateOptions): Promise<CreateProcessResponse>;
  /** How it stands. */
  get(id: string, options?: CallOptions): Promise<ProcessResponse>;
  /** A new address and SDK token; those of before end, so that it is never sent again after a fault. */
  renewLink(id: string, options?: CallOptions): Promise<CreateProcessResponse>;
  /** Every step it went and every transaction that used it, for support. */
  history(id: string, options?: CallOptions): Promise<ProcessHistoryResponse>;
  /** Waits until it has finished or failed; a state this version does not know is not final. */
  waitForFinal(id: string, options?: WaitOptions): Promise<ProcessResponse>;
};

/** The operations on processes, over one way to the API. */
export function createProcesses(callApi: CallApi, wait: WaitDeps): Processes {
  const read = (id: string, options: CallOptions | undefined, maxRetries?: number) =>
    callApi<ProcessResponse>({
      operation: 'readProcess',
      method: 'GET',
      path: `${BASE}/${pathPart(id)}`,
      repeatable: true,
      options,
      ...(maxRetries === undefined ? {} : { maxRetries }),
    });
  return {
    create: async (request, options = {}) => {
      const idempotencyKey = idempotencyKeyOf(options);
      const repeatable = idempotencyKey !== undefined;
      const { scenario } = options;
      const call = { operation: 'createProcess', method: 'POST', path: BASE, repeatable } as const;
      return callApi({ ...call, body: request, idempotencyKey, scenario, options });
    },
    get: async (id, options) => read(id, options),
    renewLink: async (id, options) => {
      const path = `${BASE}/${pathPart(id)}/link`;
      return callApi({ operation: 'renewProcessLink', method: 'POST', path, repeatable: false, options });
    },
    history: async (id, options) => {
      const path = `${BASE}/${pathPart(id)}/history`;
      return callApi({ operation: 'readProcessHistory', method: 'GET', path, repeatable: true, options });
    },
    waitForFinal: async (id, options) => {
      const isEnd = ({ process: { state } }: ProcessResponse): boolean => isFinalState(state);
      return waitForEnd(wait, { id, read: (calling) => read(id, calling, 0), isEnd }, options);
    },
  };
}
