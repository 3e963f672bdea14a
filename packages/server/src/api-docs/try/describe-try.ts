import type { TryCodes, TryOperation, TryParameter } from '@titular/contract/try-operation';
import type { OpenApiDocument, ParameterObject } from '../document.ts';
import { exampleRequest, isSuccess, type PlacedOperation, shownExamples } from '../operation-examples.ts';
import { chapterPath } from '../reference-pages.ts';
import { operationsOf } from '../render-page.ts';
import { canBeTried, scopeOf } from './can-be-tried.ts';

/** What the id in an answer is called in the addresses of further requests. */
export const GIVEN_IDS: Readonly<Record<string, string>> = {
  createTransaction: 'transaction_id',
  listTransactions: 'transaction_id',
  createProcess: 'process_id',
  createWebhookEndpoint: 'endpoint_id',
  listWebhookEndpoints: 'endpoint_id',
  listEvents: 'event_id',
  listDeliveries: 'delivery_id',
  listCaptures: 'attempt_id',
  createFaceReference: 'reference_id',
  eraseIdentity: 'erasure_id',
};

/** The operations that the page sends, in the order of the document. */
export const triedOperations = (document: OpenApiDocument): PlacedOperation[] =>
  operationsOf(document).filter(canBeTried);

function describeParameter({
  name,
  in: place,
  required,
  description,
  schema,
}: ParameterObject): TryParameter {
  const values = schema.enum?.map(String);
  return {
    ...{ name, in: place, isRequired: required === true },
    description: description ?? schema.description ?? '',
    ...(values ? { values } : {}),
  };
}

function describeExamples(placed: PlacedOperation): TryOperation['examples'] {
  return shownExamples(placed.operation)
    .filter(isSuccess)
    .map(({ name, summary }) => {
      const { parameters, body } = exampleRequest(placed, name);
      const given = parameters.map((one) => [one.name, one.value]);
      return { summary, parameters: Object.fromEntries(given), ...(body === undefined ? {} : { body }) };
    });
}

/** Where an operation stands in the reference. */
export const referenceOf = ({ operation: { tags, operationId } }: PlacedOperation): string =>
  `${chapterPath(tags[0] ?? '')}#${operationId}`;

/** Describes an operation for the page that sends it. */
export function describeTry(placed: PlacedOperation, { components }: OpenApiDocument): TryOperation {
  const { method, path, operation } = placed;
  const { operationId, summary, description, parameters = [], requestBody } = operation;
  const [scope, gives] = [scopeOf(operation), GIVEN_IDS[operationId]];
  return {
    ...{ operationId, verb: method.toUpperCase(), path, summary, description },
    ...(scope === undefined ? {} : { scope }),
    parameters: parameters.map(describeParameter),
    examples: describeExamples(placed),
    hasBody: requestBody !== undefined,
    reference: referenceOf(placed),
    ...(gives === undefined ? {} : { gives }),
    headers: Object.keys(components.headers).map((name) => name.toLowerCase()),
  };
}

/** Every code that may be answered, with its remedy. */
export const describeCodes = (document: OpenApiDocument): TryCodes =>
  Object.fromEntries(
    Object.entries({ ...document.components.examples, ...document['x-further-codes'] }).map(
      ([code, { summary = '', description = '' }]) => [code, { summary, description }],
    ),
  );
