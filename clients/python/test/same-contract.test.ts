import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFinalStatus } from '@titular/client';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { expect, test } from 'vitest';
import { parseBaseUrl } from '../../../packages/client/src/http/options.ts';
import {
  LEFT_OUT_OF_GENERATED,
  listClientOperations,
  REPEATABLE,
} from '../../../scripts/clients/client-operations.ts';
import { pythonOperations } from '../../../scripts/clients/python-operations.ts';
import { read, tracked } from '../../../test/sources.ts';
import { hasPython, PACKAGE, runPython } from './run-python.ts';

const document = JSON.parse(read('docs/openapi.json')) as OpenApiDocument;
const readOwn = (file: string): string => readFileSync(join(PACKAGE, file), 'utf8');

test('the methods of the Python client are those of the published document (R100)', () => {
  expect(readOwn('titular/operations.py')).toBe(pythonOperations(document));
  const documented = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  const offered = listClientOperations(document).map(({ operation }) => operation.operationId);
  expect([...offered, ...Object.keys(LEFT_OUT_OF_GENERATED)].toSorted()).toEqual(documented.toSorted());
});

test('its version is that of the contract, wherever it is told', () => {
  const { version } = JSON.parse(read('packages/contract/package.json'));
  expect(/^version = "(.*)"$/m.exec(readOwn('pyproject.toml'))?.[1]).toBe(version);
  expect(/^__version__ = "(.*)"$/m.exec(readOwn('titular/__init__.py'))?.[1]).toBe(version);
});

test('it repeats what the client for Node.js repeats, and nothing else (R72)', () => {
  const rows = tracked
    .filter((file) => /^packages\/client\/src\/.*\.ts$/.test(file))
    .flatMap((file) => [
      ...read(file).matchAll(/\['(\w+)', '(?:POST|PATCH|DELETE)', .*'(always|under-key|never)'\]/g),
    ]);
  const always = rows.filter(([, , repeat]) => repeat === 'always').map(([, name = '']) => name);
  expect(rows.length).toBeGreaterThan(15);
  expect(always.toSorted()).toEqual([...REPEATABLE].toSorted());
});

test('it takes the same statuses for final as the client for Node.js', () => {
  const [, words = ''] = /_FINAL_STATUSES = frozenset\(\s*"([^"]+)"/.exec(readOwn('titular/client.py')) ?? [];
  const statuses = (document.components.schemas['TransactionStatus']?.enum ?? []).map(String);
  expect(words.split(' ').toSorted()).toEqual(statuses.filter(isFinalStatus).toSorted());
});

test.skipIf(!hasPython)('it makes the same of an address as the client for Node.js', async () => {
  const addresses = [
    ...[
      'https://shop.example',
      'https://SHOP.example/',
      'https://shop.example:443',
      'https://shop.example:8443/a//',
    ],
    ...['https://xn--bcher-kva.example/', 'https://shop.example/api/public/v1/'],
    ...['http://[::1]:8787', 'http://127.0.0.1:80', 'https://[2001:DB8::1]/titular'],
  ];
  const program = `import json, sys
from titular.arguments import parse_base_url
print(json.dumps([parse_base_url(one, False) for one in json.load(sys.stdin)]))`;
  const { stdout, stderr } = await runPython(['-c', program], { input: JSON.stringify(addresses) });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual(addresses.map((one) => parseBaseUrl(one, false)));
});
