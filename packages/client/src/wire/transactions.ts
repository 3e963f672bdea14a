/** Where a transaction stands; the first three are open, the others final. New words may come: treat one you do not know as open. */
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

/** Kinds of identity; new ones may come. */
export type IdentityKey = 'cpf' | 'cnpj' | (string & {});

/** What a transaction is created with; the finer rules of each field stand in the documentation of the API. */
export type CreateTransactionRequest = {
  identity: {
    key: IdentityKey;
    /** Without punctuation, with valid check digits. */
    value: string;
  };
  /** Unique for each purchase in your system. */
  orderNumber: string | number;
  /** Id of a company of the tenant. */
  company: string;
  card: {
    /** First 8 digits. */
    binDigits: string;
    /** Last 4 digits. */
    lastDigits: string;
    /** As printed on the card. */
    name: string;
    /** MM/YY. */
    expirationDate?: string | undefined;
  };
  /** Where the page redirects at the end: an https URL, or an app scheme of the company. */
  redirectUrl?: string | undefined;
  /** Value of the order, with at most 4 decimals. */
  value?: number | undefined;
  /** Currency of the value (ISO 4217), with which the page shows it. */
  currency?: string | undefined;
  /** Language of the page (BCP 47). */
  language?: string | undefined;
  /** Colours of the page. */
  theme?: 'auto' | 'light' | 'dark' | undefined;
  additionalInfo?:
    | {
        /** A process of the same person, finished at most an hour ago with PROCESS_RESULT_OK: its selfie is used. */
        processID: string;
      }
    | undefined;
};

/** A new transaction; `link` and `token` are absent when no selfie is needed, and are shown this once. */
export type CreateTransactionResponse = {
  id: string;
  status: TransactionStatus;
  /** One-time URL of the page for the person. */
  link?: string;
  /** For the web SDK; never an access token. */
  token?: string;
};

/** How a transaction stands. */
export type TransactionStatusResponse = {
  status: TransactionStatus;
  /** True when another identity than the one sent was verified; absent until that is known. */
  hasIdentityChanged?: boolean;
};

/** One line of a list: nothing of the person or the card. Times are RFC 3339. */
export type TransactionSummary = {
  id: string;
  company: string;
  orderNumber: string;
  status: TransactionStatus;
  hasIdentityChanged?: boolean;
  createdAt: string;
  expiresAt: string;
  finishedAt?: string;
  erasedAt?: string;
};

/** A page of transactions, newest first; `nextCursor` is absent on the last. */
export type ListTransactionsResponse = { transactions: TransactionSummary[]; nextCursor?: string };

/** One step a transaction went; new events and reasons may come. */
export type HistoryStep = {
  version: number;
  event: string;
  status: TransactionStatus;
  actor: 'merchant' | 'person' | 'service';
  reasons: string[];
  at: string;
};

/** A transaction with every step it went, oldest first. */
export type TransactionHistoryResponse = TransactionSummary & {
  /** `post`, `pre` or `super-pre`. */
  module: string;
  /** The process whose captures were used. */
  processId?: string;
  history: HistoryStep[];
};

/** A signed receipt: a JWS in compact form (RFC 7515) under a key that the service publishes. */
export type ReceiptResponse = { receipt: string };

/** Where a process stands; the last two are final. */
export type ProcessState = 'PROCESS_STATE_CREATED' | 'PROCESS_STATE_FINISHED' | 'PROCESS_STATE_FAILED';

/** What came of a process. */
export type ProcessResult =
  | 'PROCESS_RESULT_OK'
  | 'PROCESS_RESULT_ERROR'
  | 'PROCESS_RESULT_INVALID_IDENTITY'
  | 'PROCESS_RESULT_EXPIRED';

/** What a process is for, as the page tells the person. */
export type ProcessPurpose = 'biometryonboarding' | 'creditprocess' | 'carpurchase' | 'identityverification';

/** The person a process is about; the name is what the page calls them. */
export type ProcessPerson = {
  duiType: 'DUI_TYPE_BR_CPF' | 'DUI_TYPE_BR_CNPJ';
  duiValue: string;
  friendlyName?: string;
};

/** What a process is started with. */
export type CreateProcessRequest = {
  person: Omit<ProcessPerson, 'friendlyName'> & { friendlyName?: string | undefined };
  /** Where the page redirects at the end: an https URL, or an app scheme of the company; `/` for no redirect. */
  callbackUri: string;
  purpose: ProcessPurpose;
  /** Your own name for the process; never the person. */
  clientReference?: string | undefined;
  /** Seconds to finish in, with an `s` behind: `60s` to `604800s`, which is the default. */
  expiresIn?: string | undefined;
  /** May be left out where the tenant has one active company. */
  company?: string | undefined;
  /** Language of the page (BCP 47). */
  language?: string | undefined;
  /** Colours of the page. */
  theme?: 'auto' | 'light' | 'dark' | undefined;
};

/** A process as it stands; person and address are absent once the person was erased. */
export type Process = {
  id: string;
  company: string;
  state: ProcessState;
  result?: ProcessResult;
  person?: ProcessPerson;
  purpose: ProcessPurpose;
  clientReference?: string;
  callbackUri?: string;
  authenticationInfo: {
    livenessResult: 'LIVENESS_RESULT_UNSPECIFIED' | 'LIVENESS_RESULT_LIVE' | 'LIVENESS_RESULT_NOT_LIVE';
    authenticationResult:
      | 'AUTHENTICATION_RESULT_UNSPECIFIED'
      | 'AUTHENTICATION_RESULT_POSITIVE'
      | 'AUTHENTICATION_RESULT_NEGATIVE'
      | 'AUTHENTICATION_RESULT_INCONCLUSIVE';
  };
  createdAt: string;
  expiresAt: string;
  finishedAt?: string;
  erasedAt?: string;
};

/** A new process; its one-time address and its token for the web SDK are shown this once. */
export type CreateProcessResponse = { process: Process & { userRedirectUrl: string; token: string } };

/** A process as it is answered to a query. */
export type ProcessResponse = { process: Process };

/** One step a process went, and which transaction used it. */
export type ProcessStep = {
  version: number;
  event: string;
  state: ProcessState;
  actor: 'merchant' | 'person' | 'service' | 'platform';
  reasons: string[];
  transactionId?: string;
  at: string;
};

/** A process with every step it went, oldest first. */
export type ProcessHistoryResponse = { process: Process; history: ProcessStep[] };

/** One limit of the tenant, what is left of it, and the code that a request over it gets. */
export type Limit = {
  name: 'rate' | 'concurrency';
  code: '42901' | '42902';
  limit: number;
  perSecond?: number;
  remaining: number;
  resetSeconds: number;
  appliesTo: string;
};

/** Every limit of the tenant. */
export type LimitsResponse = { limits: Limit[] };

type Envelope<Type extends string> = {
  /** The same in every attempt to deliver the event. */
  id: string;
  type: Type;
  time: string;
  environment: 'test' | 'production';
};

type OfTransaction = {
  transactionId: string;
  status: TransactionStatus;
  /** Increases with each change of the transaction; an event with a lower number than the last you saw is stale. */
  sequence: number;
  /** Only where the company asked for it. */
  orderNumber?: string;
};

/** A transaction or a process. */
type OfSubject = { transactionId?: string; processId?: string };

/** Body of a webhook. New types may come: answer 2xx to one you do not know, and drop it. */
export type WebhookEvent =
  | (Envelope<'transaction.finished'> &
      OfTransaction & {
        /** Whether the person is another than the identity you sent: with `true`, `approved` does not speak for whom you sent. */
        hasIdentityChanged?: boolean;
      })
  | (Envelope<'transaction.changed'> & OfTransaction)
  | (Envelope<'process.finished'> & { processId: string; state: 'PROCESS_STATE_FINISHED' })
  | (Envelope<'process.failed'> & { processId: string; state: 'PROCESS_STATE_FAILED' })
  | (Envelope<'link.requested'> & OfSubject & { linkState: 'used' | 'expired' | 'replaced' })
  | (Envelope<'erasure.requested'> & OfSubject)
  | (Envelope<'endpoint.disabled'> & { endpointId: string; reason: 'gone' | 'failing' })
  | (Envelope<'endpoint.test'> & { endpointId: string });

/** The types of events there are today. */
export type WebhookEventType = WebhookEvent['type'];

/** The event of one type. */
export type WebhookEventOf<Type extends WebhookEventType> = Extract<WebhookEvent, { type: Type }>;

const FINAL_STATUSES: ReadonlySet<string> = new Set<TransactionStatus>([
  'approved',
  'inconclusive',
  'expired',
  'unknown-share',
  'fast-inconclusive',
  'absent-holder',
  'canceled',
]);

const FINAL_STATES: ReadonlySet<string> = new Set<ProcessState>([
  'PROCESS_STATE_FINISHED',
  'PROCESS_STATE_FAILED',
]);

/** Whether a transaction will never change again; false for a status this version does not know. */
export const isFinalStatus = (status: string): boolean => FINAL_STATUSES.has(status);

/** Whether a process will never change again; false for a state this version does not know. */
export const isFinalState = (state: string): boolean => FINAL_STATES.has(state);
