import { readFileSync } from 'node:fs';
import { DataDirectoryUnusable } from '../home/data-directory-unusable.ts';

/** The numeric user and group that own the cluster and run PostgreSQL. */
export type DatabaseAccount = { uid: number; gid: number };

const FALLBACK_ID = 65534;

/** Our own user; when we are root, because PostgreSQL refuses to run as root, the user `titular` where there is one, and `nobody` else. */
export function readDatabaseAccount(): DatabaseAccount {
  const uid = readOwnUid();
  return uid === 0 ? parseDatabaseAccount(readPasswd()) : { uid, gid: process.getgid?.() ?? uid };
}

/** The user this process runs as; throws on platforms that know no numeric users. */
export function readOwnUid(): number {
  if (process.getuid === undefined)
    throw new DataDirectoryUnusable('the embedded database needs a POSIX system; set DATABASE_URL');
  return process.getuid();
}

/** The `spawn` options that make a child run as the account, after dropping every supplementary group. */
export const runAs = (account: DatabaseAccount): { uid?: number; gid?: number } =>
  account.uid === readOwnUid() ? {} : { uid: account.uid, gid: account.gid };

const idsOf = (name: string, passwd: string): (number | undefined)[] =>
  new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, 'm').exec(passwd)?.slice(1).map(Number) ?? [];

/** The ids of `nobody` in the text of a passwd file; 65534 when it is not listed, never root. */
export function parseNobody(passwd: string): DatabaseAccount {
  const [uid, gid] = idsOf('nobody', passwd);
  return { uid: uid || FALLBACK_ID, gid: gid || FALLBACK_ID };
}

/** The account for root in the text of a passwd file: `titular`, which no other program runs as, or else `nobody`; never root. */
export function parseDatabaseAccount(passwd: string): DatabaseAccount {
  const [uid, gid] = idsOf('titular', passwd);
  return uid && gid ? { uid, gid } : parseNobody(passwd);
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
