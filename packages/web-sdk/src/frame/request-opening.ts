import { TitularError } from '../titular-error.ts';
import type { SdkType, TitularErrorCode } from '../types.ts';

const TRY_MS = 15_000;
/** Between the tries, of which there is one more: what is lost on a bad network once gets through mostly the next time. */
const PAUSES_MS = [400, 1_200];

/** Where the page is, and for a frame the one-time code that opens it. */
export type Opening = { transactionId: string; path: string; code: string | null };

/** What to ask for; the browser adds the origin of this page, which the service compares with those of the token. */
export type OpeningRequest = {
  origin: string;
  type: SdkType;
  token: string;
  transactionId?: string | undefined;
};

type Answer = { status: number; body: unknown };

const BY_CODE: Readonly<Record<string, TitularErrorCode>> = {
  '40002': 'token_invalid',
  '40065': 'opened_too_often',
  '40320': 'token_invalid',
  '40321': 'token_expired',
  '40322': 'origin_not_registered',
  '40323': 'transaction_ended',
  '40324': 'token_of_other_transaction',
};

const isText = (value: unknown): value is string => typeof value === 'string';

function parseOpening(body: unknown, type: SdkType): Opening | undefined {
  const { transactionId, path, code } = (body ?? {}) as Partial<Record<keyof Opening, unknown>>;
  // Whatever answered, the page may only lead to a path of the service.
  if (!isText(transactionId) || !isText(path) || !/^\/[\w-]/.test(path)) return undefined;
  if (type === 'REDIRECT') return { transactionId, path, code: null };
  return isText(code) ? { transactionId, path, code } : undefined;
}

/** Resolves after `ms`, or as soon as `signal` ends. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Sends once; undefined when no answer came. */
async function post(request: OpeningRequest, signal: AbortSignal): Promise<Answer | undefined> {
  const { origin, type, token, transactionId } = request;
  const trying = new AbortController();
  const stop = () => trying.abort();
  const timer = setTimeout(stop, TRY_MS);
  signal.addEventListener('abort', stop);
  try {
    const form = new URLSearchParams({ type, token });
    if (transactionId !== undefined) form.set('transactionId', transactionId);
    const response = await fetch(`${origin}/capture/openings`, {
      method: 'POST',
      body: form,
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: trying.signal,
    });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}

const TOO_MANY = 429;

const hasPassed = (answer: Answer | undefined): boolean =>
  answer !== undefined && answer.status < 500 && answer.status !== TOO_MANY;

// A code whose answer was lost is of no harm: nobody has it, and its time is over soon.
async function postUntilAnswered(request: OpeningRequest, signal: AbortSignal): Promise<Answer | undefined> {
  let answer = await post(request, signal);
  for (const ms of PAUSES_MS) {
    if (hasPassed(answer)) return answer;
    await pause(ms, signal);
    if (signal.aborted) return answer;
    answer = await post(request, signal);
  }
  return answer;
}

/** Exchanges the token for an opening, in at most three tries until `signal` ends; refuses with the typed error of what the service said. */
export async function requestOpening(
  request: OpeningRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<Opening> {
  const answer = await postUntilAnswered(request, signal);
  if (!answer) throw new TitularError('unreachable');
  if (answer.status === 200) {
    const opening = parseOpening(answer.body, request.type);
    if (opening) return opening;
    throw new TitularError('service_fault', 'What answered at baseUrl is not the service.');
  }
  if (answer.status === TOO_MANY) throw new TitularError('too_many_requests');
  const code = (answer.body as { code?: unknown } | undefined)?.code;
  throw new TitularError((isText(code) && BY_CODE[code]) || 'service_fault');
}
