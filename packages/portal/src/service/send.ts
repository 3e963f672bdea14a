import type { ErrorCode } from '@titular/contract';
import { noteAnswer, noteSilence } from './connection.ts';
import { type AnyInput, operationOf, type PortalOperationName, pathOf } from './endpoint.ts';
import { Refused, Unreachable } from './failures.ts';
import { parseRetryAfter } from './retry.ts';

/** Longer than any statement of the portal may run. */
const LIMIT_MS = 15_000;
/** Longer than the service gives an erasure: one that goes on must not be told as lost. */
const PATIENT_LIMIT_MS = 75_000;

/** How long an answer is waited for. */
export const limitOf = (name: PortalOperationName): number =>
  operationOf(name).isPatient ? PATIENT_LIMIT_MS : LIMIT_MS;

/** What conditional reads were answered last, by path (RFC 9110, section 13.1.2). */
const validated = new Map<string, { etag: string; answer: unknown; isOld?: true }>();

/** Deletes the answers that are kept for conditional reads. */
export const deleteValidated = (): void => validated.clear();

/** Has the next read of a conditional call answered whole: questions for changes wait for others, which nobody should who has just acted. */
export function expectChange(name: PortalOperationName, params: AnyInput['params']): void {
  const known = validated.get(pathOf(name, params));
  if (known) known.isOld = true;
}

function headersFor(
  name: PortalOperationName,
  path: string,
  { idempotencyKey }: AnyInput,
  csrf: string | undefined,
): Headers {
  const { method, isConditional } = operationOf(name);
  const headers = new Headers({ accept: 'application/json' });
  if (method !== 'GET') headers.set('content-type', 'application/json');
  if (method !== 'GET' && csrf !== undefined) headers.set('x-titular-csrf', csrf);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  const known = isConditional ? validated.get(path) : undefined;
  if (known && !known.isOld) headers.set('if-none-match', known.etag);
  return headers;
}

async function request(name: PortalOperationName, input: AnyInput, csrf: string | undefined) {
  const path = pathOf(name, input.params);
  const { method } = operationOf(name);
  const limit = AbortSignal.timeout(limitOf(name));
  const response = await fetch(path, {
    method,
    headers: headersFor(name, path, input, csrf),
    body: method === 'GET' ? null : JSON.stringify(input.body ?? {}),
    signal: input.signal ? AbortSignal.any([input.signal, limit]) : limit,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  if (response.status === 304) return { path, response, body: undefined };
  const body: unknown = await response.json();
  return { path, response, body };
}

const isRefusalBody = (body: unknown): body is { code: string } =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';

const messageOf = (body: object): string | undefined =>
  'message' in body && typeof body.message === 'string' ? body.message : undefined;

/** A fault: the service, or its database behind it, could not do it. */
const isFault = (status: number): boolean => status >= 500;

let asking: Promise<boolean> | undefined;

/** Asks for the least that the service answers only with its database, once for all calls that failed together. */
function isUnavailable(): Promise<boolean> {
  asking ??= request('readPortalState', {}, undefined)
    .then(
      ({ response }) => isFault(response.status),
      () => true,
    )
    .finally(() => {
      asking = undefined;
    });
  return asking;
}

/** Carries out one call, once; throws `Refused` or `Unreachable`, and whatever aborted it. A fault while the service is away is noted as silence. */
export async function send(
  name: PortalOperationName,
  input: AnyInput,
  csrf: string | undefined,
): Promise<unknown> {
  const sent = await request(name, input, csrf).catch((fault: unknown) => {
    if (input.signal?.aborted) throw fault;
    noteSilence();
    throw new Unreachable();
  });
  const { path, response, body } = sent;
  if (isFault(response.status) && (name === 'readPortalState' || (await isUnavailable()))) {
    noteSilence();
  } else {
    noteAnswer();
  }
  if (response.status === 304) return validated.get(path)?.answer;
  if (!response.ok) {
    // A balancer before the service gives up earlier, and what it says does not tell whether the act goes on.
    const isCutShort = isFault(response.status) && operationOf(name).isPatient === true;
    if (isCutShort || !isRefusalBody(body)) throw new Unreachable();
    const requestId = response.headers.get('x-request-id') ?? undefined;
    const retryAfter = parseRetryAfter(response.headers.get('retry-after'));
    throw new Refused(body.code as ErrorCode, response.status, requestId, retryAfter, messageOf(body));
  }
  const etag = operationOf(name).isConditional ? response.headers.get('etag') : null;
  if (etag !== null) validated.set(path, { etag, answer: body });
  return body;
}
