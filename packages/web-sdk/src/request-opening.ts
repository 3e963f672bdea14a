import { TitularError } from './titular-error.ts';
import type { SdkType, TitularErrorCode } from './types.ts';

const TIMEOUT_MS = 20_000;

/** Where the page is, and for a frame the one-time code that opens it. */
export type Opening = { transactionId: string; path: string; code: string | null };

/** What to ask for; the browser adds the origin of this page, which the service compares with those of the token. */
export type WantedOpening = {
  origin: string;
  type: SdkType;
  token: string;
  transactionId?: string | undefined;
};

const BY_CODE: Readonly<Record<string, TitularErrorCode>> = {
  '40002': 'token_invalid',
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

async function post({ origin, type, token, transactionId }: WantedOpening): Promise<[number, unknown]> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), TIMEOUT_MS);
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
      signal: timeout.signal,
    });
    return [response.status, await response.json().catch(() => undefined)];
  } catch {
    throw new TitularError('unreachable');
  } finally {
    clearTimeout(timer);
  }
}

/** Exchanges the token for an opening; refuses with the typed error of what the service said. */
export async function requestOpening(wanted: WantedOpening): Promise<Opening> {
  const [status, body] = await post(wanted);
  if (status === 200) {
    const opening = parseOpening(body, wanted.type);
    if (opening) return opening;
    throw new TitularError('service_fault', 'What answered at baseUrl is not the service.');
  }
  const code = (body as { code?: unknown } | undefined)?.code;
  throw new TitularError((isText(code) && BY_CODE[code]) || 'service_fault');
}
