/** A service of the operator's gave no answer that can be used; the message is for the log and holds nothing that it said. */
export class ServiceUnavailableError extends Error {
  override readonly name = 'ServiceUnavailableError';
  /** Before when it is of no use to ask again, in milliseconds from now; 0 where nothing is known. */
  readonly waitMs: number;
  /** Whether it tells something of the service, and not of this one request alone. */
  readonly isOfService: boolean;

  constructor(message: string, { waitMs = 0, isOfService = true } = {}) {
    super(message);
    this.waitMs = waitMs;
    this.isOfService = isOfService;
  }
}
