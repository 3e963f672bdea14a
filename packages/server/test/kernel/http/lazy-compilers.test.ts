import { lazyCompilers } from '@titular/server/kernel/http/lazy-compilers.ts';
import fastify from 'fastify';
import { expect, test } from 'vitest';

/** An object schema that counts how often its properties were read, as compilers do. */
function countingSchema(properties: object) {
  const reads = { count: 0 };
  const schema = {
    type: 'object',
    get properties() {
      reads.count += 1;
      return properties;
    },
  };
  return { schema, reads };
}

async function serve(body: object, response: object) {
  const app = fastify({ schemaController: { compilersFactory: lazyCompilers } });
  app.post('/', { schema: { body, response: { 200: response } } }, async () => ({ kept: 1, left: 2 }));
  await app.ready();
  return async (payload: object) => {
    const { statusCode, json } = await app.inject({ method: 'POST', url: '/', payload });
    return [statusCode, json()];
  };
}

test('a schema is compiled when a request first needs it, and once for all servers of the process', async () => {
  const body = countingSchema({ name: { type: 'string' } });
  const response = countingSchema({ kept: { type: 'integer' } });
  const post = await serve(body.schema, response.schema);
  expect([body.reads.count, response.reads.count]).toEqual([0, 0]);
  expect(await post({ name: 'a' })).toEqual([200, { kept: 1 }]);
  const compiled = [body.reads.count, response.reads.count];
  expect(compiled).not.toContain(0);
  const elsewhere = await serve(body.schema, response.schema);
  expect(await elsewhere({ name: 'a' })).toEqual([200, { kept: 1 }]);
  expect([body.reads.count, response.reads.count]).toEqual(compiled);
});

test('what is wrong with a request is told of that request alone', async () => {
  const { schema } = countingSchema({ name: { type: 'string' }, age: { type: 'integer' } });
  const post = await serve(schema, { type: 'object' });
  for (const [payload, problem] of [
    [{ name: [] }, 'body/name must be string'],
    [{ age: [] }, 'body/age must be integer'],
  ] as const)
    expect(await post(payload)).toEqual([400, expect.objectContaining({ message: problem })]);
  expect(await post({ name: 'a', age: 1 })).toEqual([200, expect.anything()]);
});
