import { SCENARIO_HEADER } from '@titular/contract';
import type { FastifyRequest } from 'fastify';
import type { ProcessId, TenantId, TransactionId } from '../base/id.ts';
import { Refusal } from '../base/refusal.ts';
import type { Db } from '../database/connect.ts';
import type { SubjectRef } from '../database/subject-ref.ts';
import type { Route, RouteReply, RouteRequest } from './route.ts';

/** A call that names a scenario; the tenant is known where a token was asked for. */
export type ScenarioCall = {
  operationId: string;
  access: Route['access'];
  tenantId: TenantId | undefined;
  scenario: string | string[];
  /** Whether it has an Idempotency-Key, by which it stays the same call however often it is sent. */
  isKeyed: boolean;
  /** The same for a call that is sent again: with its Idempotency-Key, or else with its body. */
  text(): string;
};

/** A create request, as far as it chooses a course: by its header, or else by its identity. */
export type CreateCall = {
  headers: RouteRequest['headers'];
  identity: { key: string; value: string };
} & (
  | { kind: 'transaction'; processId: ProcessId | undefined }
  | { kind: 'process'; platform: 'built-in' | 'external' }
);

/** A scenario from one of its steps on; with `endsFor` the subject ends at creation, for these reasons. */
export type Course = { scenario: string; nextStep: number; endsFor: readonly string[] | undefined };

/** A delivery about to be signed, and the transaction that its event is about. */
export type SignedDelivery = {
  tenantId: TenantId;
  attempts: number;
  event: { type: string; transaction_id: TransactionId | null };
};

/** All that the sandbox may do to production code. */
export type SandboxPort = {
  /** Answers a call in place of its operation; undefined when the operation is to answer. */
  beforeHandle(call: ScenarioCall): Promise<RouteReply | undefined>;
  /** The course of what is about to be created; refuses with 40090 one that the request cannot take. */
  beforeCreate(call: CreateCall): Course | undefined;
  /** The course of a transaction that uses a process which finished without a camera. */
  beforeReuse(db: Db, tenantId: TenantId, processId: ProcessId): Promise<Course | undefined>;
  /** Begins a course, in the commit that creates its subject. */
  afterCreate(trx: Db, tenantId: TenantId, subject: SubjectRef, course: Course): Promise<void>;
  /** The secrets that sign an attempt, from those that sign now, the present one first. */
  beforeSign(delivery: SignedDelivery, secrets: readonly string[]): Promise<readonly string[]>;
};

/** Production has no sandbox: nothing takes a course, and a call that names one is refused with 40091. */
export const NO_SANDBOX: SandboxPort = {
  async beforeHandle({ access }) {
    if (access === 'token') throw new Refusal('40091');
    return undefined;
  },
  beforeCreate: () => undefined,
  beforeReuse: async () => undefined,
  afterCreate: async () => undefined,
  beforeSign: async (_delivery, secrets) => secrets,
};

const KEY_HEADER = 'idempotency-key';

const textOf = (operationId: string, { url, headers, body }: FastifyRequest): string =>
  JSON.stringify([operationId, url, headers[SCENARIO_HEADER], headers[KEY_HEADER] ?? body ?? null]);

/** Asks the sandbox about a call that names a scenario, once its body was read and before anything of it is checked. */
export async function askSandbox(
  { operationId, access }: Route,
  { beforeHandle }: Pick<SandboxPort, 'beforeHandle'>,
  request: FastifyRequest,
  tenantId: TenantId | undefined,
): Promise<RouteReply | undefined> {
  const scenario = request.headers[SCENARIO_HEADER];
  if (scenario === undefined) return undefined;
  const isKeyed = request.headers[KEY_HEADER] !== undefined;
  const text = (): string => textOf(operationId, request);
  return beforeHandle({ operationId, access, tenantId, scenario, isKeyed, text });
}

const EFFECTS = {
  transaction: 'Lets the transaction follow a scenario of the sandbox, or the call be refused by one',
  process: 'Lets the process follow a scenario of the sandbox, or the call be refused by one',
  call: 'Lets the call be refused by a scenario of the sandbox',
} as const;

/** The header that the sandbox heeds, as the documentation of an operation shows it. */
export const sandboxParameter = (subject: keyof typeof EFFECTS) => ({
  name: SCENARIO_HEADER.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase()),
  description: `${EFFECTS[subject]}, by its name in the catalogue (listScenarios). Only in the test environment; production refuses it with 40091.`,
  pattern: '^[a-z0-9-]{1,60}$',
});
