import { addSeconds, type Clock } from '../../kernel/base/clock.ts';
import type { ProcessId } from '../../kernel/base/id.ts';
import type { Log } from '../../kernel/base/log.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import {
  askService,
  type ServiceReply,
  type ServiceRequest,
} from '../../kernel/network/services/ask-service.ts';
import {
  createServiceGuard,
  expectSuccess,
  type ServiceGuard,
} from '../../kernel/network/services/guard-service.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';
import { parseTokenAnswer, tokenRequest } from '../../webhooks/index.ts';
import type { IdentityPlatform, PreparedProcess } from '../identity-platform.ts';
import type { NewProcess } from '../parse-process-request.ts';
import { type PlatformProcess, parseProcess, parseSelfie, parseStarted } from './parse-platform-answer.ts';
import { createPlatformTokens, type PlatformToken } from './platform-tokens.ts';

/** The operator's own platform; each call is made once, and `ServiceUnavailableError` says that there is no usable answer. */
export type ExternalPlatform = IdentityPlatform & {
  kind: 'external';
  /** How a process of the platform stands, by its id in lower case. */
  read(processId: ProcessId): Promise<PlatformProcess>;
  /** The bytes of the selfie of a process; undefined when the platform has none, or none any more. */
  readSelfie(processId: ProcessId): Promise<Buffer | undefined>;
  /** Ends what is under way. */
  close(): void;
};

/** Where the platform is, what this service is known by there, and how long one call may take in milliseconds. */
export type ExternalPlatformOptions = {
  url: string;
  tokenUrl: string;
  clientId: string;
  clientSecret: string;
  /** Whether the page of the platform may have an http address. */
  httpAllowed: boolean;
  clock: Clock;
  log: Log;
  callTimeoutMs?: number;
};

const NAMES = { whole: 'the identity platform', short: 'the platform' };
const ANSWER_BYTES = 64 * 1024;
const SELFIE_BYTES = 8 * 1024 * 1024;
const MIN_WAIT_SECONDS = 5;

/** A platform that keeps a record of who looks at selfies, as this service does, wants to know why. */
const SELFIE_QUERY = new URLSearchParams({ reason: 'result of the process' });

const UNAUTHORIZED: readonly number[] = [401, 403];

/** How platforms say that there is no picture: it was never there (404), is gone (410), or was erased (400). */
const ABSENT: readonly number[] = [400, 404, 410];

/** One call at its address; `absent` says that a refusal of what is asked for is an answer: there is none, or none any more. */
type Call = Pick<ServiceRequest, 'what' | 'method' | 'body'> & {
  path: string;
  mostBytes?: number;
  absent?: true;
  onceKey?: string | undefined;
};

class Platform {
  readonly #options: ExternalPlatformOptions;
  readonly #closing = new AbortController();
  readonly #findToken: ReturnType<typeof createPlatformTokens>;
  readonly #guard: ServiceGuard;

  constructor(options: ExternalPlatformOptions) {
    this.#options = options;
    this.#guard = createServiceGuard(NAMES, options);
    this.#findToken = createPlatformTokens(options.clock, () => this.#fetchToken());
  }

  close(): void {
    this.#closing.abort();
  }

  /** Makes a call and reads its answer, under the breaker. */
  call<Value>(call: Call, parse: (reply: ServiceReply) => Value): Promise<Value> {
    return this.#guard(call.what, async () => parse(await this.#send(call)));
  }

  #ask(request: ServiceRequest): Promise<ServiceReply> {
    return askService(request, this.#closing.signal, this.#options.callTimeoutMs);
  }

  /** A call with the token at hand; where the platform no longer takes one that was remembered, once more with a new one. */
  async #send(call: Call): Promise<ServiceReply> {
    const { token, isCached, invalidate } = await this.#findToken();
    const first = await this.#sendWith(token, call);
    if (!UNAUTHORIZED.includes(first.status)) return this.#expectSuccess(call, first);
    invalidate();
    if (!isCached) return this.#expectSuccess(call, first);
    const next = await this.#findToken();
    const second = await this.#sendWith(next.token, call);
    if (UNAUTHORIZED.includes(second.status)) next.invalidate();
    return this.#expectSuccess(call, second);
  }

  #sendWith(
    token: string,
    { what, method, path, body, onceKey, mostBytes = ANSWER_BYTES }: Call,
  ): Promise<ServiceReply> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(onceKey === undefined ? {} : { 'idempotency-key': onceKey }),
    };
    const url = this.#options.url + path;
    return this.#ask({ what, url, method, headers, mostBytes, ...(body === undefined ? {} : { body }) });
  }

  #expectSuccess(
    { what, absent }: Pick<Call, 'what' | 'absent'>,
    reply: ServiceReply,
    tellsOfAll?: boolean,
  ): ServiceReply {
    if (absent && ABSENT.includes(reply.status)) return reply;
    const now = this.#options.clock.now();
    return expectSuccess({ what, short: NAMES.short, now }, reply, tellsOfAll);
  }

  async #fetchToken(): Promise<PlatformToken> {
    const what = 'token';
    const { body, headers } = tokenRequest(this.#options);
    const request = { what, url: this.#options.tokenUrl, method: 'POST', headers, body } as const;
    // Whatever the status, without a token nobody is served.
    const reply = this.#expectSuccess(
      { what },
      await this.#ask({ ...request, mostBytes: ANSWER_BYTES }),
      true,
    );
    const fetched = parseTokenAnswer(reply.bytes);
    if (fetched.kind === 'failed') throw new ServiceUnavailableError(`${what}: ${fetched.error}`);
    return fetched;
  }
}

const startBody = ({ identity, identifierType, friendlyName, callbackUri, ...input }: NewProcess): string =>
  JSON.stringify({
    person: { duiType: identifierType, duiValue: identity.value, friendlyName },
    callbackUri: callbackUri ?? '/',
    purpose: input.purpose,
    clientReference: input.clientReference,
    expiresIn: `${input.expirySeconds}s`,
  });

async function start(
  platform: Platform,
  options: ExternalPlatformOptions,
  input: NewProcess,
  now: Date,
  onceKey: string | undefined,
): Promise<PreparedProcess> {
  const what = 'start';
  const { identity, identifierType, expirySeconds } = input;
  const path = '/client/v1/process';
  const call = { what, method: 'POST', path, body: startBody(input), onceKey } as const;
  return platform.call(call, ({ bytes }): PreparedProcess => {
    const { person, expiresAt, ...started } = parseStarted(what, bytes, options);
    if (person && (person.duiType !== identifierType || person.duiValue.toUpperCase() !== identity.value))
      throw new ServiceUnavailableError(`${what}: the answer is wrong, it is about another person`);
    const latest = addSeconds(now, expirySeconds);
    if (expiresAt && expiresAt <= now)
      throw new ServiceUnavailableError(`${what}: the answer is wrong, the process has expired`);
    return { ...started, expiresAt: expiresAt && expiresAt < latest ? expiresAt : latest, link: undefined };
  });
}

/** Makes the adapter of an operator's platform (design section 6): one token for all, a breaker around every call, and no call that is repeated because it failed. */
export function createExternalPlatform(options: ExternalPlatformOptions): ExternalPlatform {
  const platform = new Platform(options);
  const path = (processId: ProcessId): string => `/client/v1/process/${encodeURIComponent(processId)}`;
  return {
    kind: 'external',
    prepare: async (_company, input, now, onceKey) => {
      try {
        return await start(platform, options, input, now, onceKey);
      } catch (error) {
        if (!(error instanceof ServiceUnavailableError)) throw error;
        throw Refusal.after('50002', Math.max(MIN_WAIT_SECONDS, error.waitMs / 1_000));
      }
    },
    read: (processId) => {
      const call = { what: 'read', method: 'GET', path: path(processId) } as const;
      return platform.call(call, ({ bytes }) => parseProcess(call.what, bytes, processId));
    },
    readSelfie: (processId) => {
      const call = {
        what: 'selfie',
        method: 'GET',
        path: `${path(processId)}/selfie?${SELFIE_QUERY}`,
      } as const;
      return platform.call({ ...call, mostBytes: SELFIE_BYTES, absent: true }, ({ status, bytes }) =>
        ABSENT.includes(status) ? undefined : parseSelfie(call.what, bytes),
      );
    },
    close: () => platform.close(),
  };
}
