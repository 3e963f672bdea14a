import { curlOf } from '@titular/server/api-docs/curl.ts';
import {
  exampleRequest,
  isSuccess,
  type PlacedOperation,
  type ShownExample,
  shownExamples,
} from '@titular/server/api-docs/operation-examples.ts';
import { goCall } from './go/call.ts';
import { javaCall } from './java/call.ts';
import { phpCall } from './php-call.ts';
import { pythonCall } from './python-call.ts';
import type { TypedSchemas } from './typed-schemas.ts';
import { typescriptCall } from './typescript-call.ts';

/** Where the calls lie as Markdown; the site shows the reference of the contract in its place. */
export const CALLS_FOLDER = 'docs/api/';

/** What a reader does before running a call, as Markdown without links. */
export const BEFORE_RUNNING =
  'The clients are installed from this repository: `npm pack --workspace @titular/client` makes the file for TypeScript, `pip install ./clients/python` installs that for Python, for PHP `composer config repositories.titular path ./clients/php` goes before `composer require titular/client`, and for Go `go mod edit -require=titular@v0.0.0 -replace=titular=./clients/go` makes it known to a module; for Java the two commands of its page make `titular.jar`. Programs read `TITULAR_URL`, `CLIENT_ID` and `CLIENT_SECRET`; calls by curl need `TOKEN`. Ids stand for your own, and an order number is used once.';

/** One example in one language: a program, or why there is none. */
export type Call = {
  id: 'curl' | 'typescript' | 'python' | 'php' | 'go' | 'java';
  title: string;
  /** Language and name of its fence in Markdown. */
  fence: string;
  file: string;
  code: string | undefined;
  reason: string | undefined;
};

/** Operations that no program of a merchant calls. They have a curl command alone. */
const ONLY_CURL: Readonly<Record<string, string>> = {
  issueTokenByGet: 'It only refuses: a token is given to a POST.',
  receivePlatformEvent: 'The identity platform calls it, not a merchant.',
};

/** The examples of an operation that show how it is called: those that succeed, else the first that has all it needs. */
export function calledExamples(placed: PlacedOperation): ShownExample[] {
  const { operation } = placed;
  const examples = shownExamples(operation);
  const successes = examples.filter(isSuccess);
  if (successes.length > 0) return successes;
  const required = (operation.parameters ?? []).filter((one) => one.required).map((one) => one.name);
  const whole = examples.filter(({ name }) => {
    const given = exampleRequest(placed, name).parameters.map((one) => one.name);
    return required.every((one) => given.includes(one));
  });
  return whole.slice(0, 1);
}

/** Writes an example in every language, from the same request; Go and Java name types by the schemas of the document. */
export function callsOf(placed: PlacedOperation, name: string, base: string, schemas: TypedSchemas): Call[] {
  const { operationId } = placed.operation;
  const reason = ONLY_CURL[operationId];
  const file = `${operationId}-${name}`;
  const unless = (write: typeof typescriptCall): Pick<Call, 'code' | 'reason'> =>
    reason === undefined ? { code: write(placed, name), reason } : { code: undefined, reason };
  return [
    {
      ...{ id: 'curl', title: 'curl', fence: 'bash', file: `${file}.sh` },
      ...{ code: curlOf(placed, name, base), reason: undefined },
    },
    { id: 'typescript', title: 'TypeScript', fence: 'ts', file: `${file}.ts`, ...unless(typescriptCall) },
    { id: 'python', title: 'Python', fence: 'python', file: `${file}.py`, ...unless(pythonCall) },
    { id: 'php', title: 'PHP', fence: 'php', file: `${file}.php`, ...unless(phpCall) },
    {
      ...{ id: 'go', title: 'Go', fence: 'go', file: `${file}.go` },
      ...unless((one, example) => goCall(one, example, schemas)),
    },
    {
      ...{ id: 'java', title: 'Java', fence: 'java', file: `${file}.java` },
      ...unless((one, example) => javaCall(one, example, schemas)),
    },
  ];
}
