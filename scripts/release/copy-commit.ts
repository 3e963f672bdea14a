import { lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run-command.ts';

/** Files of a package manager and caches, which nobody may write through the copy. */
const isHidden = (name: string): boolean => name.startsWith('.') && name !== '.bin';

/** Links what is installed; links to workspaces stay relative, and so lead into the copy. */
function linkInstalled(root: string, place: string): void {
  const folders = ['node_modules', 'node_modules/@titular'];
  for (const folder of folders) {
    mkdirSync(join(place, folder));
    for (const name of readdirSync(join(root, folder))) {
      const [from, to] = [join(root, folder, name), join(place, folder, name)];
      if (isHidden(name) || folders.includes(`${folder}/${name}`)) continue;
      symlinkSync(lstatSync(from).isSymbolicLink() ? readlinkSync(from) : from, to);
    }
  }
}

/** Makes a checkout of the tree's commit in a new directory, with what is installed in the tree and nothing that was built. */
export async function copyCommit(root: string, place: string, signal: AbortSignal): Promise<void> {
  await runCommand('git', ['clone', '--quiet', '--shared', '--no-checkout', root, place], {
    cwd: root,
    signal,
  });
  const commit = (await runCommand('git', ['rev-parse', 'HEAD'], { cwd: root, signal })).trim();
  await runCommand('git', ['checkout', '--quiet', '--detach', commit], { cwd: place, signal });
  linkInstalled(root, place);
}
