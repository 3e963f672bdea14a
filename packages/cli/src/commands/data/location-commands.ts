import { realpath } from 'node:fs/promises';
import { lockHome } from '@titular/embedded-postgres/home/home-lock.ts';
import {
  findHomeOwner,
  findInstanceId,
  isHomeClaimed,
  writeHomeOwner,
} from '@titular/embedded-postgres/home/home-owner.ts';
import { defaultSystemDirectory } from '@titular/embedded-postgres/home/locate-home.ts';
import { listOutsideHomes, type OutsideHome } from '@titular/embedded-postgres/home/remove-home.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import { curlFile, demoFile, readDemo } from '@titular/server/config/demo-file.ts';
import { describeLocation, findDataLocations } from '@titular/server/start/data-locations.ts';
import { explainedDirectory } from '@titular/server/start/open-database.ts';
import { ledgerFile } from '@titular/server/start/open-ledger.ts';
import type { AloneContext, Arguments, Command, CommandResult } from '../../frame/command.ts';

async function where(_args: Arguments, { readConfig }: AloneContext): Promise<CommandResult> {
  const config = readConfig();
  const { dataDirectory, database, masterKeys } = await findDataLocations(config);
  return {
    kind: 'record',
    record: {
      dataDirectory,
      database: describeLocation(database),
      databaseDirectory: database.kind === 'embedded' ? database.directory : undefined,
      runsAsUser: database.kind === 'embedded' ? database.uid : undefined,
      process: database.kind === 'embedded' ? database.processId : undefined,
      masterKeys: masterKeys ?? 'TITULAR_MASTER_KEY',
      erasureLedger: ledgerFile(config) ?? 'off',
    },
  };
}

const showHome = ({ id, dataDirectory, state, bytes, changedAt }: OutsideHome) => ({
  id,
  dataDirectory,
  state,
  megabytes: Math.round(bytes / 1_000_000),
  changedAt,
});

async function list(): Promise<CommandResult> {
  const homes = await explainedDirectory(() => listOutsideHomes(defaultSystemDirectory));
  return {
    kind: 'rows',
    columns: ['id', 'dataDirectory', 'state', 'megabytes', 'changedAt'],
    rows: homes.map(showHome),
  };
}

async function adopt(_args: Arguments, { readConfig }: AloneContext): Promise<CommandResult> {
  const data = await realpath(readConfig().dataDirectory).catch(() => undefined);
  const id = data && (await explainedDirectory(() => findInstanceId(data)));
  const homes = await explainedDirectory(() => listOutsideHomes(defaultSystemDirectory));
  const home = homes.find((one) => one.id === id);
  if (!data || !home)
    throw new OperatorRefusal('not-found', 'The data directory has no database outside it.');
  const owner = await findHomeOwner(home.directory);
  if (owner && owner.dataDirectory !== data && (await isHomeClaimed(home.directory)))
    throw new OperatorRefusal(
      'forbidden',
      `The original at ${owner.dataDirectory} still exists; first remove it, or its instance-id.`,
    );
  await explainedDirectory(async () => {
    const lock = lockHome(home.directory, data);
    try {
      await writeHomeOwner(home.directory, data);
    } finally {
      lock.release();
    }
  });
  return { kind: 'record', record: { dataDirectory: data, database: home.directory } };
}

/** Written for a shell: in single quotes, in which nothing has a meaning but their end. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

async function printExports(_args: Arguments, { readConfig }: AloneContext): Promise<CommandResult> {
  const config = readConfig();
  const demo = await readDemo(demoFile(config));
  if (!demo)
    throw new OperatorRefusal(
      'not-found',
      `There is no ${demoFile(config)}: start the service in test first.`,
    );
  const values = {
    TITULAR_DATA_DIR: config.dataDirectory,
    CREDENTIALS: demoFile(config),
    CURL_CREDENTIALS: curlFile(config),
    BASE: demo.issuer,
    TENANT: demo.tenantId,
    COMPANY: demo.companyId,
  };
  const lines = Object.entries(values).map(([name, value]) => `export ${name}=${quoted(value)}`);
  return { kind: 'report', text: lines.join('\n'), record: values };
}

/** Where the data of a deployment are, and what deleted ones left behind. */
export const locationCommands: readonly Command[] = [
  {
    name: 'data where',
    summary: 'Show the location of database, data directory, master keys and erasure ledger.',
    examples: ['titular data where', 'titular data where --json'],
    runAlone: where,
  },
  {
    name: 'data list',
    summary:
      'List embedded databases stored outside their data directories, and whether those directories still exist.',
    examples: ['titular data list'],
    runAlone: list,
  },
  {
    name: 'data adopt',
    summary: 'Make a copied data directory the owner of its database, once the original is gone.',
    examples: ['titular data adopt'],
    runAlone: adopt,
  },
  {
    name: 'env',
    summary:
      "Print the demo's address, ids, data directory and credential files as shell variables, as used by the guides.",
    examples: ['titular env'],
    runAlone: printExports,
  },
];
