import { Refusal } from '../../kernel/base/refusal.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';

/** Why a visit to the identity provider made no session; these words stand in the audit log, and nothing that the provider wrote. */
export type ProviderFaultReason =
  | 'unknown-visit'
  | 'refused-there'
  | 'code'
  | 'client'
  | 'issuer'
  | 'nonce'
  | 'audience'
  | 'algorithm'
  | 'key'
  | 'signature'
  | 'time'
  | 'claims'
  | 'authentication-time'
  | 'authentication-class'
  | 'another-identity'
  | 'unlinked'
  | 'switched-off'
  | 'operator'
  | 'unavailable'
  | 'answer';

/** A visit that proves nothing; the message, which is logged, holds nothing of what the provider or the browser sent. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly reason: ProviderFaultReason;

  constructor(reason: ProviderFaultReason, detail: string = reason) {
    super(detail);
    this.reason = reason;
  }
}

type Detailed = {
  name?: unknown;
  code?: unknown;
  claim?: unknown;
  message?: unknown;
  status?: unknown;
  cause?: unknown;
};

/** The error with its causes; libraries wrap what they threw first. */
function chainOf(error: unknown): Detailed[] {
  const chain: Detailed[] = [];
  for (let one = error; one instanceof Object && chain.length < 5; one = (one as Detailed).cause)
    chain.push(one as Detailed);
  return chain;
}

const BY_CLAIM: Readonly<Record<string, ProviderFaultReason>> = {
  nonce: 'nonce',
  aud: 'audience',
  azp: 'audience',
  iss: 'issuer',
};

const BY_STATUS: Readonly<Record<number, ProviderFaultReason>> = { 400: 'code', 401: 'client' };

const byStatus = (chain: readonly Detailed[]): ProviderFaultReason =>
  BY_STATUS[Number(chain.find(({ status }) => typeof status === 'number')?.status)] ?? 'answer';

const has = (chain: readonly Detailed[], words: string): boolean =>
  chain.some(({ message }) => typeof message === 'string' && message.includes(words));

type ByCode = Readonly<Record<string, (chain: readonly Detailed[]) => ProviderFaultReason>>;

/** What each code of `openid-client` means here; a code that is not among them is an answer that is not sound. */
const BY_CODE: ByCode = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: () => 'refused-there',
  OAUTH_RESPONSE_BODY_ERROR: () => 'code',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: () => 'client',
  OAUTH_RESPONSE_IS_NOT_CONFORM: byStatus,
  // The body of a refusal is not read.
  OAUTH_RESPONSE_IS_NOT_JSON: byStatus,
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: (chain) =>
    BY_CLAIM[String(chain.find(({ claim }) => claim !== undefined)?.claim)] ?? 'claims',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: () => 'time',
  // Of metadata, which names another issuer.
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: () => 'issuer',
  OAUTH_KEY_SELECTION_FAILED: () => 'key',
  OAUTH_UNSUPPORTED_OPERATION: () => 'algorithm',
  OAUTH_INVALID_RESPONSE: (chain) => {
    if (has(chain, '"alg"')) return 'algorithm';
    return has(chain, 'signature verification failed') ? 'signature' : 'claims';
  },
};

/** Codes of `openid-client` itself: of the protocol, and of values that the provider gave in another form. */
const LIBRARY_CODE = /^(?:OAUTH_|ERR_INVALID_ARG_|ERR_INVALID_URL$)/;

/** Names of what its keys and signatures fail with, and of errors without a code of their own. */
const LIBRARY_ERRORS: ReadonlySet<unknown> = new Set(['ClientError', 'DataError', 'OperationError']);

const isOfLibrary = ({ code, name }: Detailed): boolean =>
  (typeof code === 'string' && LIBRARY_CODE.test(code)) || LIBRARY_ERRORS.has(name);

/** Says in one word why an exchange with the provider failed; throws what is no error of the exchange, such as one of this program. */
export function toProviderFault(error: unknown): ProviderFault {
  if (error instanceof ProviderFault) return error;
  const chain = chainOf(error);
  const unavailable = chain.find((one) => one instanceof ServiceUnavailableError);
  if (unavailable) return new ProviderFault('unavailable', String(unavailable.message));
  if (!isOfLibrary(chain[0] ?? {})) throw error;
  const code = chain.map((one) => one.code).find((one) => typeof one === 'string');
  // Messages of the library may repeat what was sent; its codes are a closed list.
  return new ProviderFault(BY_CODE[String(code)]?.(chain) ?? 'answer', String(code ?? 'no code'));
}

const OF_PROVIDER: ReadonlySet<ProviderFaultReason> = new Set(['unavailable', 'answer', 'client']);
const OF_ACCOUNT: ReadonlySet<ProviderFaultReason> = new Set(['unlinked', 'switched-off']);

/** The refusal that a page gets. */
export function toRefusal({ reason }: ProviderFault): Refusal {
  if (OF_PROVIDER.has(reason)) return new Refusal('40066');
  if (reason === 'operator') return new Refusal('40372');
  return OF_ACCOUNT.has(reason) ? new Refusal('40371') : new Refusal('40370');
}
