import type { Operator } from '../../audit/index.ts';
import { endStays } from '../../stays/index.ts';
import { deleteSessions, lockSessions, type SessionChoice } from './session-store.ts';

/** Ends sessions of a person, and the stays that hang on them, in the caller's commit; tells how many. `db` is that transaction. */
export async function closeSessions(
  inSameCommit: Operator,
  userId: string,
  choice: SessionChoice = {},
): Promise<number> {
  const sessionIds = await lockSessions(inSameCommit.db, userId, choice);
  if (sessionIds.length === 0) return 0;
  await endStays(inSameCommit, { sessionIds });
  return deleteSessions(inSameCommit.db, sessionIds);
}
