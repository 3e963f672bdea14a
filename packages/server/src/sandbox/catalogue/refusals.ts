import {
  type ErrorCode,
  errorCatalogue,
  oauthErrorCatalogue,
  publishedOperations,
  type TokenSubCode,
} from '@titular/contract';
import { oauthErrorReply, refused as tokenRefused } from '../../access-tokens/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { refusalReply } from '../../kernel/http/answers/error-reply.ts';
import type { RouteReply } from '../../kernel/http/route.ts';
import type { ScenarioRow } from './scenario.ts';

/** Refusals about scenarios themselves need none to be seen. */
const ITS_OWN: readonly ErrorCode[] = ['40090', '40091'];

/** Beside the statuses that ask for another try: the first request with a key ends, and then the second is answered. */
const PASSING: readonly ErrorCode[] = ['40029'];
const PASSING_STATUSES: readonly number[] = [429, 500];

const RETRY_AFTER_SECONDS = 1;

const HEADERS: Readonly<Partial<Record<ErrorCode, Record<string, string>>>> = {
  '40301': { 'www-authenticate': 'Bearer error="invalid_token"' },
};

/** The operations that document each code or sub-code, in the order of the documentation. */
function operationsBy<Code extends string>(codesOf: (operationId: string) => readonly Code[]) {
  const found = new Map<Code, string[]>();
  for (const operationId of Object.keys(publishedOperations))
    for (const code of codesOf(operationId)) found.set(code, [...(found.get(code) ?? []), operationId]);
  return [...found].sort(([one], [other]) => one.localeCompare(other));
}

const byCode = operationsBy((operationId) => publishedOperations[operationId]?.codes ?? []).filter(
  ([code]) => !ITS_OWN.includes(code),
);
const bySubCode = operationsBy((operationId) =>
  Object.values(publishedOperations[operationId]?.subCodes ?? {}).flat(),
);

const always = ([code, operations]: readonly [ErrorCode, string[]]): ScenarioRow => ({
  kind: 'errors',
  name: `error-${code}`,
  meaning: errorCatalogue[code].message,
  operations,
  steps: [],
  leadsTo: { kind: 'refused', code, isServedNext: false },
});

const isPassing = ([code]: readonly [ErrorCode, string[]]): boolean =>
  PASSING.includes(code) || PASSING_STATUSES.includes(errorCatalogue[code].status);

const once = ([code, operations]: readonly [ErrorCode, string[]]): ScenarioRow => ({
  kind: 'errors',
  name: `error-${code}-then-served`,
  meaning: `${errorCatalogue[code].message} The same call is served when repeated.`,
  operations: operations.filter((operationId) => publishedOperations[operationId]?.codes.includes('40301')),
  steps: [],
  leadsTo: { kind: 'refused', code, isServedNext: true },
});

const ofTokens = ([subCode, operations]: readonly [TokenSubCode, string[]]): ScenarioRow => ({
  kind: 'errors',
  name: `token-${subCode.replaceAll('_', '-')}`,
  meaning: oauthErrorCatalogue[subCode].description,
  operations: [...new Set(operations)],
  steps: [],
  leadsTo: { kind: 'token-refused', subCode },
});

/** Every refusal that an operation documents; those that pass also as one that the same call does not meet again. */
export const refusals: readonly ScenarioRow[] = [
  ...byCode.map(always),
  // What only refuses who has no token yet has no call to serve.
  ...byCode
    .filter(isPassing)
    .map(once)
    .filter(({ operations = [] }) => operations.length > 0),
  ...bySubCode.map(ofTokens),
];

/** Whether an operation gives a sub-code to clients that failed to authenticate alone, and so never with the status of its own. */
function isOfClients(operationId: string, subCode: TokenSubCode): boolean {
  const { httpStatus } = oauthErrorCatalogue[subCode];
  return !publishedOperations[operationId]?.subCodes?.[httpStatus]?.includes(subCode);
}

/** The answer of an operation that a scenario of this table leads to, with the headers that belong to it; undefined for all others. */
export function refusalOf({ leadsTo }: ScenarioRow, operationId: string): RouteReply | undefined {
  if (leadsTo.kind === 'status' || leadsTo.kind === 'process') return undefined;
  if (leadsTo.kind === 'refused')
    return refusalReply(new Refusal(leadsTo.code, undefined, HEADERS[leadsTo.code]));
  const { subCode } = leadsTo;
  const isPassing = oauthErrorCatalogue[subCode].httpStatus === 429;
  return oauthErrorReply({
    ...tokenRefused(subCode),
    clientRefused: isOfClients(operationId, subCode),
    ...(isPassing ? { retryAfterSeconds: RETRY_AFTER_SECONDS } : {}),
  });
}
