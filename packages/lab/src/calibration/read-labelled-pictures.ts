import { constants } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import {
  type LabelledPictures,
  type LeftOut,
  labelFolders,
  labelPairs,
  parsePairs,
} from './labelled-pictures.ts';

/** A directory as it was given, and where it really is. */
export type PictureDirectory = { name: string; root: string };

/** What a file holds, or why it was not read. */
export type ReadFile = { kind: 'read'; bytes: Buffer } | { kind: 'left_out'; reason: string };

const PAIRS_FILE = 'pairs.csv';
const MAX_PAIRS_BYTES = 256 * 1024 * 1024;
const PICTURE = /\.(jpe?g|png)$/i;

/** Finds the directory; refuses what is none. */
export async function findDirectory(name: string): Promise<PictureDirectory> {
  const root = await realpath(name).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal('not-found', `The directory ${name} cannot be read (${error.code}).`);
  });
  if (!(await stat(root)).isDirectory()) throw new OperatorRefusal('invalid', `${name} is no directory.`);
  return { name, root };
}

/** Where a path below the directory really leads; refuses one that leads out of it, over links too. */
async function resolveBelow({ name, root }: PictureDirectory, path: string): Promise<string> {
  const real = await realpath(join(root, path)).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal('not-found', `${join(name, path)} cannot be read (${error.code}).`);
  });
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
  throw new OperatorRefusal('invalid', `${join(name, path)} leads out of ${name}; nothing outside is read.`);
}

/** Reads a plain file below the directory, whole if it has at most so many bytes; a link out of it is refused. */
export async function readBelow(
  directory: PictureDirectory,
  path: string,
  mostBytes: number,
): Promise<ReadFile> {
  const real = await resolveBelow(directory, path);
  // Not blocking, so that a pipe put in place of a picture holds nobody up.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(real, flags).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (typeof handle === 'string') return { kind: 'left_out', reason: `unreadable (${handle})` };
  try {
    const found = await handle.stat();
    if (!found.isFile()) return { kind: 'left_out', reason: 'not_a_file' };
    if (found.size > mostBytes) return { kind: 'left_out', reason: 'too_large' };
    return { kind: 'read', bytes: await handle.readFile() };
  } finally {
    await handle.close();
  }
}

type Listed = { name: string; kind: 'folder' | 'picture' | 'other' | 'link' };

async function listFolder(path: string): Promise<Listed[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal('invalid', `The folder ${path} cannot be read (${error.code}).`);
  });
  return entries
    .map((entry): Listed => {
      if (entry.isSymbolicLink()) return { name: entry.name, kind: 'link' };
      if (entry.isDirectory()) return { name: entry.name, kind: 'folder' };
      return { name: entry.name, kind: entry.isFile() && PICTURE.test(entry.name) ? 'picture' : 'other' };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

const UNUSED: Readonly<Record<Listed['kind'], string>> = {
  folder: 'folder_in_a_folder',
  picture: 'picture_outside_a_folder',
  other: 'not_a_jpeg_or_png',
  link: 'link',
};

async function readFolders({ name, root }: PictureDirectory): Promise<LabelledPictures> {
  const folders = new Map<string, string[]>();
  const unused: LeftOut[] = [];
  for (const entry of await listFolder(root)) {
    if (entry.kind !== 'folder') {
      unused.push({ path: entry.name, reason: UNUSED[entry.kind] });
      continue;
    }
    const inside = await listFolder(join(root, entry.name));
    folders.set(
      entry.name,
      inside.filter(({ kind }) => kind === 'picture').map((picture) => picture.name),
    );
    for (const other of inside.filter(({ kind }) => kind !== 'picture'))
      unused.push({ path: `${entry.name}/${other.name}`, reason: UNUSED[other.kind] });
  }
  if ([...folders.values()].every((pictures) => pictures.length === 0)) {
    throw new OperatorRefusal(
      'invalid',
      `${name} holds no folder with pictures (.jpg, .jpeg, .png) and no ${PAIRS_FILE}.`,
    );
  }
  return labelFolders(folders, unused);
}

async function readPairs(directory: PictureDirectory): Promise<LabelledPictures> {
  const file = await readBelow(directory, PAIRS_FILE, MAX_PAIRS_BYTES);
  if (file.kind === 'left_out')
    throw new OperatorRefusal('invalid', `${PAIRS_FILE} cannot be used: ${file.reason}.`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file.bytes);
  } catch {
    throw new OperatorRefusal('invalid', `${PAIRS_FILE} is not written in UTF-8.`);
  }
  const labelled = labelPairs(parsePairs(text));
  if (labelled.paths.length === 0) throw new OperatorRefusal('invalid', `${PAIRS_FILE} names no pair.`);
  for (const path of labelled.paths) await resolveBelow(directory, path);
  return labelled;
}

/** Reads which pictures there are and whom they show: from pairs.csv where there is one, from the folders otherwise. */
export async function readLabelledPictures(directory: PictureDirectory): Promise<LabelledPictures> {
  const hasPairs = (await listFolder(directory.root)).some((entry) => entry.name === PAIRS_FILE);
  return hasPairs ? readPairs(directory) : readFolders(directory);
}
