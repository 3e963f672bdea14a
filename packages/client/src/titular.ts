import { createCallApi } from './http/call-api.ts';
import { systemClock } from './http/clock.ts';
import {
  type AssertionCredentials,
  type CallOptions,
  type Credentials,
  parseBaseUrl,
  parseDeadline,
  parseNumber,
  parseRetries,
  type TitularOptions,
} from './http/options.ts';
import { platformFetch } from './http/platform-fetch.ts';
import { bindOperations, type OperationRows } from './operations.ts';
import { createErasures, createPersons, type Erasures, type Persons } from './persons.ts';
import { createProcesses, type Processes } from './processes.ts';
import { createReferences, type References } from './references.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { ASSERTION_ALGORITHMS } from './tokens/assertion-key.ts';
import { createTransactions, type Transactions } from './transactions.ts';
import type { WaitOptions } from './wait-for-end.ts';
import { createDeliveries, type Deliveries } from './webhooks/deliveries.ts';
import { createEventInbox } from './webhooks/event-inbox.ts';
import { createEvents, type Events } from './webhooks/events.ts';
import { createWebhookEndpoints, type WebhookEndpoints } from './webhooks/webhook-endpoints.ts';
import type { LimitsResponse, TransactionStatusResponse } from './wire/transactions.ts';

const TIMEOUT_MS = { least: 1, most: 600_000, usual: 30_000 };

type Account = { limits(options?: CallOptions): Promise<LimitsResponse> };

const OF_ACCOUNT: OperationRows<Account> = {
  limits: ['readLimits', 'GET', '/api/public/v1/limits', 'nothing', 'always'],
};

/** The service for one service account. Make one and keep it: all its calls share an access token. Options that cannot work are a TypeError. */
export class Titular {
  readonly transactions: Transactions;
  readonly processes: Processes;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly deliveries: Deliveries;
  readonly persons: Persons;
  readonly erasures: Erasures;
  readonly references: References;
  readonly sandbox: Sandbox;
  // Credentials live in closures, so that no log that prints this object shows them.
  readonly #account: Account;

  constructor(options: TitularOptions) {
    if (!options) throw new TypeError('options are missing: give baseUrl and credentials');
    const { clock = systemClock, random = Math.random } = options;
    if (typeof clock.elapsed !== 'function') throw new TypeError('clock must have now, elapsed and sleep');
    const origin = parseBaseUrl(options.baseUrl, options.allowHttp === true);
    const callApi = createCallApi(
      {
        origin,
        fetch: options.fetch ?? platformFetch(origin),
        clock,
        random,
        timeoutMs: parseNumber('timeoutMs', options.timeoutMs, TIMEOUT_MS),
        deadlineMs: parseDeadline(options.deadlineMs),
        maxRetries: parseRetries(options.maxRetries),
        hooks: options.hooks ?? {},
      },
      requireCredentials(options.credentials),
    );
    const inbox = createEventInbox();
    const wait = { clock, random, inbox };
    this.transactions = createTransactions(callApi, wait);
    this.processes = createProcesses(callApi, wait);
    this.events = createEvents(callApi, inbox);
    this.webhookEndpoints = createWebhookEndpoints(callApi);
    this.deliveries = createDeliveries(callApi);
    this.persons = createPersons(callApi);
    this.erasures = createErasures(callApi);
    this.references = createReferences(callApi);
    this.sandbox = createSandbox(callApi);
    this.#account = bindOperations<Account>(callApi, OF_ACCOUNT);
  }

  /** Every limit of the tenant, and what is left of it with this request counted. */
  limits(options?: CallOptions): Promise<LimitsResponse> {
    return this.#account.limits(options);
  }

  /** Waits for the final status of a transaction; the same as `transactions.waitForFinal`. */
  waitForFinal(transactionId: string, options?: WaitOptions): Promise<TransactionStatusResponse> {
    return this.transactions.waitForFinal(transactionId, options);
  }
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  assertion: ['account', 'tenantId'],
  clientSecret: ['clientId', 'clientSecret'],
};

/** Refuses a way to sign that cannot work. */
function requireSigner({ sign, algorithm, privateKey }: Partial<AssertionCredentials>): void {
  if (!sign && !privateKey) throw new TypeError('credentials.privateKey is missing');
  if (!sign) return;
  if (typeof sign !== 'function') throw new TypeError('credentials.sign must be a function');
  if (!algorithm) throw new TypeError('credentials.algorithm is missing: sign alone does not tell it');
  if (!ASSERTION_ALGORITHMS.includes(algorithm))
    throw new TypeError(`credentials.algorithm must be one of ${ASSERTION_ALGORITHMS.join(', ')}`);
}

/** A variable of the environment that is not set arrives as undefined, whatever the types say. */
function requireCredentials(credentials: Credentials): Credentials {
  const needed = NEEDED[credentials?.kind];
  if (!needed) throw new TypeError("credentials.kind must be 'assertion' or 'clientSecret'");
  for (const name of needed) {
    if (!(credentials as unknown as Record<string, unknown>)[name])
      throw new TypeError(`credentials.${name} is missing`);
  }
  if (credentials.kind === 'assertion') requireSigner(credentials);
  return { ...credentials };
}
