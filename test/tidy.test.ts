import { basename } from 'node:path';
import { errorCatalogue } from '@titular/contract';
import { routeTable } from '@titular/server/modules.ts';
import { describe, expect, test } from 'vitest';
import durations from '../scripts/durations.json' with { type: 'json' };
import { programSources, read, serverSources, sources, tests, tracked } from './sources.ts';

/** Most lines of a file: of a source, and of a test, a style sheet or a script. */
const MAX_LINES = { source: 300, other: 350 };

/** Where time itself is what is tried: a process that does not end, a proxy whose answer is slow, a camera that ends, checks of a balancer. */
const TIMED = [
  'browser-tests/end-process.ts',
  'clients/python/test/time-limits.test.ts',
  'journeys/test/visual/still-camera.ts',
  'operations-tests/balancers.test.ts',
];

describe('the tree', () => {
  const longerThan = (lines: number) => (file: string) => read(file).split('\n').length - 1 > lines;

  test(`no source file is longer than ${MAX_LINES.source} lines`, () => {
    expect(sources.filter(longerThan(MAX_LINES.source))).toEqual([]);
  });

  test(`no test and no style sheet is longer than ${MAX_LINES.other} lines`, () => {
    const code = tracked.filter((file) => /\.(tsx?|css)$/.test(file));
    expect(code.filter(longerThan(MAX_LINES.other))).toEqual([]);
  });

  test('file names are kebab-case', () => {
    const wrong = [...sources, ...tests].filter(
      (file) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*\.tsx?$/.test(basename(file)),
    );
    expect(wrong).toEqual([]);
  });

  test('a name is one form or the other: no constant in capitals has small letters', () => {
    const mixed = /\b(?:const|let|function) [A-Z][A-Z0-9]*_\w*[a-z]/;
    const code = tracked.filter((file) => /\.tsx?$/.test(file));
    expect(code.filter((file) => mixed.test(read(file)))).toEqual([]);
  });

  test('no test keeps what nothing reads by an underscore at its top', () => {
    const kept = /^(?:const|let|(?:async )?function) _\w/m;
    expect(tests.filter((file) => kept.test(read(file)))).toEqual([]);
  });

  test('every exported symbol has a sentence before it', () => {
    const wrong = sources.flatMap((file) => {
      const lines = read(file).split('\n');
      return lines.flatMap((line, index) => {
        const exported =
          /^export (?:declare )?(?:async )?(?:abstract )?(const|function|class|type|interface) (\w+)/.exec(
            line,
          );
        if (!exported) return [];
        const [, kind, symbol] = exported;
        const isTypeOfConst =
          kind === 'type' && lines.some((other) => new RegExp(`^export const ${symbol}\\b`).test(other));
        const followsItsConst = kind === 'type' && /^export const/.test(lines[index - 1] ?? '');
        const isWordsOfConst = kind === 'type' && /typeof [A-Z_]+\)\[number\]/.test(line);
        const documented = (lines[index - 1] ?? '').trimEnd().endsWith('*/');
        return documented || isTypeOfConst || followsItsConst || isWordsOfConst ? [] : [`${file}: ${symbol}`];
      });
    });
    expect(wrong).toEqual([]);
  });

  test('nothing is left for later and no test sleeps or is switched off', () => {
    const openEnds = new RegExp(
      ['TO' + 'DO', 'FIX' + 'ME', '\\bX' + 'XX\\b', 'not imple' + 'mented'].join('|'),
    );
    const code = tracked.filter((file) => /\.(tsx?|css|html|sql)$/.test(file));
    expect(code.filter((file) => openEnds.test(read(file)))).toEqual([]);
    const lazy =
      /waitForTimeout\(|\b(?:setTimeout|sleep)\((?:(?!setTimeout|sleep\()[\s\S]){0,200}?, *\d[\d_]{2,}\)|\bsleep\(\d[\d_]{2,}|\.(only|skip|todo)\(/;
    const polledTime = /eventually\(\(\) => expect\(performance\.now\(\)|while \(performance\.now\(\)/;
    const waiting = tracked.filter((file) =>
      /(?:^|\/)(?:test|[a-z]+-tests)\/.*\.ts$|^clients\/suite\//.test(file),
    );
    const sleeping = waiting.filter(
      (file) => file !== 'test/tidy.test.ts' && (lazy.test(read(file)) || polledTime.test(read(file))),
    );
    expect(sleeping).toEqual(TIMED);
  });

  test('what a test waits for may take a minute on a busy machine', () => {
    const hasty = /vi\.wait(?:For|Until)\(|\.poll\([^;]*\{ timeout: [1-5]?\d?_?\d{1,3} *[,}]/;
    const waits = tracked.filter((file) => /\/test\/.*\.ts$/.test(file));
    expect(waits.filter((file) => file !== 'test/tidy.test.ts' && hasty.test(read(file)))).toEqual([]);
  });

  test('a test looks at the locks of its own database alone: the server has those of every clone', () => {
    const unbounded =
      /FROM pg_locks(?![\s\S]{0,260}(?:current_database\(\)|pid = pg_backend_pid\(\)|OF_COMMITS))/;
    expect(tests.filter((file) => file !== 'test/tidy.test.ts' && unbounded.test(read(file)))).toEqual([]);
  });

  test('the files of tests that were timed are there', () => {
    expect(Object.keys(durations).filter((file) => !tests.includes(file))).toEqual([]);
  });

  test('names no place of a developer machine and no host to download from', () => {
    const prose = tracked.filter((file) => /\.(tsx?|md|json|html|css|sql|yml)$/.test(file));
    const places = new RegExp(
      ['/wo' + 'rk/', '/ro' + 'ot/', 'registry\\.np' + 'mjs', '"resol' + 'ved": "http'].join('|'),
    );
    expect(prose.filter((file) => places.test(read(file)))).toEqual([]);
  });

  test('few doors lead out: nothing else opens a connection, and each has a limit of time (R72)', () => {
    const opens = /from 'node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)'|\bfetch\(|new WebSocket\(/;
    const typesAlone = /^import (?:type .*|\{ isIP \}) from '[^']+';$/gm;
    const outlets = programSources.filter((file) => opens.test(read(file).replaceAll(typesAlone, '')));
    expect(outlets.map((file) => basename(file)).sort()).toEqual([
      'ask-face-engine.ts',
      'ask-service.ts',
      'call-service.ts',
      'connections.ts',
      'forward-events.ts',
      'outbound-request.ts',
      'resolve-name.ts',
      'send-signed.ts',
      'service-client.ts',
      'trial-calls.ts',
    ]);
    for (const file of outlets) expect(read(file), file).toMatch(/timeout|LIMIT_MS/i);
    const database = read('packages/server/src/kernel/database/connect.ts');
    for (const limit of ['statement_timeout', 'connectionTimeoutMillis', 'query_timeout'])
      expect(database).toContain(`${limit}:`);
  });

  test('secrets, hashes and signatures are compared in constant time (R38)', () => {
    const compared =
      /\b\w*(?:[sS]ecret|[hH]ash|[dD]igest|[sS]ignature|[cC]heck|[tT]oken)(?:\(\))? (?:===|!==) (?!undefined\b|null\b|'')/;
    const wrong = programSources.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => compared.test(line) || /\.equals\(|Buffer\.compare\(/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
  });

  test('rows of routes are typed by their schemas: no cast stands in them', () => {
    const cast = /^(?!import |export \{| *\/?\*).*[\w)\]}>] as (?!const\b)[\w{[(]/m;
    const textless = (file: string): string => read(file).replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '');
    const rows = serverSources.filter((file) => file.endsWith('-routes.ts'));
    expect(rows.filter((file) => cast.test(textless(file)))).toEqual([]);
    expect(rows.filter((file) => /\bparams\[/.test(read(file)))).toEqual([]);
  });

  test('the sandbox reaches production code by one port', () => {
    const codeOf = (file: string): string =>
      read(file)
        .replaceAll(/\/\*\*[\s\S]*?\*\/|\/\/.*$/gm, '')
        .replaceAll(/'[^'\n]*'/g, '');
    const knowing = serverSources.filter(
      (file) => !file.includes('/src/sandbox/') && /(?<!sandbox_)scenario|rehears/i.test(codeOf(file)),
    );
    expect(knowing.map((file) => basename(file)).sort()).toEqual(['sandbox-port.ts', 'sandbox-tables.ts']);
  });

  test('stores name their columns: a prepared SELECT * breaks when a migration adds one', () => {
    expect(
      serverSources.filter((file) => /selectAll\(|SELECT \*\s+FROM [a-z_]+\b(?!\()/.test(read(file))),
    ).toEqual([]);
  });

  test('pins every dependency to one version', () => {
    const manifests = tracked.filter((file) => basename(file) === 'package.json');
    const loose = manifests.flatMap((file) => {
      const manifest = JSON.parse(read(file)) as Record<string, Record<string, string>>;
      return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((kind) =>
        Object.entries(manifest[kind] ?? {})
          .filter(([, version]) => !/^(npm:[a-z0-9-]+@)?\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version))
          .map(([name]) => `${file}: ${name}`),
      );
    });
    expect(loose).toEqual([]);
  });
});

describe('the contract', () => {
  const routes = routeTable({} as never);
  const texts = tests.map(read);
  const behindTokens = routes
    .filter(({ access }) => access === 'token')
    .map(({ operationId }) => operationId);
  /** Rows of a table of tests with those that they name, as lists of the same file. */
  const withNamed = (rows: string, text: string, depth = 3): string => {
    const names = [...rows.matchAll(/(?:test\.each\(|\.\.\.|Object\.entries\()([A-Za-z_]+)/g)].map(
      ([, name]) => name,
    );
    const named = names.map(
      (name) => new RegExp(`^ *const ${name}\\b[\\s\\S]*?;$`, 'm').exec(text)?.[0] ?? '',
    );
    return depth === 0 ? rows : [rows, ...named.map((list) => withNamed(list, text, depth - 1))].join('\n');
  };
  const tables = texts.flatMap((text) =>
    [...text.matchAll(/'%s (\d{3}): /g)].map(({ index, 1: status }) => ({
      status,
      rows: withNamed(text.slice(text.lastIndexOf('test.each(', index), index), text),
    })),
  );
  /** A title is written out, or made by a table that names the operation, or has every one behind a token. */
  const isTested = (operationId: string, status: string): boolean =>
    texts.some((text) => text.includes(`${operationId} ${status}: `)) ||
    tables.some(
      (table) =>
        table.status === status &&
        (table.rows.includes(`'${operationId}'`) ||
          (table.rows.includes('TOKEN_OPERATION_IDS') && behindTokens.includes(operationId))),
    );

  test.each(routes.map((route) => [route.operationId, Object.keys(route.responses)] as const))(
    '%s has a test for each status it declares',
    (operationId, statuses) => {
      expect(statuses.filter((status) => !isTested(operationId, status))).toEqual([]);
    },
  );

  test('no operation or address stands in the table twice', () => {
    const names = routes.map((route) => route.operationId);
    const addresses = routes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  test('every code that is thrown is in the catalogue, and every code of the catalogue is thrown', () => {
    const thrown = new Set(
      serverSources.flatMap((file) =>
        [...read(file).matchAll(/Refusal(?:\.after)?\(\s*'(\d{5})'/g)].map(([, code]) => code ?? ''),
      ),
    );
    expect([...thrown].sort()).toEqual(Object.keys(errorCatalogue).sort());
  });

  test('every code begins with its status and is documented', () => {
    const page = read('docs/errors.md');
    for (const [code, entry] of Object.entries(errorCatalogue)) {
      expect(code.startsWith(String(entry.status))).toBe(true);
      expect(page).toContain(`\`${code}\``);
    }
  });
});
