import { CLIENT_CREDENTIALS_GRANT, type EventRecord, type ListEventsResponse } from '@titular/contract';
import { OperatorRefusal } from '@titular/server/audit/index.ts';

/** A service's address without a path, and the client that asks it. */
export type ServiceAccess = { origin: string; clientId: string; clientSecret: string };

/** What one question led to; `later` when it is to be asked again, after so many seconds if the service said so. */
export type Polled =
  | { kind: 'page'; events: readonly EventRecord[]; cursor: string; hasMore: boolean }
  | { kind: 'later'; why: string; seconds: number | undefined };

/** Asks for events after a cursor, or `latest`; what will not change by waiting is an `OperatorRefusal`. */
export type PollEvents = (after: string, stopping: AbortSignal) => Promise<Polled>;

const ANSWER_LIMIT_MS = 10_000;

/** Seconds before its end at which a token is no longer used. */
const TOKEN_MARGIN_SECONDS = 60;

/** The token endpoint gave no token; `subCode` tells one cause from another. */
export class TokenDenied extends OperatorRefusal {
  readonly subCode: string | undefined;

  constructor(message: string, subCode: string | undefined) {
    super('forbidden', message);
    this.subCode = subCode;
  }
}

/** The service cannot answer now. */
export class NotNow extends Error {
  readonly seconds: number | undefined;

  constructor(why: string, seconds: number | undefined) {
    super(why);
    this.seconds = seconds;
  }
}

const isForLater = (status: number): boolean => status === 429 || status >= 500;

async function ask(url: string, init: RequestInit, stopping: AbortSignal): Promise<Response> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const response = await fetch(url, { ...init, redirect: 'error', signal }).catch((error: Error) => {
    const cause = error.cause instanceof Error ? error.cause : error;
    throw new NotNow(`The service does not respond (${cause.message})`, undefined);
  });
  if (isForLater(response.status)) {
    await response.body?.cancel();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new NotNow(
      `The service responds with ${response.status}`,
      Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    );
  }
  return response;
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError))
      throw new NotNow(`The service does not respond (${(error as Error).message})`, undefined);
    throw new OperatorRefusal('invalid', `${response.url} is not the titular API: it does not return JSON.`);
  }
}

async function fetchToken(
  { origin, clientId, clientSecret }: ServiceAccess,
  stopping: AbortSignal,
): Promise<{ token: string; lifetimeSeconds: number }> {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  const response = await ask(
    `${origin}/oauth2/token`,
    {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: CLIENT_CREDENTIALS_GRANT }),
    },
    stopping,
  );
  const body = await readJson(response);
  if (!response.ok) {
    const why = body['error_description'] ?? body['error'] ?? response.status;
    const subCode = body['sub_code'];
    const message = `The service refuses a token to ${clientId}: ${why}`;
    throw new TokenDenied(message, typeof subCode === 'string' ? subCode : undefined);
  }
  const given = body['access_token'];
  if (typeof given !== 'string')
    throw new OperatorRefusal('invalid', `${response.url} is not the titular API: it returns no token.`);
  return { token: given, lifetimeSeconds: Number(body['expires_in']) };
}

/** Sends a request with an access token; once more with a fresh one where the token itself was refused, which carried nothing out. */
export type SendAuthorized = (
  send: (authorization: string) => Promise<Response>,
  stopping: AbortSignal,
) => Promise<Response>;

/** Keeps an access token until shortly before its end, for all requests of a client. */
export function createSendAuthorized(access: ServiceAccess): SendAuthorized {
  type Kept = { token: string; untilMs: number };
  let kept: Kept | undefined;
  const read = async (stopping: AbortSignal): Promise<Kept> => {
    if (kept && performance.now() < kept.untilMs) return kept;
    const { token, lifetimeSeconds } = await fetchToken(access, stopping);
    kept = { token, untilMs: performance.now() + (lifetimeSeconds - TOKEN_MARGIN_SECONDS) * 1000 };
    return kept;
  };
  return async (send, stopping) => {
    const used = await read(stopping);
    const response = await send(`Bearer ${used.token}`);
    if (!isTokenRefused(response)) return response;
    await response.body?.cancel();
    // Another request may have fetched the next one already.
    if (kept === used) kept = undefined;
    return send(`Bearer ${(await read(stopping)).token}`);
  };
}

/** Whether an answer refuses the access token itself, and not what it was sent for. */
const isTokenRefused = (response: Response): boolean =>
  response.status === 403 && (response.headers.get('www-authenticate') ?? '').includes('invalid_token');

/** Makes the way to the events of a service, with filters of its list; the token is fetched when it is needed. */
export function createEventsClient(
  access: ServiceAccess,
  filter: Readonly<Record<string, string>>,
): PollEvents {
  const sendAuthorized = createSendAuthorized(access);
  return async (after, stopping) => {
    const query = new URLSearchParams({ ...filter, after, limit: '100' });
    const address = `${access.origin}/api/public/v1/events?${query}`;
    try {
      const response = await sendAuthorized(
        (authorization) => ask(address, { headers: { authorization } }, stopping),
        stopping,
      );
      const body = await readJson(response);
      if (!response.ok)
        throw new OperatorRefusal('forbidden', `The service refuses: ${body['code']} ${body['message']}`);
      return { kind: 'page', ...(body as ListEventsResponse) };
    } catch (error) {
      if (error instanceof NotNow) return { kind: 'later', why: error.message, seconds: error.seconds };
      throw error;
    }
  };
}
