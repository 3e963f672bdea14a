import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { backUpCluster } from '@titular/embedded-postgres/backup/back-up-cluster.ts';
import { DataDirectoryInUse } from '@titular/embedded-postgres/home/home-lock.ts';
import { defaultSystemDirectory, findHome } from '@titular/embedded-postgres/home/locate-home.ts';
import { attachEmbeddedDatabase } from '@titular/embedded-postgres/process/attach-embedded-database.ts';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import { curlFile, demoFile } from '@titular/server/config/demo-file.ts';
import { systemClock } from '@titular/server/kernel/base/clock.ts';
import { programVersion } from '@titular/server/kernel/base/program-version.ts';
import { readFacts, withDatabase } from '@titular/server/start/deployment-facts.ts';
import { masterKeyFile } from '@titular/server/start/open-database.ts';
import type { AloneContext, Arguments, CommandResult } from '../../frame/command.ts';
import { collectMasterKeys, type KeysForCopy } from './backed-up-keys.ts';
import { explainedBackup, requireEmbedded } from './explain-backup.ts';

/** The name of the master keys in a backup that has them. */
export const MASTER_KEY_PART = 'master.key';

/** Files of the data directory that the service wrote itself and that belong to its database. */
export const demoFiles = (config: Config): readonly string[] => [demoFile(config), curlFile(config)];

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function listFiles(config: Config): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const file of demoFiles(config)) if (await isThere(file)) files[basename(file)] = file;
  return files;
}

async function beginKeys(config: Config): Promise<KeysForCopy> {
  const file = masterKeyFile(config);
  if (file !== undefined) return explainedBackup(() => collectMasterKeys(file));
  throw new OperatorRefusal(
    'invalid',
    'The master key stands in TITULAR_MASTER_KEY: there is no file to back up.',
  );
}

/** Reaches the embedded database as its superuser: the one that a service runs, or else one started for the backup. */
async function reachSuperuser(
  { dataDirectory, isDataDirectoryGiven }: Config,
  closeAtEnd: AloneContext['closeAtEnd'],
): Promise<string> {
  try {
    const mayLieElsewhere = !isDataDirectoryGiven;
    const embedded = await startEmbeddedDatabase({ dataDirectory, mayLieElsewhere, log: () => undefined });
    closeAtEnd(embedded.stop);
    return embedded.superuserConnectionString;
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    return (await attachEmbeddedDatabase(dataDirectory)).superuserConnectionString;
  }
}

/** Backs the embedded database and the data directory up while the service runs, or while it does not. */
export async function backUp(
  { positionals: [name = ''], switches }: Arguments,
  { readConfig, progress, closeAtEnd }: AloneContext,
): Promise<CommandResult> {
  const config = readConfig();
  requireEmbedded(config, 'back up');
  const { dataDirectory } = config;
  const target = resolve(name);
  const hasMasterKey = switches.has('with-master-key');
  const home = await explainedBackup(() =>
    findHome({ dataDirectory, systemDirectory: defaultSystemDirectory }),
  );
  if (!home) throw new OperatorRefusal('not-found', `The data directory ${dataDirectory} has no database.`);
  const files = await listFiles(config);
  const keysForCopy = hasMasterKey ? await beginKeys(config) : undefined;
  const { bytes, manifestSha256, facts } = await explainedBackup(async () =>
    backUpCluster({
      ...{ home, target, files, hasMasterKey },
      superuserConnectionString: await reachSuperuser(config, closeAtEnd),
      program: programVersion(),
      createdAt: systemClock.now(),
      examine: (address) => withDatabase(address, readFacts),
      textsFor: async ({ masterKeyIds }) =>
        keysForCopy ? { [MASTER_KEY_PART]: await keysForCopy(masterKeyIds) } : {},
      say: progress.say,
    }),
  );
  const keys = facts.masterKeyIds.join(', ');
  return {
    kind: 'record',
    record: {
      backup: target,
      bytes,
      manifestSha256,
      schema: facts.schema,
      masterKeyIds: facts.masterKeyIds,
      auditEntries: facts.audit.entries,
      lastHash: facts.audit.lastHash,
      hasMasterKey,
    },
    note: hasMasterKey
      ? `The backup CONTAINS the master key ${keys}: whoever has it can open everything.`
      : `The backup does not contain the master key ${keys}, and is worthless without it: keep a copy elsewhere.`,
  };
}
