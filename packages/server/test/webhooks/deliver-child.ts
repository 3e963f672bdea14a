// A worker process of its own, to be killed: takes the jobs that are due once, and ends.
import { systemClock } from '@titular/server/base/clock.ts';
import { connect } from '@titular/server/database/connect.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/tenant-keys.ts';
import { webhookTasks } from '@titular/server/webhooks/webhook-tasks.ts';
import { Logger, runOnce } from 'graphile-worker';

const [connectionString = '', masterKeyText = ''] = process.argv.slice(2);
const database = connect(connectionString, 3, () => undefined);
await runOnce({
  pgPool: database.pool,
  noHandleSignals: true,
  logger: new Logger(() => () => undefined),
  taskList: webhookTasks({
    db: database.db,
    clock: systemClock,
    tenantKeys: createTenantKeys(database.db, await fixedMasterKeys(parseMasterKey(masterKeyText))),
    environment: 'test',
    random: () => 0.5,
  }),
});
await database.close();
