import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';

type Schema = { pattern?: string; format?: string; enum?: readonly unknown[]; $ref?: string };
type Parameter = { name: string; in: string; schema?: Schema };

/** An operation of the published contract: statuses and examples that it names, and parameters with their schemas. */
type Operation = {
  method: string;
  path: string;
  statuses: ReadonlySet<string>;
  bodies: readonly unknown[];
  isForm: boolean;
  parameters: readonly Parameter[];
};

type Examples = { examples?: Record<string, { value: unknown }> };
type Published = {
  paths: Record<
    string,
    Record<
      string,
      {
        responses?: object;
        requestBody?: { content: Record<string, Examples> };
        parameters?: readonly Parameter[];
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
};

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

/** Reads every operation of the published contract. */
export function readOperations(): Operation[] {
  const file = resolve(import.meta.dirname, '../../../../docs/openapi.json');
  const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Published;
  const schemaOf = ({ schema = {} }: Parameter): Schema =>
    (schema.$ref && components.schemas[schema.$ref.split('/').at(-1) ?? '']) || schema;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => responses)
      .map(([method, { responses = {}, requestBody, parameters = [] }]) => ({
        method: method.toUpperCase(),
        path,
        statuses: new Set(Object.keys(responses)),
        isForm: requestBody?.content[FORM] !== undefined,
        parameters: parameters.map((one) => ({ ...one, schema: schemaOf(one) })),
        bodies: Object.values(requestBody?.content ?? {}).flatMap(({ examples = {} }) =>
          Object.values(examples).map(({ value }) => value),
        ),
      })),
  );
}

/** A request that was drawn, of an operation by its path in the contract. */
export type Drawn = {
  method: string;
  operation: string;
  path: string;
  statuses: ReadonlySet<string>;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
};

/** The id of an object that is there, by the name of its parameter. */
type IdOf = (name: string) => string | undefined;

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.uuid(),
  fc.constantFrom('', '0', '-1', '1e999'),
);
const anything = fc.oneof(text, fc.double(), fc.boolean(), fc.constant(null), fc.array(text), fc.object());

/** What fits a schema; where the schema says nothing that can be drawn, any text. */
function fitting({ enum: values, format, pattern }: Schema): fc.Arbitrary<string> {
  if (values && values.length > 0) return fc.constantFrom(...values.map(String));
  if (format === 'uuid') return fc.uuid();
  return pattern === undefined ? text : fc.stringMatching(new RegExp(pattern));
}

/** A parameter of a query or a header: left out, by its schema, or anything. */
const given = ({ schema = {} }: Parameter): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fitting(schema) },
    { weight: 1, arbitrary: text },
  );

/** What a header may carry, whoever sends it: signs of ASCII. */
const asHeader = (value: string): string => value.replaceAll(/[^\x20-\x7e]/g, '?').trim();

function valuesOf(
  parameters: readonly Parameter[],
  place: string,
): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const own = parameters.filter((one) => one.in === place);
  return fc
    .tuple(...own.map(given))
    .map((values) =>
      values.flatMap((value, index) =>
        value === undefined ? [] : [[own[index]?.name ?? '', value] as const],
      ),
    );
}

/** A path with its parameters: ids that are there, by their schema, or any text. */
function pathOf({ path, parameters }: Operation, idOf: IdOf): fc.Arbitrary<string> {
  const own = parameters.filter((one) => one.in === 'path');
  const values = own.map(({ schema = {} }) =>
    fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fitting(schema) },
      { weight: 1, arbitrary: fc.string({ minLength: 1, unit: 'binary' }) },
    ),
  );
  return fc.tuple(...values).map((drawn) =>
    own.reduce((whole, { name }, index) => {
      const value = drawn[index] ?? idOf(name) ?? 'none';
      // Dots alone lead to another address, and so does nothing.
      return whole.replace(`{${name}}`, () => encodeURIComponent(value.toWellFormed().replace(/^\.*$/, 'x')));
    }, path),
  );
}

/** A body as a form: texts and numbers as they are, any other value as JSON, because a member of a form is text. */
export const formOf = (body: object): string =>
  new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [
      name,
      typeof value === 'object' ? JSON.stringify(value) : String(value),
    ]),
  ).toString();

/** A body with one member changed or of any shape, as the operation takes it, or as it does not. */
function bodyOf({ method, bodies, isForm }: Operation): fc.Arbitrary<{ type?: string; body?: string }> {
  if (method === 'GET' || method === 'DELETE') return fc.constant({});
  const members = [...new Set(bodies.flatMap((body) => Object.keys(body as object)))];
  const sound = bodies.length > 0 ? fc.constantFrom(...bodies) : fc.constant({});
  const changed = fc
    .tuple(sound, fc.constantFrom('extra', ...members), anything)
    .map(([body, name, value]) => ({ ...(body as object), [name]: value }));
  return fc.tuple(fc.oneof(changed, fc.object()), fc.integer({ min: 0, max: 7 })).map(([body, other]) => {
    if (!isForm || other === 0) return { type: JSON_TYPE, body: JSON.stringify(body) ?? 'null' };
    return { type: FORM, body: formOf(body) };
  });
}

/** One request of an operation: what stands for each parameter, and a body. */
function requestOf(operation: Operation, idOf: IdOf): fc.Arbitrary<Drawn> {
  const { method, path, statuses, parameters } = operation;
  const parts = fc.tuple(
    pathOf(operation, idOf),
    valuesOf(parameters, 'query'),
    valuesOf(parameters, 'header'),
    bodyOf(operation),
  );
  return parts.map(([whole, query, headers, { type, body }]) => {
    const search = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]));
    return {
      ...{ method, operation: path, statuses, body },
      path: search.size > 0 ? `${whole}?${search}` : whole,
      headers: {
        ...Object.fromEntries(headers.map(([name, value]) => [name, asHeader(value)])),
        ...(type && { 'content-type': type }),
      },
    };
  });
}

/** Requests of all operations, each as often. It is made once, which takes longer than to draw from it; ids are asked for at each draw. */
export const requests = (operations: readonly Operation[], idOf: IdOf): fc.Arbitrary<Drawn> =>
  fc.oneof(...operations.map((operation) => requestOf(operation, idOf)));

/** The seed of a batch; batches of two seeds are no neighbours, as sums of seed and batch would be. */
export const seedOfBatch = (seed: number, batch: number): number =>
  createHash('sha256').update(`${seed}/${batch}`).digest().readInt32BE(0);

/** Draws a batch of requests, by the seed of the run and the number of the batch. */
export const drawBatch = (
  from: fc.Arbitrary<Drawn>,
  { seed, batch, count }: { seed: number; batch: number; count: number },
): Drawn[] => fc.sample(from, { seed: seedOfBatch(seed, batch), numRuns: count });
