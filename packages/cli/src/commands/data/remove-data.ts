import { rm, stat } from 'node:fs/promises';
import { instanceIdFile } from '@titular/embedded-postgres/home/home-owner.ts';
import {
  defaultSystemDirectory,
  findHome,
  findLostHome,
} from '@titular/embedded-postgres/home/locate-home.ts';
import {
  listOutsideHomes,
  type OutsideHome,
  removeHome,
  sumBytes,
} from '@titular/embedded-postgres/home/remove-home.ts';
import { OperatorRefusal } from '@titular/server/audit/index.ts';
import type { Config } from '@titular/server/config/config.ts';
import { explainedDirectory, masterKeyFile } from '@titular/server/start/open-database.ts';
import { ledgerFile } from '@titular/server/start/open-ledger.ts';
import type { AloneContext, Arguments, CommandResult } from '../../frame/command.ts';
import { demoFiles } from './back-up-data.ts';
import { requireEmbedded } from './explain-backup.ts';

/** Why a database is not removed without a further word. */
function whyKept({ id, dataDirectory, state }: OutsideHome): string {
  if (state !== 'unknown') return `The database ${id} belongs to ${dataDirectory} (${state})`;
  return dataDirectory === undefined
    ? `The data directory of the database ${id} is unknown`
    : `The database ${id} belongs to ${dataDirectory}, which cannot be read and may be on an unmounted volume`;
}

async function removeOther(id: string, { switches }: Arguments): Promise<CommandResult> {
  const homes = await explainedDirectory(() => listOutsideHomes(defaultSystemDirectory));
  const home = homes.find((one) => one.id === id);
  if (!home)
    throw new OperatorRefusal('not-found', `There is no database ${id} in ${defaultSystemDirectory}.`);
  if (home.state !== 'left behind' && !switches.has('force')) {
    throw new OperatorRefusal(
      'forbidden',
      `${whyKept(home)}; --force removes it with all its data once nothing runs on it.`,
    );
  }
  await explainedDirectory(() => removeHome(home));
  return { kind: 'record', record: { removed: home.id, directory: home.directory, bytes: home.bytes } };
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function keepThere(files: readonly (string | undefined)[]): Promise<string[]> {
  const there: string[] = [];
  for (const file of files) if (file !== undefined && (await isThere(file))) there.push(file);
  return there;
}

/** Asks on the terminal, unless the command line has answered already. */
async function requireYes(
  question: string,
  switches: ReadonlySet<string>,
  ask: AloneContext['ask'],
): Promise<void> {
  if (switches.has('yes')) return;
  const answer = await ask(`${question} Type "yes" to go on: `);
  if (answer === undefined)
    throw new OperatorRefusal('forbidden', `${question} --yes says so where there is no terminal to ask on.`);
  if (answer.trim() !== 'yes') throw new OperatorRefusal('forbidden', 'Nothing was removed.');
}

/** Removes the database of the data directory; the master key and the ledger stay, because backups need them. */
async function removeOwn(
  config: Config,
  { switches }: Arguments,
  { ask }: AloneContext,
): Promise<CommandResult> {
  requireEmbedded(config, 'remove');
  const { dataDirectory } = config;
  const directories = { dataDirectory, systemDirectory: defaultSystemDirectory };
  // A removal that was interrupted has taken the database, and not yet what points to it.
  const lost = await explainedDirectory(() => findLostHome(directories));
  const home = lost === undefined ? await explainedDirectory(() => findHome(directories)) : undefined;
  const directory = home?.directory ?? lost;
  if (directory === undefined)
    throw new OperatorRefusal('not-found', `The data directory ${dataDirectory} has no database.`);
  const beside = await keepThere([...demoFiles(config), instanceIdFile(dataDirectory)]);
  const kept = await keepThere([masterKeyFile(config), ledgerFile(config)]);
  const bytes = home ? await sumBytes(directory) : 0;
  const named = [`${directory} (${Math.round(bytes / 1_000_000)} MB)`, ...beside].join(', ');
  await requireYes(`This removes the database with all its data: ${named}.`, switches, ask);
  if (home) await explainedDirectory(() => removeHome({ id: dataDirectory, directory }));
  for (const file of beside) await rm(file, { force: true });
  return {
    kind: 'record',
    record: { removed: [directory, ...beside], bytes, kept },
    ...(kept.length > 0
      ? { note: 'Backups need what was kept: remove it yourself once there are none.' }
      : {}),
  };
}

/** Removes the database of this data directory, or by its id one that a deleted directory left behind. */
export const remove = (args: Arguments, context: AloneContext): Promise<CommandResult> => {
  const [id] = args.positionals;
  return id === undefined ? removeOwn(context.readConfig(), args, context) : removeOther(id, args);
};
