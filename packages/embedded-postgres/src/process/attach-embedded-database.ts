import path from 'node:path';
import { readCredentials } from '../home/credentials.ts';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';
import { defaultSystemDirectory, findHome } from '../home/locate-home.ts';
import { findSocketDirectory } from '../home/socket-directory.ts';
import { connectionStrings } from './open-instance.ts';

/** How to reach, as the service does and as the superuser, the server that another process runs on the data directory. */
export async function attachEmbeddedDatabase(
  dataDirectory: string,
  systemDirectory: string = defaultSystemDirectory,
): Promise<ReturnType<typeof connectionStrings>> {
  const home = await findHome({ dataDirectory: path.resolve(dataDirectory), systemDirectory });
  if (!home) throw new DataDirectoryUnusable(`there is no database in the data directory ${dataDirectory}`);
  const credentials = await readCredentials(home.directory);
  return connectionStrings(await findSocketDirectory(home.directory), credentials);
}
