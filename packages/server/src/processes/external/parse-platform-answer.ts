import {
  AUTHENTICATION_RESULTS,
  type AuthenticationResult,
  LIVENESS_RESULTS,
  type LivenessResult,
  literals,
  PERSON_IDENTIFIER_TYPES,
  type PersonIdentifierType,
  PROCESS_RESULTS,
  PROCESS_STATES,
  type ProcessResult,
  type ProcessState,
} from '@titular/contract';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { isId, type ProcessId, parseUuid } from '../../kernel/base/id.ts';
import { ServiceUnavailableError } from '../../kernel/network/services/service-unavailable.ts';

/** Whom the platform says a process is about. */
export type PlatformPerson = { duiType: PersonIdentifierType; duiValue: string };

/** A process as the platform has it; what it left out is what nothing is known of. */
export type PlatformProcess = {
  state: ProcessState;
  result: ProcessResult | undefined;
  liveness: LivenessResult;
  authentication: AuthenticationResult;
  person: PlatformPerson | undefined;
  finishedAt: Date | undefined;
};

/** A process as the platform answers that it was started; the times are its own. */
export type StartedProcess = {
  processId: ProcessId;
  userRedirectUrl: string;
  token: string;
  expiresAt: Date | undefined;
  person: PlatformPerson | undefined;
};

const UNSPECIFIED = 'PROCESS_RESULT_UNSPECIFIED';
/** RFC 3339 section 5.6, to the parts of a second that a computer would write. */
const INSTANT =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})$';

const Person = Type.Object({
  duiType: literals(Object.keys(PERSON_IDENTIFIER_TYPES) as PersonIdentifierType[]),
  duiValue: Type.String({ maxLength: 64 }),
});

const id = Type.String({ minLength: 36, maxLength: 36 });

const instant = Type.Optional(Type.String({ pattern: INSTANT, maxLength: 40 }));

const Started = Type.Object({
  id,
  state: Type.Optional(literals(PROCESS_STATES)),
  userRedirectUrl: Type.String({ maxLength: 2048 }),
  token: Type.String({ pattern: '^[A-Za-z0-9._~+/=-]{1,8192}$' }),
  expiresAt: instant,
  person: Type.Optional(Person),
});

const Read = Type.Object({
  id,
  state: literals(PROCESS_STATES),
  result: Type.Optional(literals([...PROCESS_RESULTS, UNSPECIFIED])),
  person: Type.Optional(Person),
  finishedAt: instant,
  authenticationInfo: Type.Optional(
    Type.Object({
      livenessResult: Type.Optional(literals(LIVENESS_RESULTS)),
      authenticationResult: Type.Optional(literals(AUTHENTICATION_RESULTS)),
    }),
  ),
});

const Selfie = Type.Object({
  fileContents: Type.String({ minLength: 4 }),
  contentType: literals(['image/jpeg', 'image/png'] as const),
});

const wrong = (what: string, why: string): ServiceUnavailableError =>
  new ServiceUnavailableError(`${what}: the answer is wrong, ${why}`);

function parseJson(what: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // The parser's own words repeat what it read.
    throw wrong(what, 'it is no JSON in UTF-8');
  }
}

function requireShape<Shape extends TSchema>(what: string, schema: Shape, value: unknown): Static<Shape> {
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw wrong(what, `${first?.instancePath || 'it'} breaks the rule "${first?.keyword ?? 'type'}"`);
}

/** Some platforms answer the process itself, others an object that has it as its one member. */
function unwrap(value: unknown): unknown {
  const { process } = (value ?? {}) as { process?: unknown };
  return typeof process === 'object' && process !== null ? process : value;
}

/** Schemes that the page of the platform may have; http for trials alone. */
const isPageAddress = (text: string, httpAllowed: boolean): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || (httpAllowed && protocol === 'http:')) && !username && !password;
};

function parseInstant(what: string, place: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const parsed = new Date(text);
  if (Number.isNaN(parsed.getTime())) throw wrong(what, `${place} is no instant`);
  return parsed;
}

/** Reads the answer to a start; unknown members are passed over, everything that is used is checked. */
export function parseStarted(
  what: string,
  bytes: Uint8Array,
  { httpAllowed }: { httpAllowed: boolean },
): StartedProcess {
  const started = requireShape(what, Started, unwrap(parseJson(what, bytes)));
  if (!isId(started.id)) throw wrong(what, '/id is no UUID');
  if (started.state !== undefined && started.state !== 'PROCESS_STATE_CREATED')
    throw wrong(what, '/state is that of a process that has ended');
  if (!isPageAddress(started.userRedirectUrl, httpAllowed))
    throw wrong(what, '/userRedirectUrl is no https address');
  const { userRedirectUrl, token, expiresAt, person } = started;
  return {
    processId: parseUuid(started.id) ?? started.id,
    userRedirectUrl,
    token,
    expiresAt: parseInstant(what, '/expiresAt', expiresAt),
    person,
  };
}

/** What the state may say of the result: what is open has none, what failed was not all right, and what finished has one. */
function contradiction(state: ProcessState, result: ProcessResult | undefined): boolean {
  if (state === 'PROCESS_STATE_CREATED') return result !== undefined;
  if (state === 'PROCESS_STATE_FINISHED') return result === undefined;
  return result === 'PROCESS_RESULT_OK';
}

/** Reads a process that was asked for by its id; one that is another, or contradicts itself, is refused. */
export function parseProcess(what: string, bytes: Uint8Array, processId: ProcessId): PlatformProcess {
  const read = requireShape(what, Read, unwrap(parseJson(what, bytes)));
  if (read.id.toLowerCase() !== processId) throw wrong(what, 'it is another process');
  const result = read.result === UNSPECIFIED ? undefined : read.result;
  if (contradiction(read.state, result)) throw wrong(what, '/state and /result contradict each other');
  return {
    state: read.state,
    result,
    liveness: read.authenticationInfo?.livenessResult ?? 'LIVENESS_RESULT_UNSPECIFIED',
    authentication: read.authenticationInfo?.authenticationResult ?? 'AUTHENTICATION_RESULT_UNSPECIFIED',
    person: read.person,
    finishedAt: parseInstant(what, '/finishedAt', read.finishedAt),
  };
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Reads the bytes of a selfie; whether they are a picture is for others to see. */
export function parseSelfie(what: string, bytes: Uint8Array): Buffer {
  const { fileContents } = requireShape(what, Selfie, parseJson(what, bytes));
  if (fileContents.length % 4 !== 0 || !BASE64.test(fileContents))
    throw wrong(what, '/fileContents is not in base64');
  return Buffer.from(fileContents, 'base64');
}
