// A process of its own, to be killed: sends what is due until it is told to stop.
import { flushCompileCache } from 'node:module';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { connect } from '@titular/server/kernel/database/connect.ts';
import { NO_SANDBOX } from '@titular/server/kernel/http/sandbox-port.ts';
import { startOutboxRelay } from '@titular/server/kernel/jobs/relay-outbox.ts';
import { startSweeps } from '@titular/server/kernel/jobs/sweeps.ts';
import { createWorkNames } from '@titular/server/kernel/jobs/work-names.ts';
import { fixedMasterKeys, parseMasterKey } from '@titular/server/tenants/keys/master-key.ts';
import { createTenantKeys } from '@titular/server/tenants/keys/tenant-key-cache.ts';
import { startSending } from '@titular/server/webhooks/queue/start-sending.ts';
import { createWebhookSender } from '@titular/server/webhooks/sender/send-webhook.ts';

const [connectionString = '', masterKeyText = ''] = process.argv.slice(2);
const { db, pool } = connect(connectionString, 5, () => undefined);
const log = createLog('error');
const sending = startSending({
  sender: createWebhookSender({ clock: systemClock }),
  db,
  pool,
  clock: systemClock,
  log,
  tenantKeys: createTenantKeys(db, await fixedMasterKeys(parseMasterKey(masterKeyText))),
  environment: 'test',
  endpointRules: (loopbackAllowed) => ({ environment: 'test', ports: [], loopbackAllowed }),
  random: Math.random,
  sandbox: NO_SANDBOX,
  workNames: createWorkNames(),
});
const relay = startOutboxRelay(db, [pool], log);
await startSweeps({ db, log, random: Math.random }, [relay.sweep, sending.sweep]);
// Whoever is killed keeps nothing at its end, and a hundred of these start.
flushCompileCache();
process.stdout.write('ready\n');
