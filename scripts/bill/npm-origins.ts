import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import type { PackagedFile } from '../pack/package-files.ts';
import { type Billed, type Origin, sha256Of } from './origin.ts';

type Component = { name: string; group?: string; version: string; purl: string; licenses?: object[] };

/** What this repository itself is in a bill. */
export const OURS: Origin = {
  purl: `pkg:npm/titular@${manifest.version}`,
  name: 'titular',
  version: manifest.version,
  licences: [{ license: { id: manifest.license } }],
};

/** Asks npm for the bill of the lockfile, and keys what it says by name and version. */
function askNpm(root: string): Map<string, Component> {
  // With `omit=dev` npm would leave out what only workspaces depend on.
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline', '--include=dev'];
  const text = execFileSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { components } = JSON.parse(text) as { components: Component[] };
  return new Map(
    components.map((component) => {
      const { group, name, version } = component;
      return [`${group ? `${group}/` : ''}${name}@${version}`, component];
    }),
  );
}

const hexOf = (integrity: string): Record<string, string> => {
  const [algorithm = '', base64 = ''] = integrity.split('-');
  return { [algorithm]: Buffer.from(base64, 'base64').toString('hex') };
};

/** Finds the origins of packages as the lockfile and npm name them. */
export function npmOrigins(root: string): (name: string, version: string, integrity: string) => Origin {
  const components = askNpm(root);
  return (name, version, integrity) => {
    const component = components.get(`${name}@${version}`);
    if (!component) throw new Error(`npm sbom does not name ${name}@${version}`);
    return {
      purl: component.purl,
      name,
      version,
      licences: component.licenses ?? [],
      digest: hexOf(integrity),
    };
  };
}

/** Bills the files of the package for npm, below a directory of the artefact. */
export function billPackage(root: string, directory: string, files: readonly PackagedFile[]): Billed[] {
  const originOf = npmOrigins(root);
  return files.map(({ path, bytes, from }) => ({
    path: join(directory, path),
    sha256: sha256Of(bytes),
    origin: from === 'titular' ? OURS : originOf(from.name, from.version, from.integrity),
  }));
}
