import { type ErrorCode, errorCatalogue } from '@titular/contract';

/** The pause that the catalogue names for a code, where its remedy is to wait (RFC 9110 section 10.2.3). */
function pauseOf(code: ErrorCode): Record<string, string> {
  const { retryAfterSeconds } = errorCatalogue[code];
  return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
}

/** A no with a catalogue code: answered to the caller as `{code, message}`, never logged as a fault. It has no stack, which would cost more than the rest of it. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string = errorCatalogue[code].message,
    headers: Record<string, string> = {},
  ) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.headers = { ...pauseOf(code), ...headers };
  }

  /** A refusal with the time after which to come again: whole seconds, rounded up, and never none. */
  static after(code: ErrorCode, seconds: number, message?: string): Refusal {
    return new Refusal(code, message, { 'retry-after': String(Math.max(1, Math.ceil(seconds))) });
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
