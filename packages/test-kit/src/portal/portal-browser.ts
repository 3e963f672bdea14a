import { type IncomingHttpHeaders, request } from 'node:http';
import {
  type PortalAnswer,
  type PortalBody,
  type PortalOperation,
  type PortalOperationName,
  type PortalSession,
  portalOperations,
} from '@titular/contract';

/** What a call was answered. */
export type PortalReply<Body = unknown> = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: Body;
};

/** What a test sends other than the portal's page would; a header that is null is left out. */
export type SentOtherwise = {
  headers?: Readonly<Record<string, string | null>>;
  /** Sent as it is, in place of the body as JSON. */
  rawBody?: string;
};

/** What names the subject of a call, and its body. */
export type CallInput<Name extends PortalOperationName> = {
  params?: Readonly<Record<string, string>>;
  body?: PortalBody<Name>;
};

/** A browser on the portal's page: keeps cookies and the token of its session, and sends what the page sends. */
export type PortalBrowser = {
  cookies: Map<string, string>;
  session: PortalSession | undefined;
  /** Calls an operation whatever its answer. */
  send<Name extends PortalOperationName>(
    name: Name,
    input?: CallInput<Name>,
    otherwise?: SentOtherwise,
  ): Promise<PortalReply<PortalAnswer<Name>>>;
  /** Calls an operation that has to answer 200. */
  call<Name extends PortalOperationName>(name: Name, input?: CallInput<Name>): Promise<PortalAnswer<Name>>;
  /** A request of any kind to the portal's host. */
  fetch(method: string, path: string, otherwise?: SentOtherwise): Promise<PortalReply>;
};

/** Where a browser reaches the portal: its origin, and the address that is connected to. */
export type PortalAddress = { portalUrl: string; connectTo: string; userAgent?: string };

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/:([a-z_]+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));

/** The headers that the page's script has its browser send. */
function pageHeaders(method: string, portalUrl: string, token: string | undefined): Record<string, string> {
  if (method === 'GET') return { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' };
  return {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-dest': 'empty',
    origin: portalUrl,
    'content-type': 'application/json',
    ...(token === undefined ? {} : { 'x-titular-csrf': token }),
  };
}

function isSession(body: unknown): body is PortalSession {
  return typeof (body as { csrf?: unknown } | null)?.csrf === 'string';
}

/** Keeps and removes cookies as an answer says. */
function keepCookies(cookies: Map<string, string>, headers: IncomingHttpHeaders): void {
  for (const line of headers['set-cookie'] ?? []) {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

type Sent = { method: string; headers: Record<string, string | null>; rawBody: string | undefined };

/** Sends one request and reads its answer whole. */
function exchange(url: URL, { method, headers, rawBody }: Sent): Promise<PortalReply> {
  const length = rawBody === undefined ? {} : { 'content-length': String(Buffer.byteLength(rawBody)) };
  const sent = Object.fromEntries(
    Object.entries({ ...length, ...headers }).filter((entry): entry is [string, string] => entry[1] !== null),
  );
  const { promise, resolve, reject } = Promise.withResolvers<PortalReply>();
  const outgoing = request(url, { method, headers: sent, setHost: false }, (incoming) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('error', reject);
    incoming.on('end', () => {
      const text = Buffer.concat(parts).toString('utf8');
      const isJson = incoming.headers['content-type']?.startsWith('application/json') && text !== '';
      const body: unknown = isJson ? JSON.parse(text) : undefined;
      resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, body });
    });
  });
  outgoing.on('error', reject);
  outgoing.end(rawBody);
  return promise;
}

/** The session in an answer, where it holds one. */
function sessionIn({ status, body }: PortalReply): PortalSession | undefined {
  if (status !== 200) return undefined;
  const found = (body as { session?: unknown } | null)?.session ?? body;
  return isSession(found) ? found : undefined;
}

/** Opens a browser that has no cookie yet. */
export function openPortalBrowser({ portalUrl, connectTo, userAgent }: PortalAddress): PortalBrowser {
  const cookies = new Map<string, string>();
  const { host } = new URL(portalUrl);

  const ask = async (
    method: string,
    path: string,
    own: Record<string, string>,
    { headers = {}, rawBody }: SentOtherwise,
  ): Promise<PortalReply> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const all = {
      host,
      cookie: cookie === '' ? null : cookie,
      'user-agent': userAgent ?? null,
      ...own,
      ...headers,
    };
    const reply = await exchange(new URL(path, connectTo), { method, headers: all, rawBody });
    keepCookies(cookies, reply.headers);
    return reply;
  };

  const browser: PortalBrowser = {
    cookies,
    session: undefined,
    async send(name, { params = {}, body } = {}, otherwise = {}) {
      const { method, path }: PortalOperation = portalOperations[name];
      const own = pageHeaders(method, portalUrl, browser.session?.csrf);
      const rawBody = otherwise.rawBody ?? (method === 'GET' ? undefined : JSON.stringify(body ?? {}));
      const sent = rawBody === undefined ? otherwise : { ...otherwise, rawBody };
      const reply = await ask(method, fill(path, params), own, sent);
      browser.session = sessionIn(reply) ?? browser.session;
      return reply as PortalReply<PortalAnswer<typeof name>>;
    },
    async call(name, input) {
      const reply = await browser.send(name, input);
      if (reply.status !== 200) throw new Error(`${name}: ${reply.status} ${reply.text}`);
      return reply.body;
    },
    fetch: (method, path, otherwise = {}) => ask(method, path, {}, otherwise),
  };
  return browser;
}
