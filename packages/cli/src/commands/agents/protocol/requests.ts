import { InvalidParams } from './invalid-params.ts';
import { type Incoming, type Reply, type RequestId, RPC_CODES, refuse } from './message.ts';
import type { createMethods } from './methods.ts';

/** Requests of one session at a time, and messages in one batch. */
export const MAX_REQUESTS = 16;

/** Asks whether the server lives, and has its answer however much is under way. */
const PING = 'ping';

type Request = Extract<Incoming, { kind: 'request' }>;

/** Requests under way, each by its id. */
export type Requests = {
  /** Carries one out; undefined once it was cancelled. */
  handle(request: Request): Promise<Reply | undefined>;
  cancel(id: RequestId): void;
  cancelAll(): void;
};

/** Carries requests out; a fault is logged by its kind alone, because its text may quote what a service said. */
export function createRequests(
  methods: ReturnType<typeof createMethods>,
  isInitialized: () => boolean,
  log: (text: string) => void,
): Requests {
  const underWay = new Map<RequestId, AbortController>();

  async function carryOut({ id, method, params }: Request, signal: AbortSignal): Promise<Reply | undefined> {
    const perform = methods.get(method);
    if (!perform) return refuse(id, RPC_CODES.methodNotFound, 'There is no such method.');
    if (!isInitialized() && method !== 'initialize' && method !== PING)
      return refuse(id, RPC_CODES.invalidRequest, 'Call initialize first.');
    if (isInitialized() && method === 'initialize')
      return refuse(id, RPC_CODES.invalidRequest, 'The session is initialized; its revision stays.');
    try {
      const result = await perform(params, signal);
      return signal.aborted ? undefined : { jsonrpc: '2.0', id, result };
    } catch (error) {
      if (signal.aborted) return undefined;
      if (error instanceof InvalidParams) return refuse(id, RPC_CODES.invalidParams, error.message);
      log(`${method} failed: ${error instanceof Error ? error.name : 'fault'}`);
      return refuse(id, RPC_CODES.internalError, 'Something broke; nothing more is known of this request.');
    }
  }

  return {
    async handle(request) {
      const { id } = request;
      if (underWay.has(id))
        return refuse(id, RPC_CODES.invalidRequest, 'A request with this id is under way.');
      if (underWay.size >= MAX_REQUESTS && request.method !== PING)
        return refuse(id, RPC_CODES.busy, `At most ${MAX_REQUESTS} requests at once; send it again later.`);
      const controller = new AbortController();
      underWay.set(id, controller);
      try {
        return await carryOut(request, controller.signal);
      } finally {
        underWay.delete(id);
      }
    },
    cancel: (id) => underWay.get(id)?.abort(),
    cancelAll() {
      for (const controller of underWay.values()) controller.abort();
    },
  };
}
