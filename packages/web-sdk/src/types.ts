/** How the page is shown: in a frame over the shop's page, or in its place. */
export type SdkType = 'IFRAME' | 'REDIRECT';

/** Languages of the page; BCP 47. */
export type Language = 'pt' | 'en' | 'es' | 'fr';

/**
 * Where a transaction stands, or in the same words a process (`approved` is the result OK, `inconclusive` INVALID_IDENTITY, `expired`
 * EXPIRED, `canceled` ERROR). What a browser says of it is a hint, and the shop's server asks the service before it delivers.
 */
export type TransactionStatus =
  | 'waiting'
  | 'processing'
  | 'shared'
  | 'approved'
  | 'inconclusive'
  | 'expired'
  | 'unknown-share'
  | 'fast-inconclusive'
  | 'absent-holder'
  | 'canceled';

/** Why the page was not opened or not shown to its end; docs/web-sdk.md says of each what to do. */
export type TitularErrorCode =
  | 'invalid_options'
  | 'not_initialised'
  | 'already_open'
  | 'insecure_page'
  | 'browser_not_supported'
  | 'camera_blocked_by_page'
  | 'frame_blocked'
  | 'origin_not_registered'
  | 'token_invalid'
  | 'token_expired'
  | 'token_of_other_transaction'
  | 'transaction_ended'
  | 'opened_too_often'
  | 'too_many_requests'
  | 'session_ended'
  | 'unreachable'
  | 'service_fault';

/** How the SDK finds the service and shows its page; one of `baseUrl` and `env` says where it is. */
export type InitOptions = {
  type: SdkType;
  /** Address of the service, such as `https://verify.bank.example`; https, or http on this computer. */
  baseUrl?: string;
  /** Name of one of `environments`. */
  env?: string;
  /** Addresses by name, for a shop that keeps its environments in one place. */
  environments?: Readonly<Record<string, string>>;
  /** Language that the page opens in; without it the browser decides. */
  language?: Language;
};

/**
 * How the page was left: with the transaction or process at its end, or before that by the person; `transactionId` is the id of either.
 * A service that is newer than this package may tell a status that is not listed here.
 */
export type Outcome =
  | { concluded: true; transactionId: string; status: TransactionStatus | (string & {}) }
  | { concluded: false; transactionId: string; status: undefined };

/**
 * What the page tells of its course while it is open; new names may come. `finished` comes with the status as soon as the transaction or
 * process has its end, while the person still reads of it.
 */
export type ProgressEvent = {
  transactionId: string;
  name: string;
  status?: TransactionStatus | (string & {});
};

/** One opening of the page. */
export type OpenOptions = {
  /** The `token` that creating the transaction or the process answered. */
  token: string;
  /** Id of the transaction or the process; guards against a token of another one, since the token alone names its own. */
  transactionId?: string;
  onFinish?: (outcome: Outcome) => void;
  onError?: (error: Error & { code: TitularErrorCode; docs: string }) => void;
  onEvent?: (event: ProgressEvent) => void;
};

/** What `init` gives back: the same doors as the module, for a page that uses more than one service. */
export type Client = {
  /**
   * Opens the page. Resolves when it is left, never in place of the shop's page, which is gone by then; rejects with a `TitularError`.
   * With `onError` given the error goes there as well, and the promise may be left alone.
   */
  open(options: OpenOptions): Promise<Outcome>;
  /** Takes the page away, whichever client opened it: with what came of it, if it has its end, else as one that the person left. */
  close(): void;
};
