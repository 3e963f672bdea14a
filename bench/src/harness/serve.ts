import { readConfig } from '@titular/server/config/config.ts';
import { createLog } from '@titular/server/kernel/base/log.ts';
import { startService } from '@titular/server/service.ts';
import { answerProfiles } from '../profile/profile-process.ts';
import { obeyParent } from './child.ts';
import { answerLoops } from './loop-watch.ts';

/** Standard output without what the service says of the refusals that a bench provokes. */
const faultsAlone = {
  write: (line: string): void => {
    if (!line.includes('"category":"security"')) process.stdout.write(line);
  },
};

/** The service alone in a process, as an operator runs it; settings arrive as the first argument, in JSON. */
const service = await startService(readConfig(JSON.parse(process.argv[2] ?? '{}')), {
  log: createLog('error', faultsAlone),
});
answerProfiles();
answerLoops();
obeyParent(() => service.close());
