import { basename, join, resolve } from 'node:path';
import { type Manifest, readManifest, verifyParts } from '@titular/embedded-postgres/backup/manifest.ts';
import {
  requireNoDatabase,
  requireReadable,
  restoreCluster,
} from '@titular/embedded-postgres/backup/restore-cluster.ts';
import { type Operator, OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import {
  compareFacts,
  type DeploymentFacts,
  readFacts,
  withDatabase,
} from '@titular/server/start/deployment-facts.ts';
import { masterKeyFile } from '@titular/server/start/open-database.ts';
import {
  checkDeployment,
  fixedMasterKeys,
  loadMasterKeys,
  type MasterKey,
  parseMasterKeys,
} from '@titular/server/tenants/index.ts';
import type { AloneContext, Arguments, CommandResult } from '../../frame/command.ts';
import { demoFiles, MASTER_KEY_PART } from './back-up-data.ts';
import { explainedBackup, requireEmbedded } from './explain-backup.ts';
import { chooseLedger, isThere, judgeLedger, type LedgerVerdict, placeLedger } from './restore-ledger.ts';

type Backup = { directory: string; manifest: Manifest<DeploymentFacts> };

/** Reads a backup and verifies every part of it. */
export const readBackup = (name: string, say: (text: string) => void): Promise<Backup> =>
  explainedBackup(async () => {
    const directory = resolve(name);
    const manifest = await readManifest<DeploymentFacts>(directory);
    say('Verifying the backup …');
    await verifyParts(directory, manifest);
    return { directory, manifest };
  });

/** The master keys at hand: those of the configuration, or those in the backup, which then go to `place`. */
async function findKeys(
  config: Config,
  { directory, manifest }: Backup,
): Promise<{ keys: MasterKey[]; place?: string }> {
  const file = masterKeyFile(config);
  if (file === undefined) return { keys: parseMasterKeys(config.masterKey ?? '') };
  if (await isThere(file)) return { keys: await loadMasterKeys(file, false) };
  if (!manifest.hasMasterKey) return { keys: [] };
  return { keys: await loadMasterKeys(join(directory, MASTER_KEY_PART), false), place: file };
}

/** Refuses a backup that the keys at hand do not open, or that belongs to the other environment. */
function requireFitting(
  config: Config,
  { environment, masterKeyIds }: DeploymentFacts,
  keys: readonly MasterKey[],
): void {
  if (environment !== config.environment)
    throw new OperatorRefusal(
      'forbidden',
      `The backup belongs to the ${environment} environment; TITULAR_ENV says ${config.environment}.`,
    );
  const missing = masterKeyIds.filter((id) => !keys.some((key) => key.id === id));
  if (missing.length === 0) return;
  const has = keys.length === 0 ? 'none is at hand' : `at hand is ${keys.map(({ id }) => id).join(', ')}`;
  throw new OperatorRefusal(
    'forbidden',
    `The backup needs the master key ${missing.join(', ')}, but ${has}: put it at ${masterKeyFile(config) ?? 'TITULAR_MASTER_KEY'}.`,
  );
}

/** Compares the restored database with what was written down of it, and has the keys open it. */
async function examine(
  config: Config,
  backup: Backup,
  keys: readonly MasterKey[],
  db: Operator['db'],
): Promise<void> {
  const found = await readFacts(db);
  const [first] = [...compareFacts(backup.manifest.facts, found), found.audit.sentence].filter(Boolean);
  if (first !== undefined)
    throw new OperatorRefusal('broken', `The restored database is not the one that was backed up. ${first}`);
  await checkDeployment(db, config.environment, await fixedMasterKeys(...keys));
}

/** Parts of the backup that go to places of their own in the data directory. */
function placesOf(
  config: Config,
  { manifest }: Backup,
  keyPlace: string | undefined,
): Record<string, string> {
  const demo = demoFiles(config).map((file): [string, string] => [basename(file), file]);
  const known = demo.filter(([name]) => manifest.parts.some((part) => part.path === name));
  return { ...Object.fromEntries(known), ...(keyPlace === undefined ? {} : { [MASTER_KEY_PART]: keyPlace }) };
}

/** Makes the embedded database of a backup: verified before, compared after, and there only when all of it is right. */
export async function restore(
  args: Arguments,
  { readConfig, progress }: AloneContext,
): Promise<CommandResult> {
  const config = readConfig();
  requireEmbedded(config, 'restore');
  const [name = ''] = args.positionals;
  const ledger = await chooseLedger(config, args);
  const { dataDirectory, isDataDirectoryGiven } = config;
  await explainedBackup(() => requireNoDatabase(dataDirectory));
  const backup = await readBackup(name, progress.say);
  const { facts, createdAt } = backup.manifest;
  await explainedBackup(async () => requireReadable(backup.manifest));
  const { keys, place } = await findKeys(config, backup);
  requireFitting(config, facts, keys);
  let verdict: LedgerVerdict | undefined;
  const home = await explainedBackup(() =>
    restoreCluster({
      ...{ backup: backup.directory, manifest: backup.manifest, dataDirectory },
      mayLieElsewhere: !isDataDirectoryGiven,
      files: placesOf(config, backup, place),
      examine: (address) =>
        withDatabase(address, async (db) => {
          await examine(config, backup, keys, db);
          verdict = await judgeLedger(db, ledger, new Date(createdAt));
        }),
      // A restore that fails before leaves no ledger in the way of the next one.
      finish: () => placeLedger(ledger),
      say: progress.say,
    }),
  );
  return {
    kind: 'record',
    record: {
      dataDirectory,
      database: home,
      backedUpAt: createdAt,
      schema: facts.schema,
      masterKeyIds: facts.masterKeyIds,
      auditEntries: facts.audit.entries,
      lastHash: facts.audit.lastHash,
      erasuresToRepeat: verdict?.toRepeat,
      rows: Object.values(facts.rows).reduce((sum, count) => sum + count, 0),
    },
    ...(verdict ? { note: verdict.note } : {}),
  };
}
