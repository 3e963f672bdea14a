/** An alternative that says by a member which one it is. */
export const alternative = (word: string, more: object = {}, name = 'type') => ({
  type: 'object',
  properties: { [name]: { type: 'string', const: word }, ...more },
});

/** The least document that has one of everything that is compared. */
export const small = () => ({
  openapi: '3.1.0',
  info: { title: 't', version: '1.0.0', summary: '', description: '', license: {} },
  servers: [],
  tags: [],
  paths: {
    '/things/{id}': {
      post: {
        operationId: 'makeThing',
        tags: ['Things'],
        summary: 's',
        description: 'd',
        security: [{ accessToken: ['things:write'] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name'],
                properties: {
                  name: { type: 'string', minLength: 2, maxLength: 10, pattern: '^[a-z]+$' },
                  colour: { type: 'string', enum: ['red', 'blue'] },
                  number: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
                  lists: { type: 'array', minItems: 1, items: { type: 'string' } },
                  entry: { anyOf: [alternative('key', {}, 'kind')] },
                },
              },
            },
          },
        },
        responses: {
          '200': {
            description: 'Done.',
            headers: { 'X-Request-Id': {} },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          '400': { description: 'No.', 'x-codes': ['40001', '40002'] },
        },
      },
    },
  },
  webhooks: {
    'thing.made': {
      post: {
        operationId: 'thingMade',
        tags: [],
        summary: 's',
        description: 'd',
        parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: { type: 'string' } }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
        responses: { '2XX': { description: 'Taken.' } },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id'],
        properties: {
          event: { anyOf: [alternative('made', { state: { type: 'string', const: 'IS_MADE' } })] },
          id: { type: 'string', format: 'uuid' },
          state: { type: 'string', enum: ['new', 'old'] },
          parts: {
            type: 'array',
            maxItems: 5,
            items: { type: 'object', properties: { size: { type: 'integer' } } },
          },
        },
        additionalProperties: false,
      },
    },
    headers: {},
    examples: {},
    securitySchemes: {},
  },
});
