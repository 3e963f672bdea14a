import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { beginLedger, findLastEntryAt, hasLedger, type Ledger, openLedger } from '../erasure/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import type { Db } from '../kernel/database/connect.ts';

const LEDGER_FILE = 'erasures.ledger';

/** The file of the erasure ledger; undefined where it is switched off. */
export const ledgerFile = ({ erasureLedger, dataDirectory }: Config): string | undefined =>
  erasureLedger === 'off' ? undefined : (erasureLedger ?? join(dataDirectory, LEDGER_FILE));

/** What finding the ledger needs; `log` hears when one begins though the database is not new, or when none can be kept. */
type LedgerDeps = { db: Db; clock: Clock; log: Pick<Log, 'warn'> };

async function begin(file: string, { db, clock, log }: LedgerDeps): Promise<void> {
  const isOld = (await findLastEntryAt(db)) !== undefined;
  await beginLedger(file, clock.now());
  if (isOld)
    log.warn({ file }, 'there was no erasure ledger; one begins now, and earlier erasures are not in it');
}

/** Opens the erasure ledger, or begins it; one that was named by hand and cannot be written is refused, and the default one is done without. */
export async function findLedger(config: Config, deps: LedgerDeps): Promise<Ledger | undefined> {
  const file = ledgerFile(config);
  if (file === undefined) return undefined;
  try {
    if (!(await hasLedger(file))) await begin(file, deps);
    await access(file, constants.R_OK | constants.W_OK);
    return openLedger(file);
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    if (config.erasureLedger !== undefined)
      throw new StartRefused(`The erasure ledger ${file} cannot be written (${code}).`, { cause: error });
    deps.log.warn({ file, code }, 'no erasure ledger can be kept: name a file with TITULAR_ERASURE_LEDGER');
    return undefined;
  }
}
