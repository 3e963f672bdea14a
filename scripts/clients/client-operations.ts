import type { MediaObject, OpenApiDocument, OperationObject } from '@titular/server/api-docs/document.ts';

/** Operations that the generated clients have no method for, each with the reason. */
export const LEFT_OUT_OF_GENERATED: Readonly<Record<string, string>> = {
  issueToken: 'the client keeps the token itself',
  issueTokenByGet: 'answers a refusal only',
  revokeToken: 'a token of the client ends with its hour',
  introspectToken: 'for servers that are handed a token of somebody else',
  receivePlatformEvent: 'called by the identity platform, not by a merchant',
  readOpenApi: 'the document of which the methods are made',
  readReference: 'a page for people',
  readLlmsText: 'a text for people and models',
};

/** Requests that change something, and change nothing more when they come again; reads are repeated anyway. */
export const REPEATABLE: ReadonlySet<string> = new Set([
  'cancelTransaction',
  'resendEvent',
  'resendEventById',
  'resendDelivery',
  'resendFailed',
  'changeWebhookEndpoint',
  'createFaceReference',
  'deleteFaceReference',
  'deleteWebhookEndpoint',
]);

type Content = Readonly<Record<string, MediaObject>>;
/** An operation with its place. */
export type Listed = { method: string; path: string; operation: OperationObject };

const METHODS = ['get', 'post', 'patch', 'delete'];

/** Every operation that the generated clients have a method for, in the order of the document. */
export const listClientOperations = (document: OpenApiDocument): Listed[] =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ method, path, operation: operation }))
      .filter(({ operation }) => !Object.hasOwn(LEFT_OUT_OF_GENERATED, operation.operationId)),
  );

/** Name of the schema of JSON, where it has one. */
export const refName = (content: Content | undefined): string | undefined =>
  content?.['application/json']?.schema?.$ref?.split('/').at(-1);

/** Whether a success is answered with bytes, not JSON. */
export const isFile = ({ responses }: OperationObject): boolean =>
  !Object.hasOwn(responses['200']?.content ?? {}, 'application/json');

/** Whether an operation takes a header. */
export const hasHeader = ({ parameters = [] }: OperationObject, name: string): boolean =>
  parameters.some((one) => one.in === 'header' && one.name === name);

/** When an operation is sent again though nobody knows what became of it. */
export function repeatOf(method: string, operation: OperationObject): 'always' | 'under-key' | 'never' {
  if (hasHeader(operation, 'Idempotency-Key')) return 'under-key';
  return method === 'get' || REPEATABLE.has(operation.operationId) ? 'always' : 'never';
}
