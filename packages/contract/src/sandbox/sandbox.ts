import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from '../page/page.ts';
import { AUTHENTICATION_RESULTS, LIVENESS_RESULTS, PROCESS_RESULTS } from '../processes/processes.ts';
import { TransactionStatus } from '../transactions/transactions.ts';

/** Header by which a scenario is chosen, in the test environment alone. */
export const SCENARIO_HEADER = 'x-titular-scenario';

type Kebab<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}-${Kebab<Rest>}`
  : Text;
/** What the sandbox calls an attempt with an outcome. */
export type AttemptEvent = `attempt-${Kebab<AttemptOutcome>}`;

/** The event by which the sandbox records an attempt with an outcome. */
export const attemptEvent = (outcome: AttemptOutcome): AttemptEvent =>
  `attempt-${outcome.replaceAll('_', '-')}` as AttemptEvent;

const MOVES = [
  'share',
  'approve',
  'identity-changed',
  'reject',
  'disown',
  'declare-absent',
  'cancel',
  'expire',
] as const;

/** What the sandbox can let happen to a live transaction: what moves it, and an attempt with each of the outcomes. */
export const SANDBOX_EVENTS: readonly SandboxEvent[] = [...MOVES, ...ATTEMPT_OUTCOMES.map(attemptEvent)];
export type SandboxEvent = (typeof MOVES)[number] | AttemptEvent;

/** What scenarios are about, in the order of the catalogue. */
export const SANDBOX_KINDS = ['ends', 'captures', 'processes', 'errors', 'webhooks'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What each kind holds, as the documentation says it. */
export const SANDBOX_KIND_MEANINGS: Readonly<Record<SandboxKind, string>> = {
  ends: 'Every final status of a transaction, immediately and after a delay.',
  captures: 'Every outcome of an attempt. No picture is stored, because there was no camera.',
  processes:
    'Every end of a process of the identity platform. A transaction that reuses a process finished this way ends accordingly.',
  errors:
    'Every refusal of every API operation, including the token endpoint. The requested operation is not carried out. For refusals that may pass, there is also a scenario that refuses a call once and serves it when it is repeated.',
  webhooks: 'What can go wrong with the webhook of an approval.',
};

const CLOSED = { additionalProperties: false } as const;

/** One step of a scenario. */
export const SandboxStep = Type.Object(
  {
    afterSeconds: Type.Integer({ minimum: 0, description: 'Seconds after the create.' }),
    event: Type.String({ description: 'What happens then.' }),
  },
  CLOSED,
);
export type SandboxStep = Static<typeof SandboxStep>;

/** One row of the catalogue of scenarios. */
export const SandboxScenario = Type.Object(
  {
    name: Type.String({ description: 'Value of the header `X-Titular-Scenario`.' }),
    kind: literals(SANDBOX_KINDS, {
      description: SANDBOX_KINDS.map((kind) => `- \`${kind}\`: ${SANDBOX_KIND_MEANINGS[kind]}`).join('\n'),
    }),
    meaning: Type.String({ description: 'What the scenario shows; for humans, the wording may change.' }),
    identity: Type.Optional(
      Type.Object(
        { key: Type.String(), value: Type.String() },
        { ...CLOSED, description: 'The identity that selects it when no header is sent.' },
      ),
    ),
    operations: Type.Array(Type.String(), {
      description: 'The operations that accept it in the header, by operation id.',
    }),
    steps: Type.Array(SandboxStep),
    status: Type.Optional(TransactionStatus),
    hasIdentityChanged: Type.Optional(Type.Boolean()),
    processResult: Type.Optional(literals(PROCESS_RESULTS, { description: 'Result of the process.' })),
    livenessResult: Type.Optional(literals(LIVENESS_RESULTS, { description: 'What the process found.' })),
    authenticationResult: Type.Optional(
      literals(AUTHENTICATION_RESULTS, { description: 'What the process found.' }),
    ),
    reusedAs: Type.Optional(
      Type.String({
        description: 'The scenario of a transaction that reuses the process and names no other.',
      }),
    ),
    code: Type.Optional(Type.String({ description: 'Error code of the refusal.' })),
    subCode: Type.Optional(Type.String({ description: "Sub-code of the token endpoint's refusal." })),
    servedNext: Type.Optional(Type.Literal(true, { description: 'The same call is served when repeated.' })),
  },
  CLOSED,
);
export type SandboxScenario = Static<typeof SandboxScenario>;

/** Answer of the catalogue. */
export const ListScenariosResponse = Type.Object({ scenarios: Type.Array(SandboxScenario) }, CLOSED);
export type ListScenariosResponse = Static<typeof ListScenariosResponse>;

/** Moves a live transaction by one step. */
export const StepTransactionRequest = Type.Object(
  { event: literals(SANDBOX_EVENTS, { description: 'What happens to the transaction.' }) },
  CLOSED,
);
export type StepTransactionRequest = Static<typeof StepTransactionRequest>;
