import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirectoryUnusable } from './data-directory-unusable.ts';

/** Another process runs the database of this data directory. */
export class DataDirectoryInUse extends DataDirectoryUnusable {
  override readonly name = 'DataDirectoryInUse';
}

/** Held until released or until the process dies, however it dies. */
export type HomeLock = { release(): void };

/** The files of a lock, which are no part of what it guards. */
export const LOCK_FILES: readonly string[] = ['lock', 'lock-holder'];

const SQLITE_BUSY = 5;

/** Two that ask at the same instant stand in each other's way for a moment, and without another try both would be refused. */
const PATIENCE_MS = 500;

// A lock whose handle were collected as garbage would be open to others.
const held = new Set<DatabaseSync>();

/**
 * Takes the home for this process alone; throws one sentence with the data directory and the holder's process id when it is taken.
 * Node has no flock: an exclusive SQLite transaction is a kernel lock on the file, so the lock of a dead process is simply gone.
 */
export function lockHome(home: string, dataDirectory: string): HomeLock {
  const file = path.join(home, 'lock');
  const holderFile = path.join(home, 'lock-holder');
  makeLockFile(file);
  const database = new DatabaseSync(file, { timeout: PATIENCE_MS });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (cause) {
    database.close();
    if ((cause as { errcode?: number }).errcode !== SQLITE_BUSY) throw cause;
    throw new DataDirectoryInUse(
      `the data directory ${dataDirectory} is in use by ${describeHolder(holderFile)}`,
      { cause },
    );
  }
  held.add(database);
  writeFileSync(holderFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release: () => {
      rmSync(holderFile, { force: true });
      database.close();
      held.delete(database);
    },
  };
}

// The file itself is never opened here: closing any handle on it would drop the locks this process holds on it (POSIX fcntl).
function makeLockFile(file: string): void {
  if (existsSync(file)) return;
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, '', { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function describeHolder(holderFile: string): string {
  try {
    return `process ${readFileSync(holderFile, 'utf8').trim()}`;
  } catch {
    return 'another process';
  }
}
