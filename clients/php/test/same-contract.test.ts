import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFinalStatus } from '@titular/client';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { expect, test } from 'vitest';
import { LEFT_OUT_OF_GENERATED } from '../../../scripts/clients/client-operations.ts';
import { phpOperations } from '../../../scripts/clients/php-operations.ts';
import { read, tracked } from '../../../test/sources.ts';
import { PACKAGE } from './run-php.ts';

const document = JSON.parse(read('docs/openapi.json')) as OpenApiDocument;
const readOwn = (file: string): string => readFileSync(join(PACKAGE, file), 'utf8');

test('the methods of the PHP client are those of the published document (R100)', () => {
  const generated = readOwn('src/Operations.php');
  expect(generated).toBe(phpOperations(document));
  const documented = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  const offered = [...generated.matchAll(/^ {4}public function (\w+)\($/gm)].map(([, name = '']) => name);
  expect([...offered, ...Object.keys(LEFT_OUT_OF_GENERATED)].toSorted()).toEqual(documented.toSorted());
});

test('its version is that of the contract, wherever it is told', () => {
  const { version } = JSON.parse(read('packages/contract/package.json'));
  expect(JSON.parse(readOwn('composer.json'))).toMatchObject({ version, license: 'Apache-2.0' });
  expect(/ VERSION = '(.*)';/.exec(readOwn('src/Titular.php'))?.[1]).toBe(version);
});

test('it needs no package, only PHP and extensions of its own', () => {
  const { require } = JSON.parse(readOwn('composer.json'));
  expect(Object.keys(require)).toEqual(['php', 'ext-curl', 'ext-json', 'ext-openssl']);
});

test('it has nothing that PHP 8.1 does not know', () => {
  const files = tracked.filter((file) => /^clients\/php\/src\/.*\.php$/.test(file));
  // Of 8.2 and later: readonly classes, types of one value, typed constants, new functions, and calls on a bare new.
  const newer =
    /readonly class|[:?(,] ?(?:true|false|null)\b(?= [${])|const (?:string|int|float|bool|array) |#\[\\?Override|json_validate|array_(?:find|any|all|first|last)\(|Random\\/;
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const text = read(file);
    expect(text, file).toMatch(/^<\?php\n\ndeclare\(strict_types=1\);\n/);
    expect(text, file).not.toMatch(newer);
  }
});

test('it takes the same statuses for final as the client for Node.js', () => {
  const [, list = ''] = /FINAL_STATUSES = \[([^\]]+)\]/.exec(readOwn('src/Titular.php')) ?? [];
  const words = [...list.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);
  const statuses = (document.components.schemas['TransactionStatus']?.enum ?? []).map(String);
  expect(words.toSorted()).toEqual(statuses.filter(isFinalStatus).toSorted());
});
