import type { TaskList } from 'graphile-worker';
import { addSeconds } from '../base/clock.ts';
import { isId } from '../base/id.ts';
import { invariant } from '../base/invariant.ts';
import { untilNone } from '../database/until-none.ts';
import { changeProcess } from './change-process.ts';
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

/** Asks once more for what was never told, and ends what nobody could be asked about for a day. */
async function endOverdue({ db, clock, platform }: PlatformTaskDeps): Promise<void> {
  const now = clock.now();
  for (const { tenantId, processId, expiresAt } of await listOverdueExternal(db, now, BATCH)) {
    if (platform && addSeconds(expiresAt, GIVEN_UP_SECONDS) > now) {
      await enqueueTakeResult(db, { tenantId, processId, tries: 0 });
      continue;
    }
    const happening = { event: 'expire', actor: 'service', at: now } as const;
    await db.transaction().execute((trx) => changeProcess(trx, tenantId, processId, happening));
  }
}

/** Background work on processes of the operator's own platform: taking results, asking for those that were never told, and forgetting events. */
export const platformTasks = (deps: PlatformTaskDeps): TaskList => ({
  'take-platform-result': async (payload) => {
    const { platform } = deps;
    if (platform) await takePlatformResult({ ...deps, platform }, parsePayload(payload));
  },
  'end-overdue-platform-processes': () => endOverdue(deps),
  'delete-old-platform-events': async () => {
    const before = addSeconds(deps.clock.now(), -PLATFORM_EVENT_DAYS * DAY_SECONDS);
    await untilNone(BATCH, (limit) => deleteOldPlatformEvents(deps.db, before, limit));
  },
});
