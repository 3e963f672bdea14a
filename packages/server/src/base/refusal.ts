import { type ErrorCode, errorCatalogue } from '@titular/contract';

/** A no with a catalogue code: answered to the caller as `{code, message}`, never logged as a fault. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ErrorCode;
  readonly headers: Record<string, string>;

  constructor(
    code: ErrorCode,
    message: string = errorCatalogue[code].message,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
