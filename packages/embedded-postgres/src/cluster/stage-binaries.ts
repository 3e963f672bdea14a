import { randomBytes } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, type Stats } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { exists, findDistrust, requireTrustedDirectory } from '../home/trusted-directory.ts';
import { readOwnUid } from './database-account.ts';
import type { PlatformPackage } from './platform-package.ts';

type NativeFile = { name: string; bytes: number; mode: number };
type NativeTree = { directories: string[]; files: NativeFile[] };
type SharedLibraryLink = { name: string; pointsTo: string };

/**
 * Copies the PostgreSQL files to `<parent>/postgres-<version>` and adds the library links that the package's install script would
 * make. An intact earlier copy is reused, and one that another local user could have altered is refused.
 */
export async function stageBinaries(parent: string, platformPackage: PlatformPackage): Promise<string> {
  const stage = path.join(parent, `postgres-${platformPackage.version}`);
  const tree = listNativeTree(platformPackage.nativeDirectory);
  if (await exists(stage)) {
    await requireTrustedDirectory(stage);
    if (isIntact(stage, tree, listLinks(platformPackage.nativeDirectory))) return stage;
    await discard(stage);
  }
  const fresh = `${stage}.new-${randomBytes(8).toString('hex')}`;
  try {
    await copyTree(platformPackage.nativeDirectory, tree, fresh);
    await putInPlace(fresh, stage);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return stage;
}

// Another process may have staged the same version meanwhile: whoever renames first wins, and both copies are the same.
async function putInPlace(fresh: string, stage: string): Promise<void> {
  try {
    await rename(fresh, stage);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    await requireTrustedDirectory(stage);
  }
}

async function discard(stage: string): Promise<void> {
  const broken = `${stage}.broken-${randomBytes(8).toString('hex')}`;
  await rename(stage, broken);
  await rm(broken, { recursive: true, force: true });
}

async function copyTree(source: string, tree: NativeTree, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  for (const directory of tree.directories) await mkdir(path.join(target, directory), { mode: 0o755 });
  await Promise.all(
    tree.files.map((file) =>
      placeFile(path.join(source, file.name), path.join(target, file.name), file.mode),
    ),
  );
  for (const { name, pointsTo } of listLinks(source)) await symlink(pointsTo, path.join(target, name));
  // Only now, whatever the umask: the account that runs PostgreSQL may be another one.
  for (const directory of ['', ...tree.directories]) await chmod(path.join(target, directory), 0o755);
}

// A copy, not a hard link: a change of mode or owner below the data directory must not reach the installed package.
async function placeFile(source: string, target: string, mode: number): Promise<void> {
  await copyFile(source, target);
  await chmod(target, mode);
}

// The static archives serve compilers only.
function listNativeTree(root: string): NativeTree {
  const tree: NativeTree = { directories: [], files: [] };
  const walk = (directory: string): void => {
    for (const entry of readdirSync(path.join(root, directory), { withFileTypes: true })) {
      const name = path.join(directory, entry.name);
      if (entry.isDirectory()) {
        tree.directories.push(name);
        walk(name);
      } else if (entry.isFile() && !name.endsWith('.a')) {
        tree.files.push(describeFile(name, lstatSync(path.join(root, name))));
      }
    }
  };
  walk('');
  return tree;
}

const describeFile = (name: string, stats: Stats): NativeFile => ({
  name,
  bytes: stats.size,
  mode: (stats.mode & 0o100) === 0 ? 0o644 : 0o755,
});

function listLinks(source: string): SharedLibraryLink[] {
  const text = readFileSync(path.join(source, 'pg-symlinks.json'), 'utf8');
  return (JSON.parse(text) as { source: string; target: string }[]).map((link) => ({
    name: path.relative('native', link.target),
    pointsTo: path.relative(path.dirname(link.target), link.source),
  }));
}

const isAsInstalled = (stats: Stats | undefined, file: NativeFile): boolean =>
  stats?.size === file.bytes && (stats.mode & file.mode) === file.mode;

// After a power cut a renamed directory may hold files whose bytes never reached the disk, hence the sizes.
function isIntact(stage: string, tree: NativeTree, links: SharedLibraryLink[]): boolean {
  const uid = readOwnUid();
  const statsOf = (name: string) => {
    const stats = lstatSync(path.join(stage, name), { throwIfNoEntry: false });
    const distrust = stats && !stats.isSymbolicLink() ? findDistrust(stats, uid) : undefined;
    if (distrust !== undefined) throw new Error(`refusing to use ${path.join(stage, name)}: ${distrust}`);
    return stats;
  };
  return (
    tree.directories.every((name) => statsOf(name)?.isDirectory()) &&
    tree.files.every((file) => isAsInstalled(statsOf(file.name), file)) &&
    links.every(({ name }) => statsOf(name)?.isSymbolicLink())
  );
}
