import pg from 'pg';
import { roles, serviceDatabase } from '../home/credentials.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const CANNOT_CONNECT_NOW = '57P03';
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Makes sure that the service's role and database exist, and answers false while the server does not accept connections yet. Any
 * other refusal of the server, such as a wrong password, is thrown.
 */
export async function prepareServiceDatabase(
  superuserConnectionString: string,
  password: string,
): Promise<boolean> {
  const client = new pg.Client({
    connectionString: superuserConnectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // A server that dies right after the handshake is reported by its exit.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await createMissing(client, password);
    await grantUpkeep(superuserConnectionString);
    return true;
  } catch (error) {
    if (isNotReady(error)) return false;
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const isNotReady = (error: unknown): boolean => {
  const { code } = error as { code?: unknown };
  return typeof code !== 'string' || !SQLSTATE.test(code) || code === CANNOT_CONNECT_NOW;
};

async function createMissing(client: pg.Client, password: string): Promise<void> {
  const { rows } = await client.query<{ role: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
    [roles.service, serviceDatabase],
  );
  if (!rows[0]?.role) {
    await client.query(`CREATE ROLE ${roles.service} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
  }
  if (!rows[0]?.database) await client.query(`CREATE DATABASE ${serviceDatabase} OWNER ${roles.service}`);
}

/** Lets the service end the log that still holds erased rows (database/old-log); rights on functions are kept in each database. */
async function grantUpkeep(superuserConnectionString: string): Promise<void> {
  const connectionString = superuserConnectionString.replace('@/postgres?', `@/${serviceDatabase}?`);
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`GRANT pg_checkpoint TO ${roles.service}`);
    await client.query(`GRANT EXECUTE ON FUNCTION pg_switch_wal(), pg_ls_waldir() TO ${roles.service}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
