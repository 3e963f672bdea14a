import { OperatorRefusal } from '../audit/index.ts';
import type { TenantId } from '../kernel/base/id.ts';
import { connect } from '../kernel/database/connect.ts';

/** One command at a time moves a tenant: the lock is gone with its connection, and so with a command that was killed. What that left running is for `endLeftWork`. */
export type MoveLock = {
  /** Refuses where the connection that holds the lock was lost. */
  require(): Promise<void>;
  release(): Promise<void>;
};

const busy = (): OperatorRefusal =>
  new OperatorRefusal('forbidden', 'Another command is moving this tenant; wait until it has ended.');

/** Takes the lock of a tenant's move at the source, or refuses. */
export async function lockMove(connectionString: string, tenantId: TenantId): Promise<MoveLock> {
  const { pool, close } = connect(connectionString, 1, () => undefined);
  const client = await pool.connect();
  const release = async (): Promise<void> => {
    client.release(true);
    await close();
  };
  const ask = async (text: string): Promise<boolean> => {
    const result = await client.query<{ is_held: boolean }>(text, [tenantId]).catch(() => undefined);
    return result?.rows[0]?.is_held ?? false;
  };
  const isHeld = await ask('SELECT pg_try_advisory_lock(7483512, hashtext($1::uuid::text)) AS is_held');
  if (!isHeld) {
    await release();
    throw busy();
  }
  return {
    release,
    // On the same connection: one that answers holds its lock.
    async require() {
      if (!(await ask('SELECT $1::uuid IS NOT NULL AS is_held'))) throw busy();
    },
  };
}
