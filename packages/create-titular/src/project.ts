import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** A file of a project, by its path with `/`. */
export type ProjectFile = { path: string; bytes: Uint8Array };

/** Files that npm would leave out of a package, or read, by the names that they have in a template. */
const RENAMED: Readonly<Record<string, string>> = { gitignore: '.gitignore', env: '.env' };

/** Modes of files into which a secret comes: an editor keeps the mode of a file. */
const MODES: Readonly<Record<string, number>> = { '.env': 0o600 };

/** npm takes no longer name; a directory may have one. */
const MAX_NAME_LENGTH = 214;

/** Makes a name for npm of the name of a directory. */
export const nameOf = (directory: string): string =>
  basename(resolve(directory))
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/-+$/, '') || 'project';

/** Reads the files of a template, as a project in that directory has them. */
export function readTemplate(template: string, directory: string): ProjectFile[] {
  const entries = readdirSync(template, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = join(entry.parentPath, RENAMED[entry.name] ?? entry.name).slice(template.length + 1);
      if (path !== 'package.json') return { path, bytes: readFileSync(file) };
      const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), name: nameOf(directory) };
      return { path, bytes: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) };
    });
}

/** What a repository without a commit has; nothing of a project has this name. */
const OF_GIT = '.git';

/** Why a project cannot be made in a directory; undefined where it can. */
export function findObstacle(directory: string): string | undefined {
  if (!existsSync(directory)) return undefined;
  if (!statSync(directory).isDirectory()) return `${directory} is a file.`;
  if (readdirSync(directory).some((name) => name !== OF_GIT))
    return `${directory} is not empty: name a new directory.`;
  return undefined;
}

/** Writes a project whole or not at all: into a folder within the directory first, whose parts are then moved up. */
export function writeProject(directory: string, files: readonly ProjectFile[]): void {
  const made = mkdirSync(directory, { recursive: true });
  const moved: string[] = [];
  try {
    const draft = mkdtempSync(join(directory, '.create-titular-'));
    moved.push(draft);
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(draft, path)), { recursive: true });
      writeFileSync(join(draft, path), bytes, { mode: MODES[path] });
    }
    for (const name of readdirSync(draft)) {
      renameSync(join(draft, name), join(directory, name));
      moved.push(join(directory, name));
    }
    rmSync(draft, { recursive: true });
  } catch (error) {
    for (const path of made === undefined ? moved : [made]) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}
