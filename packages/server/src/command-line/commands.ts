import { accountCommands } from './account-commands.ts';
import { attackCommands } from './attack-commands.ts';
import { auditCommands } from './audit-commands.ts';
import { biometricCommands } from './biometric-commands.ts';
import { captureCommands } from './capture-commands.ts';
import type { Command } from './command.ts';
import { dataCommands } from './data-commands.ts';
import { deploymentKeyCommands } from './deployment-commands.ts';
import { faceCommands } from './face-commands.ts';
import { holdCommands } from './hold-commands.ts';
import { keyCommands } from './key-commands.ts';
import { limitCommands } from './limit-commands.ts';
import { listenCommands } from './listen-command.ts';
import { logoCommands } from './logo-commands.ts';
import { nodeCommands } from './node-commands.ts';
import { pageEventCommands } from './page-event-commands.ts';
import { personCommands } from './person-commands.ts';
import { processCommands } from './process-commands.ts';
import { retentionCommands } from './retention-commands.ts';
import { sandboxCommands } from './sandbox-commands.ts';
import { secretCommands } from './secret-commands.ts';
import { settingCommands } from './setting-commands.ts';
import { companyCommands, tenantCommands } from './tenant-commands.ts';
import { webhookEndpointCommands } from './webhook-endpoint-commands.ts';
import { webhookLogCommands } from './webhook-log-commands.ts';

/** Every command; docs/command-line.md is generated from this table. */
export const commands: readonly Command[] = [
  ...tenantCommands,
  ...companyCommands,
  ...logoCommands,
  ...accountCommands,
  ...keyCommands,
  ...deploymentKeyCommands,
  ...nodeCommands,
  ...secretCommands,
  ...settingCommands,
  ...dataCommands,
  ...auditCommands,
  ...limitCommands,
  ...personCommands,
  ...faceCommands,
  ...holdCommands,
  ...captureCommands,
  ...retentionCommands,
  ...pageEventCommands,
  ...processCommands,
  ...sandboxCommands,
  ...biometricCommands,
  ...attackCommands,
  ...webhookEndpointCommands,
  ...webhookLogCommands,
  ...listenCommands,
];
