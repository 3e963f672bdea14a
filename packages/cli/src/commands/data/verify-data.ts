import { isAuditSeparate, OperatorRefusal } from '@titular/server/audit/index.ts';
import { ledgerProblem } from '@titular/server/erasure/index.ts';
import { readFacts } from '@titular/server/start/deployment-facts.ts';
import { ledgerFile } from '@titular/server/start/open-ledger.ts';
import type { AloneContext, Arguments, CommandResult } from '../../frame/command.ts';
import { formatRecord } from '../../frame/print.ts';
import { readBackup } from './restore-data.ts';

async function verifyBackup(name: string, { progress }: AloneContext): Promise<CommandResult> {
  const { directory, manifest } = await readBackup(name, progress.say);
  const { createdAt, program, postgres, platform, hasMasterKey, facts, parts } = manifest;
  const { schema, environment, masterKeyIds, audit } = facts;
  return {
    kind: 'record',
    record: {
      backup: directory,
      ...{ createdAt, program, postgres, platform, environment, schema, masterKeyIds, hasMasterKey },
      ...{ auditEntries: audit.entries, lastHash: audit.lastHash, parts: parts.length },
      bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
    },
  };
}

/** Verifies the database: its keys open it, its chain holds, and the ledger has every erasure since it was backed up. */
async function verifyDatabase(isWaived: boolean, context: AloneContext): Promise<CommandResult> {
  const { atLeisure, config } = await context.open();
  context.progress.say('Verifying the database …');
  const file = ledgerFile(config);
  const { facts, auditRoleSeparate, problem, check } = await atLeisure(async (db) => ({
    facts: await readFacts(db),
    auditRoleSeparate: await isAuditSeparate(db),
    ...(await ledgerProblem(db, file)),
  }));
  const record = {
    ...{ environment: facts.environment, schema: facts.schema, masterKeyIds: facts.masterKeyIds },
    ...{ auditEntries: facts.audit.entries, lastHash: facts.audit.lastHash, auditRoleSeparate },
    rows: Object.values(facts.rows).reduce((sum, count) => sum + count, 0),
    ledger: file,
    ledgerEntries: check?.entries,
    erasuresToRepeat: check?.pending.length,
    actsToRepeat: check?.acts.length,
  };
  const hint = 'Put the ledger there before the service starts, or accept that with --without-ledger.';
  const refusals = [
    facts.audit.sentence && `The audit log does not hold. ${facts.audit.sentence}`,
    problem && !isWaived && `${problem} ${hint}`,
  ];
  const sentence = refusals.find((one) => typeof one === 'string');
  return {
    kind: 'report',
    text: formatRecord(record),
    record,
    ...(sentence ? { refusal: new OperatorRefusal('broken', sentence) } : {}),
  };
}

/** Verifies a backup by its manifest, or the database of the deployment. */
export const verify = (
  { positionals: [name], switches }: Arguments,
  context: AloneContext,
): Promise<CommandResult> =>
  name === undefined ? verifyDatabase(switches.has('without-ledger'), context) : verifyBackup(name, context);
