import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUBLISHED } from './packages.ts';

/** Reads the address of the repository, without `.git`; throws for one that readers of a package could not open. */
export function parseRepository(given: string): string {
  const { protocol, username, password, host, pathname, search, hash } = URL.canParse(given)
    ? new URL(given)
    : new URL('none:');
  if (protocol !== 'https:' || username || password || search || hash || pathname === '/')
    throw new Error('--repository must be an https address, such as https://git.bank.example/titular');
  return `https://${host}${pathname.replace(/(?:\.git)?\/*$/, '')}`;
}

/** A package.json with its repository, which provenance on npm asks for. */
export function setRepository(manifest: string, address: string, folder: string): string {
  const directory = folder === '.' ? {} : { directory: folder };
  const repository = { type: 'git', url: `git+${address}.git`, ...directory };
  return `${JSON.stringify({ ...(JSON.parse(manifest) as object), repository }, null, 2)}\n`;
}

/** The address that a package.json names as `setRepository` writes it; undefined where it names none. */
export const repositoryOf = ({ repository }: { repository?: { url: string } }): string | undefined =>
  repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');

const setPythonRepository = (project: string, address: string): string =>
  project.replace(
    /\n(?=\[project\.optional-dependencies\])/,
    `\n[project.urls]\nRepository = "${address}"\n\n`,
  );

/** Writes the address of the repository into all that is published of a checkout. */
export function nameRepository(root: string, address: string): void {
  for (const { form, folder } of PUBLISHED) {
    const file = join(root, folder, form === 'python' ? 'pyproject.toml' : 'package.json');
    const before = readFileSync(file, 'utf8');
    const after =
      form === 'python' ? setPythonRepository(before, address) : setRepository(before, address, folder);
    if (after === before) throw new Error(`${file} has no place for a repository`);
    writeFileSync(file, after);
  }
}
