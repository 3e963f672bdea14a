import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { asSuperuser, type DatabaseServer, ownerRole, templateDatabase } from './test-server.ts';

/** A migrated, empty database of one test; `drop` ends its sessions. */
export type ClonedDatabase = { connectionString: string; drop(): Promise<void> };

// FILE_COPY was faster than WAL_LOG on this small template, most clearly with many clones at once.

/** Copies the template of the run's server; any number of workers may clone at once. */
export const cloneDatabase = (): Promise<ClonedDatabase> => cloneFrom(inject('databaseServer'));

/** The same for a given server, outside Vitest's workers. */
export async function cloneFrom(server: DatabaseServer): Promise<ClonedDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asSuperuser(server, (client) =>
    client.query(
      `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} OWNER ${ownerRole}
       TABLESPACE ${server.tablespace} STRATEGY FILE_COPY`,
    ),
  );
  return {
    connectionString: server.ownerConnectionString.replace('@/titular?', `@/${name}?`),
    drop: () =>
      asSuperuser(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }),
  };
}
