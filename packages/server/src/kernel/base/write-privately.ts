import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

type Owner = { uid: number; gid: number; mode: number };

/** Writes a text whole and to disk under a name of its own beside `file`, readable by its owner alone unless another owner is given; answers that name. */
export async function writeDraft(file: string, text: string, owner?: Owner): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    if (owner) {
      await handle.chown(owner.uid, owner.gid);
      await handle.chmod(owner.mode & 0o777);
    }
    await handle.writeFile(text);
    await handle.sync();
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return draft;
}

/** Makes sure that names given or taken in the directory of `file` outlive a power cut. */
export async function syncDirectoryOf(file: string): Promise<void> {
  const handle = await open(dirname(file), 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const findOwner = (file: string): Promise<Owner | undefined> =>
  stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });

/** Replaces a file by a text in one step: whoever reads sees the old or the new, never a part. Owner, mode and a link to it stay; a new file is readable by its owner alone. */
export async function writePrivately(file: string, text: string): Promise<void> {
  const owner = await findOwner(file);
  const target = owner ? await realpath(file) : file;
  const draft = await writeDraft(target, text, owner);
  try {
    await rename(draft, target);
  } catch (error) {
    // A file that is mounted by itself refuses (EBUSY), and what it has of secrets must not stand beside it.
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectoryOf(target);
}
