import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { findClusterAccount } from '@titular/embedded-postgres/cluster/cluster-account.ts';
import { readDatabaseAccount } from '@titular/embedded-postgres/cluster/database-account.ts';
import { defaultSystemDirectory, findHome } from '@titular/embedded-postgres/home/locate-home.ts';
import { findPostmaster } from '@titular/embedded-postgres/process/take-over-postmaster.ts';
import type { Config } from '../config/config.ts';
import { describeDatabase } from '../kernel/database/database-problem.ts';
import { explainedDirectory, masterKeyFile } from './open-database.ts';

/** Where a database is: at an address, or embedded in a directory, with the user that it runs as and its process while it runs. */
type DatabaseLocation =
  | { kind: 'configured'; address: string }
  | { kind: 'embedded'; directory: string; isElsewhere: boolean; uid: number; processId: number | undefined }
  | { kind: 'none' };

/** Where everything of a deployment is; `masterKeys` is undefined where they stand in the environment. */
type DataLocations = {
  dataDirectory: string;
  database: DatabaseLocation;
  masterKeys: string | undefined;
};

async function findEmbedded(dataDirectory: string): Promise<DatabaseLocation> {
  const home = await findHome({ dataDirectory, systemDirectory: defaultSystemDirectory });
  if (!home) return { kind: 'none' };
  const cluster = join(home.directory, 'cluster');
  const { uid } = await findClusterAccount(cluster, readDatabaseAccount());
  return {
    kind: 'embedded',
    directory: home.directory,
    isElsewhere: !home.directory.startsWith(`${await realpath(dataDirectory)}/`),
    uid,
    processId: findPostmaster(cluster),
  };
}

/** Finds the places that a configuration leads to; nothing is made or started. */
export async function findDataLocations(config: Config): Promise<DataLocations> {
  const { dataDirectory, databaseUrl } = config;
  const database: DatabaseLocation = databaseUrl
    ? { kind: 'configured', address: describeDatabase(databaseUrl) }
    : await explainedDirectory(() => findEmbedded(dataDirectory));
  return { dataDirectory, database, masterKeys: masterKeyFile(config) };
}

/** The place of a database in words. */
export function describeLocation(place: DatabaseLocation): string {
  if (place.kind === 'none') return 'not created yet';
  if (place.kind === 'configured') return place.address;
  const why = place.isElsewhere
    ? ` (outside the data directory, which is closed to user ${place.uid}, the user that runs PostgreSQL; back up both)`
    : '';
  return `${place.directory}${why}`;
}
