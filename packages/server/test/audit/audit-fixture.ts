import { sealAuditLog } from '@titular/server/audit/seal-audit-log.ts';
import { verifyAuditLog } from '@titular/server/audit/verify-audit-log.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { createManualClock } from '@titular/test-kit';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { insertAnyEntry } from '@titular/test-kit/database/insert-any-entry.ts';
import { asSuperuser } from '@titular/test-kit/database/test-server.ts';
import { inject } from 'vitest';

/** A database of its own with an audit log, written as the service writes it, and forged as nobody but a superuser can. */
export type AuditFixture = {
  database: Database;
  connectionString: string;
  /** Writes an entry about each subject, a second apart, and seals them. */
  write(...subjects: string[]): Promise<void>;
  /** Writes one that is left to wait. */
  writeUnsealed(subject: string): Promise<void>;
  /** Seals what waits, and verifies. */
  verify(anchor?: string): ReturnType<typeof verifyAuditLog>;
  /** Runs statements as a superuser, triggers switched off. */
  forge(...statements: string[]): Promise<void>;
  drop(): Promise<void>;
};

/** Superuser statements in the database that a connection string of its owner names. */
export const asSuperuserIn = <T>(
  connectionString: string,
  work: Parameters<typeof asSuperuser<T>>[1],
): Promise<T> => {
  const name = /@\/([a-z0-9_]+)\?/.exec(connectionString)?.[1];
  const { superuserConnectionString } = inject('databaseServer');
  return asSuperuser(
    { superuserConnectionString: superuserConnectionString.replace('@/postgres?', `@/${name}?`) },
    work,
  );
};

/** Opens the ground. */
export async function openAuditFixture(): Promise<AuditFixture> {
  const clone = await cloneDatabase();
  const database = connect(clone.connectionString, 8, () => undefined);
  const clock = createManualClock();
  const writeUnsealed = async (subject: string): Promise<void> => {
    clock.advanceSeconds(1);
    const entry = { tenantId: undefined, action: 'a.change', subject, after: { subject } };
    await insertAnyEntry(database.db, { clock, actor: 'test' }, entry);
  };
  return {
    database,
    connectionString: clone.connectionString,
    async write(...subjects) {
      for (const subject of subjects) await writeUnsealed(subject);
      await sealAuditLog(database.db);
    },
    writeUnsealed,
    verify: async (anchor) => {
      await sealAuditLog(database.db);
      return verifyAuditLog(database.db, anchor ? Buffer.from(anchor, 'hex') : undefined, () => undefined);
    },
    forge: (...statements) =>
      asSuperuserIn(clone.connectionString, async (client) => {
        await client.query('SET session_replication_role = replica');
        for (const statement of statements) await client.query(statement);
      }),
    async drop() {
      await database.close();
      await clone.drop();
    },
  };
}
