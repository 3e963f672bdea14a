/** The operator's platform gave no answer that can be used; the message is for the log and holds nothing that it said. */
export class PlatformUnavailableError extends Error {
  override readonly name = 'PlatformUnavailableError';
  /** Before when it is of no use to ask again, in milliseconds from now; 0 where nothing is known. */
  readonly waitMs: number;
  /** Whether it tells something of the platform, and not of this one request alone. */
  readonly isOfPlatform: boolean;

  constructor(message: string, { waitMs = 0, isOfPlatform = true } = {}) {
    super(message);
    this.waitMs = waitMs;
    this.isOfPlatform = isOfPlatform;
  }
}
