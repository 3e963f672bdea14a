import type { ErrorCode } from '@titular/contract';

/** The server said no, with a code of the catalogue. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: ErrorCode;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** The server's own sentence, which may begin with the name of a field; never shown, since it speaks one language. */
  readonly detail: string | undefined;

  constructor(
    code: ErrorCode,
    status: number,
    requestId?: string,
    retryAfterSeconds?: number,
    detail?: string,
  ) {
    super(`refused with ${code}`);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.detail = detail;
  }
}

/** No answer came, or none of the portal's: whether the call was carried out is not known. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** The server is known to be away: nothing was sent, and nothing done. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}

/** The person closed the dialog that the call needed. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled';
}

/** Whether a read says that what it read before must not be shown any longer. */
export const isOutOfReach = (failure: unknown): boolean =>
  failure instanceof Refused && (failure.status === 403 || failure.status === 404);

/** Whether a failure is a refusal with one of these codes. */
export const isRefusal = (failure: unknown, ...codes: ErrorCode[]): failure is Refused =>
  failure instanceof Refused && codes.includes(failure.code);
