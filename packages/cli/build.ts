import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { buildPackage } from '../../scripts/build/build-package.ts';
import { keepParts } from '../../scripts/build/keep-parts.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
const DIST = `${HERE}dist`;

/** What a start runs, each as one file, and its source. */
const PROGRAMS = {
  main: 'packages/cli/src/main.ts',
  'face-worker': 'packages/face-engine/src/engine/face-worker.ts',
  'search-thread': 'packages/server/src/faces/search/search-thread.ts',
} as const;

/** Loaded where they are installed: they read files beside their modules, come as a binary for each platform, or serve the command line. */
const LEFT_OUTSIDE = [/^sharp$/, /^pdfkit$/, /^onnxruntime-node$/, /^pg-native$/, /^@titular\/lab\//];

/** The command line runs from its sources: a start needs none of it. */
const COMMANDS = /^\.\/(?:frame\/run-command|hints\/program-name)\.ts$/;

/** Modules of packages that name files beside themselves in functions that nothing here calls: transports of pino, settings in files. */
const NEVER_ASKED = /\/node_modules\/(?:pino\/lib\/transport|thread-stream\/index|import-fresh\/index)\.js$/;

const READS_BESIDE = /\bimport\.meta\b|\b__(?:dir|file)name\b/;
/** The address of a program that is started, with its name, and any other use of a source's own place. */
const PLACES =
  /(?<=(?:Worker|fork)\()new URL\('(?:[^']*\/)?([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g;
/** Other ways to name one's own place, which nothing here turns. */
const UNTURNED = /\bimport\.meta\.(?!url\b)|\b__(?:dir|file)name\b/;
const REQUIRED = /\b__require\(([^)]*)\)/g;
/** What is looked for and may be missing, and what a function that nothing here calls would load. */
const SOUGHT = ['"pg-native"', 'filePath'];

const leaveCommands: Plugin = {
  name: 'leave-commands',
  resolveId: (id) => (COMMANDS.test(id) ? { id: `../src${id.slice(1)}`, external: true } : undefined),
};

/** Lets a source find what lies beside it from `dist` too, where it finds the other programs. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!READS_BESIDE.test(code) || NEVER_ASKED.test(id) || id.startsWith('\0')) return undefined;
    if (!id.startsWith(`${ROOT}packages/`))
      throw new Error(`${id} reads files beside itself: leave it outside`);
    if (UNTURNED.test(code)) throw new Error(`${id} has to name its place by import.meta.url`);
    const place = `new URL('${relative(DIST, id)}', import.meta.url).href`;
    return code.replaceAll(PLACES, (_, program?: string) =>
      program === undefined ? place : programUrl(program),
    );
  },
};

function programUrl(name: string): string {
  if (!(name in PROGRAMS)) throw new Error(`${name} is started from a file that is no program of this build`);
  return `new URL('./${name}.js', import.meta.url)`;
}

/** Refuses what would look for a file in the wrong place. */
function checkRequired(code: string): void {
  for (const [, name = ''] of code.matchAll(REQUIRED)) {
    const isOfNode = /^"[^"]+"$/.test(name) && isBuiltin(name.slice(1, -1));
    if (!isOfNode && !SOUGHT.includes(name)) throw new Error(`require(${name}) finds nothing from dist`);
  }
}

/** Node.js holds a text of ASCII in half the memory of one with other characters. */
function inAscii(code: string): string {
  if (/\\[^\0-\x7f]/.test(code))
    throw new Error('a backslash stands before a character that would be escaped');
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The files of a program: itself, and parts that are loaded when something first asks for them. */
async function bundle(name: string, source: string): Promise<{ file: string; code: string }[]> {
  const build = await rolldown({
    ...{ input: { [name]: ROOT + source }, platform: 'node', cwd: ROOT, external: LEFT_OUTSIDE },
    plugins: [leaveCommands, keepPlaces],
  });
  const { output } = await build.generate({
    ...{ format: 'esm', comments: false, keepNames: true },
    chunkFileNames: `${name}-[name]-[hash].js`,
  });
  await build.close();
  return output.map((made) => {
    if (made.type === 'asset') throw new Error(`${made.fileName} is no program`);
    checkRequired(made.code);
    return { file: made.fileName, code: inAscii(made.code) };
  });
}

await buildPackage(HERE, async (dist) => {
  const made: string[] = [];
  for (const [name, source] of Object.entries(PROGRAMS))
    for (const { file, code } of await bundle(name, source)) {
      await writeFile(join(dist, file), code);
      made.push(file);
    }
  await keepParts(DIST, dist, made);
});
