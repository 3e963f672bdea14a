import type { Kysely } from 'kysely';
import { inTransaction } from './connect.ts';
import type { Tables } from './tables/tables.ts';

/** Runs what writes in a database of its choice: as it is, or in a transaction with more to write. */
export type WriteIn<Answer> = (write: (db: Kysely<Tables>) => Promise<Answer>) => Promise<Answer>;

/** Writes as `writeIn` does, and in the same commit what `also` has to write about the answer. */
export const writingAlso =
  <Answer>(
    db: Kysely<Tables>,
    also: (trx: Kysely<Tables>, answer: Answer) => Promise<void>,
    writeIn: WriteIn<Answer> = (write) => write(db),
  ): WriteIn<Answer> =>
  (write) =>
    writeIn((target) =>
      inTransaction(target, async (trx) => {
        const answer = await write(trx);
        await also(trx, answer);
        return answer;
      }),
    );
