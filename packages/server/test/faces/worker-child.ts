// The service with the role `worker` in a process of its own, on the settings of its first argument; it decides until it is killed.

import { readConfig } from '@titular/server/config/config.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';

process.once('disconnect', () => process.exit());
await startService(readConfig(JSON.parse(process.argv[2] ?? '{}')), { log: createLog('silent') });
process.send?.('ready');
