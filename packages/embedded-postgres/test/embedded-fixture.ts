import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { onTestFinished } from 'vitest';

/** Whether the tests run as root, where PostgreSQL runs as another user. */
export const asRoot = process.getuid?.() === 0;

/** Where one test keeps its data; removed when it ends. */
export type Place = { root: string; dataDirectory: string; systemDirectory: string };

/** A fresh directory that any user may pass through. */
export async function makePlace(): Promise<Place> {
  const root = await mkdtemp(path.join(tmpdir(), 'titular-embedded-'));
  await chmod(root, 0o711);
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  return { root, dataDirectory: path.join(root, 'data'), systemDirectory: path.join(root, 'system') };
}

/** The options for a server that need not survive a crash of the machine. */
export const optionsAt = (place: Place) => ({
  dataDirectory: place.dataDirectory,
  systemDirectory: place.systemDirectory,
  durable: false,
  log: () => undefined,
});

/** Runs one statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  connectionString: string,
  sql: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  // A server killed in mid-query rejects the query as well.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The directory with the cluster, wherever the data directory leads to. */
export async function findHome(place: Place): Promise<string> {
  const id = await readFile(path.join(place.dataDirectory, 'instance-id'), 'utf8').catch(() => undefined);
  return id === undefined
    ? path.join(place.dataDirectory, 'database')
    : path.join(place.systemDirectory, id.trim());
}

/** The process id of the running server. */
export async function readPostmasterPid(place: Place): Promise<number> {
  const text = await readFile(path.join(await findHome(place), 'cluster', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n', 1)[0]);
}

/** What the child said in its one line. */
export type ChildWord =
  | { kind: 'started'; connectionString: string; uid: number }
  | { kind: 'refused'; message: string };

const START_MODULE = fileURLToPath(
  import.meta.resolve('@titular/embedded-postgres/process/start-embedded-database.ts'),
);

/** Starts the database in a process of its own; it ends with the test at the latest. */
export async function startInChild(
  place: Place,
  modulePath = START_MODULE,
  ids: readonly number[] = [],
): Promise<{ child: ChildProcess; word: ChildWord; end(): Promise<void> }> {
  const script = fileURLToPath(new URL('./embedded-child.ts', import.meta.url));
  const args = [script, modulePath, place.dataDirectory, place.systemDirectory, ...ids.map(String)];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], cwd: '/' });
  const exited = once(child, 'exit');
  const end = async (): Promise<void> => {
    child.stdin?.end();
    await exited;
  };
  onTestFinished(end);
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, word: JSON.parse(line) as ChildWord, end };
  }
  throw new Error('the child ended without a word');
}
