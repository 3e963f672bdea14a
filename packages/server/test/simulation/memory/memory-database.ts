import type { Db } from '@titular/server/kernel/database/connect.ts';
import type { Tables } from '@titular/server/kernel/database/tables/tables.ts';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import {
  Blocked,
  createMemoryRows,
  isCircle,
  type MemoryRows,
  type Row,
  type RowTransaction,
  type View,
} from './memory-rows.ts';

/** One statement of a store, done on rows in memory: gives the rows that it returns, or one for each that it changed. */
export type Run = (view: View, parameters: readonly unknown[]) => readonly Row[];

/** A statement of the service, named by a call of the function that sends it; `setting` changes how PostgreSQL plans, and nothing here. */
export type Statement = { sentBy: (db: Db) => Promise<unknown>; run: Run | 'setting'; isFirst?: boolean };

/** Statements by their text. */
export type KnownStatements = ReadonlyMap<string, { name: string; run: Run | 'setting' }>;

/** A scheduling point: resolves when it is the caller's turn. */
export type Turn = (label: string) => Promise<void>;

/** A process on the database; one that is killed never runs on, and what it had begun is rolled back. */
export type MemoryProcess = {
  db: Kysely<Tables>;
  kill(): void;
  isDead(): boolean;
  /** Lets the next statement fail with a class of SQLSTATE, before or after it was carried out; an unanswered commit is carried out, and its connection lost. */
  failNext(code: string, when: FailPoint): void;
  /** Lets nothing fail from here on. */
  heal(): void;
};

/** When a statement fails; `unanswered` is one of a commit, and `late` one that is given up at once and carried out later. */
export type FailPoint = 'before' | 'after' | 'unanswered' | 'late';

/** Stands in for PostgreSQL in the simulator alone; the agreement test holds each statement to the real one. */
export type MemoryDatabase = { rows: MemoryRows; addProcess(name: string, turn: Turn): MemoryProcess };

function dialectOf(driver: Driver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

const kyselyOn = (driver: Partial<Driver>): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: dialectOf({
      init: async () => undefined,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
      ...driver,
    } as Driver),
  });

const noStream: DatabaseConnection['streamQuery'] = () => {
  throw new Error('no statement of a store is streamed');
};

/** Collects the texts that calls of stores send. */
async function textsOf(sentBy: Statement['sentBy']): Promise<string[]> {
  const texts: string[] = [];
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql }: CompiledQuery): Promise<QueryResult<R>> {
      texts.push(sql);
      return { rows: [], numAffectedRows: 0n };
    },
    streamQuery: noStream,
  };
  const db = kyselyOn({
    acquireConnection: async () => connection,
    beginTransaction: async () => undefined,
    commitTransaction: async () => undefined,
    rollbackTransaction: async () => undefined,
  });
  // Whoever looks for what it changed finds nothing.
  await sentBy(db).catch(() => undefined);
  return texts;
}

/** Finds the text of each statement: the first one that its call sends, or else the last. */
export async function knowStatements(
  statements: Readonly<Record<string, Statement>>,
): Promise<KnownStatements> {
  const known = new Map<string, { name: string; run: Run | 'setting' }>();
  for (const [name, { sentBy, run, isFirst }] of Object.entries(statements)) {
    const text = (await textsOf(sentBy)).at(isFirst ? 0 : -1);
    if (text === undefined) throw new Error(`${name} sends nothing`);
    known.set(text, { name, run });
  }
  return known;
}

const never = (): Promise<never> => new Promise(() => undefined);

const errorOf = (code: string): Error => Object.assign(new Error(`SQLSTATE ${code}`), { code });

/** After an error the server takes nothing more of a transaction (SQLSTATE 25P02). */
type Connection = DatabaseConnection & { transaction: RowTransaction | undefined; isAborted: boolean };

/** Opens an empty database that knows these statements and no others, with a clock of its own. */
export function createMemoryDatabase(
  known: KnownStatements,
  now: () => Date = () => new Date(),
): MemoryDatabase {
  const rows = createMemoryRows(now);
  const addProcess = (name: string, turn: Turn): MemoryProcess => {
    let isDead = false;
    let failing: { code: string; when: FailPoint } | undefined;
    const open = new Set<RowTransaction>();
    const begin = (): RowTransaction => {
      const transaction = rows.begin();
      open.add(transaction);
      return transaction;
    };
    const end = (transaction: RowTransaction, how: 'commit' | 'rollBack'): void => {
      if (!open.delete(transaction)) return;
      transaction[how]();
    };
    const untilTurn = async (label: string): Promise<void> => {
      await turn(`${name}: ${label}`);
      if (isDead) await never();
    };
    const fail = (when: FailPoint): void => {
      if (failing?.when !== when) return;
      const { code } = failing;
      failing = undefined;
      throw errorOf(code);
    };
    const carryOut = async (
      transaction: RowTransaction,
      { sql, parameters }: CompiledQuery,
    ): Promise<readonly Row[]> => {
      const statement = known.get(sql);
      if (!statement) throw new Error(`the simulator knows no such statement: ${sql}`);
      if (statement.run === 'setting') return [];
      const view = transaction.openView();
      await untilTurn(statement.name);
      fail('before');
      for (;;) {
        try {
          return statement.run(view, parameters);
        } catch (error) {
          if (!(error instanceof Blocked)) throw error;
          if (isCircle(transaction, error.by)) throw errorOf('40P01');
          transaction.waitsFor = error.by;
          // Whoever waits gets the lock as soon as it is free, before anybody else has a turn.
          await error.by.ended;
          transaction.waitsFor = undefined;
          if (isDead) await never();
        }
      }
    };
    const commitAlone = async (query: CompiledQuery): Promise<readonly Row[]> => {
      const transaction = begin();
      try {
        const found = await carryOut(transaction, query);
        end(transaction, 'commit');
        return found;
      } finally {
        end(transaction, 'rollBack');
      }
    };
    const execute = async (connection: Connection, query: CompiledQuery): Promise<readonly Row[]> => {
      const own = connection.transaction;
      if (own) {
        if (connection.isAborted) throw errorOf('25P02');
        try {
          const found = await carryOut(own, query);
          fail('after');
          return found;
        } catch (error) {
          connection.isAborted = true;
          throw error;
        }
      }
      if (failing?.when === 'late') commitAlone(query).catch(() => undefined);
      fail('late');
      const found = await commitAlone(query);
      fail('after');
      return found;
    };
    const db = kyselyOn({
      async acquireConnection() {
        const connection: Connection = {
          transaction: undefined,
          isAborted: false,
          async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
            const found = await execute(connection, query);
            return { rows: found as unknown as R[], numAffectedRows: BigInt(found.length) };
          },
          streamQuery: noStream,
        };
        return connection;
      },
      async beginTransaction(connection) {
        (connection as Connection).transaction = begin();
      },
      async commitTransaction(connection) {
        const { transaction } = connection as Connection;
        await untilTurn('COMMIT');
        fail('before');
        if (transaction) end(transaction, 'commit');
        fail('after');
        fail('unanswered');
      },
      async rollbackTransaction(connection) {
        const { transaction } = connection as Connection;
        if (transaction) end(transaction, 'rollBack');
      },
    });
    return {
      db,
      isDead: () => isDead,
      kill() {
        isDead = true;
        for (const transaction of [...open]) end(transaction, 'rollBack');
      },
      failNext: (code, when) => {
        failing = { code, when };
      },
      heal: () => {
        failing = undefined;
      },
    };
  };
  return { rows, addProcess };
}
