import type { DisabledReason, EventType, TransactionStatus } from '@titular/contract';
import type { CompanyId, EndpointId } from '../../kernel/base/id.ts';

/** How requests to an endpoint are authenticated, besides their signature. */
const AUTHENTICATION_KINDS = ['none', 'basic', 'api-key', 'oauth2'] as const;
export type AuthenticationKind = (typeof AUTHENTICATION_KINDS)[number];

/** What an owner chooses for an endpoint; empty lists mean all types, and all final statuses. */
export type EndpointChoices = {
  url: string;
  description: string | undefined;
  eventTypes: readonly EventType[];
  statuses: readonly TransactionStatus[];
  /** 1 to 50. */
  maximumAttempts: number;
  /** Seconds between attempts, 1 to 86,400; undefined for the standard schedule. */
  intervalSeconds: number | undefined;
  /** 1 to 500. */
  maximumAtOnce: number;
  /** 100 to 60,000. */
  timeoutMs: number;
};

/** Where a company's events go, as everybody who may see it sees it: no secret, and no credential. */
export type Endpoint = EndpointChoices & {
  endpointId: EndpointId;
  companyId: CompanyId;
  authentication: AuthenticationKind;
  /** Until when the secret before the last rotation still signs. */
  previousSecretEndsAt: Date | undefined;
  /** May point to loopback; heeded in `test` alone. */
  loopbackAllowed: boolean;
  enabled: boolean;
  disabledReason: DisabledReason | undefined;
  disabledAt: Date | undefined;
  /** The first failure since the last success. */
  failingSince: Date | undefined;
  /** Failures since the last success. */
  failures: number;
  createdAt: Date;
};

/** What is sealed of an endpoint. */
export type SealedEndpoint = {
  secret: Buffer;
  previousSecret: Buffer | undefined;
  authentication: Buffer | undefined;
};

/** What an endpoint has that nothing else was said of. */
export const ENDPOINT_DEFAULTS = {
  description: undefined,
  eventTypes: [],
  statuses: [],
  maximumAttempts: 8,
  intervalSeconds: undefined,
  maximumAtOnce: 50,
  timeoutMs: 15_000,
} as const satisfies Omit<EndpointChoices, 'url'>;
