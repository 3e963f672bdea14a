import { randomBytes } from 'node:crypto';
import { access, link, mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectoryOf, writeDraft, writePrivately } from '../../kernel/base/write-privately.ts';
import { type MasterKey, parseMasterKey, parseMasterKeys, StartRefused } from './master-key.ts';

/** A fresh random master key as it stands in a file. */
const newMasterKeyText = (): string => randomBytes(32).toString('base64');

/** What is right with a directory that only lacks the right to write; of others the code says what is wrong. */
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Writes the key whole before it has its name, so that of two first starts at once both read the same one. */
async function writeFirstKey(file: string): Promise<void> {
  const draft = await draftFirstKey(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === undefined) throw error;
    const remedy = NOT_WRITABLE.has(error.code) ? 'Make its directory writable, or name' : 'Name';
    throw new StartRefused(
      `The master key file ${file} cannot be created (${error.code}). ${remedy} the file of a key with TITULAR_MASTER_KEY_FILE.`,
      { cause: error },
    );
  });
  try {
    await link(draft, file);
    await syncDirectoryOf(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function draftFirstKey(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return writeDraft(file, `${newMasterKeyText()}\n`);
}

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

/** Reads the master keys; with `create`, a missing file is made with a fresh key and mode 0600. */
export async function loadMasterKeys(file: string, create: boolean): Promise<MasterKey[]> {
  // A file that is there is only read, so that a full disk or a read-only one keeps nobody out.
  if (create && !(await isThere(file))) await writeFirstKey(file);
  return parseMasterKeys(await readText(file));
}

const readText = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`The master key file ${file} cannot be read (${error.code}).`);
  });

/** Adds a fresh key as the last line of the file, which is replaced whole. */
export async function addMasterKey(file: string): Promise<MasterKey> {
  const text = await readText(file);
  const added = newMasterKeyText();
  await writePrivately(file, `${text}${text.endsWith('\n') ? '' : '\n'}${added}\n`);
  return parseMasterKey(added);
}

/** Takes the key of that id out of the file, and its line with it when nothing else stands there; other keys and notes stay. */
export async function removeMasterKey(file: string, id: string): Promise<void> {
  const without = (line: string): string[] => {
    const [keys = '', ...notes] = line.split('#');
    const left = keys.replace(/[^\s,]+/g, (word) => (parseMasterKey(word).id === id ? '' : word));
    if (left === keys) return [line];
    return /[^\s,]/.test(left) ? [[left, ...notes].join('#')] : [];
  };
  const lines = (await readText(file)).split('\n');
  await writePrivately(file, lines.flatMap(without).join('\n'));
}
