import { describe, expect, test } from 'vitest';
import { targetOf } from '../scripts/figures/imports.ts';
import { read, tracked } from './sources.ts';

/** Packages of which every file may be imported from outside, so that knip takes each for an entry. */
const OPEN = /^packages\/(?:server|cli|lab|embedded-postgres)\/src\/.*\.ts$/;

/** What is started by its path. */
const STARTED = ['packages/cli/src/main.ts'];

const texts = new Map(
  tracked.filter((file) => /\.(?:tsx?|mjs)$/.test(file)).map((file) => [file, read(file)] as const),
);
const open = [...texts].filter(([file]) => OPEN.test(file));

/** Names that an import lists, as they stand where they come from. */
const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim().replace(/^type /, ''))
    .filter(Boolean);

test('every file of the server, the command line, the lab and the database is imported or started', () => {
  const named = /(?:from|import\()\s*'([^']+)'|^import '([^']+)'|new URL\(\s*'(\.[^']+)'/gm;
  const reached = new Set(
    [...texts].flatMap(([file, text]) =>
      [...text.matchAll(named)].map(([, from, alone, url]) => targetOf(file, from ?? alone ?? url ?? '')),
    ),
  );
  expect(open.length).toBeGreaterThan(1_000);
  expect(open.map(([file]) => file).filter((file) => !reached.has(file))).toEqual(STARTED);
});

test('every function, constant and class that one of these files exports is named in another', () => {
  const files = new Map<string, number>();
  for (const text of texts.values())
    for (const word of new Set(text.match(/[A-Za-z_$][\w$]*/g))) files.set(word, (files.get(word) ?? 0) + 1);
  const exported = /^export (?:async |abstract )*(?:const|let|function\*?|class) (\w+)/gm;
  const alone = open.flatMap(([file, text]) =>
    [...text.matchAll(exported)]
      .filter(([, name = '']) => files.get(name) === 1)
      .map(([, name]) => `${file}: ${name}`),
  );
  expect(alone).toEqual([]);
});

describe('the door of a noun', () => {
  const imported = /(?:import|export) (?:type )?\{([^}]*)\} from '([^']+)'/g;
  const awaited = /(?:const|let) \{([^}]*)\} = await import\('([^']+)'\)/g;
  /** Names that others import, by the file that they name. */
  const used = new Map<string, Set<string>>();
  const note = (target: string, names: readonly string[]): void => {
    for (const name of names) used.set(target, (used.get(target) ?? new Set()).add(name));
  };
  const nounOf = (file: string): string | undefined => /^packages\/server\/src\/([a-z-]+)\//.exec(file)?.[1];
  for (const [file, text] of texts) {
    const outside = (name: string): string | undefined => {
      const target = targetOf(file, name);
      return nounOf(target) === undefined || nounOf(target) === nounOf(file) ? undefined : target;
    };
    for (const [, list = '', from = ''] of text.matchAll(imported))
      note(
        outside(from) ?? '',
        namesIn(list).map((name) => name.split(' as ')[0] ?? ''),
      );
    for (const [, list = '', from = ''] of text.matchAll(awaited))
      note(
        outside(from) ?? '',
        namesIn(list).map((name) => name.split(':')[0] ?? ''),
      );
    for (const [, from = '', name = ''] of text.matchAll(/import\('([^']+)'\)\.(\w+)/g))
      note(outside(from) ?? '', [name]);
  }

  const entrances = open.filter(([file]) => /^packages\/server\/src\/[a-z-]+\/index\.ts$/.test(file));

  test('has no name that nobody outside imports', () => {
    const spare = entrances.flatMap(([file, text]) =>
      [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)]
        .flatMap(([, list = '']) => namesIn(list).map((name) => name.split(' as ').at(-1) ?? ''))
        .filter((name) => !used.get(file)?.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(entrances.length).toBeGreaterThan(30);
    expect(spare).toEqual([]);
  });
});
