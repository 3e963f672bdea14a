import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listParts } from '../build/keep-parts.ts';
import { type Installed, listInstalled } from './installed-packages.ts';
import { isNeeded } from './needed-files.ts';
import { listWorkspaces, type Reached, reachSources, readManifest, type Workspace } from './reach-sources.ts';
import type { ArchivedFile } from './tarball.ts';

/** A file of the package with where it is from: this repository, or an installed package as the lockfile names it. */
export type PackagedFile = ArchivedFile & { from: 'titular' | Installed };

/** Where the program stands in the package: beside nothing that npm looks at, so installing asks for no other package. */
const PROGRAM = 'lib/node_modules';

const START = 'packages/cli/bin/titular.cjs';
const ENTRY = 'packages/cli/src/main.ts';

/** The workspace whose build a service runs: one text instead of thousands of modules. */
const STARTED = '@titular/cli';

/** What the program runs here, and in the package, where builds are never older than sources. */
const RUNS = {
  here: `import('../src/main.ts')`,
  packaged: `import(['serve', undefined].includes(process.argv[2]) ? '../dist/main.js' : '../src/main.js')`,
};

const listBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1));

/** Files that git knows: what lies about in a checkout is no part of a package. */
const listTracked = (root: string, ...places: string[]): string[] =>
  execFileSync('git', ['ls-files', '--', ...places], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);

const pathIn = ({ name }: Workspace, path: string): string => `${PROGRAM}/${name}/${path}`;

const ours = (path: string, bytes: Uint8Array | string, isProgram = false): PackagedFile => ({
  path,
  bytes: Buffer.from(bytes),
  isProgram,
  from: 'titular',
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The exports of a workspace that lead to what is packed, by the names that compiled code has for them. */
function packedExports({ manifest }: Workspace, packed: ReadonlySet<string>): Record<string, string> {
  const leads = Object.entries(manifest.exports ?? {}).flatMap(([name, target]) => {
    if (typeof target !== 'string') return [];
    const script = target.replace(/\.ts$/, '.js');
    return name.includes('*') || packed.has(script.slice(2)) ? [[name.replace(/\.ts$/, '.js'), script]] : [];
  });
  return Object.fromEntries(leads);
}

/** What a workspace reads at run time beside its modules: statements, styles and scripts, and what was built. */
function readFilesOf(root: string, { directory }: Workspace, isServed: boolean): string[] {
  const short = directory.slice(root.length + 1);
  const beside = listTracked(root, `${short}/src`)
    .filter((file) => !/\.(?:ts|md|tsx)$/.test(file))
    .map((file) => file.slice(short.length + 1));
  const built = isServed
    ? listBelow(join(directory, 'dist')).filter((path) => !/^\.|^types\//.test(path))
    : [];
  return [...(isServed ? [] : beside), ...built.map((path) => `dist/${path}`)];
}

/** What a built program leaves outside is named as sources are, which are compiled in the package. */
const SOURCE = /(\bfrom |\bimport\()"((?:\.\.\/src|@titular)\/[^"\n]+)\.ts"/g;

/** The built service, without what its build keeps for processes that run. */
function builtFiles(workspace: Workspace): PackagedFile[] {
  if (workspace.name !== STARTED) return [];
  const dist = join(workspace.directory, 'dist');
  return listParts(dist).map((file) => {
    const code = readFileSync(join(dist, file), 'utf8').replaceAll(SOURCE, '$1"$2.js"');
    return ours(pathIn(workspace, `dist/${file}`), code);
  });
}

function workspaceFiles(root: string, workspace: Workspace, sources: readonly Reached[]): PackagedFile[] {
  const modules = sources.map(({ path, code }) =>
    ours(pathIn(workspace, path.replace(/\.ts$/, '.js')), code),
  );
  const isServed = sources.some(({ path }) => path === 'location.ts');
  const others = readFilesOf(root, workspace, isServed).map((path) =>
    ours(pathIn(workspace, path), readFileSync(join(workspace.directory, path))),
  );
  const packed = new Set(sources.map(({ path }) => path.replace(/\.ts$/, '.js')));
  const { name, version, license } = workspace.manifest;
  const manifest = { name, version, license, type: 'module', exports: packedExports(workspace, packed) };
  const built = builtFiles(workspace);
  return [...modules, ...others, ...built, ours(pathIn(workspace, 'package.json'), json(manifest))];
}

const isExecutable = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x7f && Buffer.from(bytes.subarray(1, 4)).toString() === 'ELF';

function installedFiles(root: string, installed: Installed): PackagedFile[] {
  const { path, name } = installed;
  const place = path.startsWith('packages/')
    ? `${PROGRAM}/@titular/${path.slice('packages/'.length)}`
    : `lib/${path}`;
  return listBelow(join(root, path))
    .filter((file) => !file.startsWith('node_modules/') && isNeeded(name, file))
    .map((file) => {
      const bytes = readFileSync(join(root, path, file));
      return { path: `${place}/${file}`, bytes, isProgram: isExecutable(bytes), from: installed };
    });
}

/** The package.json of what is shipped. It names no dependency but the optional database. */
function shippedManifest(root: string, { manifest }: Workspace): Record<string, unknown> {
  const { version, license, description, keywords, repository } = readManifest(root) as {
    description?: string;
    keywords?: string[];
  } & ReturnType<typeof readManifest>;
  const platform = `${process.platform}-${process.arch}`;
  const [database, databaseVersion] =
    Object.entries(manifest.optionalDependencies ?? {}).find(([name]) => name.endsWith(`/${platform}`)) ?? [];
  return {
    ...{ name: 'titular', version, description, keywords, repository, license, type: 'module' },
    bin: { titular: `${PROGRAM}/@titular/cli/bin/titular.cjs` },
    // A program alone: nothing of it is imported by others.
    exports: { './package.json': './package.json' },
    engines: { node: '>=24' },
    os: [process.platform],
    cpu: [process.arch],
    ...(process.platform === 'linux' ? { libc: ['glibc'] } : {}),
    ...(database
      ? {
          peerDependencies: { [database]: databaseVersion },
          peerDependenciesMeta: { [database]: { optional: true } },
        }
      : {}),
  };
}

function readWorkspace(workspaces: Map<string, Workspace>, name: string): Workspace {
  const found = workspaces.get(name);
  if (!found) throw new Error(`${name} is no workspace`);
  return found;
}

/** Lists every file of the package `titular` for this platform, from a tree whose pages are built. */
export function listPackageFiles(root: string): PackagedFile[] {
  const workspaces = listWorkspaces(root);
  const sources = reachSources([join(root, ENTRY)], workspaces);
  const byWorkspace = Map.groupBy(sources, ({ workspace }) => workspace);
  const start = readFileSync(join(root, START), 'utf8').replace(RUNS.here, RUNS.packaged);
  const texts = listTracked(root, 'README.md', 'LICENSE', 'NOTICE', 'SECURITY.md', 'docs', 'ops');
  const manifest = shippedManifest(root, readWorkspace(workspaces, '@titular/embedded-postgres'));
  return [
    ours('package.json', json(manifest)),
    ours(`${PROGRAM}/@titular/cli/bin/titular.cjs`, start, true),
    ...texts.map((path) => ours(path, readFileSync(join(root, path)))),
    ...[...byWorkspace].flatMap(([workspace, its]) => workspaceFiles(root, workspace, its)),
    ...listInstalled(root, sources).flatMap((installed) => installedFiles(root, installed)),
  ];
}
