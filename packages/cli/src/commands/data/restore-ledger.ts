import { copyFile, readFile, rename, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { syncToDisk } from '@titular/embedded-postgres/backup/manifest.ts';
import { type Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import { acceptLedger, ledgerProblem } from '@titular/server/erasure/index.ts';
import { ledgerFile } from '@titular/server/start/open-ledger.ts';
import type { Arguments } from '../../frame/command.ts';
import { UsageError } from '../../frame/usage-error.ts';

/** Whether a file is there. */
export const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** Which ledger vouches for the erasures since the backup, where it is to be, and whether the operator does without. */
export type LedgerChoice = { file: string | undefined; place: string | undefined; isWaived: boolean };

/** What a restored database can rely on: how many erasures the next start repeats, where that is known, and that in words. */
export type LedgerVerdict = { toRepeat: number | undefined; note: string };

const REPEATED =
  'The next start repeats the erasures since the backup before it serves. Before it, read "What a restore undoes" in docs/operations/backup.md.';

const isSame = async (one: string, other: string): Promise<boolean> =>
  isDeepStrictEqual(await readFile(one), await readFile(other));

/** Reads which ledger is wanted; another one in its place is never replaced, and the same one is no hindrance. */
export async function chooseLedger(config: Config, { options, switches }: Arguments): Promise<LedgerChoice> {
  const { ledger: given } = options;
  const place = ledgerFile(config);
  const isWaived = switches.has('without-ledger');
  if (given === undefined) return { file: place, place, isWaived };
  if (isWaived) throw new UsageError('--ledger and --without-ledger exclude each other.');
  const file = resolve(given);
  if (place !== undefined && (await isThere(place)) && (await isThere(file)) && !(await isSame(file, place)))
    throw new OperatorRefusal(
      'forbidden',
      `There is an erasure ledger at ${place} already: remove one of the two.`,
    );
  return { file, place, isWaived };
}

async function waive(
  db: Operator['db'],
  place: string | undefined,
  backedUpAt: Date,
): Promise<LedgerVerdict> {
  if (place === undefined || !(await isThere(place))) {
    await acceptLedger(db, undefined);
    const note = 'Persons who were erased since the backup are back: request their erasures again.';
    return { toRepeat: undefined, note };
  }
  const { problem, check } = await ledgerProblem(db, place, backedUpAt);
  if (!problem) return { toRepeat: check?.pending.length, note: REPEATED };
  await acceptLedger(db, place);
  const note = `${problem} The next start repeats those that the ledger at ${place} has.`;
  return { toRepeat: check?.pending.length, note };
}

/** Compares the ledger with the restored database; one that cannot vouch for the erasures is refused, or accepted in words. */
export async function judgeLedger(
  db: Operator['db'],
  { file, place, isWaived }: LedgerChoice,
  backedUpAt: Date,
): Promise<LedgerVerdict> {
  if (isWaived) return waive(db, place, backedUpAt);
  const { problem, check } = await ledgerProblem(db, file, backedUpAt);
  if (problem)
    throw new OperatorRefusal(
      'forbidden',
      `${problem} Bring the ledger with --ledger, or accept that with --without-ledger.`,
    );
  return { toRepeat: check?.pending.length, note: REPEATED };
}

/** Puts a ledger that was brought along in its place, whole or not at all. */
export async function placeLedger({ file, place, isWaived }: LedgerChoice): Promise<void> {
  if (isWaived || file === undefined || place === undefined || file === place) return;
  const draft = `${place}.restored`;
  await copyFile(file, draft);
  await syncToDisk(draft);
  await rename(draft, place);
}
