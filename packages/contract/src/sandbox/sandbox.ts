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
  ends: 'Every end that a transaction can have, at once and after a while.',
  captures: 'Every outcome that an attempt at the selfie can have. No picture is kept: there was no camera.',
  processes:
    'Every end that a process of the identity platform can have. The card that uses a process which finished so is led to an end, too.',
  errors:
    'Every refusal of every operation of the API, also of the token endpoint. Nothing of what was asked is done. Behind a token, where the same call may do better later, there is a scenario that refuses it and serves it when it comes again.',
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
    meaning: Type.String({ description: 'What it shows; for people, its words may change.' }),
    identity: Type.Optional(
      Type.Object(
        { key: Type.String(), value: Type.String() },
        { ...CLOSED, description: 'The identity that chooses it where no header does.' },
      ),
    ),
    operations: Type.Array(Type.String(), {
      description: 'The operations that take it in the header, by their names here.',
    }),
    steps: Type.Array(SandboxStep),
    status: Type.Optional(TransactionStatus),
    hasIdentityChanged: Type.Optional(Type.Boolean()),
    processResult: Type.Optional(
      literals(PROCESS_RESULTS, { description: 'Result of the process that it leads to.' }),
    ),
    livenessResult: Type.Optional(literals(LIVENESS_RESULTS, { description: 'What the process found.' })),
    authenticationResult: Type.Optional(
      literals(AUTHENTICATION_RESULTS, { description: 'What the process found.' }),
    ),
    reusedAs: Type.Optional(
      Type.String({
        description: 'The scenario that a transaction follows which uses the process and names no other.',
      }),
    ),
    code: Type.Optional(Type.String({ description: 'Code of the refusal that it leads to.' })),
    subCode: Type.Optional(
      Type.String({ description: 'Sub-code of the refusal of the token endpoint that it leads to.' }),
    ),
    servedNext: Type.Optional(
      Type.Literal(true, { description: 'The same call is served when it comes again.' }),
    ),
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
