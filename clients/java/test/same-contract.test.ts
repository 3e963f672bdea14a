import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFinalStatus } from '@titular/client';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { expect, test } from 'vitest';
import { LEFT_OUT_OF_GENERATED } from '../../../scripts/clients/client-operations.ts';
import { javaOperations } from '../../../scripts/clients/java/operations.ts';
import { javaTypes, toConstant } from '../../../scripts/clients/java/types.ts';
import { read, tracked } from '../../../test/sources.ts';
import { PACKAGE } from './run-java.ts';

const document = JSON.parse(read('docs/openapi.json')) as OpenApiDocument;
const readOwn = (file: string): string => readFileSync(join(PACKAGE, 'src/titular', file), 'utf8');

test('the methods and the records of the Java client are those of the published document (R100)', () => {
  const generated = readOwn('Operations.java');
  expect(generated).toBe(javaOperations(document));
  expect(readOwn('Types.java')).toBe(javaTypes(document));
  const documented = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  const offered = [...generated.matchAll(/new Operation\(\s+"(\w+)"/g)].map(([, name = '']) => name);
  expect([...offered, ...Object.keys(LEFT_OUT_OF_GENERATED)].toSorted()).toEqual(documented.toSorted());
});

test('its version is that of the contract', () => {
  const { version } = JSON.parse(read('packages/contract/package.json'));
  expect(/ VERSION = "(.*)";$/m.exec(readOwn('Titular.java'))?.[1]).toBe(version);
});

const own = tracked.filter((file) => /^clients\/java\/src\/.+\.java$/.test(file));

test('it needs the JDK, and nothing else', () => {
  const imported = own.flatMap((file) =>
    [...read(file).matchAll(/^import (?:static )?([\w.]+)/gm)].map(([, name = '']) => name),
  );
  expect(own.length).toBeGreaterThan(15);
  expect(imported.filter((name) => !/^(?:java|javax|titular)\./.test(name))).toEqual([]);
});

test('each file that people write has at most 300 lines, each folder 15, and what others see a sentence', () => {
  const written = own.filter((file) => !/\/(Operations|Types)\.java$/.test(file));
  expect(written.filter((file) => read(file).split('\n').length > 301)).toEqual([]);
  const folders = Map.groupBy(own, (file) => file.replace(/\/[^/]+$/, ''));
  expect([...folders.values()].filter((files) => files.length > 15)).toEqual([]);
  const bare = own.flatMap((file) => {
    const lines = read(file).split('\n');
    return lines.filter(
      (line, at) =>
        /^ {0,4}public (?!record)/.test(line) &&
        !/^\s*(?:\*\/|\/\*\* .+ \*\/|@\w+.*)$/.test(lines[at - 1] ?? ''),
    );
  });
  expect(bare).toEqual([]);
});

test('it takes the same statuses for final as the client for Node.js', () => {
  const statuses = (document.components.schemas['TransactionStatus']?.enum ?? []).map(String);
  const [, list = ''] = / FINAL = Set\.of\(([^)]*)\)/.exec(readOwn('Titular.java')) ?? [];
  const named = [...list.matchAll(/TransactionStatus\.(\w+)/g)].map(([, name]) => name);
  expect(named.toSorted()).toEqual(statuses.filter(isFinalStatus).map(toConstant).toSorted());
});
