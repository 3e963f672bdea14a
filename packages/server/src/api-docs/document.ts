/** A schema as the document writes it: JSON Schema 2020-12, as far as ours go. */
export type SchemaObject = {
  $ref?: string;
  type?: string;
  description?: string;
  format?: string;
  pattern?: string;
  enum?: readonly (string | number | boolean)[];
  const?: string | number | boolean;
  examples?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Readonly<Record<string, SchemaObject>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  items?: SchemaObject;
  anyOf?: readonly SchemaObject[];
};

/** An example written out, or a pointer to one of the components. */
export type ExampleObject = { $ref?: string; summary?: string; description?: string; value?: unknown };

/** A body in one media type, with its examples by name. */
export type MediaObject = { schema?: SchemaObject; examples?: Readonly<Record<string, ExampleObject>> };

/** A value in the address or a header of the request. */
export type ParameterObject = {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: SchemaObject;
  examples?: Readonly<Record<string, ExampleObject>>;
};

/** A header of an answer, or a pointer to one of the components. */
export type HeaderObject = { $ref?: string; description?: string; schema?: SchemaObject };

/** One answer; `x-codes` are the codes or sub-codes that it may carry. */
export type ResponseObject = {
  description: string;
  headers?: Readonly<Record<string, HeaderObject>>;
  content?: Readonly<Record<string, MediaObject>>;
  'x-codes'?: readonly string[];
};

/** An example as a whole: what is sent, by parameter, and what is answered. */
export type WholeExample = {
  summary: string;
  parameters?: Readonly<Record<string, string>>;
  body?: unknown;
  status: number;
  answer?: unknown;
};

/** One operation, or one event that the service sends; further examples are those that a schema would refuse or misread. */
export type OperationObject = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly ParameterObject[];
  requestBody?: { required: boolean; content: Readonly<Record<string, MediaObject>> };
  responses: Readonly<Record<string, ResponseObject>>;
  'x-further-examples'?: Readonly<Record<string, WholeExample>>;
};

/** Operations of one address by method, in lower case. */
export type PathItem = Readonly<Record<string, OperationObject>>;

/** The published contract: the part of OpenAPI 3.1 that this service uses. */
export type OpenApiDocument = {
  openapi: string;
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    contact?: object;
    license: object;
  };
  servers: readonly { url: string; description: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, PathItem>>;
  webhooks: Readonly<Record<string, PathItem>>;
  components: {
    schemas: Readonly<Record<string, SchemaObject>>;
    headers: Readonly<Record<string, HeaderObject>>;
    examples: Readonly<Record<string, ExampleObject>>;
    securitySchemes: Readonly<Record<string, object>>;
  };
  /** Codes that no operation answers: those of addresses that are none. */
  'x-further-codes'?: Readonly<Record<string, ExampleObject>>;
};
