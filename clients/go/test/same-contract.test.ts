import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFinalStatus } from '@titular/client';
import type { OpenApiDocument } from '@titular/server/api-docs/document.ts';
import { expect, test } from 'vitest';
import { LEFT_OUT_OF_GENERATED } from '../../../scripts/clients/client-operations.ts';
import { goOperations, goSchemas } from '../../../scripts/clients/go/operations.ts';
import { read, tracked } from '../../../test/sources.ts';
import { differsFromGofmt, hasGo, PACKAGE, runGo } from './run-go.ts';

const document = JSON.parse(read('docs/openapi.json')) as OpenApiDocument;
const readOwn = (file: string): string => readFileSync(join(PACKAGE, file), 'utf8');

test('the methods and the types of the Go client are those of the published document (R100)', () => {
  const generated = readOwn('operations.go');
  expect(generated).toBe(goOperations(document));
  expect(readOwn('schemas.go')).toBe(goSchemas(document));
  const documented = Object.values(document.paths).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  const offered = [...generated.matchAll(/row := operation\{"(\w+)"/g)].map(([, name = '']) => name);
  expect([...offered, ...Object.keys(LEFT_OUT_OF_GENERATED)].toSorted()).toEqual(documented.toSorted());
});

test('its version is that of the contract', () => {
  const { version } = JSON.parse(read('packages/contract/package.json'));
  expect(/^const Version = "(.*)"$/m.exec(readOwn('client.go'))?.[1]).toBe(version);
});

const own = tracked.filter((file) => /^clients\/go\/[^/]+\.go$/.test(file));

test('it needs the standard library of Go 1.19, and nothing else', () => {
  expect(readOwn('go.mod')).toBe('module titular\n\ngo 1.19\n');
  const imported = own.flatMap((file) => {
    const [, block = ''] = /^import (\([^)]*\)|"[^"]*")/m.exec(read(file)) ?? [];
    return [...block.matchAll(/"([^"]+)"/g)].map(([, path = '']) => path);
  });
  expect(own.length).toBeGreaterThan(10);
  // A path of another module begins with the name of a host.
  expect(imported.filter((path) => path.split('/')[0]?.includes('.'))).toEqual([]);
});

test('each file that people write has at most 300 lines, and each symbol that others see a sentence', () => {
  const written = own.filter((file) => !/\/(operations|schemas)\.go$/.test(file));
  expect(written.filter((file) => read(file).split('\n').length > 301)).toEqual([]);
  const bare = own.flatMap((file) => {
    const lines = read(file).split('\n');
    return lines.filter(
      (line, at) =>
        /^(?:func (?:\((?:\w+ )?\*?[A-Z][^)]*\) )?[A-Z]|type [A-Z]|const [A-Z]|var [A-Z])/.test(line) &&
        !lines[at - 1]?.startsWith('// '),
    );
  });
  expect(bare).toEqual([]);
});

test('it takes the same statuses for final as the client for Node.js', () => {
  const statuses = (document.components.schemas['TransactionStatus']?.enum ?? []).map(String);
  const constants = new Map(
    [...readOwn('schemas.go').matchAll(/^\t(\w+) TransactionStatus = "(.+)"$/gm)].map(([, name, word]) => [
      name,
      word,
    ]),
  );
  const [, list = ''] = /IsFinal\(\) bool \{\n\tswitch s \{\n\tcase ([^:]+):/.exec(readOwn('wait.go')) ?? [];
  const words = list.split(/,\s+/).map((name) => constants.get(name));
  expect([...constants.values()]).toEqual(statuses);
  expect(words.toSorted()).toEqual(statuses.filter(isFinalStatus).toSorted());
});

test.skipIf(!hasGo)(
  'it is written as gofmt writes it, and vet finds nothing',
  async () => {
    expect(await differsFromGofmt(PACKAGE)).toBe('');
    expect(await runGo(PACKAGE, 'vet', './...')).toBe('');
  },
  240_000,
);
