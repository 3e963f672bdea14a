import { readFileSync } from 'node:fs';

/** The numeric user and group that own the cluster and run PostgreSQL. */
export type DatabaseAccount = { uid: number; gid: number };

const FALLBACK_ID = 65534;

/** Our own user, or `nobody` when we are root, because PostgreSQL refuses to run as root. */
export function readDatabaseAccount(): DatabaseAccount {
  const uid = readOwnUid();
  return uid === 0 ? parseNobody(readPasswd()) : { uid, gid: process.getgid?.() ?? uid };
}

/** The user this process runs as; throws on platforms that know no numeric users. */
export function readOwnUid(): number {
  if (process.getuid === undefined)
    throw new Error('the embedded database needs a POSIX system; set DATABASE_URL');
  return process.getuid();
}

/** The `spawn` options that make a child run as the account, after dropping every supplementary group. */
export const runAs = (account: DatabaseAccount): { uid?: number; gid?: number } =>
  account.uid === readOwnUid() ? {} : { uid: account.uid, gid: account.gid };

/** The ids of `nobody` in the text of a passwd file; 65534 when it is not listed, never root. */
export function parseNobody(passwd: string): DatabaseAccount {
  const [uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(passwd)?.slice(1).map(Number) ?? [];
  return { uid: uid || FALLBACK_ID, gid: gid || FALLBACK_ID };
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
}
