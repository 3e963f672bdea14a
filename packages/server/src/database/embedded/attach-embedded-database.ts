import path from 'node:path';
import { readCredentials } from './credentials.ts';
import { readDatabaseAccount } from './database-account.ts';
import { defaultSystemDirectory, locateHome } from './locate-home.ts';
import { connectionStrings } from './open-instance.ts';
import { findSocketDirectory } from './socket-directory.ts';

/** How to reach, as the service does, the server that another process runs on the data directory. */
export async function attachEmbeddedDatabase(
  dataDirectory: string,
  systemDirectory: string = defaultSystemDirectory,
): Promise<string> {
  const { directory } = await locateHome(path.resolve(dataDirectory), systemDirectory, readDatabaseAccount());
  const credentials = await readCredentials(directory);
  return connectionStrings(await findSocketDirectory(directory), credentials).connectionString;
}
