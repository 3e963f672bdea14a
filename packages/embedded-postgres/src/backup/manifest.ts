import { createHash } from 'node:crypto';
import { lstat, open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { LOCK_FILES } from '../home/home-lock.ts';
import { BackupUnusable } from './backup-unusable.ts';

/** A file of a backup. */
export type Part = { path: string; bytes: number; sha256: string };

/** What is verified of a backup: its parts, the server that wrote it, and `facts`, what the database held. */
export type Manifest<Facts> = {
  format: 1;
  createdAt: string;
  program: string;
  postgres: string;
  platform: string;
  hasMasterKey: boolean;
  facts: Facts;
  parts: Part[];
};

const MANIFEST = 'manifest.json';
const FILES_AT_ONCE = 16;
const MAX_BUFFER_BYTES = 1 << 20;
const SHA256 = /^[0-9a-f]{64}$/;

/** Names the platform whose binaries read a cluster: its files have the form of the machine. */
export const platformName = (): string => `${process.platform}-${process.arch}`;

/**
 * Lists the files below a directory by their paths in it, sorted; the directories, too, so that empty ones are known. Its lock
 * is left out: whoever opened and closed that would lose it.
 */
export async function listFiles(directory: string): Promise<{ files: string[]; directories: string[] }> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const named = (isWanted: (entry: (typeof entries)[number]) => boolean): string[] =>
    entries
      .filter(isWanted)
      .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
      .sort();
  return {
    files: named((entry) => !entry.isDirectory()).filter((name) => !LOCK_FILES.includes(name)),
    directories: named((entry) => entry.isDirectory()),
  };
}

/** Reads a file as a part; its bytes go to `onChunk`, where somebody wants them, in a buffer that the next ones overwrite. */
export async function readPart(
  directory: string,
  name: string,
  onChunk?: (chunk: Buffer) => Promise<unknown>,
): Promise<Part> {
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await open(path.join(directory, name), 'r');
  try {
    // A cluster has a thousand files of a few kilobytes, and a buffer of the largest size for each costs more than its bytes.
    const { size } = await handle.stat();
    const buffer = Buffer.allocUnsafe(Math.min(Math.max(size, 1), MAX_BUFFER_BYTES));
    for (;;) {
      const { bytesRead } = await handle.read(buffer);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      bytes += bytesRead;
      await onChunk?.(chunk);
    }
  } finally {
    await handle.close();
  }
  return { path: name, bytes, sha256: hash.digest('hex') };
}

/** Makes sure that a file or directory is on the disk. */
export async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Does work on files, several at once, and answers in their order; the first failure is thrown when none is at work any more. */
export async function workOnFiles<File, Done>(
  files: readonly File[],
  work: (file: File) => Promise<Done>,
): Promise<Done[]> {
  const done: Done[] = [];
  const failures: unknown[] = [];
  const left = files.entries();
  const workOff = async (): Promise<void> => {
    for (const [index, file] of left) {
      if (failures.length > 0) return;
      try {
        done[index] = await work(file);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, workOff));
  if (failures.length > 0) throw failures[0];
  return done;
}

/** Makes sure that a directory with all that is below it is on the disk. */
export async function syncTree(directory: string): Promise<void> {
  const { files, directories } = await listFiles(directory);
  await workOnFiles([...files, ...directories, ''], (name) => syncToDisk(path.join(directory, name)));
}

/** Writes the manifest of the files in a directory, all of them on the disk; answers its own SHA-256. */
export async function writeManifest<Facts>(
  directory: string,
  about: Omit<Manifest<Facts>, 'format' | 'parts'>,
): Promise<{ bytes: number; sha256: string }> {
  await syncTree(directory);
  const { files } = await listFiles(directory);
  for (const name of files)
    if (!(await isThere(path.join(directory, name))))
      throw new BackupUnusable(`${name} is no regular file, and cannot be part of a backup`);
  const parts = await workOnFiles(files, (name) => readPart(directory, name));
  const manifest: Manifest<Facts> = { format: 1, ...about, parts };
  const file = path.join(directory, MANIFEST);
  const handle = await open(file, 'wx', 0o600);
  await handle.writeFile(`${JSON.stringify(manifest, null, 1)}\n`);
  await handle.close();
  for (const name of [MANIFEST, '']) await syncToDisk(path.join(directory, name));
  const { sha256 } = await readPart(directory, MANIFEST);
  return { bytes: parts.reduce((sum, part) => sum + part.bytes, 0), sha256 };
}

const isPart = ({ path: name, bytes, sha256 }: Part): boolean =>
  typeof name === 'string' &&
  name === path.normalize(name) &&
  !path.isAbsolute(name) &&
  !name.startsWith('..') &&
  Number.isSafeInteger(bytes) &&
  SHA256.test(sha256);

/** Reads the manifest of a backup; one that was interrupted has none. */
export async function readManifest<Facts>(directory: string): Promise<Manifest<Facts>> {
  const text = await readFile(path.join(directory, MANIFEST), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new BackupUnusable(
        error.code === 'ENOENT' || error.code === 'ENOTDIR'
          ? `${directory} is no whole backup: it has no ${MANIFEST}`
          : `the backup ${directory} cannot be read (${error.code})`,
      );
    },
  );
  const broken = new BackupUnusable(`the ${MANIFEST} of ${directory} is damaged`);
  let manifest: Manifest<Facts>;
  try {
    manifest = JSON.parse(text) as Manifest<Facts>;
  } catch {
    throw broken;
  }
  if (manifest?.format !== 1)
    throw new BackupUnusable(
      `${directory} was written by another release: its format is ${manifest?.format}`,
    );
  if (!Array.isArray(manifest.parts) || !manifest.parts.every(isPart)) throw broken;
  return manifest;
}

/** Why a part is not what the manifest says, in words; undefined when it is. */
export function partProblem(expected: Part, found: Part): string | undefined {
  if (found.bytes !== expected.bytes) return `has ${found.bytes} bytes instead of ${expected.bytes}`;
  return found.sha256.localeCompare(expected.sha256) === 0
    ? undefined
    : 'was altered: its SHA-256 is another one';
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    (stats) => stats.isFile(),
    () => false,
  );
}

/** Verifies that a backup has each part as it was written, and nothing else; throws for the first that is not. */
export async function verifyParts(directory: string, manifest: Manifest<unknown>): Promise<void> {
  await workOnFiles(manifest.parts, async (part) => {
    if (!(await isThere(path.join(directory, part.path))))
      throw new BackupUnusable(`the backup ${directory} lacks ${part.path}`);
    const problem = partProblem(part, await readPart(directory, part.path));
    if (problem) throw new BackupUnusable(`the part ${part.path} of the backup ${directory} ${problem}`);
  });
  const known = new Set([MANIFEST, ...manifest.parts.map((part) => part.path)]);
  const strange = (await listFiles(directory)).files.find((name) => !known.has(name));
  if (strange !== undefined)
    throw new BackupUnusable(
      `the backup ${directory} has the file ${strange}, which its manifest does not name`,
    );
}
