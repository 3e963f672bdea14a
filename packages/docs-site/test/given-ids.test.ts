import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { isSuccess, shownExamples } from '@titular/server/api-docs/operation-examples.ts';
import { GIVEN_IDS, triedOperations } from '@titular/server/api-docs/try/describe-try.ts';
import { expect, test } from 'vitest';
import { idOf } from '../src/console/show-answer.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument;

test('the page that sends requests finds an id in the answer of every operation that gives one (D27)', () => {
  const found = triedOperations(document)
    .filter(({ operation }) => operation.operationId in GIVEN_IDS)
    .flatMap(({ operation }) =>
      shownExamples(operation)
        .filter((one) => isSuccess(one) && JSON.stringify(one.answer).includes('"id":'))
        .map(({ answer }) => [operation.operationId, idOf(answer)] as const),
    );
  expect(new Set(found.map(([operation]) => operation)).size).toBeGreaterThan(7);
  expect(found.filter(([, id]) => id === undefined)).toEqual([]);
});
