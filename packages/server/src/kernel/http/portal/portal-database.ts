import { createStatementSlots, type StatementSlots } from '../../database/batches/statement-slots.ts';
import type { Db } from '../../database/connect.ts';
import { tookTooLong } from '../../database/database-problem.ts';

/** Connections of a process for the portal: staff never slow the API, and the API never waits for them. */
export const PORTAL_POOL = 4;
/** Milliseconds after which a statement of the portal, or its wait for a connection, ends. */
export const PORTAL_LIMIT_MS = 2_000;

/** Whether an error of the driver says that the portal's connections or their time were not enough. */
export const isBusy = (error: unknown): boolean => error instanceof Error && tookTooLong(error);

/** Slots for statements that many callers share: those of the door, and among them those that read versions of cases. */
type PortalSlots = { door: StatementSlots; versions: StatementSlots };

const slotsOf = new WeakMap<Db, PortalSlots>();

/** Slots on the portal's connections: one connection is left to other statements, and one more to the door while versions are slow. */
export function portalSlots(db: Db): PortalSlots {
  const known = slotsOf.get(db);
  if (known) return known;
  const door = createStatementSlots(PORTAL_POOL - 1);
  const slots = { door, versions: createStatementSlots(PORTAL_POOL - 2, door) };
  slotsOf.set(db, slots);
  return slots;
}
