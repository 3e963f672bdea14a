import { type Kysely, sql } from 'kysely';
import { OperatorRefusal } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import type { Tables } from '../kernel/database/tables/tables.ts';

/** Whether the connection still serves; one that is slow at this moment does. */
const isAnswered = (held: Kysely<Tables>): Promise<boolean> =>
  sql`SELECT 1`.execute(held).then(
    () => true,
    () => false,
  );

/**
 * Lets one command at a time import references of a tenant; the lock is gone with a command that was killed, and with its connection. The work
 * can ask whether it still has it, which it does until the database ends the connection.
 */
export const withImportLock = <Result>(
  db: Kysely<Tables>,
  tenantId: TenantId,
  work: (isLocked: () => Promise<boolean>) => Promise<Result>,
): Promise<Result> =>
  db.connection().execute(async (held) => {
    const { rows } = await sql<{ is_mine: boolean }>`
      SELECT pg_try_advisory_lock(7483513, hashtext(${tenantId}::uuid::text)) AS is_mine`.execute(held);
    if (!rows[0]?.is_mine)
      throw new OperatorRefusal(
        'forbidden',
        'Another command is importing references of this tenant; wait until it has ended.',
      );
    try {
      return await work(() => isAnswered(held));
    } finally {
      // A connection that cannot unlock has lost its lock.
      await sql`SELECT pg_advisory_unlock(7483513, hashtext(${tenantId}::uuid::text))`
        .execute(held)
        .catch(() => undefined);
    }
  });
