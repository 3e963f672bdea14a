import { constants } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { PHOTOGRAPH_LIMITS } from '@titular/contract';
import { OperatorRefusal } from '../../audit/index.ts';
import { Refusal } from '../../kernel/base/refusal.ts';
import { sameDigest } from '../../kernel/base/secret.ts';
import { checkPhotograph, type SentPhotograph, unreadable } from '../parse-reference.ts';

/** The file in a directory that is imported. */
export const CSV_NAME = 'references.csv';

/** The CSV file, and the directory below which its photographs lie. */
export type ImportInput = { csv: string; root: string };

/** Finds the CSV file by its own name or by that of its directory; refuses what is neither. */
export async function findInput(name: string): Promise<ImportInput> {
  const refuse = (file: string) => (error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal('not-found', `${file} cannot be read (${error.code}).`);
  };
  const isDirectory = (await stat(name).catch(refuse(name))).isDirectory();
  const csv = isDirectory ? join(name, CSV_NAME) : name;
  const found = await stat(csv).catch(refuse(csv));
  if (!found.isFile()) throw new OperatorRefusal('invalid', `${csv} is not a file.`);
  return { csv, root: await realpath(dirname(csv)) };
}

const notFound = (index: number, problem: string): Refusal =>
  new Refusal('40080', `photographs[${index}] cannot be read: ${problem}.`);

const OUTSIDE = 'its path leads out of the directory of the CSV file';

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EACCES: 'this user may not read it',
};

const explain =
  (index: number) =>
  (error: NodeJS.ErrnoException): never => {
    throw notFound(index, PROBLEMS[error.code ?? ''] ?? `it gives ${error.code ?? 'an error'}`);
  };

/** Where a path really leads; refuses one that is absolute or leads out of the directory, over links too. */
async function resolveBelow(root: string, path: string, index: number): Promise<string> {
  if (isAbsolute(path)) throw notFound(index, 'its path is absolute: write it relative to the CSV file');
  if (path.includes('\0')) throw notFound(index, 'its path is not one');
  if (path.split(/[/\\]/).includes('..')) throw notFound(index, OUTSIDE);
  const real = await realpath(join(root, path)).catch(explain(index));
  if (real.startsWith(root.endsWith(sep) ? root : root + sep)) return real;
  throw notFound(index, OUTSIDE);
}

async function readWhole(handle: FileHandle, index: number): Promise<Buffer> {
  const found = await handle.stat();
  if (!found.isFile()) throw notFound(index, 'it is not a plain file');
  if (found.size > PHOTOGRAPH_LIMITS.bytes) throw unreadable(index, 'larger than 512 KiB');
  return handle.readFile();
}

/** A photograph by its path below the directory, with the SHA-256 that it had when it was measured. */
export type PhotographFile = { path: string; digest: string };

/** Reads photographs once more to keep them; refuses with 40080 one that is another than was measured. */
export async function readMeasured(
  root: string,
  files: readonly PhotographFile[],
): Promise<SentPhotograph[]> {
  const read = await readPhotographs(root, { photographs: files });
  const changed = read.findIndex(
    ({ digest }, index) => !sameDigest(Buffer.from(digest), Buffer.from(files[index]?.digest ?? '')),
  );
  if (changed >= 0) throw notFound(changed, 'it changed after it was measured');
  return read;
}

/** Reads the photographs of a row, none of them larger than the API takes; refuses with 40080. */
export async function readPhotographs(
  root: string,
  { photographs }: { photographs: readonly { path: string }[] },
): Promise<SentPhotograph[]> {
  const read: SentPhotograph[] = [];
  for (const [index, { path }] of photographs.entries()) {
    const real = await resolveBelow(root, path, index);
    // Not blocking, so that a pipe put in place of a photograph holds nobody up.
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(real, flags).catch(explain(index));
    try {
      read.push(checkPhotograph(await readWhole(handle, index), index));
    } finally {
      await handle.close();
    }
  }
  return read;
}
