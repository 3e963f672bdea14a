import type { Kysely } from 'kysely';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import { findLedgerId, updateLedgerId } from '../../tenants/index.ts';
import { beginLedger, hasLedger, readHeader } from './ledger-file.ts';
import { findLastEntryAt, lockLedger } from './ledger-store.ts';

/** What binding found: whether a ledger began beside older data, and why the file cannot be the ledger of the database. */
export type Binding = { isBegun: boolean; problem: string | undefined };

const BACK =
  'persons who were erased may be back, and further erasures would be in no ledger of this database';

/** Says why a ledger is not that of a database that names `bound`; undefined where it may be. */
export function bindingProblem(
  file: string,
  id: string | undefined,
  bound: string | undefined,
): string | undefined {
  if (id === undefined) return bound && `There is no erasure ledger at ${file}, but this database has one`;
  return bound === undefined || bound === id
    ? undefined
    : `The erasure ledger ${file} is not the one of this database`;
}

/**
 * Binds the database to its ledger, beginning it where neither is there, and says what is against that. A database that
 * names a ledger never gets another one unasked: nodes with a ledger each would bring back what the others erased.
 */
export const bindLedger = (db: Kysely<Tables>, file: string, now: Date): Promise<Binding> =>
  db.transaction().execute(async (trx) => {
    await lockLedger(trx);
    const bound = await findLedgerId(trx);
    const header = (await hasLedger(file)) ? await readHeader(file) : undefined;
    const problem = bindingProblem(file, header?.id, bound);
    if (problem) return { isBegun: false, problem: `${problem}: ${BACK}` };
    if (bound !== undefined) return { isBegun: false, problem: undefined };
    const lastEntryAt = await findLastEntryAt(trx);
    if (header && lastEntryAt && header.since > lastEntryAt)
      return {
        isBegun: false,
        problem: `The erasure ledger ${file} begins after this database was last used: ${BACK}`,
      };
    if (!header) await beginLedger(file, now);
    const { id } = header ?? (await readHeader(file));
    await updateLedgerId(trx, id);
    return { isBegun: !header && lastEntryAt !== undefined, problem: undefined };
  });

/** Says why a command cannot add to the ledger in its place: none is there, or not that of the database. */
export async function ledgerProblemAtHand(db: Kysely<Tables>, file: string): Promise<string | undefined> {
  if (!(await hasLedger(file))) return `There is no erasure ledger at ${file}`;
  return bindingProblem(file, (await readHeader(file)).id, await findLedgerId(db));
}

/** Makes the ledger in its place that of the database, or none, so that the next start begins one; answers its id. */
export const acceptLedger = async (
  db: Kysely<Tables>,
  file: string | undefined,
): Promise<string | undefined> => {
  const id = file !== undefined && (await hasLedger(file)) ? (await readHeader(file)).id : undefined;
  await updateLedgerId(db, id);
  return id;
};
