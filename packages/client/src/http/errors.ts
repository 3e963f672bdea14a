/** Which kind of error it is; `error.kind` tells the classes apart also where two copies of the package are loaded. */
export type TitularErrorKind = 'api' | 'token' | 'network' | 'timeout' | 'webhook';

/** What every error of the client has; no secret, token, key or body of a request ever stands in one. */
export abstract class TitularError extends Error {
  abstract readonly kind: TitularErrorKind;
  /** Whether the same request, sent again later, may do better. */
  readonly retryable: boolean;
  /**
   * Key of the create that failed: for a day the same request, sent again with it by whatever process, is carried out once. Undefined for
   * a call that had none.
   */
  readonly idempotencyKey: string | undefined = undefined;

  constructor(message: string, retryable: boolean) {
    super(message);
    this.retryable = retryable;
  }
}

/** Copies an error with changes, because calls that wait for one token share its failure. */
export function copyError<Failure extends TitularError>(error: Failure, changes: Partial<Failure>): Failure {
  const { message, stack } = error;
  const copy = Object.assign(new Error(message), error, changes, stack ? { stack } : {});
  return Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
}

/** What an answer that is no success told. */
export type ApiErrorFacts = {
  status: number;
  code: string | undefined;
  message: string;
  requestId: string | undefined;
  retryable: boolean;
  retryAfterSeconds: number | undefined;
  docs: string;
};

type AnswerFacts = Omit<ApiErrorFacts, 'code'>;

abstract class AnswerError extends TitularError {
  /** HTTP status; 0 where nothing was sent, because a signature failed. */
  readonly status: number;
  /** Names the request in the operator's log. */
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Address of the code or sub-code in the documentation of the running service. */
  readonly docs: string;

  constructor(name: string | number, { message, retryable, ...told }: AnswerFacts) {
    super(`${name}: ${message}`, retryable);
    this.status = told.status;
    this.requestId = told.requestId;
    this.retryAfterSeconds = told.retryAfterSeconds;
    this.docs = told.docs;
  }
}

/** The service refused, or failed. */
export class TitularApiError extends AnswerError {
  override readonly name = 'TitularApiError';
  readonly kind = 'api';
  /** Stable code of five digits; undefined where something before the service answered. */
  readonly code: string | undefined;

  constructor(facts: ApiErrorFacts) {
    super(facts.code ?? facts.status, facts);
    this.code = facts.code;
  }
}

/** What the token endpoint told (RFC 6749 section 5.2). */
export type TokenErrorFacts = AnswerFacts & { error: string; subCode: string | undefined };

/** The token endpoint gave no access token. */
export class TitularTokenError extends AnswerError {
  override readonly name = 'TitularTokenError';
  readonly kind = 'token';
  /** The word of RFC 6749 section 5.2, such as `invalid_grant`; `SIGN_FAILED` where `sign` of the credentials gave no signature. */
  readonly error: string;
  /** Stable, and tells one cause from another; see docs/errors.md. */
  readonly subCode: string | undefined;

  constructor(facts: TokenErrorFacts) {
    super(facts.subCode ?? facts.error, facts);
    this.error = facts.error;
    this.subCode = facts.subCode;
  }
}

/** No answer came, or one that cannot be read; a request that changes something may have been carried out. */
export class TitularNetworkError extends TitularError {
  override readonly name = 'TitularNetworkError';
  readonly kind = 'network';
  /** Name of the fault, the same in every language, such as `ECONNRESET` or `TLS`; the message has the platform's own. */
  readonly reason: string;

  constructor(reason: string, message: string, retryable = true) {
    super(`${reason}: ${message}`, retryable);
    this.reason = reason;
  }
}

/** A limit of time passed: that of one request, of a call, or of a wait for the end. */
export class TitularTimeoutError extends TitularError {
  override readonly name = 'TitularTimeoutError';
  readonly kind = 'timeout';
  readonly timeoutMs: number;

  constructor(message: string, timeoutMs: number) {
    super(message, true);
    this.timeoutMs = timeoutMs;
  }
}

/** Why a webhook was not taken for genuine. */
export type WebhookVerificationCode =
  | 'missing_header'
  | 'bad_timestamp'
  | 'too_old'
  | 'too_new'
  | 'no_matching_signature'
  | 'bad_payload'
  | 'bad_secret';

/** A webhook is not genuine, not fresh, or no event: answer 400 and do nothing. */
export class WebhookVerificationError extends TitularError {
  override readonly name = 'WebhookVerificationError';
  readonly kind = 'webhook';
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message, false);
    this.code = code;
  }
}
