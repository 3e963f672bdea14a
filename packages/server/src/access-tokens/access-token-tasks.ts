import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { batchTask } from '../database/batch-task.ts';
import type { Tables } from '../database/tables.ts';
import { deleteAll } from '../database/until-none.ts';
import type { MasterKeys } from '../tenants/master-key.ts';
import { deleteExpiredAssertions } from './assertion-store.ts';
import { deleteExpiredRevocations } from './revoked-token-store.ts';
import { rotateAgedSigningKeys, type SignedLifetimes } from './rotate-signing-keys.ts';
import { deleteRetiredSigningKeys } from './signing-key-store.ts';

const BATCH = 2_000;

/** What the tasks need; keys older than `signingKeyDays` are rotated. */
export type AccessTokenTaskDeps = {
  db: Kysely<Tables>;
  clock: Clock;
  log: Log;
  masterKeys: MasterKeys;
  lifetimes: SignedLifetimes;
  signingKeyDays: number;
};

/** Background work on tokens: forgetting what has expired, and rotating the keys that sign. */
export const accessTokenTasks = ({
  db,
  clock,
  log,
  masterKeys,
  lifetimes,
  signingKeyDays,
}: AccessTokenTaskDeps): TaskList => ({
  'delete-expired-assertions': batchTask((run) =>
    deleteAll(db, BATCH, (trx, limit) => deleteExpiredAssertions(trx, clock.now(), limit), run),
  ),
  'delete-expired-revocations': batchTask((run) =>
    deleteAll(db, BATCH, (trx, limit) => deleteExpiredRevocations(trx, clock.now(), limit), run),
  ),
  'delete-retired-signing-keys': batchTask((run) =>
    deleteAll(db, BATCH, (trx, limit) => deleteRetiredSigningKeys(trx, clock.now(), limit), run),
  ),
  'rotate-signing-keys': async () => {
    const operator = { db, clock, actor: 'service' };
    const purposes = await rotateAgedSigningKeys(operator, masterKeys, lifetimes, signingKeyDays);
    if (purposes.length > 0) log.info({ purposes }, 'signing keys rotated');
  },
});
