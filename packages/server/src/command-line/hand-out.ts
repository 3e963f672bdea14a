import { open } from 'node:fs/promises';
import { OperatorRefusal } from '../operators/operator.ts';
import type { OptionRule } from './command.ts';

/** The option by which what is seen once goes to a file instead of the screen. */
export const OUT_OPTION: Readonly<Record<'out', OptionRule>> = {
  out: {
    value: 'file',
    text: 'Write what is shown once to this new file, readable by you alone, not to the screen.',
  },
};

/** Makes the file before the secret exists, so that none is lost to a file that cannot be written; an existing file is never touched. */
export async function openSecretFile(
  file: string | undefined,
): Promise<{ write(text: string): Promise<void> } | undefined> {
  if (file === undefined) return undefined;
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal(
      'forbidden',
      `The file ${file} cannot be made (${error.code}); name a new one.`,
    );
  });
  return {
    async write(text) {
      try {
        await handle.writeFile(text);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
  };
}
