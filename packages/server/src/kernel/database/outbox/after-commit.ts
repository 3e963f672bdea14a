import { AsyncResource } from 'node:async_hooks';
import { type DatabaseConnection, type Driver, type Kysely, PostgresDialect, PostgresDriver } from 'kysely';
import type { Tables } from '../tables/tables.ts';

/** What is due once the transaction of a connection has committed. */
const due = new WeakMap<DatabaseConnection, (() => void)[]>();

function removeDue(connection: DatabaseConnection): readonly (() => void)[] {
  const runs = due.get(connection) ?? [];
  due.delete(connection);
  return runs;
}

class TellingDriver extends PostgresDriver {
  override async commitTransaction(connection: Parameters<PostgresDriver['commitTransaction']>[0]) {
    const runs = removeDue(connection);
    await super.commitTransaction(connection);
    for (const run of runs) run();
  }

  override async rollbackTransaction(connection: Parameters<PostgresDriver['rollbackTransaction']>[0]) {
    removeDue(connection);
    await super.rollbackTransaction(connection);
  }
}

/** PostgreSQL, with `afterCommit`. */
export class TellingDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0];

  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new TellingDriver(this.#config);
  }
}

/** Runs what tells of a change, such as a count, once the caller's database transaction has committed, and outside of one at once. One that is rolled back tells nothing. `run` must not throw. */
export async function afterCommit(db: Kysely<Tables>, run: () => void): Promise<void> {
  if (!db.isTransaction) return run();
  // What nobody is to count stays so: the commit may come outside of it.
  const bound = AsyncResource.bind(run);
  return db.getExecutor().provideConnection(async (connection) => {
    const runs = due.get(connection);
    if (runs) runs.push(bound);
    else due.set(connection, [bound]);
  });
}
