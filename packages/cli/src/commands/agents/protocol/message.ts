/** What names a request; each answer carries that of its request. */
export type RequestId = string | number;

/** Codes of JSON-RPC 2.0, section 5.1. */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  busy: -32_000,
} as const;

type RpcCode = (typeof RPC_CODES)[keyof typeof RPC_CODES];

/** A message as the session handles it; `ignored` is an answer to a request that nobody made. */
export type Incoming =
  | { kind: 'request'; id: RequestId; method: string; params: Readonly<Record<string, unknown>> }
  | { kind: 'notification'; method: string; params: Readonly<Record<string, unknown>> }
  | { kind: 'ignored' }
  | { kind: 'invalid'; id: RequestId | null; why: string };

/** An answer on its way out. */
export type Reply =
  | { jsonrpc: '2.0'; id: RequestId; result: object }
  | { jsonrpc: '2.0'; id: RequestId | null; error: { code: RpcCode; message: string } };

/** What is told without being asked: the list of tools is another one now. */
export const TOOLS_CHANGED = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' } as const;

/** The answer that refuses a request; without an id where none could be read. */
export const refuse = (id: RequestId | null, code: RpcCode, message: string): Reply => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
});

/** Whether a value is a JSON object, and neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const MAX_ID_LENGTH = 200;

const isId = (value: unknown): value is RequestId =>
  Number.isSafeInteger(value) || (typeof value === 'string' && value.length <= MAX_ID_LENGTH);

/** Parses one message that is JSON already. */
export function parseMessage(value: unknown): Incoming {
  if (!isObject(value)) return { kind: 'invalid', id: null, why: 'a message is an object' };
  const { jsonrpc, id, method, params = {} } = value;
  const known = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return { kind: 'invalid', id: known, why: 'jsonrpc must be "2.0"' };
  if (method === undefined && ('result' in value || 'error' in value)) return { kind: 'ignored' };
  if (typeof method !== 'string') return { kind: 'invalid', id: known, why: 'method must be a string' };
  if (!isObject(params)) return { kind: 'invalid', id: known, why: 'params must be an object' };
  if (!('id' in value)) return { kind: 'notification', method, params };
  if (known === null)
    return {
      kind: 'invalid',
      id: null,
      why: `id must be an integer or a string up to ${MAX_ID_LENGTH} characters`,
    };
  return { kind: 'request', id: known, method, params };
}
