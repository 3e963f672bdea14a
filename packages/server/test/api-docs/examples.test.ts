import { readFileSync } from 'node:fs';
import {
  type ErrorCode,
  EVENT_EXAMPLES,
  EVENT_TYPES,
  errorCatalogue,
  operationExamples,
  PLACEHOLDERS,
  publishedOperations,
  webhookExample,
} from '@titular/contract';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { buildOpenApi, DEFAULT_SERVER_URL } from '@titular/server/api-docs/openapi.ts';
import { routeTable } from '@titular/server/modules.ts';
import { registerEndpoint } from '@titular/server/webhooks/endpoints/register-endpoint.ts';
import { openTenantKey, startTestService, type TestService } from '@titular/test-kit';
import { startWebhookReceiver } from '@titular/test-kit/webhook-receiver.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newMerchant } from '../transactions/api.ts';
import { makeReal } from './example-fixture.ts';
import { createValidator, examplesOf, operationsOf, type PlacedExample, shapeOf } from './examples-of.ts';

const built = JSON.parse(
  JSON.stringify(buildOpenApi(routeTable({} as never), DEFAULT_SERVER_URL)),
) as OpenApiDocument;
const released = JSON.parse(
  readFileSync(new URL('../../../../docs/contract/v1-baseline.json', import.meta.url), 'utf8'),
) as OpenApiDocument;

let service: TestService;
beforeAll(async () => {
  // Draws left turns alone: a released contract names the poses of its time, and newer ones are additions.
  service = await startTestService({ random: () => 0 });
});
afterAll(() => service.close());

type Sent = { headers: Record<string, string>; path: string; body?: string };

const encodeBody = (type: string, value: unknown): string =>
  type === 'application/json'
    ? JSON.stringify(value)
    : new URLSearchParams(value as Record<string, string>).toString();

/** The request of an example, with a token where the operation needs one, and real values for its placeholders. */
async function requestOf(example: PlacedExample): Promise<Sent> {
  const fixture = { service, merchant: await newMerchant(service) };
  const headers: Record<string, string> = {};
  if (example.operation.security?.[0]?.['accessToken'])
    headers['authorization'] = `Bearer ${fixture.merchant.token}`;
  const query = new URLSearchParams();
  let { path } = example;
  for (const { name, in: place, value } of example.parameters) {
    const real = String(await makeReal(fixture, value));
    if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(real));
    if (place === 'query') query.set(name, real);
    if (place === 'header') headers[name] = real;
  }
  if (query.size > 0) path += `?${query}`;
  if (!example.body) return { headers, path };
  headers['content-type'] = example.body.type;
  const value = await makeReal(fixture, example.body.value);
  return { headers, path, body: encodeBody(example.body.type, value) };
}

const send = async ({ method }: { method: string }, { path, ...init }: Sent) => {
  const response = await fetch(service.url + path, { method: method.toUpperCase(), ...init });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

type Received = Awaited<ReturnType<typeof send>>;

const asksToWait = (answer: unknown): boolean => {
  const { code } = (answer ?? {}) as { code?: ErrorCode };
  return code !== undefined && errorCatalogue[code]?.retryAfterSeconds !== undefined;
};

/** A refusal without what versions may change: its words (docs/versioning.md). */
const fixedPart = (refusal: object): object =>
  Object.fromEntries(
    Object.entries(refusal).filter(([name]) => name !== 'message' && name !== 'error_description'),
  );

/** A released document as its clients read it: answers may have grown by members and by words (docs/versioning.md). */
function tolerant(document: OpenApiDocument): OpenApiDocument {
  return JSON.parse(JSON.stringify(document), (_name, value) => {
    if (value === null || typeof value !== 'object' || !('type' in value || 'anyOf' in value)) return value;
    const { additionalProperties: closed, enum: words, ...rest } = value;
    const isOpen = closed === undefined || closed === false;
    return {
      ...rest,
      ...(isOpen ? {} : { additionalProperties: closed }),
      ...(typeof value.type === 'string' ? {} : { enum: words }),
    };
  });
}
const readByClients = tolerant(released);

/** The answer is of the documented status, type, headers and schema, and has the form that the example shows. */
function holdAgainst(document: OpenApiDocument, example: PlacedExample, received: Received): void {
  const { operation, status, answer } = example;
  expect(String(received.status), received.text).toBe(status);
  const documented = Object.keys(operation.responses[status]?.headers ?? {});
  // Of several refusals of one status some ask to wait; the catalogue says which.
  for (const name of documented.filter((one) => one !== 'Retry-After' || asksToWait(answer?.value)))
    expect(received.headers.get(name), name).not.toBeNull();
  if (!answer) {
    expect(received.text).toBe('');
    return;
  }
  expect(received.headers.get('content-type')).toMatch(answer.type);
  if (answer.type !== 'application/json') {
    expect(received.text.startsWith(String(answer.value))).toBe(true);
    return;
  }
  const body = JSON.parse(received.text);
  const isReleased = document === released;
  expect(createValidator(isReleased ? readByClients : document)(answer.schema, body)).toEqual([]);
  if (!status.startsWith('2') && isReleased)
    expect(fixedPart(body)).toEqual(fixedPart(answer.value as object));
  else if (!status.startsWith('2')) expect(body).toEqual(answer.value);
  else if (answer.schema.$ref && isReleased)
    expect(shapeOf(body)).toMatchObject(shapeOf(answer.value) as object);
  else if (answer.schema.$ref) expect(shapeOf(body)).toEqual(shapeOf(answer.value));
  else expect(body).toMatchObject(answer.value as object);
}

describe.each([
  ['the document', built],
  ['the released contract', released],
])('every example of %s (R22, R100)', (_name, document) => {
  const examples = examplesOf(document);

  test.each(examples.map((one) => [one.operation.operationId, one.status, one.name, one] as const))(
    '%s %s: %s is answered as documented',
    async (_operation, _status, _example, example) => {
      holdAgainst(document, example, await send(example, await requestOf(example)));
    },
  );

  test('is valid by the schemas it stands under; a request at least where it succeeds', () => {
    const validate = createValidator(document);
    for (const { operation, name, parameters, body, status, answer } of examples) {
      const where = `${operation.operationId} ${name}`;
      if (answer) expect(validate(answer.schema, answer.value), where).toEqual([]);
      if (!status.startsWith('2')) continue;
      if (body) expect(validate(body.schema, body.value), where).toEqual([]);
      for (const one of parameters) expect(validate(one.schema, one.value), where).toEqual([]);
    }
  });

  test('of a code is valid where it is pointed to, and its code is one of those that the answer lists', () => {
    const validate = createValidator(document);
    for (const { operation } of operationsOf(document)) {
      for (const [status, response] of Object.entries(operation.responses)) {
        for (const { schema = {}, examples: named = {} } of Object.values(response.content ?? {})) {
          const codes = Object.entries(named).flatMap(([code, one]) => (one.$ref ? [code] : []));
          for (const code of codes) {
            const where = `${operation.operationId} ${status} ${code}`;
            expect(validate(schema, document.components.examples[code]?.value), where).toEqual([]);
            expect(response['x-codes'], where).toContain(code);
          }
        }
      }
    }
  });
});

describe('behind a token', () => {
  const behindToken = examplesOf(built).filter(
    ({ operation, status }) => operation.security?.[0]?.['accessToken'] && status === '200',
  );

  /** Both kinds of refusal leave everything as it was, so that they are asked of the same. */
  const asked = new Map<PlacedExample, Promise<Sent>>();
  const askOnce = (example: PlacedExample): Promise<Sent> => {
    const request = asked.get(example) ?? requestOf(example);
    asked.set(example, request);
    return request;
  };

  test.each(behindToken.map((one) => [one.operation.operationId, one.name, one] as const))(
    '%s 403: %s without its token is answered with the example of 40301',
    async (_operation, _example, example) => {
      const { headers, ...sent } = await askOnce(example);
      const { authorization: _, ...rest } = headers;
      const { status, headers: answered, text } = await send(example, { ...sent, headers: rest });
      expect([status, JSON.parse(text)['code']]).toEqual([403, '40301']);
      const documented = Object.keys(example.operation.responses['403']?.headers ?? {});
      for (const name of documented) expect(answered.get(name), name).not.toBeNull();
    },
  );

  test.each(behindToken.map((one) => [one.operation.operationId, one.name, one] as const))(
    '%s 429: %s beyond the rate is answered with 42901',
    async (_operation, _example, example) => {
      const small = await newMerchant(service, { ratePerSecond: 1, rateBurst: 1 });
      const { headers, ...sent } = await askOnce(example);
      const spent = { ...sent, headers: { ...headers, authorization: `Bearer ${small.token}` } };
      // All at once, so that a slow machine does not give the budget time to fill again.
      const answers = await Promise.all(Array.from({ length: 10 }, () => send(example, spent)));
      const last = answers.find(({ status }) => status === 429);
      // The message says the tenant's own numbers, so that of the example is only one of many.
      expect(JSON.parse(last?.text ?? '')['code']).toBe('42901');
      const documented = Object.keys(example.operation.responses['429']?.headers ?? {});
      for (const name of documented) expect(last?.headers.get(name), name).not.toBeNull();
    },
  );
});

test('a webhook is what its example shows', async () => {
  const merchant = await newMerchant(service);
  const { tenantId, companyId } = merchant.tenant;
  const receiver = await startWebhookReceiver();
  try {
    const key = await openTenantKey(service, tenantId);
    const { secret } = await registerEndpoint(service.service.database.db, key, {
      tenantId,
      companyId,
      url: receiver.url,
      loopbackAllowed: true,
    });
    receiver.trust(secret);
    await merchant.cancel(String((await merchant.create()).body['id']));
    const { event, headers } = await receiver.next();
    const documented = built.webhooks['transaction.finished']?.['post'];
    const schema = documented?.requestBody?.content['application/json']?.schema ?? {};
    expect(createValidator(built)(schema, event)).toEqual([]);
    expect(createValidator(built)(schema, webhookExample)).toEqual([]);
    // Of one that was canceled nobody knows it.
    expect(shapeOf({ ...event, status: 'approved', hasIdentityChanged: false })).toEqual(
      shapeOf(webhookExample),
    );
    for (const { name } of documented?.parameters ?? []) expect(headers).toHaveProperty(name);
  } finally {
    await receiver.close();
  }
});

test('every type of event is documented on its own, with an example that has its shape and no other', () => {
  expect(Object.keys(built.webhooks)).toEqual(EVENT_TYPES);
  const validate = createValidator(built);
  for (const [type, item] of Object.entries(built.webhooks)) {
    const content = item['post']?.requestBody?.content['application/json'];
    const schema = content?.schema ?? {};
    const examples = Object.values(content?.examples ?? {});
    expect(examples).toHaveLength(1);
    for (const { value } of examples) expect(validate(schema, value), type).toEqual([]);
    for (const other of EVENT_TYPES.filter((one) => one !== type))
      expect(validate(schema, EVENT_EXAMPLES[other]), `${other} as ${type}`).not.toEqual([]);
  }
});

test('every operation has notes and an example, and none has them for nothing', () => {
  const names = operationsOf(built).map(({ operation }) => operation.operationId);
  expect(Object.keys(publishedOperations).sort()).toEqual([...names].sort());
  expect(Object.keys(operationExamples).sort()).toEqual([...names].sort());
});

test('every placeholder stands in an example', () => {
  const text = JSON.stringify(built.paths);
  const unused = Object.entries(PLACEHOLDERS).filter(([, value]) => !text.includes(JSON.stringify(value)));
  expect(unused).toEqual([]);
});
