import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLicence } from '../pack/needed-files.ts';
import type { ArchivedFile } from '../pack/tarball.ts';
import { publishedManifest, type SourceManifest } from './published-manifest.ts';
import { runCommand } from './run-command.ts';

/** The licence of the repository, for packages that carry none. */
const LICENCE = 'LICENSE';

/** Lists the files that npm would pack of a folder, by the rules of its package.json. */
async function listFiles(folder: string, signal: AbortSignal): Promise<string[]> {
  const words = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const told = JSON.parse(await runCommand('npm', words, { cwd: folder, signal })) as object;
  const [facts] = Object.values(told) as { files: { path: string }[] }[];
  return (facts?.files ?? []).map(({ path }) => path);
}

/** Reads the files of a package for npm as they are published; it has to be built. */
export async function packNpm(root: string, folder: string, signal: AbortSignal): Promise<ArchivedFile[]> {
  const place = join(root, folder);
  const source = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as SourceManifest;
  const manifest = publishedManifest(source);
  const programs = Object.values(manifest.bin ?? {}).map((path) => path.replace(/^\.\//, ''));
  const files = (await listFiles(place, signal)).map((path) => ({
    path,
    bytes:
      path === 'package.json'
        ? Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
        : readFileSync(join(place, path)),
    isProgram: programs.includes(path),
  }));
  if (files.some(({ path }) => isLicence(path)) || !existsSync(join(root, LICENCE))) return files;
  return [...files, { path: LICENCE, bytes: readFileSync(join(root, LICENCE)), isProgram: false }];
}
