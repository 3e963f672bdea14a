import type { Command } from '../frame/command.ts';
import { accountCommands } from './access/account-commands.ts';
import { keyCommands } from './access/key-commands.ts';
import { secretCommands } from './access/secret-commands.ts';
import { mcpCommands } from './agents/mcp-command.ts';
import { caseFileCommands } from './cases/case-file-command.ts';
import { listFileCommands } from './cases/list-file-commands.ts';
import { noteCommands } from './cases/note-commands.ts';
import { dataCommands } from './data/data-commands.ts';
import { auditCommands } from './deployment/audit-commands.ts';
import { binCommands } from './deployment/bin-commands.ts';
import { deploymentKeyCommands } from './deployment/deployment-commands.ts';
import { fillCommands } from './deployment/fill-commands.ts';
import { jobCommands } from './deployment/job-commands.ts';
import { migrateCommands } from './deployment/migrate-command.ts';
import { nodeCommands } from './deployment/node-commands.ts';
import { sandboxCommands } from './deployment/sandbox-commands.ts';
import { doctorCommands } from './doctor/doctor-command.ts';
import { attackCommands } from './faces/attack-commands.ts';
import { biometricCommands } from './faces/biometric-commands.ts';
import { referenceCommands } from './faces/reference-commands.ts';
import { captureCommands } from './persons/capture-commands.ts';
import { erasureCommands } from './persons/erasure-commands.ts';
import { faceCommands } from './persons/face-commands.ts';
import { holdCommands } from './persons/hold-commands.ts';
import { pageEventCommands } from './persons/page-event-commands.ts';
import { personCommands } from './persons/person-commands.ts';
import { pictureCommands } from './persons/picture-commands.ts';
import { processCommands } from './persons/process-commands.ts';
import { retentionCommands } from './persons/retention-commands.ts';
import { revealCommands } from './persons/reveal-command.ts';
import { transactionCommands } from './persons/transaction-commands.ts';
import { figureCommands } from './tenants/figure-commands.ts';
import { limitCommands } from './tenants/limit-commands.ts';
import { logoCommands } from './tenants/logo-commands.ts';
import { moveCommands } from './tenants/move-command.ts';
import { settingCommands } from './tenants/setting-commands.ts';
import { companyCommands, tenantCommands } from './tenants/tenant-commands.ts';
import { whatIfCommands } from './tenants/what-if-command.ts';
import { actCommands } from './users/act-commands.ts';
import { exportCommands } from './users/export-commands.ts';
import { sessionCommands } from './users/session-commands.ts';
import { stayCommands } from './users/stay-commands.ts';
import { userCommands } from './users/user-commands.ts';
import { examineCommands } from './webhooks/examine-command.ts';
import { listenCommands } from './webhooks/listen-command.ts';
import { receiverCommands } from './webhooks/receiver-commands.ts';
import { webhookEndpointCommands } from './webhooks/webhook-endpoint-commands.ts';
import { webhookLogCommands } from './webhooks/webhook-log-commands.ts';
import { webhookTestCommands } from './webhooks/webhook-test-commands.ts';

/** Every command; docs/command-line.md is generated from this table. */
export const commands: readonly Command[] = [
  ...tenantCommands,
  ...moveCommands,
  ...companyCommands,
  ...logoCommands,
  ...accountCommands,
  ...keyCommands,
  ...userCommands,
  ...sessionCommands,
  ...stayCommands,
  ...exportCommands,
  ...actCommands,
  ...deploymentKeyCommands,
  ...migrateCommands,
  ...doctorCommands,
  ...nodeCommands,
  ...jobCommands,
  ...binCommands,
  ...secretCommands,
  ...settingCommands,
  ...whatIfCommands,
  ...dataCommands,
  ...auditCommands,
  ...limitCommands,
  ...personCommands,
  ...erasureCommands,
  ...faceCommands,
  ...referenceCommands,
  ...holdCommands,
  ...transactionCommands,
  ...revealCommands,
  ...noteCommands,
  ...caseFileCommands,
  ...listFileCommands,
  ...captureCommands,
  ...pictureCommands,
  ...retentionCommands,
  ...pageEventCommands,
  ...figureCommands,
  ...processCommands,
  ...sandboxCommands,
  ...fillCommands,
  ...biometricCommands,
  ...attackCommands,
  ...webhookEndpointCommands,
  ...webhookTestCommands,
  ...examineCommands,
  ...webhookLogCommands,
  ...receiverCommands,
  ...listenCommands,
  ...mcpCommands,
];
