import {
  chmod,
  glob,
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { parseNobody } from '@titular/embedded-postgres/cluster/database-account.ts';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { expect, test } from 'vitest';
import { asRoot, findHome, makePlace, optionsAt, query, readPostmasterPid } from './embedded-fixture.ts';

test('a first start serves a UTF-8 database with checksums to an owner who is no superuser', async () => {
  const database = await startEmbeddedDatabase(optionsAt(await makePlace()));
  try {
    const [row] = await query(
      database.connectionString,
      `SELECT current_user AS "user", current_database() AS database, current_setting('server_encoding') AS encoding,
              current_setting('data_checksums') AS checksums, current_setting('is_superuser') AS superuser,
              (SELECT datlocale FROM pg_database WHERE datname = current_database()) AS locale`,
    );
    expect(row).toEqual({
      user: 'titular',
      database: 'titular',
      encoding: 'UTF8',
      checksums: 'on',
      superuser: 'off',
      locale: 'C.UTF-8',
    });
  } finally {
    await database.stop();
  }
});

test('a durable server waits for the disk at every commit', async () => {
  const database = await startEmbeddedDatabase({ ...optionsAt(await makePlace()), durable: true });
  try {
    const rows = await query(
      database.connectionString,
      `SELECT name, setting FROM pg_settings WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name`,
    );
    expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on']);
  } finally {
    await database.stop();
  }
});

test('a second start finds the data of the first', async () => {
  const place = await makePlace();
  const first = await startEmbeddedDatabase(optionsAt(place));
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  expect(await first.exited).toEqual({ code: 0, signal: null });
  const second = await startEmbeddedDatabase(optionsAt(place));
  try {
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  } finally {
    await second.stop();
  }
});

test('a data directory closed to other users works, and is found again (R99)', async () => {
  const place = await makePlace();
  await mkdir(place.dataDirectory, { mode: 0o700 });
  const first = await startEmbeddedDatabase(optionsAt(place));
  await query(first.connectionString, 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  await chmod(place.dataDirectory, asRoot ? 0o711 : 0o700);
  const second = await startEmbeddedDatabase(optionsAt(place));
  try {
    expect(await query(second.connectionString, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await findHome(place)).toContain(asRoot ? place.systemDirectory : place.dataDirectory);
  } finally {
    await second.stop();
  }
});

test('a path too long for a socket address, with blanks and commas, works, and its socket directory goes', async () => {
  const place = await makePlace();
  const dataDirectory = path.join(place.root, `${'long'.repeat(40)}, and é`);
  const database = await startEmbeddedDatabase({ ...optionsAt(place), dataDirectory });
  const socketDirectory = new URLSearchParams(database.connectionString.split('?')[1]).get('host') ?? '';
  try {
    expect((await stat(socketDirectory)).mode & 0o777).toBe(0o700);
    expect(await query(database.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await database.stop();
  }
  await expect(lstat(socketDirectory)).rejects.toThrow('ENOENT');
});

test('no file with data or secrets is open to others, and the server never runs as root (R99)', async () => {
  const place = await makePlace();
  const database = await startEmbeddedDatabase(optionsAt(place));
  try {
    const home = await findHome(place);
    const open: string[] = [];
    for await (const name of glob('**', { cwd: home, exclude: ['postgres-*'] })) {
      const { mode } = await lstat(path.join(home, name));
      if (name !== '.' && name !== '' && (mode & 0o077) !== 0) open.push(name);
    }
    expect(open).toEqual([]);
    expect((await stat(place.dataDirectory)).mode & 0o777).toBe(asRoot ? 0o711 : 0o700);
    const postmaster = await stat(`/proc/${await readPostmasterPid(place)}`);
    expect(postmaster.uid).toBe((await stat(path.join(home, 'cluster'))).uid);
    expect(postmaster.uid).not.toBe(0);
  } finally {
    await database.stop();
  }
});

test('the server listens on its Unix socket and on no TCP port', async () => {
  const place = await makePlace();
  const database = await startEmbeddedDatabase(optionsAt(place));
  try {
    const pid = await readPostmasterPid(place);
    const inodes = await listSocketInodes(pid);
    const tcp = `${await readFile(`/proc/${pid}/net/tcp`, 'utf8')}${await readFile(`/proc/${pid}/net/tcp6`, 'utf8')}`;
    const tcpInodes = tcp.split('\n').map((line) => line.trim().split(/\s+/)[9]);
    expect(inodes.length).toBeGreaterThan(0);
    expect(inodes.filter((inode) => tcpInodes.includes(inode))).toEqual([]);
  } finally {
    await database.stop();
  }
});

test('a wrong password is refused, also on the socket', async () => {
  const database = await startEmbeddedDatabase(optionsAt(await makePlace()));
  try {
    const wrong = database.connectionString.replace(/:[^:@/]+@/, ':wrong@');
    await expect(query(wrong, 'SELECT 1')).rejects.toThrow('password authentication failed');
  } finally {
    await database.stop();
  }
});

test('binaries that another user could alter are refused, and damaged ones are replaced', async () => {
  const place = await makePlace();
  await (await startEmbeddedDatabase(optionsAt(place))).stop();
  const home = await findHome(place);
  const stage = (await readdir(home)).find((name) => name.startsWith('postgres-')) ?? '';
  await chmod(path.join(home, stage, 'bin'), 0o777);
  await expect(startEmbeddedDatabase(optionsAt(place))).rejects.toThrow(
    'users other than its owner may write to it',
  );
  await chmod(path.join(home, stage, 'bin'), 0o755);
  await rm(path.join(home, stage, 'bin', 'postgres'));
  await writeFile(path.join(home, stage, 'bin', 'initdb'), '');
  await chmod(path.join(home, stage, 'share', 'postgresql', 'postgres.bki'), 0o000);
  await (await startEmbeddedDatabase(optionsAt(place))).stop();
  expect((await stat(path.join(home, stage, 'bin', 'initdb'))).size).toBeGreaterThan(0);
});

test('a home that others can write to is refused', async () => {
  const place = await makePlace();
  await mkdir(path.join(place.dataDirectory, 'database'), { recursive: true });
  await chmod(place.dataDirectory, 0o711);
  await chmod(path.join(place.dataDirectory, 'database'), 0o777);
  await expect(startEmbeddedDatabase(optionsAt(place))).rejects.toThrow(
    `refusing to use ${place.dataDirectory}`,
  );
});

test('a server that cannot start says why, and leaves the directory free', async () => {
  const place = await makePlace();
  const broken = { ...optionsAt(place), extraSettings: { shared_buffers: 'plenty' } };
  await expect(startEmbeddedDatabase(broken)).rejects.toThrow(/did not start.*[\s\S]*shared_buffers.*plenty/);
  await (await startEmbeddedDatabase(optionsAt(place))).stop();
});

test('the account for root is nobody, by its numbers on this machine, and never root', () => {
  expect(parseNobody('root:x:0:0::/:/bin/sh\nnobody:x:99:98:n:/:/bin/false\n')).toEqual({ uid: 99, gid: 98 });
  expect(parseNobody('nobody:x:0:0:n:/:/bin/false\n')).toEqual({ uid: 65534, gid: 65534 });
  expect(parseNobody('')).toEqual({ uid: 65534, gid: 65534 });
});

async function listSocketInodes(pid: number): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`)));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/.exec(target)?.[1] ?? []);
}
