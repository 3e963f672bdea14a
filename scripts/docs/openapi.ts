import type { Route } from '@titular/server/http/route.ts';

const REASONS: Readonly<Record<number, string>> = {
  200: 'Success',
  400: 'The request cannot be carried out as sent',
  401: 'The client could not be authenticated',
  403: 'Not allowed',
  404: 'Not found',
  429: 'Too many requests; wait Retry-After seconds',
  500: 'A fault on our side; nothing was changed',
};

const MEDIA: Readonly<Record<Route['bodyKind'], string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  jpeg: 'image/jpeg',
  none: '',
};

const parameters = (path: string): object[] =>
  [...path.matchAll(/:([a-z_]+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: 'uuid' },
  }));

const queryParameters = ({ querySchema }: Route): object[] => {
  const { properties = {} } = (querySchema ?? {}) as { properties?: Record<string, object> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', schema }));
};

const headerParameters = ({ headerParameters: headers = [] }: Route): object[] =>
  headers.map(({ name, description, pattern }) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', pattern },
  }));

function operation(route: Route): object {
  const responses = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: REASONS[Number(status)],
      ...(typeof schema === 'object' ? { content: { 'application/json': { schema } } } : {}),
    },
  ]);
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.access === 'token' ? { security: [{ accessToken: [route.scope] }] } : { security: [] }),
    parameters: [...parameters(route.path), ...queryParameters(route), ...headerParameters(route)],
    ...(route.bodySchema
      ? {
          requestBody: { required: true, content: { [MEDIA[route.bodyKind]]: { schema: route.bodySchema } } },
        }
      : {}),
    responses: Object.fromEntries(responses),
  };
}

const isPublished = (route: Route): boolean => !/^\/(c\/|capture\/)/.test(route.path);

/** docs/openapi.json: OpenAPI 3.1 of what merchants and operators call; the page's own calls are not part of it. */
export function openApi(routes: readonly Route[]): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes.filter(isPublished)) {
    const path = route.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'titular',
      version: '1.0.0',
      summary: 'Does this card belong to this person?',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: 'http://127.0.0.1:8787', description: 'A service started with the default settings' }],
    paths,
    components: { securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
