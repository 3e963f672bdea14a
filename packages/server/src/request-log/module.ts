import { API_CALL_DAYS } from '@titular/contract';
import { sql } from 'kysely';
import { notHeld } from '../kernel/database/not-held.ts';
import { oldestDueOf } from '../kernel/database/oldest-due.ts';
import { preparePartitions } from '../kernel/database/partitions/keep-partitions.ts';
import { apiCalls } from '../kernel/database/partitions/partitioned-tables.ts';
import type { ApiCall } from '../kernel/http/api-call.ts';
import type { Kernel, Module } from '../module.ts';
import type { TenantKeys } from '../tenants/index.ts';
import { apiCallRoutes } from './api-call-routes.ts';
import { redactCalls } from './api-call-store.ts';
import { apiCallTasks } from './api-call-tasks.ts';
import { refusalCache } from './count-refusals.ts';
import { type CallRecorder, startCallRecorder } from './record-calls.ts';

/** The log of calls: shapes and no values, for 14 days. */
export type RequestLogModule = Module & { record(call: ApiCall): void };

/** Calls that come before `start` are left out of the log. */
export function createRequestLog(
  kernel: Kernel,
  { tenantKeys }: { tenantKeys: TenantKeys },
): RequestLogModule {
  const { config, db, log } = kernel;
  let recorder: CallRecorder | undefined;
  return {
    record: (call) => recorder?.record(call),
    routes: apiCallRoutes({ db, tenantKeys }),
    tasks: apiCallTasks(kernel),
    schedule: [{ task: 'delete-old-calls', match: '*/10 * * * *', queue: 'clean-up' }],
    erase: [{ count: 'apiCalls', tables: ['api_calls'], erase: redactCalls }],
    retention: [
      {
        key: 'api-calls',
        data: 'The log of API calls',
        from: 'the call',
        days: API_CALL_DAYS,
        isHeld: true,
        oldestDue: oldestDueOf(
          'api_calls',
          'at',
          API_CALL_DAYS,
          sql<boolean>`${notHeld('api_calls.transaction_id')} AND ${notHeld('api_calls.process_id')}`,
        ),
      },
    ],
    caches: [refusalCache],
    tables: { api_calls: 'person' },
    startsWith: 'calls',
    start: async () => {
      await preparePartitions(kernel, apiCalls);
      recorder = startCallRecorder({ db, log, tenantKeys, sampleEvery: config.callLogSample });
      return { stop: recorder.stop, afterRequests: true };
    },
  };
}
