import type { OperationObject, ParameterObject, SchemaObject } from '@titular/server/api-docs/document.ts';
import { buildOpenApi, DEFAULT_SERVER_URL } from '@titular/server/api-docs/openapi.ts';
import { routeTable } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';
import { createValidator, examplesOf, operationsOf } from './examples-of.ts';

// What the strict rule sets of OpenAPI linters ask (C10): here by their meaning, so that no linter is needed.
const document = JSON.parse(JSON.stringify(buildOpenApi(routeTable({} as never), DEFAULT_SERVER_URL)));
const validate = createValidator(document);
const operations = operationsOf(document);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a value breaks of a schema, the form of ids in parameters counted. */
const problemsOf = (schema: SchemaObject, value: unknown): string[] => [
  ...validate(schema, value),
  ...(schema.format === 'uuid' && !UUID.test(String(value)) ? ['is no uuid'] : []),
];

const partsOf = (operation: OperationObject): [string, SchemaObject, unknown][] => {
  const { parameters = [], requestBody, responses } = operation;
  const contents = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
  const media = contents.flatMap((content) => Object.values(content ?? {}));
  return [...parameters, ...media].flatMap(({ schema = {}, examples = {} }) =>
    Object.entries(examples).map(([name, { $ref, value }]): [string, SchemaObject, unknown] => {
      const shared = $ref ? document.components.examples[$ref.split('/').at(-1) ?? ''].value : value;
      return [name, schema, shared];
    }),
  );
};

/** Linters take a member called `example` for one of a schema, wherever it stands below an answer. */
const readsLikeSchema = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  const isSchema = 'example' in value && ('type' in value || 'format' in value || '$ref' in value);
  return isSchema || Object.values(value).some(readsLikeSchema);
};

describe.each(operations.map(({ operation }) => [operation.operationId, operation] as const))(
  '%s (C10)',
  (_operationId, operation) => {
    test('has examples that match their schemas and read like none', () => {
      for (const [name, schema, value] of partsOf(operation)) {
        expect(problemsOf(schema, value), name).toEqual([]);
        expect(readsLikeSchema(value), name).toBe(false);
      }
    });

    test('says how it refuses, and how it succeeds', () => {
      const statuses = Object.keys(operation.responses);
      expect(statuses.some((status) => status.startsWith('4'))).toBe(true);
      // A token is never given to a GET: the one operation that only refuses.
      const succeeds = statuses.some((status) => /^[23]/.test(status));
      expect(succeeds).toBe(operation.operationId !== 'issueTokenByGet');
    });
  },
);

test('an example stands apart only where it breaks a schema or reads like one (C10)', () => {
  for (const { operation, name, parameters, body, answer } of examplesOf(document)) {
    if (!operation['x-further-examples']?.[name]) continue;
    const asked = parameters.flatMap(({ schema, value }: ParameterObject & { value: string }) =>
      problemsOf(schema, value),
    );
    const broken = [...asked, ...(body ? problemsOf(body.schema, body.value) : [])];
    expect(broken.length > 0 || readsLikeSchema(answer?.value), `${operation.operationId} ${name}`).toBe(
      true,
    );
  }
});

test('a parameter means what its own schema says, and each says something (C10)', () => {
  const routes = routeTable({} as never);
  for (const { operation } of operations) {
    const route = routes.find(({ operationId }) => operationId === operation.operationId);
    const { properties = {} } = (route?.querySchema ?? {}) as SchemaObject;
    for (const { name, in: place, description, schema } of operation.parameters ?? []) {
      expect(description, `${operation.operationId} ${name}`).not.toBe('');
      const own = properties[name]?.description;
      if (place === 'query' && own && !schema.$ref) expect(description).toBe(own);
    }
  }
});

test('no component is there for nothing, and every pointer leads somewhere (C10)', () => {
  const { securitySchemes, ...pointed } = document.components;
  const text = JSON.stringify(document);
  for (const [group, members] of Object.entries(pointed)) {
    for (const name of Object.keys(members as object))
      expect(text, `${group} ${name}`).toContain(`"#/components/${group}/${name}"`);
  }
  for (const [, group = '', name = ''] of text.matchAll(/"#\/components\/([a-zA-Z]+)\/([^"]+)"/g))
    expect(document.components[group], name).toHaveProperty([name]);
  const schemes = operations.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys));
  expect([...new Set(schemes)].sort()).toEqual(Object.keys(securitySchemes).sort());
});

test('says whom to ask and under which licence it is (C10)', () => {
  expect(document.info).toMatchObject({
    contact: { url: expect.any(String) },
    license: { name: 'Apache-2.0' },
  });
});
