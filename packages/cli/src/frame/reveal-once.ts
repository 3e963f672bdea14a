import { open, rm } from 'node:fs/promises';
import { type Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Arguments, CommandContext, OptionRule } from './command.ts';

/** The option by which what is seen once goes to a file instead of the screen. */
export const OUT_OPTION: Readonly<Record<'out', OptionRule>> = {
  out: {
    value: 'file',
    text: 'Write secret values to this new file, readable only by you, instead of showing them once.',
  },
};

const uncertain = (file: string): string =>
  `The database gave no answer to the commit, so what stands in ${file} may be valid: look with the list of its kind, and delete the file if it is not there.`;

/**
 * Makes something that is seen once, in one commit. With --out its text stands in a new file, on disk, before the commit, so that none is
 * lost to a file that cannot be written. When that fails the file is gone again, and an existing one is never touched. A commit without an
 * answer may have been made: then the file stays, because it may hold the only copy.
 */
export async function revealOnce<Made>(
  { operator }: CommandContext,
  args: Arguments,
  make: (inSameCommit: Operator) => Promise<Made>,
  textOf: (made: Made) => string,
): Promise<{ made: Made; writtenTo: string | undefined }> {
  const file = args.options['out'];
  const makeIn = <T>(work: (inSameCommit: Operator) => Promise<T>): Promise<T> =>
    operator.db.transaction().execute((trx) => work({ ...operator, db: trx }));
  if (file === undefined) return { made: await makeIn(make), writtenTo: undefined };
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new OperatorRefusal(
      'forbidden',
      `The file ${file} cannot be created (${error.code}); name a new one.`,
    );
  });
  let isMade = false;
  try {
    const made = await makeIn(async (inSameCommit) => {
      const thing = await make(inSameCommit);
      await handle.writeFile(textOf(thing));
      await handle.sync();
      isMade = true;
      return thing;
    });
    return { made, writtenTo: file };
  } catch (error) {
    if (!isMade) {
      await rm(file, { force: true });
      throw error;
    }
    throw new OperatorRefusal('incomplete', uncertain(file), { cause: error });
  } finally {
    await handle.close();
  }
}
