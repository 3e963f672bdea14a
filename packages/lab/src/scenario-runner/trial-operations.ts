import { SCENARIO_HEADER } from '@titular/contract';
import { newId } from '@titular/server/kernel/base/id.ts';
import { invariant } from '@titular/server/kernel/base/invariant.ts';
import { askTrial, callTrial, type TrialCall } from '../attack-testing/trial-calls.ts';
import type { Trial } from '../ephemeral-service/trial.ts';

/** What came of a call, in whichever of the two shapes of refusals. */
export type Answered = {
  status: number;
  retryAfter: string | null;
  answer: { code?: string; message?: string; error_description?: string; sub_code?: string };
};

/** Calls an operation by its name, by a scenario, with ids of nothing and what `bodies` has for it, or an empty body. */
export type AskOperation = (operationId: string, scenario: string) => Promise<Answered>;

type Described = { operationId?: string; requestBody?: { content: Record<string, unknown> } };
type Document = { paths: Record<string, Record<string, Described>> };

const FORM = 'application/x-www-form-urlencoded';

type Address = Pick<TrialCall, 'method' | 'path'> & { type: string | undefined };

/** Where an operation is, as the service itself documents it. */
function findOperation({ paths }: Document, operationId: string): Address {
  for (const [path, methods] of Object.entries(paths))
    for (const [method, described] of Object.entries(methods)) {
      if (described.operationId !== operationId) continue;
      const [type] = Object.keys(described.requestBody?.content ?? {});
      return { method: method.toUpperCase() as TrialCall['method'], path, type };
    }
  throw new Error(`the service documents no ${operationId}`);
}

/** Read once for each trial: one who reads the documents of a service over and over is asked to wait. */
const documents = new WeakMap<Trial, Promise<Document>>();

function readDocument(trial: Trial): Promise<Document> {
  const known = documents.get(trial);
  if (known) return known;
  const reading = callTrial<Document>(trial, { method: 'GET', path: '/openapi.json' }).then(
    ({ answer }) => answer,
  );
  documents.set(trial, reading);
  return reading;
}

/** Reads the document of a trial, and gives what calls any of its operations with these headers. */
export async function createAskOperation(
  trial: Trial,
  headers: Record<string, string>,
  bodies: Readonly<Record<string, object>>,
): Promise<AskOperation> {
  const document = await readDocument(trial);
  return async (operationId, scenario) => {
    const { method, path, type } = findOperation(document, operationId);
    const empty = type === FORM ? new URLSearchParams() : {};
    const { response, answer } = await askTrial(trial, {
      method,
      path: path.replace(/\{[a-z_]+\}/g, () => newId()),
      headers: { ...headers, [SCENARIO_HEADER]: scenario },
      ...(type === undefined ? {} : { body: bodies[operationId] ?? empty }),
    });
    invariant(typeof answer === 'object' && answer !== null, 'what is refused is told in an object');
    return { status: response.status, retryAfter: response.headers.get('retry-after'), answer };
  };
}
