import { BackupUnusable } from '@titular/embedded-postgres/backup/backup-unusable.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import { explainedDirectory } from '@titular/server/start/open-database.ts';

const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM'];

const asSentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Does some work on a backup; what is against it becomes one sentence. */
export async function explainedBackup<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await explainedDirectory(work);
  } catch (error) {
    if (error instanceof BackupUnusable) throw new OperatorRefusal('broken', asSentence(error.message));
    const { code = '' } = error as NodeJS.ErrnoException;
    if (NO_SPACE.includes(code))
      throw new OperatorRefusal('forbidden', `Nothing was finished: ${(error as Error).message}.`);
    throw error;
  }
}

/** Refuses a database of the operator's own, which has its own programs. */
export function requireEmbedded({ databaseUrl }: Config, verb: string): void {
  if (databaseUrl !== undefined)
    throw new OperatorRefusal(
      'forbidden',
      `DATABASE_URL is set: ${verb} that database with pg_dump and pg_restore, as docs/operations/backup.md says.`,
    );
}
