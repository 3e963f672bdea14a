import { open, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { OperatorRefusal } from '@titular/server/audit/index.ts';

/** A new file, readable by its owner alone; an existing one is never touched, and none is left half written. */
export async function writeNewFile(
  file: string,
  content: string | Uint8Array | AsyncIterable<string>,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal(
      'forbidden',
      `The file ${file} cannot be created (${error.code}); name a new one.`,
    );
  });
  try {
    await handle.writeFile(content);
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(file, { force: true });
    throw error;
  }
}

/** Refuses a file that exists, or whose directory does not, so that long work does not end in that; without a name nothing is asked. */
export async function checkNewFile(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  const exists = await stat(file).catch(() => undefined);
  if (exists) throw new OperatorRefusal('forbidden', `The file ${file} exists; name a new one.`);
  const directory = await stat(dirname(resolve(file))).catch(() => undefined);
  if (!directory?.isDirectory())
    throw new OperatorRefusal('not-found', `There is no directory ${dirname(file)}.`);
}
