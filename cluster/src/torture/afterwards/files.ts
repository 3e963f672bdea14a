import { createReadStream, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../../trial.ts';
import { zero } from '../judged.ts';
import type { Secret } from './secrets.ts';

const PART_BYTES = 4 * 2 ** 20;
const MEGABYTE = 2 ** 20;

/** Files below a directory, but for those below another one; what goes away meanwhile, as files of a database do, is left out. */
async function listFiles(directory: string, without: string): Promise<string[]> {
  if (directory === without) return [];
  const entries = await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => []);
  const nested = await Promise.all(
    entries.map((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return listFiles(path, without);
      return entry.isFile() ? [path] : [];
    }),
  );
  return nested.flat();
}

/** Whether a file has one of the words, in clear, and how many bytes were read; without a word none need be. */
async function lookIn(path: string, words: readonly Buffer[]): Promise<{ bytes: number; isTold: boolean }> {
  if (words.length === 0) return { bytes: 0, isTold: false };
  const overlap = Math.max(...words.map(({ length }) => length)) - 1;
  let [bytes, isTold] = [0, false];
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const part of createReadStream(path, { highWaterMark: PART_BYTES })) {
      const all = Buffer.concat([rest, part as Buffer]);
      isTold ||= words.some((word) => all.includes(word));
      bytes += (part as Buffer).length;
      rest = all.subarray(-overlap);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { bytes, isTold };
}

/** Looks for words in every byte of every file below a directory: of the service, of its database, rows that are gone and its log among them (I7). Below `without` are programs, which have examples. */
export async function lookThroughFiles(
  directory: string,
  secrets: readonly Secret[],
  without: string,
): Promise<{ figures: Figure[]; told: string[] }> {
  const words = secrets.map(({ word, heldBy }) => ({ bytes: Buffer.from(word), heldBy }));
  const told: string[] = [];
  let [files, bytes] = [0, 0];
  for (const path of await listFiles(directory, without)) {
    const strange = words.flatMap(({ bytes: word, heldBy }) => (heldBy?.test(path) ? [] : [word]));
    const found = await lookIn(path, strange);
    files += 1;
    bytes += found.bytes;
    if (found.isTold) told.push(path);
  }
  return {
    told,
    figures: [
      {
        what: 'I7: files of service and database that were looked through',
        value: `${files}, ${Math.round(bytes / MEGABYTE)} MB`,
        target: '> 0',
        isMet: bytes > 0,
      },
      zero('I7: of these with a name or number of a person, or a secret of a tenant', told.length),
    ],
  };
}
