import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Files of a package manager and caches, which nobody may write through the copy. */
const isHidden = (name: string): boolean => name.startsWith('.') && name !== '.bin';

/** Links what is installed in a folder; links to workspaces stay relative, and so lead into the copy. */
export function linkFolder(from: string, to: string, without: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (isHidden(name) || without.includes(name)) continue;
    const path = join(from, name);
    symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, name));
  }
}

/** Gives a checkout the installation of another one, in which nothing is written through it. */
export function linkInstalled(root: string, place: string): void {
  const [installed, ours] = ['node_modules', 'node_modules/@titular'];
  linkFolder(join(root, installed), join(place, installed), ['@titular']);
  linkFolder(join(root, ours), join(place, ours), []);
}

/** Makes a checkout of a commit in a new directory, with what is installed in the tree and nothing that was built. */
export async function copyCommit(
  root: string,
  place: string,
  commit: string,
  signal: AbortSignal,
): Promise<void> {
  await runCommand('git', ['clone', '--quiet', '--shared', '--no-checkout', root, place], {
    cwd: root,
    signal,
  });
  await runCommand('git', ['checkout', '--quiet', '--detach', commit], { cwd: place, signal });
  linkInstalled(root, place);
}
