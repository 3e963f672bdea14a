import type { AssertionAlgorithm, PrivateJwk } from '../tokens/assertion-key.ts';
import type { Clock } from './clock.ts';
import type { Hooks } from './hooks.ts';

/**
 * Signs bytes elsewhere, such as in a KMS or an HSM. A signature of ES256 has 64 bytes, r and s side by side (RFC 7518 section 3.4): convert
 * DER, which most key services answer.
 */
export type SignAssertion = (content: Uint8Array) => Promise<Uint8Array>;

type AssertionParties = {
  kind: 'assertion';
  /** Name of the service account. */
  account: string;
  tenantId: string;
  /** Domain in the name of the account: host of the service's public address; without it, that of `baseUrl`. */
  issuerDomain?: string | undefined;
  /** Whom the assertion is for: the public address of the service or its token endpoint; without it, made from `baseUrl`. */
  audience?: string | undefined;
  /** Id of the registered key; needed where the account has several of one algorithm. */
  keyId?: string | undefined;
  /** Life of an assertion in seconds, 1 to 3600; 60 without it. The account may be limited to less. */
  assertionLifetimeSeconds?: number | undefined;
  /** Scopes parted by spaces; all of the account without it. */
  scope?: string | undefined;
};

type KeyAtHand = {
  /** PKCS#8 PEM or private JWK: P-256, Ed25519 or RSA. */
  privateKey: string | PrivateJwk;
  sign?: undefined;
  /** For an RSA key that was registered for PS256. */
  algorithm?: AssertionAlgorithm | undefined;
};

type KeyElsewhere = {
  /** In place of `privateKey`; `timeoutMs` limits each signature too. */
  sign: SignAssertion;
  algorithm: AssertionAlgorithm;
  privateKey?: undefined;
};

/** A service account that signs an assertion for each access token (RFC 7523); no secret ever leaves the process. */
export type AssertionCredentials = AssertionParties & (KeyAtHand | KeyElsewhere);

/** A client id with its secret (RFC 6749 section 4.4). */
export type ClientSecretCredentials = {
  kind: 'clientSecret';
  clientId: string;
  clientSecret: string;
  /** Scopes parted by spaces; all of the account without it. */
  scope?: string | undefined;
};

/** How the client proves who it is. */
export type Credentials = AssertionCredentials | ClientSecretCredentials;

/** What a client is made with. */
export type TitularOptions = {
  /** Address of the service, such as `https://verify.bank.example`; http only to this machine unless `allowHttp` says so. */
  baseUrl: string;
  credentials: Credentials;
  /** Instead of the platform's fetch, for a proxy or for tests. */
  fetch?: typeof globalThis.fetch | undefined;
  /** Limit of each single request in milliseconds; 30,000 without it. */
  timeoutMs?: number | undefined;
  /** Limit of each call in milliseconds, with the token, all tries and the waits between them; 600,000 without it, Infinity for none. */
  deadlineMs?: number | undefined;
  /** Retries of one request after the first try, 0 to 20; 5 without it. */
  maxRetries?: number | undefined;
  /** Told of each request, answer and retry, without any secret. */
  hooks?: Hooks | undefined;
  /** Lets `baseUrl` be http to another machine, where something in between encrypts. */
  allowHttp?: boolean | undefined;
  /** For tests: how time is told and waited. */
  clock?: Clock | undefined;
  /** For tests: chance in [0, 1). */
  random?: (() => number) | undefined;
};

/** How a single call may be changed. */
export type CallOptions = {
  /** Ends the call at once, whatever it waits for; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** Retries of this call after the first try, 0 to 20; those of the client without it. */
  maxRetries?: number | undefined;
  /** Limit of this call in milliseconds; that of the client without it. A wait that would pass it is not begun. */
  deadlineMs?: number | undefined;
  /** For tests: a scenario of the sandbox, by its name. Production refuses it. */
  scenario?: string | undefined;
};

/** How a create may be changed. */
export type CreateOptions = CallOptions & {
  /** Names the request, so that it may be sent again and is carried out once; a new UUID without it, and `false` sends none. */
  idempotencyKey?: string | false | undefined;
};

const API_PATH = '/api/public/v1';
const MAX_RETRIES = 20;
/** ASCII alone: two standards make different hosts of a name beyond it, and credentials go there. */
const ADDRESS = /^[!-~]+$/;
const HOST = /^(?:\[[0-9a-f:.]+\]|(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.(?!$)|$))+)$/;
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The service's own address, without the path of the API and without a slash at the end; a TypeError says what is wrong with it. */
export function parseBaseUrl(baseUrl: string, allowHttp: boolean): string {
  const url = ADDRESS.test(baseUrl) && URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  // Refused before anything waits.
  const isSound = url && HOST.test(url.hostname) && url.port !== '0';
  if (!isSound || !['http:', 'https:'].includes(url.protocol))
    throw new TypeError('baseUrl must be an https address, such as https://verify.bank.example');
  if (url.username || url.password || url.search || url.hash)
    throw new TypeError('baseUrl must not have a user, a password, a query or a fragment');
  if (url.protocol === 'http:' && !allowHttp && !LOCAL_HOST.test(url.hostname))
    throw new TypeError('baseUrl is http: credentials would be readable on the way; use https, or allowHttp');
  const path = url.pathname.replace(/\/+$/, '');
  return url.origin + (path.endsWith(API_PATH) ? path.slice(0, -API_PATH.length) : path);
}

/** A text that has to be there; the TypeError names it, and never shows what was given. */
export function requireText(name: string, given: unknown): string {
  if (given === undefined || given === null || given === '') throw new TypeError(`${name} is missing`);
  if (typeof given !== 'string') throw new TypeError(`${name} must be a text`);
  return given;
}

/** A whole number within bounds, or the usual one when it is left out; anything else is a TypeError. */
export function parseNumber(
  name: string,
  given: number | undefined,
  { least, most, usual }: { least: number; most: number; usual: number },
): number {
  const value = given ?? usual;
  if (!(value >= least && value <= most))
    throw new TypeError(`${name} must be a number from ${least} to ${most}`);
  return value;
}

/** The retries that are asked for. */
export const parseRetries = (given: number | undefined): number =>
  Math.floor(parseNumber('maxRetries', given, { least: 0, most: MAX_RETRIES, usual: 5 }));

/** The limit of a call in milliseconds that is asked for. */
export const parseDeadline = (given: number | undefined): number =>
  parseNumber('deadlineMs', given, { least: 1, most: Number.POSITIVE_INFINITY, usual: 600_000 });
