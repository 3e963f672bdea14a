import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MARK = '.built-from';
const NOT_SOURCES = /^(dist|node_modules|test)(\.|$)/;

/** What any built package depends on besides its own files. */
const SHARED = ['packages/contract/src', 'scripts/build', 'package-lock.json', 'tsconfig.json'];

/** What single packages are built from besides, by the name of their directory. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  cli: [
    ...['packages/server/src', 'packages/face-engine/src', 'packages/embedded-postgres/src'],
    ...['packages/capture-page', 'packages/portal', 'packages/docs-site', 'packages/web-sdk'].map(
      (directory) => `${directory}/location.ts`,
    ),
  ],
  'create-titular': [
    'examples/shop/src',
    'examples/shop/public',
    'LICENSE',
    'scripts/pack/compile-source.ts',
  ],
  'docs-site': [
    ...['docs', 'README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'SECURITY.md', 'STYLE.md', 'llms.txt'],
    ...[
      'packages/client/README.md',
      'clients/python/README.md',
      'clients/php/README.md',
      'clients/go/README.md',
      'clients/java/README.md',
      'clients/postman/README.md',
    ],
    ...['examples/shop/README.md', 'package.json'],
    ...['packages/server/src/api-docs', 'packages/portal/src/icon.svg', 'scripts/site', 'scripts/clients'],
  ],
};

async function listFiles(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') throw error;
    return undefined;
  });
  if (!entries) return [path];
  const own = entries.filter(({ name }) => !NOT_SOURCES.test(name));
  const nested = await Promise.all(own.map(({ name }) => listFiles(join(path, name))));
  return nested.flat();
}

/** SHA-256 of the names and contents of all that a package is built from. */
async function digestSources(directory: string): Promise<string> {
  const digest = createHash('sha256');
  const further = FURTHER[basename(directory)] ?? [];
  const paths = [directory, ...[...SHARED, ...further].map((path) => join(ROOT, path))];
  const files = (await Promise.all(paths.map(listFiles))).flat().sort();
  for (const file of files) {
    const content = await readFile(file);
    digest.update(`${file.slice(ROOT.length)}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

/** Whether the package's `dist` is there and was built from the sources as they are now. */
export async function isBuilt(directory: string): Promise<boolean> {
  const mark = await readFile(join(directory, 'dist', MARK), 'utf8').catch(() => undefined);
  return mark !== undefined && mark === (await digestSources(directory));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Removes what builds that were interrupted left beside `dist`. */
async function removeLeftovers(dist: string): Promise<void> {
  for (const name of await readdir(dirname(dist))) {
    const [, pid] = new RegExp(`^${basename(dist)}\\.(?:new|old)-(\\d+)-`).exec(name) ?? [];
    if (pid && !isAlive(Number(pid))) await rm(join(dirname(dist), name), { recursive: true, force: true });
  }
}

/** A name of its own beside `dist` that tells which process made it. */
const besides = (dist: string, kind: 'new' | 'old'): string =>
  `${dist}.${kind}-${process.pid}-${randomUUID()}`;

const MAX_TRIES = 5;

/** Puts the draft in the place of `dist`; of two builds at once the later one stays. */
async function replace(dist: string, draft: string, tries = 1): Promise<void> {
  const old = besides(dist, 'old');
  try {
    await rename(dist, old).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    await rename(draft, dist);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((code !== 'ENOTEMPTY' && code !== 'EEXIST') || tries === MAX_TRIES) throw error;
    await rm(old, { recursive: true, force: true });
    return replace(dist, draft, tries + 1);
  }
  await rm(old, { recursive: true, force: true });
}

/** Builds a package into a new directory beside its `dist` and renames it: however the build ends, `dist` is whole. */
export async function buildPackage(
  directory: string,
  build: (draft: string) => Promise<unknown>,
): Promise<void> {
  const dist = join(directory, 'dist');
  const draft = besides(dist, 'new');
  const digest = await digestSources(directory);
  await removeLeftovers(dist);
  await mkdir(draft);
  try {
    await build(draft);
    await writeFile(join(draft, MARK), digest);
    await replace(dist, draft);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
