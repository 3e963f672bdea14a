import type { TaskList } from 'graphile-worker';
import { addSeconds } from '../../kernel/base/clock.ts';
import { isId } from '../../kernel/base/id.ts';
import { invariant } from '../../kernel/base/invariant.ts';
import { batchTask } from '../../kernel/database/batches/batch-task.ts';
import { startUnended } from '../../kernel/database/batches/end-batch.ts';
import { deleteAll, type RunTime, untilNone } from '../../kernel/database/batches/until-none.ts';
import { expireGivenUp } from './expire-given-up.ts';
import type { ExternalPlatform } from './external-platform.ts';
import { deleteOldPlatformEvents, listOverdueExternal } from './platform-store.ts';
import {
  enqueueTakeResult,
  type ResultJob,
  type TakeResultDeps,
  takePlatformResult,
} from './take-platform-result.ts';

/** What the tasks need; without a platform, processes that were started on one are left to their time. */
export type PlatformTaskDeps = Omit<TakeResultDeps, 'platform'> & { platform: ExternalPlatform | undefined };

const BATCH = 500;
const DAY_SECONDS = 86_400;

/** Days for which an event of the platform is known again. */
export const PLATFORM_EVENT_DAYS = 7;

/** Longer than all tries to take a last result can last. */
const GIVEN_UP_SECONDS = DAY_SECONDS;

function parsePayload(payload: unknown): ResultJob {
  const { tenantId, processId, tries } = payload as Record<string, unknown>;
  invariant(typeof tenantId === 'string' && isId(tenantId), 'a job names its tenant');
  invariant(typeof processId === 'string' && isId(processId), 'a job names its process');
  invariant(Number.isInteger(tries), 'a job counts its tries');
  return { tenantId, processId, tries: tries as number };
}

/** Asks once more for what was never told, up to `limit`; who is asked about is not listed again. */
async function askOverdue({ db }: PlatformTaskDeps, now: Date, limit: number): Promise<number> {
  const overdue = await listOverdueExternal(db, now, limit);
  for (const { tenantId, processId } of overdue)
    await enqueueTakeResult(db, { tenantId, processId, tries: 0 });
  return overdue.length;
}

/** Ends what nobody could be asked about for a day, then asks about the rest; without a platform there is nobody to ask. */
async function endOverdue(deps: PlatformTaskDeps, run: RunTime): Promise<boolean> {
  const { db, clock, platform } = deps;
  const now = clock.now();
  const before = platform ? addSeconds(now, -GIVEN_UP_SECONDS) : now;
  const unended = startUnended(deps.log);
  const ended = await untilNone(BATCH, (limit) => expireGivenUp(db, { before, now }, limit, unended), run);
  if (!platform || !ended) return ended;
  return untilNone(BATCH, (limit) => askOverdue(deps, now, limit), run);
}

/** Background work on processes of the operator's own platform: taking results, asking for those that were never told, and forgetting events. */
export const platformTasks = (deps: PlatformTaskDeps): TaskList => ({
  'take-platform-result': async (payload) => {
    const { platform } = deps;
    if (platform) await takePlatformResult({ ...deps, platform }, parsePayload(payload));
  },
  'end-overdue-platform-processes': batchTask((run) => endOverdue(deps, run)),
  'delete-old-platform-events': batchTask((run) => {
    const before = addSeconds(deps.clock.now(), -PLATFORM_EVENT_DAYS * DAY_SECONDS);
    return deleteAll(deps.db, BATCH, (trx, limit) => deleteOldPlatformEvents(trx, before, limit), run);
  }),
});
