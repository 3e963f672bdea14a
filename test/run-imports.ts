import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { compileSource } from '../scripts/pack/compile-source.ts';

/** What a plain installation starts, and what builds its pages. */
const STARTED = [
  ...['packages/cli/src/main.ts', 'journeys/src/demo.ts', 'examples/shop/src/main.ts'],
  ...['scripts/build-packages.ts', 'scripts/weight/end-installation.ts'],
  ...[
    'scripts/pack.ts',
    'scripts/verify.ts',
    'scripts/image/fill-root.ts',
    'scripts/image/describe-image.ts',
  ],
  ...['capture-page', 'web-sdk', 'client', 'cli'].map((name) => `packages/${name}/build.ts`),
];

/** A specifier of a package that is not ours, up to the end; modules of Node.js have a colon. */
const PACKAGE = /^(@[\w.-]+\/)?[\w.-]+(\/[\w./-]+)?$/;

/** Names the package in a specifier, with its scope. */
export const packageIn = (specifier: string): string =>
  /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

/** Lists the specifiers of packages that those files import, and all files of ours that they come to, lazily too. */
export function listRunImports(): string[] {
  const specifiers = new Set<string>();
  const seen = new Set<string>();
  const left = STARTED.map((file) => resolve(file));
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file) || !file.endsWith('.ts')) continue;
    seen.add(file);
    for (const specifier of compileSource(readFileSync(file, 'utf8')).specifiers) {
      if (specifier.startsWith('.')) left.push(join(dirname(file), specifier));
      else if (specifier.startsWith('@titular/')) left.push(createRequire(file).resolve(specifier));
      // What is computed is no name: the builds are imported so, and are in the list.
      else if (PACKAGE.test(specifier)) specifiers.add(specifier);
    }
  }
  return [...specifiers].sort();
}
