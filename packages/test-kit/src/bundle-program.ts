import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { build } from 'vite';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Below node_modules, so that what stays outside is found from there. */
const DIRECTORY = join(ROOT, 'node_modules/.cache/titular-programs');

/** What cannot be in a file of JavaScript, or is not installed. */
const OUTSIDE = ['sharp', 'pg-native'];

/** A program in one file. */
export type BundledProgram = { file: string; remove(): Promise<void> };

/** Puts a program and all that it imports into one file, which starts in a third of the time: for tests that start one a hundred times. It may look for no file beside itself. */
export async function bundleProgram(source: string): Promise<BundledProgram> {
  await mkdir(DIRECTORY, { recursive: true });
  const outDir = await mkdtemp(join(DIRECTORY, 'program-'));
  const name = `${parse(source).name}.mjs`;
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    build: {
      ssr: source,
      outDir,
      target: 'node24',
      minify: false,
      rollupOptions: { output: { entryFileNames: name } },
    },
    ssr: { noExternal: true, external: OUTSIDE },
  });
  return { file: join(outDir, name), remove: () => rm(outDir, { recursive: true }) };
}
