import type { MediaObject, OperationObject, ParameterObject } from './document.ts';

/** An operation with the method and the address it stands at. */
export type PlacedOperation = { method: string; path: string; operation: OperationObject };

/** What an example answers; a refusal has another status than 2xx. */
export type ShownExample = { name: string; summary: string; status: string; answer: unknown };

/** What an example sends, in its parts. `path` has its ids, `type` is the media type of the body. */
export type ExampleRequest = {
  verb: string;
  path: string;
  parameters: readonly (ParameterObject & { value: string })[];
  type: string;
  body: unknown;
  hasToken: boolean;
};

type Answered = { summary?: string | undefined; status: string; value: unknown };

/** The answers that stand in the schemas' places, by the name of their example. */
const answersOf = ({ responses }: OperationObject): [string, Answered][] =>
  Object.entries(responses).flatMap(([status, response]) =>
    Object.values(response.content ?? {}).flatMap(({ examples = {} }) =>
      Object.entries(examples).flatMap(([name, { $ref, summary, value }]): [string, Answered][] =>
        $ref ? [] : [[name, { summary, value, status }]],
      ),
    ),
  );

/** The examples that were written for an operation, by their common name; those of the catalogue of codes stand there. */
export function shownExamples(operation: OperationObject): ShownExample[] {
  const { parameters = [], requestBody, 'x-further-examples': apart = {} } = operation;
  const media = Object.values(requestBody?.content ?? {});
  const asked = Object.assign({}, ...[...parameters, ...media].map((one) => one.examples ?? {}));
  const further = Object.entries(apart).map(([name, { summary, status, answer }]): [string, Answered] => [
    name,
    { summary, status: String(status), value: answer },
  ]);
  const answers = new Map([...answersOf(operation), ...further]);
  return [...new Set([...answers.keys(), ...Object.keys(asked)])].map((name) => {
    const { summary = String(asked[name]?.summary ?? name), status = '200', value } = answers.get(name) ?? {};
    return { name, summary, status, answer: value };
  });
}

/** Whether an example shows a call that works. */
export const isSuccess = ({ status }: Pick<ShownExample, 'status'>): boolean => status.startsWith('2');

/** Reads the request of an example from the places where its parts stand. */
export function exampleRequest({ method, path, operation }: PlacedOperation, name: string): ExampleRequest {
  const { parameters = [], requestBody, security = [] } = operation;
  const apart = operation['x-further-examples']?.[name];
  const given = parameters.flatMap((one) => {
    const value = one.examples?.[name]?.value ?? apart?.parameters?.[one.name];
    return value === undefined ? [] : [{ ...one, value: String(value) }];
  });
  const [type = '', media = {}]: [string?, MediaObject?] =
    Object.entries(requestBody?.content ?? {})[0] ?? [];
  return {
    verb: method.toUpperCase(),
    path: given
      .filter((one) => one.in === 'path')
      .reduce((text, one) => text.replace(`{${one.name}}`, one.value), path),
    parameters: given,
    type,
    body: media.examples?.[name]?.value ?? apart?.body,
    hasToken: Boolean(security[0]?.['accessToken']),
  };
}
