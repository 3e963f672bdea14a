import { proveNativeEngine } from '@titular/face-engine';
import type { Config } from '@titular/server/config/config.ts';
import { readPageFiles, readSdkFiles } from '@titular/server/hosted-files/index.ts';
import { DatabaseUnavailable, explained } from '@titular/server/kernel/database/await-database.ts';
import { connect, type Database } from '@titular/server/kernel/database/connect.ts';
import { findDataLocations } from '@titular/server/start/data-locations.ts';
import { explainedDirectory, planDatabase } from '@titular/server/start/open-database.ts';
import { StartRefused } from '@titular/server/tenants/index.ts';
import type { AloneContext } from '../../frame/command.ts';
import { findDatabase } from '../../frame/open-context.ts';
import type { AskedDatabase, Facts } from './check.ts';

type Opening = Pick<AloneContext, 'progress' | 'closeAtEnd'>;

/** Finds the address of the database and makes none: undefined where the first start is still to come. */
async function findAddress(config: Config, { progress, closeAtEnd }: Opening): Promise<string | undefined> {
  if (config.databaseUrl) return config.databaseUrl;
  const { database } = await findDataLocations(config);
  if (database.kind === 'none') return undefined;
  return explainedDirectory(() => findDatabase(config, progress, closeAtEnd));
}

async function openDatabase(config: Config, opening: Opening): Promise<AskedDatabase & { address?: string }> {
  try {
    const address = await findAddress(config, opening);
    if (address === undefined)
      return { problem: 'There is no database yet: the first start makes it.', isNew: true };
    const database = connect(address, 1, () => undefined);
    opening.closeAtEnd(database.close);
    await explained(address, () => database.pool.query('SELECT 1'));
    return { database, address };
  } catch (error) {
    if (!(error instanceof StartRefused || error instanceof DatabaseUnavailable)) throw error;
    return { problem: error.message, isNew: false };
  }
}

/** Gathers what checks are judged by; a database that cannot be reached is one of the facts. */
export async function openFacts(config: Config, opening: Opening): Promise<Facts> {
  const { address = '', ...asked } = await openDatabase(config, opening);
  return {
    config,
    uid: process.getuid?.(),
    asked,
    readPlan: (database: Database) => planDatabase(address, database, config.environment),
    readBuiltFiles: () => Promise.all([readPageFiles(), readSdkFiles()]),
    proveNativeEngine,
  };
}
