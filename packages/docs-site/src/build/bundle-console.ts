import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { BROWSERS } from './write-site.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the script of the page that sends requests. A running service serves it on its public address; the files of the site do without it. */
export async function bundleConsole(directory: string): Promise<void> {
  await build({
    ...{ configFile: false, root: here('../..'), base: './', publicDir: false, logLevel: 'error' },
    build: {
      ...{ outDir: directory, emptyOutDir: false, target: BROWSERS, modulePreload: false },
      rolldownOptions: {
        input: here('../console/main.ts'),
        output: { entryFileNames: 'try/console.js' },
      },
    },
  });
}
