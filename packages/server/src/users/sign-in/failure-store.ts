import { sql } from 'kysely';
import { deleteOlder } from '../../kernel/database/batches/delete-older.ts';
import type { Db } from '../../kernel/database/connect.ts';

/** Failures in a row after which a password is off until a reset (NIST SP 800-63B-4, section 3.2.2). */
export const MAX_FAILURES = 100;
/** Failures in a row without a wait. */
const FREE_FAILURES = 4;
/** The longest wait, so that no stranger keeps somebody out for long. */
const MAX_WAIT_SECONDS = 900;

/** Seconds until the next try, after so many failures in a row: none for four, then 2, 4, 8 … up to 15 minutes. */
export const waitAfter = (failures: number): number =>
  failures <= FREE_FAILURES ? 0 : Math.min(MAX_WAIT_SECONDS, 2 ** Math.min(failures - FREE_FAILURES, 20));

/** A try that may be made, with the failures in a row if it fails; or how long to wait. */
export type Try = { kind: 'taken'; failures: number } | { kind: 'held'; retryAfterSeconds: number };

/**
 * Takes a try under a name, counted as a failure until it is cleared: of any number at once, no more are taken than the waits allow. It is
 * one statement whether an account has the name or not. A failure later than now was counted under a clock that has been set back, and holds
 * nobody.
 */
export async function takeTry(db: Db, nameHash: Buffer, now: Date): Promise<Try> {
  const wait = sql`CASE WHEN login_failures.failures < ${FREE_FAILURES} THEN 0
    ELSE least(${MAX_WAIT_SECONDS}::float8, power(2, least(login_failures.failures + 1 - ${FREE_FAILURES}, 20))) END`;
  const { rows } = await sql<{ failures: number }>`
    INSERT INTO login_failures (name_hash, failures, held_until, last_at) VALUES (${nameHash}, 1, ${now}, ${now})
    ON CONFLICT (name_hash) DO UPDATE SET
      failures = login_failures.failures + 1,
      held_until = ${now}::timestamptz + make_interval(secs => ${wait}),
      last_at = ${now}
    WHERE (login_failures.held_until <= ${now} OR login_failures.last_at > ${now}::timestamptz + interval '1 minute')
      AND login_failures.failures < ${MAX_FAILURES}
    RETURNING failures`.execute(db);
  const [taken] = rows;
  if (taken) return { kind: 'taken', failures: taken.failures };
  const held = await db
    .selectFrom('login_failures')
    .select('held_until')
    .where('name_hash', '=', nameHash)
    .executeTakeFirst();
  const seconds = Math.ceil(((held?.held_until.getTime() ?? 0) - now.getTime()) / 1_000);
  return { kind: 'held', retryAfterSeconds: Math.min(MAX_WAIT_SECONDS, Math.max(1, seconds)) };
}

/** Deletes the failures under a name. */
export async function clearFailures(db: Db, nameHash: Buffer): Promise<void> {
  await db.deleteFrom('login_failures').where('name_hash', '=', nameHash).execute();
}

/** Deletes counts whose last failure was before a time. */
export const deleteOldFailures = deleteOlder('login_failures', 'last_at');
