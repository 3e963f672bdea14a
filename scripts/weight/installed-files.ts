import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A package below `node_modules`; `path` leads there from the root, `files` from the package. */
export type InstalledFiles = { name: string; path: string; files: string[] };

const MODULES = 'node_modules';

const entriesOf = (directory: string): Dirent[] => readdirSync(directory, { withFileTypes: true });

/** Lists directories that are no links: workspaces are links, and what they lead to is nobody's to change. */
const directoriesIn = (directory: string): string[] =>
  entriesOf(directory)
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name);

/** Lists files of a package, links left out, without the packages inside of it. */
function filesOf(root: string, path: string, inside = ''): string[] {
  return entriesOf(join(root, path, inside)).flatMap((entry) => {
    const file = inside === '' ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === MODULES ? [] : filesOf(root, path, file);
    return entry.isFile() ? [file] : [];
  });
}

/** Names the directories of packages, those with a scope too. */
const namesIn = (modules: string): string[] =>
  directoriesIn(modules).flatMap((name) =>
    name.startsWith('@') ? directoriesIn(join(modules, name)).map((short) => `${name}/${short}`) : [name],
  );

/** Lists the packages in the `node_modules` of a directory and in those of these packages; follows no link. */
export function listInstalledFiles(root: string, path: string = MODULES): InstalledFiles[] {
  const status = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (!status?.isDirectory()) return [];
  return namesIn(join(root, path)).flatMap((name) => {
    const own = `${path}/${name}`;
    return [{ name, path: own, files: filesOf(root, own) }, ...listInstalledFiles(root, `${own}/${MODULES}`)];
  });
}
