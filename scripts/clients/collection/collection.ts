import { PLACEHOLDERS, type Placeholder } from '@titular/contract';
import { narrowsList } from '@titular/contract/try-operation';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import {
  type ExampleRequest,
  exampleRequest,
  type PlacedOperation,
  type ShownExample,
} from '@titular/server/api-docs/operation-examples.ts';
import { operationsOf } from '@titular/server/api-docs/render-page.ts';
import { calledExamples } from '../calls.ts';
import { checkAnswer, KEEP_TOKEN } from './scripts.ts';

/** Where the collection lies. */
export const COLLECTION_FILE = 'clients/postman/titular.postman_collection.json';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Operations that no merchant calls. */
const LEFT_OUT = ['issueTokenByGet', 'receivePlatformEvent'];

type Script = { listen: 'prerequest' | 'test'; script: { type: 'text/javascript'; exec: readonly string[] } };
type Pair = { key: string; value: string };
type Body =
  | { mode: 'raw'; raw: string; options: { raw: { language: 'json' } } }
  | { mode: 'urlencoded'; urlencoded: Pair[] };

/** A request of the collection, in the form of Postman's format 2.1. */
export type Item = {
  name: string;
  request: {
    method: string;
    auth?: { type: 'noauth' };
    header: Pair[];
    url: { raw: string; host: string[]; path: string[]; query: Pair[] };
    body?: Body;
    description: string;
  };
  event: Script[];
};

/** The whole collection. */
export type Collection = {
  info: { name: string; schema: string; description: string; version: string };
  auth: { type: 'bearer'; bearer: (Pair & { type: 'string' })[] };
  event: Script[];
  variable: (Pair & { description: string })[];
  item: { name: string; item: Item[] }[];
};

const VARIABLES: Readonly<Record<string, string>> = {
  baseUrl: 'Address of the service',
  clientId: 'Client id of a service account; set this and the next two',
  clientSecret: 'Its secret: keep it in an environment, and share it with nobody',
  company: 'Id of the company that asks',
  token: 'Access token; renewed before a request where it is needed',
  tokenEndsAt: 'When it ends, in milliseconds since 1970',
  tokenOwner: 'Service and account that it is of',
  transaction: 'Id of the last transaction that was created',
  process: 'Id of the last process that was created',
  endpoint: 'Id of the last webhook endpoint that was created',
  event: 'Id of the last event that was listed first',
  delivery: 'Id of the last delivery that was listed first',
  reference: 'Id of the last reference face that was stored',
  erasure: 'Id of the last erasure that was asked for',
  hourAgo: 'The time an hour ago; set before each request',
  photograph: 'A photograph of a face, a JPEG in base64',
};

/** The variable that stands for a placeholder of the examples: the kind of thing, whatever its state. */
export function variableOf(placeholder: Placeholder): string {
  const kind = /(transaction|process|endpoint|company|delivery|event|reference|erasure)/i.exec(placeholder);
  if (placeholder === 'accessToken') return 'token';
  return kind?.[1]?.toLowerCase() ?? placeholder;
}

/** A text of an example with variables in the places of what only a running service can give. */
const withVariables = (text: string): string =>
  (Object.entries(PLACEHOLDERS) as [Placeholder, string][]).reduce(
    (soFar, [name, value]) => soFar.replaceAll(value, `{{${variableOf(name)}}}`),
    text,
  );

/** An order number and an idempotency key are used once. */
const renewed = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'orderNumber' in body
    ? { ...body, orderNumber: 'order-{{$guid}}' }
    : body;

const pairs = (given: object): Pair[] =>
  Object.entries(given).map(([key, value]) => ({ key, value: withVariables(String(value)) }));

function bodyOf({ body, type }: ExampleRequest): Body | undefined {
  if (body === undefined) return undefined;
  if (type !== 'application/json') return { mode: 'urlencoded', urlencoded: pairs(body as object) };
  const raw = withVariables(JSON.stringify(renewed(body), null, 2));
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } };
}

function headersOf(request: ExampleRequest): Pair[] {
  const type = request.body === undefined ? [] : [{ key: 'content-type', value: request.type }];
  const given = request.parameters.filter((one) => one.in === 'header');
  return [
    ...type,
    ...given.map(({ name, value }) => ({
      key: name.toLowerCase(),
      value: name === 'Idempotency-Key' ? '{{$guid}}' : withVariables(value),
    })),
  ];
}

const test = (listen: Script['listen'], exec: readonly string[]): Script => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** What a request sends, without what its operation says of it. */
export const sentText = ({ path, parameters, body }: ExampleRequest): string =>
  JSON.stringify([path, parameters.map(({ value }) => value), body]);

const isFilled = (request: ExampleRequest): boolean =>
  [...withVariables(sentText(request)).matchAll(/\{\{(\w+)\}\}/g)].every(
    ([, name = '']) => name in VARIABLES,
  );

/** What is sent of an example: a list as a whole, since what narrows it in the example finds nothing of the reader's. */
export function sentRequest(placed: PlacedOperation, name: string): ExampleRequest {
  const request = exampleRequest(placed, name);
  const { operationId } = placed.operation;
  const parameters = request.parameters.filter(
    (one) => one.in !== 'query' || !narrowsList(operationId, one.name),
  );
  return { ...request, parameters };
}

/** The example to send: the first that needs nothing but what is set once or filled by other requests. */
export function sentExample(placed: PlacedOperation): ShownExample | undefined {
  const examples = calledExamples(placed);
  return examples.find(({ name }) => isFilled(sentRequest(placed, name))) ?? examples[0];
}

function itemOf(placed: PlacedOperation): Item[] {
  const { operation } = placed;
  const shown = sentExample(placed);
  if (!shown || LEFT_OUT.includes(operation.operationId)) return [];
  const request = sentRequest(placed, shown.name);
  const isWhole = exampleRequest(placed, shown.name).parameters.length === request.parameters.length;
  const path = withVariables(request.path);
  const query = pairs(
    Object.fromEntries(
      request.parameters.filter((one) => one.in === 'query').map(({ name, value }) => [name, value]),
    ),
  );
  const search = query.length > 0 ? `?${query.map(({ key, value }) => `${key}=${value}`).join('&')}` : '';
  const body = bodyOf(request);
  return [
    {
      name: operation.summary,
      request: {
        method: request.verb,
        ...(request.hasToken ? {} : { auth: { type: 'noauth' as const } }),
        header: headersOf(request),
        url: {
          raw: `{{baseUrl}}${path}${search}`,
          ...{ host: ['{{baseUrl}}'], path: path.split('/').slice(1), query },
        },
        ...(body ? { body } : {}),
        description: `${operation.operationId}: ${isWhole ? shown.summary : 'All that there are, in pages'}`,
      },
      event: [test('test', checkAnswer(operation.operationId, shown.status))],
    },
  ];
}

/** What removes comes last, so that the requests before it have something to read. */
const removesLast = (one: PlacedOperation, other: PlacedOperation): number =>
  Number(one.method === 'delete') - Number(other.method === 'delete');

/** The operations of the contract as a collection in Postman's format 2.1, a folder for each tag. */
function collectionOf(document: OpenApiDocument): Collection {
  const placed = operationsOf(document).toSorted(removesLast);
  const tagOf = ({ operation }: PlacedOperation): string => operation.tags?.[0] ?? '';
  const tags = [...new Set(operationsOf(document).map(tagOf))];
  const base = document.servers[0]?.url ?? '';
  return {
    info: {
      ...{ name: 'titular', schema: SCHEMA, version: document.info.version },
      description:
        'Every operation of the API. Set clientId, clientSecret and company; tokens are fetched by themselves, and what one request makes is what the next are about.',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] },
    event: [test('prerequest', KEEP_TOKEN)],
    variable: Object.entries(VARIABLES).map(([key, description]) => ({
      ...{ key, value: key === 'baseUrl' ? base : '', description },
    })),
    item: tags
      .map((name) => ({ name, item: placed.filter((one) => tagOf(one) === name).flatMap(itemOf) }))
      .filter(({ item }) => item.length > 0),
  };
}

/** The collection as the file holds it. */
export const collectionText = (document: OpenApiDocument): string =>
  `${JSON.stringify(collectionOf(document), null, 2)}\n`;
