import { ServiceUnavailableError } from './service-unavailable.ts';

/** One request to a service of the operator's, and the largest body of its answer in bytes; `what` names it in the log. */
export type ServiceRequest = {
  what: string;
  url: string;
  method: 'GET' | 'POST';
  headers: Readonly<Record<string, string>>;
  body?: string;
  mostBytes: number;
};

/** An answer; the body is read only where it says success. */
export type ServiceReply = {
  status: number;
  retryAfter: string | undefined;
  contentType: string | undefined;
  bytes: Uint8Array;
};

/** How long one request may take with its whole answer, in milliseconds. */
export const CALL_TIMEOUT_MS = 5_000;

async function readBytes(what: string, response: Response, mostBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Left early, the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > mostBytes) throw new ServiceUnavailableError(`${what}: the answer is larger than it may be`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function send(request: ServiceRequest, signal: AbortSignal): Promise<ServiceReply> {
  const { what, url, method, headers, body, mostBytes } = request;
  const response = await fetch(url, {
    method,
    // A redirect would take person and secret somewhere else.
    redirect: 'manual',
    signal,
    headers: {
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'titular',
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const { status } = response;
  const retryAfter = response.headers.get('retry-after') ?? undefined;
  const coding = response.headers.get('content-encoding') ?? 'identity';
  if (!response.ok || coding !== 'identity') {
    await response.body?.cancel();
    if (response.ok) throw new ServiceUnavailableError(`${what}: the answer is compressed`);
    return { status, retryAfter, contentType: undefined, bytes: new Uint8Array() };
  }
  const contentType = response.headers.get('content-type') ?? undefined;
  return { status, retryAfter, contentType, bytes: await readBytes(what, response, mostBytes) };
}

const describe = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error ? (cause as NodeJS.ErrnoException).code : undefined;
  return code ?? 'the connection failed';
};

/** Sends a request, once; `ServiceUnavailableError` without a whole answer in its bounds of time and size. */
export async function askService(
  request: ServiceRequest,
  stopping: AbortSignal,
  timeoutMs: number = CALL_TIMEOUT_MS,
): Promise<ServiceReply> {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    return await send(request, AbortSignal.any([stopping, limit]));
  } catch (error) {
    if (error instanceof ServiceUnavailableError) throw error;
    const { what } = request;
    if (stopping.aborted)
      throw new ServiceUnavailableError(`${what}: the service stops`, { isOfService: false });
    if (limit.aborted) throw new ServiceUnavailableError(`${what}: no complete answer in ${timeoutMs} ms`);
    throw new ServiceUnavailableError(`${what}: cannot be reached (${describe(error)})`);
  }
}
