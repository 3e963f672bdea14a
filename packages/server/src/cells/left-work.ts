import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { OperatorRefusal } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { End } from './end.ts';

const SUFFIX_BYTES = 4;
const ENDING_MS = 10_000;

const prefixOf = (tenantId: TenantId): string => `titular-move ${tenantId} `;

/** A name for all connections of one command that moves a tenant, by which a later one finds them; PostgreSQL keeps 63 bytes, this has 58. */
export const nameConnections = (tenantId: TenantId): string =>
  `${prefixOf(tenantId)}${randomBytes(SUFFIX_BYTES).toString('hex')}`;

type Names = { tenantId: TenantId; own: string };

/** Connections of other commands about the tenant that are at work: a server finishes the statement of a client that was killed. */
const working = ({ tenantId, own }: Names) => sql`
  FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE ${`${prefixOf(tenantId)}%`}
    AND application_name <> ${own} AND state <> 'idle'`;

async function endWork({ db }: Pick<End, 'db'>, names: Names): Promise<void> {
  await sql`SELECT pg_terminate_backend(pid, ${ENDING_MS}) ${working(names)}`.execute(db);
}

async function isAtWork({ db }: Pick<End, 'db'>, names: Names): Promise<boolean> {
  return (await sql`SELECT ${working(names)} LIMIT 1`.execute(db)).rows.length > 0;
}

/**
 * Ends what a command that was killed left running at a database: it might create what this one has just seen is not there. Asked under the
 * lock of the move. Refuses where that does not end within ten seconds.
 */
export async function endLeftWork(end: Pick<End, 'db' | 'name'>, names: Names): Promise<void> {
  await endWork(end, names);
  if (await isAtWork(end, names))
    throw new OperatorRefusal(
      'forbidden',
      `A statement of a command that was ended still runs at ${end.name}: repeat this command in a minute.`,
    );
}
