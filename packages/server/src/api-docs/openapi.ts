import {
  EVENT_EXAMPLES,
  EVENT_SCHEMAS,
  EVENT_TYPE_MEANINGS,
  EVENT_TYPES,
  type EventType,
  TAGS,
} from '@titular/contract';
import type { Route } from '../kernel/http/route.ts';
import { buildComponents, refusalExamples, toReference } from './components.ts';
import { describeOperation } from './describe-operation.ts';
import type { OpenApiDocument, OperationObject, PathItem, ResponseObject } from './document.ts';

/** The address that the committed document names: a service started with the default settings. */
export const DEFAULT_SERVER_URL = 'http://127.0.0.1:8787';

const DESCRIPTION = [
  'A merchant sends an identity, an order number and the first 8 and last 4 digits of a card. The person takes a selfie on a page the service hosts. The service decides, tells the merchant by webhook, and answers a status query.',
  '**Authenticate.** A service account gets an access token at `POST /oauth2/token`, by a signed assertion or by client id and secret, and sends it with each call as `Authorization: Bearer …`. A token that is missing, invalid, or without the scope an operation needs is answered with `403`.',
  '**Refusals.** Every refusal is `{"code", "message"}`; the code is stable, the message is for people. The table of codes tells what happened and what to do. The token endpoint answers in the shape of RFC 6749 instead.',
  '**Limits.** Calls count against the rate of the tenant; the `RateLimit` headers tell what is left. On `429` wait the seconds of `Retry-After`.',
  '**Changes.** Version 1 only grows. Tolerate fields, codes, statuses and event types that you do not know.',
  '**Examples.** The parts of one example have the same name in request, parameters and answer. Ids, tokens and secrets in them stand for your own.',
].join('\n\n');

const SENT =
  'Sent to the endpoints of the company that want it, signed as Standard Webhooks says, without personal data. Verify the signature over the bytes as they came, answer with any `2xx` within the time limit of the endpoint, and expect an event more than once: its id stays the same. Anything else is tried again on the schedule of the endpoint; `410` switches it off.';

/** What each type is in a line, with what its example shows. */
const EVENT_TITLES: Readonly<Record<EventType, readonly [summary: string, example: string]>> = {
  'transaction.finished': ['A transaction took its final status', 'The card belongs to the person'],
  'transaction.changed': ['A transaction went on', 'The capture is complete and is being decided'],
  'process.finished': ['A process of the identity platform finished', 'A process whose result can be read'],
  'process.failed': ['A process of the identity platform failed', 'A process whose time passed'],
  'link.requested': ['A person asks for a new link', 'A link that was not opened in time'],
  'erasure.requested': [
    'A person asks for the deletion of their data',
    'A person who completed a transaction',
  ],
  'endpoint.disabled': ['An endpoint was switched off by itself', 'Another endpoint failed for five days'],
  'endpoint.test': ['Somebody asked for a test', 'A test of the endpoint that receives it'],
};

/** `transaction.finished` is the operation `transactionFinished`. */
const operationIdOf = (type: EventType): string =>
  type.replace(/\.([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

const describeEvent = (type: EventType): OperationObject => ({
  operationId: operationIdOf(type),
  tags: ['Webhooks'],
  summary: EVENT_TITLES[type][0],
  description: `${EVENT_TYPE_MEANINGS[type]}\n\n${SENT}`,
  security: [],
  parameters: [
    {
      name: 'webhook-id',
      in: 'header',
      required: true,
      description: 'Id of the event, the same in every attempt.',
      schema: { type: 'string' },
    },
    {
      name: 'webhook-timestamp',
      in: 'header',
      required: true,
      description:
        'Seconds since 1970 at which this attempt was made; refuse what is older than some minutes.',
      schema: { type: 'string', pattern: '^[0-9]+$' },
    },
    {
      name: 'webhook-signature',
      in: 'header',
      required: true,
      description:
        'One or more `v1,<base64>` separated by spaces: HMAC-SHA-256 of `<id>.<timestamp>.<body>`.',
      schema: { type: 'string' },
    },
  ],
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: toReference(EVENT_SCHEMAS[type]),
        examples: { sent: { summary: EVENT_TITLES[type][1], value: EVENT_EXAMPLES[type] } },
      },
    },
  },
  responses: { '2XX': { description: 'Taken.' } },
});

/** The front page, what the hosted page calls and what belongs to the reference are for people and pages, not for clients. */
const isPublished = ({ path }: Route): boolean =>
  path !== '/' && !/^\/(c|capture|docs|sdk|sdk-assets)\//.test(path);

function describePaths(routes: readonly Route[]): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const route of routes.filter(isPublished)) {
    const path = route.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route) };
  }
  return paths;
}

const codesIn = (paths: Record<string, PathItem>): Set<string> => {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const responses: ResponseObject[] = operations.flatMap((operation) => Object.values(operation.responses));
  return new Set(responses.flatMap((response) => response['x-codes'] ?? []));
};

/** The published contract as OpenAPI 3.1: what merchants and operators call and receive; the page's own calls are not part of it. */
export function buildOpenApi(routes: readonly Route[], serverUrl: string): OpenApiDocument {
  const paths = describePaths(routes);
  return {
    openapi: '3.1.0',
    info: {
      title: 'titular',
      version: '1.0.0',
      summary: 'Does this card belong to this person?',
      description: DESCRIPTION,
      contact: { name: 'The operator of this service', url: `${serverUrl}/docs` },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'This service' }],
    tags: TAGS,
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, { post: describeEvent(type) }])),
    components: buildComponents(serverUrl, codesIn(paths)),
    'x-further-codes': { '40400': refusalExamples()['40400'] ?? {} },
  };
}
