import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { socketPort } from './socket-directory.ts';
import { exists } from './trusted-directory.ts';

/** The service signs in as the owner of its database alone; the superuser creates roles and databases, nothing else. */
export const roles = { superuser: 'postgres', service: 'titular' } as const;

/** The name of the service's database. */
export const serviceDatabase = 'titular';

/** One random password per role, 256 bits each in base64url. */
export type Credentials = { superuser: string; service: string };

/** The home's passwords, made at the first start and kept in a file that only we can read. */
export async function readCredentials(home: string): Promise<Credentials> {
  const file = path.join(home, 'passwords.json');
  if (!(await exists(file))) {
    const fresh: Credentials = { superuser: newPassword(), service: newPassword() };
    await writeFile(`${file}.new`, JSON.stringify(fresh), { mode: 0o600, flush: true });
    await rename(`${file}.new`, file);
  }
  return JSON.parse(await readFile(file, 'utf8')) as Credentials;
}

const newPassword = (): string => randomBytes(32).toString('base64url');

/** A connection string for `pg` and libpq over the socket; it fixes what PGPORT and PGSSLMODE could change. */
export const toConnectionString = (
  socketDirectory: string,
  login: { user: string; password: string; database: string },
): string =>
  `postgresql://${login.user}:${login.password}@/${login.database}` +
  `?host=${encodeURIComponent(socketDirectory)}&port=${socketPort}&sslmode=disable`;
