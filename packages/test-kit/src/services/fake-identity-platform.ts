import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AuthenticationResult, LivenessResult, ProcessResult, ProcessState } from '@titular/contract';
import { signWebhook, webhookSecret } from '@titular/server/webhooks/sender/sign-webhook.ts';
import { type Asked, answerBadly, type Fault, listen, readAsked, stop } from './faulty-server.ts';

/** A request as the platform received it. */
export type AskedPlatform = Asked;

/** What goes wrong with an answer. */
export type PlatformFault = Fault;

/** How a process ended there. */
export type PlatformEnd = {
  state?: ProcessState;
  result?: ProcessResult | 'PROCESS_RESULT_UNSPECIFIED';
  liveness?: LivenessResult;
  authentication?: AuthenticationResult;
  selfie?: Uint8Array;
  finishedAt?: Date;
};

/** How an event is sent, if not as it should be. */
export type EventChanges = { eventId?: string; at?: Date; secret?: string; body?: string };

type HeldProcess = { id: string; sent: Record<string, unknown>; end: PlatformEnd | undefined };

/** An identity platform on loopback with the interface of this service's own; `faultFor` is asked before each answer, with the number of the request from 1. */
export type FakeIdentityPlatform = {
  url: string;
  /** The settings that make a service use it. */
  env: Record<string, string>;
  webhookSecret: string;
  asked: readonly AskedPlatform[];
  faultFor: (asked: AskedPlatform, count: number) => PlatformFault | undefined;
  /** How many requests came for addresses that end so. */
  count(ending: string): number;
  /** Ends a process; nobody is told. */
  end(id: string, end: PlatformEnd): void;
  /** Tells of a process at an address, and answers the status. */
  tell(target: string, id: string, changes?: EventChanges): Promise<number>;
  /** Refuses connections until it comes back at the same address. */
  stopAnswering(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
};

const CLIENT_ID = 'titular at the platform';
const TOKEN_SECONDS = 3600;

const isToken = ({ path }: AskedPlatform): boolean => path === '/token';

function readProcess({ id, sent, end }: HeldProcess): Record<string, unknown> {
  return {
    id,
    person: sent['person'],
    state: end ? (end.state ?? 'PROCESS_STATE_FINISHED') : 'PROCESS_STATE_CREATED',
    result: end?.result ?? 'PROCESS_RESULT_UNSPECIFIED',
    ...(end?.finishedAt ? { finishedAt: end.finishedAt.toISOString() } : {}),
    authenticationInfo: {
      livenessResult: end?.liveness ?? 'LIVENESS_RESULT_UNSPECIFIED',
      authenticationResult: end?.authentication ?? 'AUTHENTICATION_RESULT_UNSPECIFIED',
    },
    somethingNew: { that: 'nobody knows' },
  };
}

type Answer = { status: number; body?: Record<string, unknown> };

/** The processes of one platform, and what is answered about them when nothing goes wrong. */
class Desk {
  readonly clientSecret = randomBytes(24).toString('base64');
  readonly processes = new Map<string, HeldProcess>();
  readonly #started = new Map<string, Answer>();
  #token = '';

  answer(asked: AskedPlatform): Answer {
    if (isToken(asked)) return this.#grant(asked);
    if (asked.headers.authorization !== `Bearer ${this.#token}`) return { status: 401 };
    if (asked.method === 'POST' && asked.path === '/client/v1/process') return this.#start(asked);
    const [, id = '', ending] =
      /^\/client\/v1\/process\/([^/]+)(\/selfie\?reason=.+)?$/.exec(asked.path) ?? [];
    const held = this.processes.get(id);
    if (!held) return { status: 404 };
    return ending ? this.#selfieOf(held) : { status: 200, body: { process: readProcess(held) } };
  }

  revoke(): void {
    this.#token = '';
  }

  #grant({ headers, body }: AskedPlatform): Answer {
    const encoded = [CLIENT_ID, this.clientSecret].map((part) =>
      new URLSearchParams([['', part]]).toString().slice(1),
    );
    const isKnown = headers.authorization === `Basic ${btoa(encoded.join(':'))}`;
    if (!isKnown || new URLSearchParams(body).get('grant_type') !== 'client_credentials')
      return { status: 401 };
    this.#token = randomBytes(24).toString('base64url');
    return {
      status: 200,
      body: { access_token: this.#token, token_type: 'Bearer', expires_in: TOKEN_SECONDS },
    };
  }

  /** As the interface allows: the same key gets the same answer. */
  #start(asked: AskedPlatform): Answer {
    const key = asked.headers['idempotency-key'];
    const known = typeof key === 'string' ? this.#started.get(key) : undefined;
    const answer = known ?? this.#startAnew(asked);
    if (typeof key === 'string') this.#started.set(key, answer);
    return answer;
  }

  #startAnew({ body }: AskedPlatform): Answer {
    const sent = JSON.parse(body) as Record<string, unknown>;
    const id = randomUUID();
    const held: HeldProcess = { id, sent, end: undefined };
    this.processes.set(id, held);
    const expiresAt = new Date(Date.now() + Number.parseInt(String(sent['expiresIn']), 10) * 1000);
    const once = {
      userRedirectUrl: `https://platform.example/p/${id}`,
      token: `pt.${randomBytes(16).toString('base64url')}`,
      expiresAt: expiresAt.toISOString(),
    };
    return { status: 200, body: { process: { ...readProcess(held), ...once } } };
  }

  #selfieOf({ end }: HeldProcess): Answer {
    if (!end?.selfie) return { status: 404 };
    const fileContents = Buffer.from(end.selfie).toString('base64');
    return { status: 200, body: { fileContents, contentType: 'image/jpeg' } };
  }
}

function send(
  response: ServerResponse,
  { status, body }: Answer,
  members: Record<string, unknown> = {},
): void {
  const held = body?.['process'];
  const changed = typeof held === 'object' ? { process: { ...held, ...members } } : { ...body, ...members };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body && JSON.stringify(changed));
}

async function tell(target: string, id: string, secret: string, changes: EventChanges): Promise<number> {
  const { eventId = randomUUID(), at = new Date() } = changes;
  const body =
    changes.body ?? JSON.stringify({ type: 'process.finished', processId: id, time: at.toISOString() });
  const signed = signWebhook(eventId, at, body, [changes.secret ?? secret]);
  const headers = { 'content-type': 'application/json', ...signed };
  const response = await fetch(target, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}

/** Starts a platform on a free port of 127.0.0.1. */
export async function startFakeIdentityPlatform(): Promise<FakeIdentityPlatform> {
  const desk = new Desk();
  const asked: AskedPlatform[] = [];
  const secret = webhookSecret(randomBytes(32));
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await readAsked(request);
    asked.push(one);
    const fault = platform.faultFor(one, asked.length);
    if (fault?.kind === 'silent') return;
    if (!fault || fault.kind === 'members') send(response, desk.answer(one), fault?.members);
    else answerBadly(response, fault);
    if (fault?.kind === 'status' && fault.status === 401) desk.revoke();
  };
  const server = createServer((request, response) => {
    take(request, response).catch((error: Error) => response.destroy(error));
  });
  const port = await listen(server, 0);
  const url = `http://127.0.0.1:${port}`;
  const platform: FakeIdentityPlatform = {
    url,
    env: {
      TITULAR_IDENTITY_PLATFORM_URL: url,
      TITULAR_IDENTITY_PLATFORM_TOKEN_URL: `${url}/token`,
      TITULAR_IDENTITY_PLATFORM_CLIENT_ID: CLIENT_ID,
      TITULAR_IDENTITY_PLATFORM_CLIENT_SECRET: desk.clientSecret,
      TITULAR_IDENTITY_PLATFORM_WEBHOOK_SECRETS: secret,
    },
    webhookSecret: secret,
    asked,
    faultFor: () => undefined,
    count: (ending) => asked.filter(({ path }) => path.endsWith(ending)).length,
    end: (id, end) => {
      const held = desk.processes.get(id);
      if (!held) throw new Error(`the platform has no process ${id}`);
      held.end = end;
    },
    tell: (target, id, changes = {}) => tell(target, id, secret, changes),
    stopAnswering: () => stop(server),
    comeBack: async () => {
      await listen(server, port);
    },
    close: () => stop(server),
  };
  return platform;
}
