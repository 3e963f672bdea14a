import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { compileSource } from './compile-source.ts';

/** A workspace as it stands in the tree. */
export type Workspace = { name: string; directory: string; manifest: Manifest };

/** The parts of a package.json that packing reads. */
export type Manifest = {
  name: string;
  version: string;
  license?: string;
  repository?: { url: string };
  exports?: Record<string, string | { default?: string }>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** Reads the package.json of a directory. */
export const readManifest = (directory: string): Manifest =>
  JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));

/** Lists the workspaces below `packages` of a tree by their names. */
export function listWorkspaces(root: string): Map<string, Workspace> {
  const { workspaces } = readManifest(root) as Manifest & { workspaces: string[] };
  const ours = workspaces.filter((path) => path.startsWith('packages/'));
  return new Map(
    ours.map((path) => {
      const directory = join(root, path);
      const manifest = readManifest(directory);
      return [manifest.name, { name: manifest.name, directory, manifest }];
    }),
  );
}

/** A source that the program can come to, with its compiled code. */
export type Reached = { file: string; workspace: Workspace; path: string; code: string; text: string };

const targetOf = (exported: string | { default?: string } | undefined): string | undefined =>
  typeof exported === 'string' ? exported : exported?.default;

function resolvePackage(specifier: string, workspaces: Map<string, Workspace>): string {
  const [scope, short, ...rest] = specifier.split('/');
  const workspace = workspaces.get(`${scope}/${short}`);
  const { exports = {} } = workspace?.manifest ?? {};
  const path = rest.join('/');
  const target = targetOf(exports[rest.length > 0 ? `./${path}` : '.']) ?? exports['./*'];
  if (!workspace || typeof target !== 'string') throw new Error(`${specifier} is no file of a workspace`);
  return join(workspace.directory, target.replace('*', path));
}

/** Follows the imports of entries through our packages, lazy ones and those of worker processes included. */
export function reachSources(entries: readonly string[], workspaces: Map<string, Workspace>): Reached[] {
  const reached = new Map<string, Reached>();
  const left = entries.map((entry) => resolve(entry));
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file)) continue;
    const place = file;
    const workspace = [...workspaces.values()].find(({ directory }) => place.startsWith(`${directory}/`));
    if (!workspace) throw new Error(`${file} is in no workspace`);
    const text = readFileSync(file, 'utf8');
    const { code, specifiers } = compileSource(text);
    reached.set(file, { file, workspace, path: relative(workspace.directory, file), code, text });
    for (const specifier of specifiers) {
      if (specifier.startsWith('.')) left.push(join(dirname(file), specifier));
      else if (specifier.startsWith('@titular/')) left.push(resolvePackage(specifier, workspaces));
    }
  }
  return [...reached.values()].toSorted((one, other) => (one.file < other.file ? -1 : 1));
}
