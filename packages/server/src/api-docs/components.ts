import {
  errorCatalogue,
  type OAuthErrorEntry,
  oauthErrorCatalogue,
  oauthSentence,
  publishedSchemas,
  SCOPE_MEANINGS,
} from '@titular/contract';
import type { ExampleObject, HeaderObject, OpenApiDocument, SchemaObject } from './document.ts';

const namesByText = new Map(
  Object.entries(publishedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]),
);

const withReferences = (schema: SchemaObject): SchemaObject => ({
  ...schema,
  ...(schema.properties
    ? {
        properties: Object.fromEntries(
          Object.entries(schema.properties).map(([name, one]) => [name, toReference(one)]),
        ),
      }
    : {}),
  ...(schema.items ? { items: toReference(schema.items) } : {}),
  ...(schema.anyOf ? { anyOf: schema.anyOf.map(toReference) } : {}),
});

/** The schema as plain JSON in which each one that has a name is a pointer to it. */
export function toReference(schema: object): SchemaObject {
  const text = JSON.stringify(schema);
  const name = namesByText.get(text);
  return name ? { $ref: `#/components/schemas/${name}` } : withReferences(JSON.parse(text));
}

const HEADERS: Readonly<Record<string, HeaderObject>> = {
  'X-Request-Id': {
    description: "Names the request in the operator's log; tell it when you ask for help.",
    schema: { type: 'string', format: 'uuid' },
  },
  Link: {
    description:
      'Of a refusal: where the reference explains its code, at the address of the service, such as `</docs#code-40002>; rel="help"` (RFC 8288).',
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests the tenant may send at once before its rate counts.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Requests that are left of it now.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': {
    description: 'Seconds until all of it is there again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Policy': {
    description:
      'Both limits of the tenant: requests a second (`w=1`) with their burst, and requests at once; `name` tells them apart.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Whole seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': {
    description:
      'What is wrong with the token (RFC 6750): `Bearer error="invalid_token"` or `Bearer error="insufficient_scope"`.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate-Client': {
    description: 'Sent as `WWW-Authenticate`: the scheme by which a client may authenticate (RFC 9110).',
    schema: { type: 'string' },
  },
};

const explained = (happened: string, remedy: string): string =>
  `What happened: ${happened}\n\nWhat to do: ${remedy}`;

function tokenExample(entry: OAuthErrorEntry): ExampleObject {
  const { error, description, subCode, remedy } = entry;
  return {
    summary: description,
    description: explained(description, remedy),
    value: { error, error_description: oauthSentence(entry), sub_code: subCode },
  };
}

/** Every refusal as an example, by its code or sub-code. */
export const refusalExamples = (): Record<string, ExampleObject> => ({
  ...Object.fromEntries(
    Object.entries(errorCatalogue).map(([code, { message, happened, remedy }]) => [
      code,
      { summary: message, description: explained(happened, remedy), value: { code, message } },
    ]),
  ),
  ...Object.fromEntries(
    Object.values(oauthErrorCatalogue).map((entry) => [entry.subCode, tokenExample(entry)]),
  ),
});

const securitySchemes = (serverUrl: string): Record<string, object> => ({
  accessToken: {
    type: 'oauth2',
    description: 'An access token of a service account, sent as `Authorization: Bearer …`.',
    flows: { clientCredentials: { tokenUrl: `${serverUrl}/oauth2/token`, scopes: SCOPE_MEANINGS } },
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description:
      'Client id and secret of a service account. They may stand in the form instead, or a `client_assertion` in their place.',
  },
});

/** What operations point to; of the error codes, those in `codes` only. */
export const buildComponents = (
  serverUrl: string,
  codes: ReadonlySet<string>,
): OpenApiDocument['components'] => ({
  schemas: Object.fromEntries(
    Object.entries(publishedSchemas).map(([name, schema]) => [
      name,
      withReferences(JSON.parse(JSON.stringify(schema))),
    ]),
  ),
  headers: HEADERS,
  examples: Object.fromEntries(Object.entries(refusalExamples()).filter(([code]) => codes.has(code))),
  securitySchemes: securitySchemes(serverUrl),
});
