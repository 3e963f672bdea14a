import { readConfig } from '@titular/server/config/config.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';
import { answerProfiles } from '../profile/profile-process.ts';
import { obeyParent } from './child.ts';
import { answerLoops } from './loop-watch.ts';

/** The service alone in a process, as an operator runs it; settings arrive as the first argument, in JSON. */
const service = await startService(readConfig(JSON.parse(process.argv[2] ?? '{}')), {
  log: createLog('error'),
});
answerProfiles();
answerLoops();
obeyParent(() => service.close());
