import type {
  ExampleObject,
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from '@titular/server/api-docs/document.ts';
import { Compile } from 'typebox/schema';

/** One example as a reader of the document finds it: the parts that carry its name. */
export type PlacedExample = {
  method: string;
  path: string;
  operation: OperationObject;
  name: string;
  parameters: readonly (ParameterObject & { value: string })[];
  body: { type: string; schema: SchemaObject; value: unknown } | undefined;
  status: string;
  answer: { type: string; schema: SchemaObject; value: unknown } | undefined;
};

/** Every operation of the document with its address. */
export const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

const findPart = (content: Readonly<Record<string, MediaObject>> | undefined, name: string) =>
  Object.entries(content ?? {}).flatMap(([type, { schema = {}, examples = {} }]) => {
    const found: ExampleObject | undefined = examples[name];
    return found && !found.$ref ? [{ type, schema, value: found.value }] : [];
  })[0];

type Place = { method: string; path: string; operation: OperationObject };

/** The schema of a body in its one media type. */
const schemaIn = (content: Readonly<Record<string, MediaObject>> | undefined) =>
  Object.entries(content ?? {}).map(([type, { schema = {} }]) => ({ type, schema }))[0];

/** Those that stand beside the schemas, with the schemas that their parts belong to. */
function furtherOf(place: Place): PlacedExample[] {
  const { parameters = [], requestBody, responses, 'x-further-examples': further = {} } = place.operation;
  return Object.entries(further).map(([name, example]) => {
    const status = String(example.status);
    const [asked, answered] = [schemaIn(requestBody?.content), schemaIn(responses[status]?.content)];
    return {
      ...place,
      name,
      parameters: parameters.flatMap((one) => {
        const value = example.parameters?.[one.name];
        return value === undefined ? [] : [{ ...one, value }];
      }),
      body: asked && example.body !== undefined ? { ...asked, value: example.body } : undefined,
      status,
      answer: answered && example.answer !== undefined ? { ...answered, value: example.answer } : undefined,
    };
  });
}

/** Those whose parts stand under the schemas by a common name; pointers into the catalogue of codes belong to none. */
function placedOf(place: Place): PlacedExample[] {
  const { parameters = [], requestBody, responses } = place.operation;
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  const holders = [...parameters, ...contents.flatMap((content) => Object.values(content ?? {}))];
  const names = holders.flatMap(({ examples = {} }) =>
    Object.entries(examples).flatMap(([name, one]) => (one.$ref ? [] : [name])),
  );
  return [...new Set(names)].map((name) => {
    const given = parameters.flatMap((one) => {
      const value = one.examples?.[name]?.value;
      return value === undefined ? [] : [{ ...one, value: String(value) }];
    });
    // An answer without a body has no example: it is the one that success has.
    const [status = '200', response] =
      Object.entries(responses).find(([, one]) => findPart(one.content, name)) ?? [];
    return {
      ...place,
      name,
      parameters: given,
      body: findPart(requestBody?.content, name),
      status,
      answer: findPart(response?.content, name),
    };
  });
}

/** Every example that was written for an operation, wherever it stands. */
export const examplesOf = (document: OpenApiDocument): PlacedExample[] =>
  operationsOf(document).flatMap((place) => [...placedOf(place), ...furtherOf(place)]);

type Compiled = Map<SchemaObject, ReturnType<typeof Compile>>;
const compiledBefore = new WeakMap<OpenApiDocument, Compiled>();

/** What was compiled of a document so far: a schema brings all others along, and is asked about again and again. */
function compiledOf(document: OpenApiDocument): Compiled {
  const compiled: Compiled = compiledBefore.get(document) ?? new Map();
  compiledBefore.set(document, compiled);
  return compiled;
}

/** Says of a value whether it is what a schema of the document describes, pointers followed. */
export function createValidator(document: OpenApiDocument) {
  const compiled = compiledOf(document);
  return (schema: SchemaObject, value: unknown): string[] => {
    const check = compiled.get(schema) ?? Compile({ ...schema, components: document.components } as object);
    compiled.set(schema, check);
    const [, errors] = check.Errors(value);
    return errors.map((error) => `${error.instancePath} ${error.message}`);
  };
}

const WORDS = new Set(['status', 'event', 'actor', 'module', 'token_type', 'active', 'reasons', 'type']);

/** The form of an answer: which members it has, of which types, and the words that programs act by. */
export function shapeOf(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return WORDS.has(name) ? value : value.slice(0, 1).map((one) => shapeOf(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shapeOf(one, key)]));
  return WORDS.has(name) ? value : typeof value;
}
