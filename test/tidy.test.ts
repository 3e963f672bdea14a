import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { errorCatalogue } from '@titular/contract';
import { routeTable } from '@titular/server/route-table.ts';
import { describe, expect, test } from 'vitest';
import { LONGEST } from '../scripts/longest-first.ts';

const MAXIMUM_LINES = 350;

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter(Boolean);
const read = (file: string): string => readFileSync(file, 'utf8');
const sources = tracked.filter((file) => /^(packages\/[a-z-]+|journeys|bench)\/src\/.*\.ts$/.test(file));
const serverSources = sources.filter((file) => file.startsWith('packages/server/src/'));
const tests = tracked.filter((file) => file.endsWith('.test.ts'));

/** What each folder of the server may import besides itself and `base`; a folder that is not named may import nothing. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  http: [],
  database: [],
  identity: ['tenants'],
  decision: [],
  nodes: ['database', 'operators', 'tenants'],
  operators: ['database'],
  reference: ['http'],
  tenants: ['database', 'operators'],
  'rate-limits': ['database', 'http'],
  'access-tokens': ['database', 'http', 'operators', 'tenants'],
  settings: ['access-tokens', 'database', 'decision', 'operators', 'tenants'],
  'attack-report': ['biometrics', 'operators'],
  'command-line': [
    'access-tokens',
    'api-calls',
    'attack-report',
    'biometrics',
    'captures',
    'database',
    'erasure',
    'evidence',
    'identity-platform',
    'nodes',
    'operators',
    'rate-limits',
    'sandbox',
    'settings',
    'tenants',
    'transactions',
    'webhooks',
  ],
  biometrics: ['database', 'operators', 'settings', 'tenants'],
  evidence: ['access-tokens'],
  erasure: [
    'api-calls',
    'biometrics',
    'captures',
    'database',
    'evidence',
    'http',
    'idempotency',
    'identity',
    'identity-platform',
    'operators',
    'tenants',
    'transactions',
    'webhooks',
  ],
  'api-calls': ['database', 'http', 'tenants'],
  webhooks: ['database', 'http', 'operators', 'tenants'],
  pages: ['database', 'http', 'tenants'],
  sandbox: [
    'access-tokens',
    'attack-report',
    'captures',
    'database',
    'decision',
    'http',
    'identity',
    'identity-platform',
    'operators',
    'tenants',
    'transactions',
    'webhooks',
  ],
  idempotency: ['database', 'http', 'tenants'],
  'identity-platform': [
    'biometrics',
    'captures',
    'database',
    'decision',
    'http',
    'idempotency',
    'identity',
    'operators',
    'tenants',
    'webhooks',
  ],
  captures: ['access-tokens', 'biometrics', 'database', 'decision', 'http', 'tenants'],
  transactions: [
    'biometrics',
    'captures',
    'database',
    'decision',
    'evidence',
    'http',
    'idempotency',
    'identity',
    'identity-platform',
    'operators',
    'tenants',
    'webhooks',
  ],
};

/** What stands beside the nouns: the configuration, which any may know, and for the command line how a database is opened and where the demo and the data are. */
const isEdge = (noun: string, target: string): boolean =>
  target.endsWith('/src/config.ts') ||
  (noun === 'command-line' && /\/src\/(open-database|demo-file|data-places)\.ts$/.test(target));

const nounOf = (path: string): string | undefined => /^packages\/server\/src\/([a-z-]+)\//.exec(path)?.[1];

function importsOf(file: string): string[] {
  return [...read(file).matchAll(/^(?:import|export)\s[^;]*?from '(\.[^']+)'/gms)].map(([, target]) =>
    new URL(target ?? '', `file:///${file}`).pathname.slice(1),
  );
}

describe('the tree', () => {
  test('imports run one way: main, service, nouns, base', () => {
    const wrong = serverSources.flatMap((file) => {
      const noun = nounOf(file);
      if (!noun) return [];
      const allowed = [noun, 'base', ...(MAY_IMPORT[noun] ?? [])];
      return importsOf(file)
        .filter((target) => !(allowed.includes(nounOf(target) ?? '') || isEdge(noun, target)))
        .map((target) => `${file} -> ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  test('no package imports upwards', () => {
    const mayImport: Readonly<Record<string, readonly string[]>> = {
      contract: [],
      server: ['contract', 'capture-page', 'simulation', 'web-sdk'],
      simulation: ['simulation'],
      'capture-page': ['contract'],
      'web-sdk': ['contract'],
      client: [],
      'test-kit': ['contract', 'server', 'simulation', 'capture-page'],
    };
    const wrong = sources.flatMap((file) => {
      const own = /^packages\/([a-z-]+)\//.exec(file)?.[1] ?? '';
      const allowed = mayImport[own];
      const used = [...read(file).matchAll(/from '@titular\/([a-z-]+)/g)].map(([, name]) => name ?? '');
      return allowed
        ? used.filter((name) => !allowed.includes(name)).map((name) => `${file} -> ${name}`)
        : [];
    });
    expect(wrong).toEqual([]);
  });

  test(`no source file is longer than ${MAXIMUM_LINES} lines`, () => {
    const code = tracked.filter((file) => /\.(ts|css)$/.test(file));
    expect(code.filter((file) => read(file).split('\n').length - 1 > MAXIMUM_LINES)).toEqual([]);
  });

  test('file names are kebab-case', () => {
    const wrong = [...sources, ...tests].filter(
      (file) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*\.ts$/.test(basename(file)),
    );
    expect(wrong).toEqual([]);
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
    const code = tracked.filter((file) => /\.(ts|css|html|sql)$/.test(file));
    expect(code.filter((file) => openEnds.test(read(file)))).toEqual([]);
    const lazy = /waitForTimeout\(|setTimeout\([^,]+, *[0-9]{3,}\)|\.(only|skip|todo)\(/;
    expect(tests.filter((file) => file !== 'test/tidy.test.ts' && lazy.test(read(file)))).toEqual([]);
  });

  test('the files of tests that are begun first are there, each once', () => {
    expect(new Set(LONGEST).size).toBe(LONGEST.length);
    expect(LONGEST.filter((file) => !tests.includes(file))).toEqual([]);
  });

  test('names no place of a developer machine and no host to download from', () => {
    const prose = tracked.filter((file) => /\.(ts|md|json|html|css|sql|yml)$/.test(file));
    const places = new RegExp(
      ['/wo' + 'rk/', '/ro' + 'ot/', 'registry\\.np' + 'mjs', '"resol' + 'ved": "http'].join('|'),
    );
    expect(prose.filter((file) => places.test(read(file)))).toEqual([]);
  });

  test('the sandbox is loaded in the test environment alone: a service imports only what describes its routes', () => {
    const imported = /^import (?!type )[^;]*?from '(\.[^']*\/sandbox\/[^']+)'/gms;
    const importing = serverSources.flatMap((file) => {
      const isItsOwn = ['sandbox', 'command-line'].includes(nounOf(file) ?? '');
      return isItsOwn ? [] : [...read(file).matchAll(imported)].map(([, target]) => `${file} -> ${target}`);
    });
    expect(importing).toEqual(['packages/server/src/route-table.ts -> ./sandbox/sandbox-routes.ts']);
    const routes = importsOf('packages/server/src/sandbox/sandbox-routes.ts');
    expect(routes.filter((target) => nounOf(target) === 'sandbox')).toEqual([]);
    const wiring = read('packages/server/src/open-sandbox.ts');
    expect(wiring).toMatch(
      /if \(deps\.environment !== 'test'\) return undefined;\n {2}const sandbox = await import\(/,
    );
  });

  test('a service that runs has loaded nothing of the sandbox but what describes its routes', () => {
    const reached = new Set<string>();
    const walk = (file: string): void => {
      if (reached.has(file) || !serverSources.includes(file)) return;
      reached.add(file);
      const loaded = read(file).matchAll(/^(?:import|export) (?!type )[^;]*?from '(\.[^']+)'/gms);
      for (const [, target] of loaded) walk(new URL(target ?? '', `file:///${file}`).pathname.slice(1));
    };
    walk('packages/cli/src/main.ts');
    walk('packages/server/src/service.ts');
    expect([...reached].filter((file) => nounOf(file) === 'sandbox')).toEqual([
      'packages/server/src/sandbox/sandbox-routes.ts',
    ]);
    expect(reached.size).toBeGreaterThan(200);
  });

  test('few doors lead out: nothing else opens a connection, and each has a limit of time (R72)', () => {
    const opens = /from 'node:(?:https?|http2|net|tls|dgram|dns(?:\/promises)?)'|\bfetch\(|new WebSocket\(/;
    const typesAlone = /^import (?:type .*|\{ isIP \}) from '[^']+';$/gm;
    const doors = serverSources.filter((file) => opens.test(read(file).replaceAll(typesAlone, '')));
    expect(doors.map((file) => basename(file)).sort()).toEqual([
      'ask-face-engine.ts',
      'ask-platform.ts',
      'connections.ts',
      'forward-events.ts',
      'post-bytes.ts',
      'resolve-name.ts',
      'service-client.ts',
      'trial-calls.ts',
    ]);
    for (const file of doors) expect(read(file), file).toMatch(/timeout|LIMIT_MS/i);
    const database = read('packages/server/src/database/connect.ts');
    for (const limit of ['statement_timeout', 'connectionTimeoutMillis', 'query_timeout'])
      expect(database).toContain(`${limit}:`);
  });

  test('secrets, hashes and signatures are compared in constant time (R38)', () => {
    const compared =
      /\b\w*(?:[sS]ecret|[hH]ash|[dD]igest|[sS]ignature|[cC]heck|[tT]oken)(?:\(\))? (?:===|!==) (?!undefined\b|null\b|'')/;
    const wrong = serverSources.flatMap((file) =>
      read(file)
        .split('\n')
        .filter((line) => compared.test(line) || /\.equals\(|Buffer\.compare\(/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    expect(wrong).toEqual([]);
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
          .filter(([, version]) => !/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/.test(version))
          .map(([name]) => `${file}: ${name}`),
      );
    });
    expect(loose).toEqual([]);
  });
});

describe('the contract', () => {
  const routes = routeTable({} as never);
  const texts = tests.map(read);
  /** A title may be written out, or made by a table from the operation's name. */
  const isTested = (operationId: string, status: string): boolean =>
    texts.some(
      (text) =>
        text.includes(`${operationId} ${status}: `) ||
        (text.includes(`'%s ${status}: `) && text.includes(`'${operationId}'`)),
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
        [...read(file).matchAll(/Refusal\(\s*'(\d{5})'/g)].map(([, code]) => code ?? ''),
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
