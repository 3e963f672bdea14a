import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { sql } from 'kysely';
import type pg from 'pg';

/** How a statement fails: the server refuses it, or its connection ends before it was sent, or after it was carried out and before it was answered. */
export const FAULTS = ['refused', 'lost before', 'lost after'] as const;
/** One of them, or the server stands still until the statement is given up, and then goes on. */
export type Fault = (typeof FAULTS)[number] | 'stalled';

/** A real pool of one connection, of whose statements the nth fails. */
export type FaultyDatabase = {
  database: Database;
  /** Counts anew, and lets the nth statement from here on fail, BEGIN and COMMIT counted. */
  failAt(nth: number, fault: Fault): void;
  /** Lets nothing more fail; tells whether something did. */
  mend(): boolean;
};

type Query = (...args: unknown[]) => Promise<unknown>;

/** The process that serves a connection at the server. */
function backendOf(client: pg.PoolClient): number {
  const { processID } = client as pg.PoolClient & { processID?: number };
  if (!processID) throw new Error('a connection that is open tells the process that serves it');
  return processID;
}

/** Ends the connection at the server, as a restart would, and waits until it is gone. */
async function terminate(bystander: Database, client: pg.PoolClient): Promise<void> {
  const gone = new Promise((resolve) => client.once('end', resolve));
  await sql`SELECT pg_terminate_backend(${backendOf(client)}::integer)`.execute(bystander.db);
  await gone;
}

async function stall(client: pg.PoolClient, work: () => Promise<unknown>): Promise<unknown> {
  const backend = backendOf(client);
  process.kill(backend, 'SIGSTOP');
  try {
    return await work();
  } finally {
    process.kill(backend, 'SIGCONT');
  }
}

/** Opens a pool whose connections are ended by `bystander`, a pool to the same database. */
export function connectFaulty(connectionString: string, bystander: Database): FaultyDatabase {
  const database = connect(connectionString, 1, () => undefined);
  let left = Number.POSITIVE_INFINITY;
  let fault: Fault = 'refused';
  database.pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    const failing: Query = async (...args) => {
      left -= 1;
      if (left !== 0) return query(...args);
      if (fault === 'refused') return query('SELECT 1 / 0');
      if (fault === 'stalled') return stall(client, () => query(...args));
      if (fault === 'lost after') await query(...args);
      await terminate(bystander, client);
      if (fault === 'lost before') return query(...args);
      throw new Error('Connection terminated unexpectedly');
    };
    Object.assign(client, { query: failing });
  });
  return {
    database,
    failAt: (nth, next) => {
      [left, fault] = [nth, next];
    },
    mend: () => {
      const failed = left <= 0;
      left = Number.POSITIVE_INFINITY;
      return failed;
    },
  };
}
