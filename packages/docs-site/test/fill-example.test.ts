import { readFileSync } from 'node:fs';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { describeTry, triedOperations } from '@titular/server/api-docs/try/describe-try.ts';
import { expect, test } from 'vitest';
import { fillExample } from '../src/console/fill-example.ts';
import type { GivenValues } from '../src/console/given-values.ts';

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApiDocument;
const lists = triedOperations(document).filter(({ operation }) => operation.operationId.startsWith('list'));
/** A reader who gave a company and created nothing by this page. */
const given: GivenValues = {
  token: () => '',
  setToken: () => undefined,
  valueOf: (name) => (name === 'company' ? 'own' : undefined),
  keep: () => undefined,
};

test('a list is filled in with nothing that narrows it: no example names what a reader has (D27)', () => {
  expect(lists.length).toBeGreaterThan(4);
  for (const placed of lists) {
    const operation = describeTry(placed, document);
    for (const example of operation.examples) {
      const { values } = fillExample(operation, example, given);
      const filled = Object.entries(values).filter(([, value]) => value);
      expect([operation.operationId, filled.filter(([, value]) => value !== 'own')]).toEqual([
        operation.operationId,
        [],
      ]);
    }
  }
});
