import { join } from 'node:path';

/** An import as it stands: what it names, whether it is gone at run time, and whether it is loaded only when needed. */
export type Import = { target: string; isType: boolean; isLazy: boolean };

const IMPORTS =
  /^(?:import|export)\s(type\s)?[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gms;

/** What an import of a file names: a path of the tree, or the name of a package that is not ours. One of ours that is named as a whole is its door. */
export const targetOf = (file: string, name: string): string =>
  name.startsWith('.')
    ? join(file, '..', name)
    : name
        .replace(/^@titular\/([a-z-]+)$/, '$&/index.ts')
        .replace(/^@titular\/([a-z-]+)\/(.+)$/, 'packages/$1/src/$2');

/** Imports of a file of the tree. */
export const importsIn = (file: string, text: string): Import[] =>
  [...text.matchAll(IMPORTS)].map(([, type, from, alone, lazy]) => ({
    target: targetOf(file, from ?? alone ?? lazy ?? ''),
    isType: type !== undefined,
    isLazy: lazy !== undefined,
  }));
