import { open, rm } from 'node:fs/promises';
import { OperatorRefusal } from '../operators/operator.ts';

/** A new file, readable by its owner alone; an existing one is never touched, and none is left half written. */
export async function writeNewFile(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal(
      'forbidden',
      `The file ${file} cannot be made (${error.code}); name a new one.`,
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
