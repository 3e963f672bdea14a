import { type Static, Type } from 'typebox';
import { literals } from '../literals.ts';
import { appearanceFields } from '../page/appearance.ts';

/** Where a process stands; the last two are final. */
export const PROCESS_STATES = [
  'PROCESS_STATE_CREATED',
  'PROCESS_STATE_FINISHED',
  'PROCESS_STATE_FAILED',
] as const;
export type ProcessState = (typeof PROCESS_STATES)[number];

/** What came of a process; absent while it is open. */
export const PROCESS_RESULTS = [
  'PROCESS_RESULT_OK',
  'PROCESS_RESULT_ERROR',
  'PROCESS_RESULT_INVALID_IDENTITY',
  'PROCESS_RESULT_EXPIRED',
] as const;
export type ProcessResult = (typeof PROCESS_RESULTS)[number];

/** Whether a live person was in front of the camera. */
export const LIVENESS_RESULTS = [
  'LIVENESS_RESULT_UNSPECIFIED',
  'LIVENESS_RESULT_LIVE',
  'LIVENESS_RESULT_NOT_LIVE',
] as const;
export type LivenessResult = (typeof LIVENESS_RESULTS)[number];

/** Whether the person is the one with that identity. */
export const AUTHENTICATION_RESULTS = [
  'AUTHENTICATION_RESULT_UNSPECIFIED',
  'AUTHENTICATION_RESULT_POSITIVE',
  'AUTHENTICATION_RESULT_NEGATIVE',
  'AUTHENTICATION_RESULT_INCONCLUSIVE',
] as const;
export type AuthenticationResult = (typeof AUTHENTICATION_RESULTS)[number];

/** What a process is for; the page tells it to the person in plain words. */
export const PROCESS_PURPOSES = [
  'biometryonboarding',
  'creditprocess',
  'carpurchase',
  'identityverification',
] as const;
export type ProcessPurpose = (typeof PROCESS_PURPOSES)[number];

/** Kinds of person identifiers on the wire, each with the kind of identity that it is. */
export const PERSON_IDENTIFIER_TYPES = { DUI_TYPE_BR_CPF: 'cpf', DUI_TYPE_BR_CNPJ: 'cnpj' } as const;
export type PersonIdentifierType = keyof typeof PERSON_IDENTIFIER_TYPES;

/** Seconds in which a process may be finished: at least, at most, and where the request says nothing. */
export const PROCESS_EXPIRY_SECONDS = { least: 60, most: 604_800, usual: 604_800 } as const;

/** A process may be reused while it finished at most so many seconds ago by the database's clock (design section 6). */
export const REUSE_SECONDS = 3_600;

const identifierTypes = Object.keys(PERSON_IDENTIFIER_TYPES) as PersonIdentifierType[];
const CLOSED = { additionalProperties: false } as const;

const personFields = {
  duiType: literals(identifierTypes, { description: 'Kind of the identifier.' }),
  duiValue: Type.String({
    maxLength: 64,
    description: 'The identifier without punctuation, with valid check digits.',
    examples: ['52998224725'],
  }),
  friendlyName: Type.Optional(
    Type.String({
      maxLength: 50,
      description: 'How the page addresses the person.',
      examples: ['Maria da Silva'],
    }),
  ),
};

const clientReference = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 256,
    description: 'Your own name for the process; never the person.',
    examples: ['onboarding-1001'],
  }),
);

/** Body of the operation that starts a process; extra properties are ignored. */
export const CreateProcessRequest = Type.Object({
  person: Type.Object(personFields),
  callbackUri: Type.String({
    maxLength: 2048,
    description:
      'Where the page redirects at the end: an https URL, or an app scheme of the company; `/` for no redirect.',
    examples: ['https://shop.example/welcome'],
  }),
  purpose: literals(PROCESS_PURPOSES, {
    description: 'What the selfie is for, as shown to the person.',
  }),
  clientReference,
  expiresIn: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,6}s$',
      description: 'Seconds until the process expires, with the suffix `s`: 60s to 604800s (default).',
      examples: ['3600s'],
    }),
  ),
  company: Type.Optional(
    Type.String({
      format: 'uuid',
      description: 'Id of a company of the tenant; optional if the tenant has exactly one active company.',
    }),
  ),
  ...appearanceFields,
});
export type CreateProcessRequest = Static<typeof CreateProcessRequest>;

const id = Type.String({ format: 'uuid', description: 'Id of the process.' });
const instant = (description: string) => Type.String({ format: 'date-time', description });

/** A process as its reader sees it. */
export const Process = Type.Object(
  {
    id,
    company: Type.String({ format: 'uuid', description: 'The company that requested the process.' }),
    state: literals(PROCESS_STATES, { description: 'Where the process stands.' }),
    result: Type.Optional(
      literals(PROCESS_RESULTS, { description: 'The result; absent while the process is open.' }),
    ),
    person: Type.Optional(
      Type.Object(personFields, { ...CLOSED, description: 'Absent once the person was erased.' }),
    ),
    purpose: literals(PROCESS_PURPOSES),
    clientReference,
    callbackUri: Type.Optional(Type.String({ description: 'Absent once the person was erased.' })),
    authenticationInfo: Type.Object(
      { livenessResult: literals(LIVENESS_RESULTS), authenticationResult: literals(AUTHENTICATION_RESULTS) },
      CLOSED,
    ),
    createdAt: instant('When it was started.'),
    expiresAt: instant('When the process expires.'),
    finishedAt: Type.Optional(instant('When the process ended; absent while it is open.')),
    erasedAt: Type.Optional(instant('When the person was erased.')),
  },
  CLOSED,
);
export type Process = Static<typeof Process>;

/** Answer of the operation that starts a process; the address opens once, and both it and the token are shown this once. */
export const CreateProcessResponse = Type.Object(
  {
    process: Type.Object(
      {
        ...Process.properties,
        userRedirectUrl: Type.String({
          format: 'uri',
          description: 'One-time URL of the page for the person.',
        }),
        token: Type.String({ description: 'SDK token for the web SDK; never an access token.' }),
      },
      CLOSED,
    ),
  },
  CLOSED,
);
export type CreateProcessResponse = Static<typeof CreateProcessResponse>;

/** Answer of the query for a process. */
export const ProcessResponse = Type.Object({ process: Process }, CLOSED);
export type ProcessResponse = Static<typeof ProcessResponse>;

/** Answer of a look at the selfie of a process. */
export const SelfieResponse = Type.Object(
  {
    fileContents: Type.String({ description: 'The picture, base64-encoded (RFC 4648, section 4).' }),
    contentType: Type.Literal('image/jpeg'),
  },
  CLOSED,
);
export type SelfieResponse = Static<typeof SelfieResponse>;

/** One step a process went: what happened, who did it, the coded reasons, and which transaction used it. */
export const ProcessStep = Type.Object(
  {
    version: Type.Integer({ minimum: 1, description: 'Number of the step, counted from 1.' }),
    event: Type.String({
      description: 'What happened, for example `create`, `capture-finished` or `reuse`.',
    }),
    state: literals(PROCESS_STATES),
    actor: literals(['merchant', 'person', 'service', 'platform'] as const),
    reasons: Type.Array(Type.String({ description: 'A coded reason, see docs/decision.md.' })),
    transactionId: Type.Optional(
      Type.String({ format: 'uuid', description: 'The transaction that used the process.' }),
    ),
    at: instant('When it happened.'),
  },
  CLOSED,
);
export type ProcessStep = Static<typeof ProcessStep>;

/** A process with every step it went, oldest first. */
export const ProcessHistoryResponse = Type.Object(
  { process: Process, history: Type.Array(ProcessStep) },
  CLOSED,
);
export type ProcessHistoryResponse = Static<typeof ProcessHistoryResponse>;
