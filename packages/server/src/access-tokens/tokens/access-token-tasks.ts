import type { TaskList } from 'graphile-worker';
import type { Kysely } from 'kysely';
import type { Clock } from '../../kernel/base/clock.ts';
import type { Log } from '../../kernel/base/log.ts';
import { batchTask } from '../../kernel/database/batches/batch-task.ts';
import { deleteAll } from '../../kernel/database/batches/until-none.ts';
import type { Tables } from '../../kernel/database/tables/tables.ts';
import type { MasterKeys } from '../../tenants/index.ts';
import { deleteWholeBudgets } from '../failures/failure-store.ts';
import { deleteExpiredAssertions } from '../grants/assertion-store.ts';
import { rotateAgedSigningKeys, type SignedLifetimes } from '../signing-keys/rotate-signing-keys.ts';
import { deleteRetiredSigningKeys } from '../signing-keys/signing-key-store.ts';
import { deleteExpiredRevocations } from './revoked-token-store.ts';

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
  'delete-spent-failures': batchTask((run) => deleteAll(db, BATCH, deleteWholeBudgets, run)),
  'delete-retired-signing-keys': batchTask((run) =>
    deleteAll(db, BATCH, (trx, limit) => deleteRetiredSigningKeys(trx, clock.now(), limit), run),
  ),
  'rotate-signing-keys': async () => {
    const operator = { db, clock, actor: 'service' };
    const purposes = await rotateAgedSigningKeys(operator, masterKeys, lifetimes, signingKeyDays);
    if (purposes.length > 0) log.info({ purposes }, 'signing keys rotated');
  },
});
