import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Config } from '../config/config.ts';
import { bindLedger, type Ledger, ledgerProblemAtHand, openLedger } from '../erasure/index.ts';
import type { Clock } from '../kernel/base/clock.ts';
import type { Log } from '../kernel/base/log.ts';
import { StartRefused } from '../kernel/base/start-refused.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

const LEDGER_FILE = 'erasures.ledger';

/** What to do where the ledger in its place is not that of the database. */
const REMEDY =
  'Bring the ledger to its place, name it with TITULAR_ERASURE_LEDGER, or accept that with "npx titular data accept-ledger".';

/** The file of the erasure ledger; undefined where it is switched off. */
export const ledgerFile = ({ erasureLedger, dataDirectory }: Config): string | undefined =>
  erasureLedger === 'off' ? undefined : (erasureLedger ?? join(dataDirectory, LEDGER_FILE));

/** What finding the ledger needs; `log` hears when one begins though the database is not new, or when none can be kept. */
type LedgerDeps = { db: Kysely<Tables>; clock: Clock; log: Pick<Log, 'warn'> };

const requireWritable = (file: string): Promise<void> => access(file, constants.R_OK | constants.W_OK);

/** Binds the database to the ledger; a problem, or a file that cannot be written, is a sentence. */
async function bind(file: string, { db, clock, log }: LedgerDeps): Promise<string | undefined> {
  try {
    const { isBegun, problem } = await bindLedger(db, file, clock.now());
    if (problem) return `${problem}. ${REMEDY}`;
    if (isBegun) log.warn({ file }, 'an erasure ledger begins now, and earlier erasures are not in it');
    await requireWritable(file);
    return undefined;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    return `The erasure ledger ${file} cannot be written (${code}).`;
  }
}

/** Opens the erasure ledger, or begins it; one that was named by hand and cannot serve is refused, and the default one is done without. */
export async function findLedger(config: Config, deps: LedgerDeps): Promise<Ledger | undefined> {
  const file = ledgerFile(config);
  if (file === undefined) return undefined;
  const problem = await bind(file, deps);
  if (problem === undefined) return openLedger(file);
  if (config.erasureLedger !== undefined) throw new StartRefused(problem);
  deps.log.warn({ file, problem }, 'no erasure ledger can be kept: name a file with TITULAR_ERASURE_LEDGER');
  return undefined;
}

/**
 * Opens the ledger of the service for a command that does without it where it is not at hand, and then says in a sentence what that
 * means.
 */
export async function findLedgerAtHand(
  config: Config,
  db: Kysely<Tables>,
): Promise<{ ledger: Ledger | undefined; note: string | undefined }> {
  try {
    return { ledger: await requireLedger(config, db), note: undefined };
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    return {
      ledger: undefined,
      note: 'This is in no erasure ledger: a restore of an older backup undoes it.',
    };
  }
}

/** What a command would do without the ledger: an erasure, or the end of something that the ledger has begin. */
type LedgerAct = 'erasure' | 'end';

const WITHOUT: Readonly<Record<LedgerAct, string>> = {
  erasure:
    'the erasure would be in no ledger. Name that of the service with TITULAR_ERASURE_LEDGER, or say off.',
  end: 'the next start of the service would undo this. Run it where the ledger of the service is, and name that with TITULAR_ERASURE_LEDGER, or say off where the service does.',
};

/** Opens the ledger of the service for a command, which never begins one; undefined only where it is switched off. */
export async function requireLedger(
  config: Config,
  db: Kysely<Tables>,
  act: LedgerAct = 'erasure',
): Promise<Ledger | undefined> {
  const file = ledgerFile(config);
  if (file === undefined) return undefined;
  const problem = await ledgerProblemAtHand(db, file);
  if (problem) throw new StartRefused(`${problem}: ${WITHOUT[act]}`);
  await requireWritable(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartRefused(`The erasure ledger ${file} cannot be written (${error.code}).`, { cause: error });
  });
  return openLedger(file);
}
