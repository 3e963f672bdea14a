import { type ErrorCode, errorCatalogue, oauthErrorCatalogue, SCENARIO_HEADER } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  createSendAuthorized,
  NotNow,
  type ServiceAccess,
  TokenDenied,
} from '../../webhooks/service-client.ts';

/** One call of the API; an undefined part of the query is left out. */
export type ServiceCall = {
  method: 'GET' | 'POST';
  path: string;
  query?: Readonly<Record<string, unknown>>;
  body?: object;
  scenario?: string | undefined;
};

/** Why a call was not carried out, or that nobody knows whether it was. */
export type ServiceRefusal = {
  code: string;
  message: string;
  remedy: string;
  retryAfterSeconds?: number;
  requestId?: string;
};

/** What a call led to. */
export type ServiceAnswer =
  | { kind: 'done'; body: Readonly<Record<string, unknown>> }
  | { kind: 'refused'; refusal: ServiceRefusal };

/** Calls the service as the merchant. */
export type CallService = (call: ServiceCall, signal: AbortSignal) => Promise<ServiceAnswer>;

const ANSWER_LIMIT_MS = 15_000;

const refused = (refusal: ServiceRefusal): ServiceAnswer => ({ kind: 'refused', refusal });

const UNREACHABLE: Readonly<Record<ServiceCall['method'], string>> = {
  GET: 'Check that the service runs at the address that this server was started with, then call again.',
  POST: 'Nobody knows whether the call was carried out: read what there is before you call again.',
};

const remedyOf = (code: string): string =>
  Object.hasOwn(errorCatalogue, code)
    ? errorCatalogue[code as ErrorCode].remedy
    : 'Read the message; this release does not know the code.';

const subCodeRemedy = (subCode: string | undefined): string =>
  (subCode !== undefined && Object.hasOwn(oauthErrorCatalogue, subCode)
    ? (oauthErrorCatalogue as Readonly<Record<string, { remedy: string }>>)[subCode]?.remedy
    : undefined) ?? 'Check client id and secret.';

function addressOf({ origin }: ServiceAccess, { path, query = {} }: ServiceCall): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `${origin}${path}${given.length === 0 ? '' : `?${search}`}`;
}

async function readAnswer(response: Response): Promise<ServiceAnswer> {
  const body: unknown = await response.json().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  });
  if (typeof body !== 'object' || body === null)
    return refused({
      code: String(response.status),
      message: 'The answer is not that of the API.',
      remedy: 'Check the address that this server was started with.',
    });
  const fields = body as Readonly<Record<string, unknown>>;
  if (response.ok) return { kind: 'done', body: fields };
  const code = String(fields['code'] ?? response.status);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const requestId = response.headers.get('x-request-id');
  return refused({
    code,
    message: String(fields['message'] ?? 'The service refuses.'),
    remedy: remedyOf(code),
    ...(Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {}),
    ...(requestId === null ? {} : { requestId }),
  });
}

/** What became of a call that led to no answer; a fault of another kind is thrown on. */
function explainFault(error: unknown, method: ServiceCall['method']): ServiceAnswer {
  if (error instanceof TokenDenied) {
    const { subCode, message } = error;
    return refused({ code: subCode ?? 'token', message, remedy: subCodeRemedy(subCode) });
  }
  if (error instanceof OperatorRefusal)
    return refused({ code: 'token', message: error.message, remedy: 'Check the address of the service.' });
  if (error instanceof NotNow) {
    const wait = error.seconds === undefined ? {} : { retryAfterSeconds: error.seconds };
    return refused({ code: 'unavailable', message: error.message, remedy: UNREACHABLE.GET, ...wait });
  }
  const isFault = error instanceof TypeError || (error as Error).name === 'TimeoutError';
  if (!isFault) throw error;
  return refused({ code: 'unavailable', message: 'No answer came.', remedy: UNREACHABLE[method] });
}

/** Makes the way to a service; nothing is sent twice but a call whose token had ended, which was not carried out. */
export function createCallService(access: ServiceAccess): CallService {
  const sendAuthorized = createSendAuthorized(access);
  const send = (call: ServiceCall, authorization: string, signal: AbortSignal): Promise<Response> =>
    fetch(addressOf(access, call), {
      method: call.method,
      headers: {
        authorization,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(call.scenario === undefined ? {} : { [SCENARIO_HEADER]: call.scenario }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]),
    });
  return async (call, signal) => {
    try {
      return await readAnswer(
        await sendAuthorized((authorization) => send(call, authorization, signal), signal),
      );
    } catch (error) {
      signal.throwIfAborted();
      return explainFault(error, call.method);
    }
  };
}

/** What a service proves to be: of the test environment, or of another; `unknown` where it could not be asked. */
export type SandboxProof =
  | { kind: 'sandbox' }
  | { kind: 'other' }
  | { kind: 'unknown'; refusal: ServiceRefusal };

/** The answer to an operation that a service does not have. */
const NO_SUCH_OPERATION = '40400';

/** Asks whether the service is of the test environment, which alone has a sandbox: anew for each call that acts. */
export async function proveSandbox(callService: CallService, signal: AbortSignal): Promise<SandboxProof> {
  const call: ServiceCall = { method: 'GET', path: '/api/public/v1/walletid/sandbox/scenarios' };
  const answer = await callService(call, signal);
  if (answer.kind === 'done') return { kind: Array.isArray(answer.body['scenarios']) ? 'sandbox' : 'other' };
  const { refusal } = answer;
  return refusal.code === NO_SUCH_OPERATION ? { kind: 'other' } : { kind: 'unknown', refusal };
}
