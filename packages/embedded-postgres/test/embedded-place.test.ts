import { execFile } from 'node:child_process';
import { chmod, cp, link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  parseDatabaseAccount,
  readDatabaseAccount,
} from '@titular/embedded-postgres/cluster/database-account.ts';
import { explainDataDirectory } from '@titular/embedded-postgres/home/data-directory-unusable.ts';
import { isOwner, writeHomeOwner } from '@titular/embedded-postgres/home/home-owner.ts';
import { findHome as findHomeOf, locateHome } from '@titular/embedded-postgres/home/locate-home.ts';
import { type HomeState, listOutsideHomes, removeHome } from '@titular/embedded-postgres/home/remove-home.ts';
import { startEmbeddedDatabase } from '@titular/embedded-postgres/process/start-embedded-database.ts';
import { describe, expect, test } from 'vitest';
import { asRoot, findHome, makePlace, optionsAt, type Place, query } from './embedded-fixture.ts';

/** A data directory that is closed to the database's account, with its home outside; no server is needed for it. */
async function makeClosed(): Promise<Place & { home: string }> {
  const place = await makePlace();
  await mkdir(place.dataDirectory, { mode: 0o700 });
  return { ...place, home: await locate(place) };
}

const locate = async (place: Place, dataDirectory = place.dataDirectory): Promise<string> => {
  const account = readDatabaseAccount();
  const question = { dataDirectory, systemDirectory: place.systemDirectory, account, mayLieElsewhere: true };
  return (await locateHome(question)).directory;
};

const HERE = '@titular/embedded-postgres';
const LOCATE = `
  import { readDatabaseAccount } from '${import.meta.resolve(`${HERE}/cluster/database-account.ts`)}';
  import { locateHome } from '${import.meta.resolve(`${HERE}/home/locate-home.ts`)}';
  const [, dataDirectory, systemDirectory] = process.argv;
  const question = { dataDirectory, systemDirectory, account: readDatabaseAccount(), mayLieElsewhere: true };
  await locateHome(question).then(() => console.log('located'), (error) => console.log(error.message));`;
const READ_ONLY =
  'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && exec "$2" --input-type=module -e "$3" "$4" "$1"';

/** Locates a home in a process for which the system directory is mounted read-only; gives what it said. */
async function locateReadOnly({ dataDirectory, systemDirectory }: Place): Promise<string> {
  const words = ['--mount', 'sh', '-c', READ_ONLY, 'sh', systemDirectory, process.execPath, LOCATE];
  return (await promisify(execFile)('unshare', [...words, dataDirectory])).stdout;
}

const record = { dataDirectory: '/data', inode: '7' };

test.each([
  ['the directory itself', { dataDirectory: '/data', inode: '7', links: 1 }, true],
  ['one that was moved', { dataDirectory: '/moved', inode: '7', links: 1 }, true],
  ['a copy', { dataDirectory: '/copy', inode: '8', links: 1 }, false],
  ['a copy in its place', { dataDirectory: '/data', inode: '8', links: 1 }, false],
  ['a copy made of hard links', { dataDirectory: '/copy', inode: '7', links: 2 }, false],
  ['the directory while such a copy is there', { dataDirectory: '/data', inode: '7', links: 2 }, true],
])('%s is the owner of a home: %j %s (D1)', (_name, identity, expected) => {
  expect(isOwner(record, identity)).toBe(expected);
});

describe.runIf(asRoot)('a data directory whose database lies outside of it (D1, C14)', () => {
  const copies: [string, (from: string, to: string) => Promise<unknown>][] = [
    ['a copy', (from, to) => cp(from, to, { recursive: true })],
    [
      'a copy that keeps times and modes',
      (from, to) => cp(from, to, { recursive: true, preserveTimestamps: true }),
    ],
    [
      'a copy made of hard links',
      async (from, to) => {
        await mkdir(to, { mode: 0o700 });
        await link(path.join(from, 'instance-id'), path.join(to, 'instance-id'));
      },
    ],
  ];
  test.each(copies)('%s is refused with words, and the original goes on', async (_name, copy) => {
    const place = await makeClosed();
    const backup = path.join(place.root, 'backup');
    await copy(place.dataDirectory, backup);
    const message = `${backup} is a copy, and the database in ${place.home} belongs to the original at ${place.dataDirectory}`;
    await expect(locate(place, backup)).rejects.toThrow(message);
    await expect(startEmbeddedDatabase({ ...optionsAt(place), dataDirectory: backup })).rejects.toThrow(
      message,
    );
    expect(await locate(place)).toBe(place.home);
  });

  test('one that is moved keeps its database, and a copy in its old place gets none of it', async () => {
    const place = await makeClosed();
    const moved = path.join(place.root, 'moved');
    await rename(place.dataDirectory, moved);
    expect(await locate(place, moved)).toBe(place.home);
    await cp(moved, place.dataDirectory, { recursive: true });
    await expect(locate(place)).rejects.toThrow('is a copy');
    await rm(path.join(place.dataDirectory, 'instance-id'));
    await chmod(place.dataDirectory, 0o700);
    expect(await locate(place)).not.toBe(place.home);
  });

  test('that is read-only is told as the directory outside, and no other data directory is offered', async () => {
    const place = await makeClosed();
    const { systemDirectory, dataDirectory } = place;
    const told = new RegExp(
      `^the directory ${place.home}, for the database of ${dataDirectory}, cannot be used: its file system is read-only ` +
        '\\(EROFS: .*\\); mount it so that it can be written\n$',
    );
    expect(await locateReadOnly(place)).toMatch(told);
    await rm(place.home, { recursive: true });
    await rm(path.join(dataDirectory, 'instance-id'));
    expect(await locateReadOnly(place)).toContain(`the directory ${systemDirectory}, for the database of `);
    expect(await locateReadOnly(place)).toContain('its file system is read-only (EROFS: ');
    const inside = explainDataDirectory(
      Object.assign(new Error('EROFS'), { code: 'EROFS', path: path.join(dataDirectory, 'instance-id') }),
      { dataDirectory, systemDirectory: path.dirname(dataDirectory) },
    );
    expect(String(inside)).toMatch(/the data directory .* or name another directory with TITULAR_DATA_DIR$/);
  });

  test('one that was moved is found by who only looks, who writes nothing', async () => {
    const place = await makeClosed();
    const moved = path.join(place.root, 'moved');
    await rename(place.dataDirectory, moved);
    const record = path.join(place.home, 'data-directory.json');
    const before = await readFile(record, 'utf8');
    expect((await findHomeOf({ ...place, dataDirectory: moved }))?.directory).toBe(place.home);
    expect(await readFile(record, 'utf8')).toBe(before);
    await rm(record);
    expect((await findHomeOf({ ...place, dataDirectory: moved }))?.directory).toBe(place.home);
    expect(await readdir(place.home)).not.toContain('data-directory.json');
    const copy = path.join(place.root, 'copy');
    expect(await locate(place, moved)).toBe(place.home);
    await cp(moved, copy, { recursive: true });
    await expect(findHomeOf({ ...place, dataDirectory: copy })).rejects.toThrow('is a copy');
  });

  test('one that was put back from a copy is refused, until it is made the owner', async () => {
    const place = await makeClosed();
    const backup = path.join(place.root, 'backup');
    await cp(place.dataDirectory, backup, { recursive: true });
    await rm(place.dataDirectory, { recursive: true });
    await rename(backup, place.dataDirectory);
    await expect(locate(place)).rejects.toThrow('titular data adopt');
    await writeHomeOwner(place.home, place.dataDirectory);
    expect(await locate(place)).toBe(place.home);
  });

  test('is listed with what became of it, and removed for good', async () => {
    const place = await makeClosed();
    const states = async () => (await listOutsideHomes(place.systemDirectory)).map(({ state }) => state);
    expect(await states()).toEqual(['in place']);
    const database = await startEmbeddedDatabase(optionsAt(place));
    const [running] = await listOutsideHomes(place.systemDirectory);
    expect(running).toMatchObject({ state: 'running', dataDirectory: place.dataDirectory });
    expect(running?.bytes).toBeGreaterThan(1_000_000);
    if (!running) throw new Error('the home is listed');
    await expect(removeHome(running)).rejects.toThrow('is in use by process');
    await database.stop();
    await rm(place.dataDirectory, { recursive: true });
    expect(await states()).toEqual(['left behind']);
    await removeHome(running);
    expect((await readdir(place.systemDirectory)).filter((name) => name === running.id)).toEqual([]);
  });

  const stateOf = async (place: Place) =>
    (await listOutsideHomes(place.systemDirectory)).map(({ state }) => state)[0];

  const noteOwner = (home: string, dataDirectory: string): Promise<void> =>
    writeFile(path.join(home, 'data-directory.json'), JSON.stringify({ dataDirectory, inode: '7' }));

  test.each<[string, HomeState, (place: Place & { home: string }) => Promise<unknown>]>([
    [
      'that started anew, under another id,',
      'left behind',
      ({ dataDirectory }) => writeFile(path.join(dataDirectory, 'instance-id'), `${'0'.repeat(32)}\n`),
    ],
    [
      'whose id was removed to start anew',
      'left behind',
      async ({ dataDirectory }) => {
        await writeFile(path.join(dataDirectory, 'master.key'), 'key');
        await rm(path.join(dataDirectory, 'instance-id'));
      },
    ],
    [
      'on a volume that is not mounted: its place is empty',
      'unknown',
      ({ dataDirectory }) => rm(path.join(dataDirectory, 'instance-id')),
    ],
    [
      'below what is gone, too',
      'unknown',
      async ({ home, root }) => {
        await noteOwner(home, path.join(root, 'gone', 'data'));
      },
    ],
    [
      'below an empty directory, as a mount leaves it',
      'unknown',
      async ({ home, root }) => {
        await mkdir(path.join(root, 'mount'));
        await noteOwner(home, path.join(root, 'mount', 'data'));
      },
    ],
    [
      'below a file',
      'unknown',
      async ({ dataDirectory }) => {
        await rm(dataDirectory, { recursive: true });
        await writeFile(dataDirectory, '');
      },
    ],
    [
      'whose id cannot be read',
      'unknown',
      async ({ dataDirectory }) => {
        await rm(path.join(dataDirectory, 'instance-id'));
        await mkdir(path.join(dataDirectory, 'instance-id'));
      },
    ],
    [
      'whose id is damaged',
      'unknown',
      ({ dataDirectory }) => writeFile(path.join(dataDirectory, 'instance-id'), ''),
    ],
  ])('the database of one %s is %s', async (_name, state, change) => {
    const place = await makeClosed();
    await change(place);
    expect(await stateOf(place)).toBe(state);
  });

  test('made before owners were noted is taken by the directory that is started first', async () => {
    const place = await makeClosed();
    await rm(path.join(place.home, 'data-directory.json'));
    const states = (await listOutsideHomes(place.systemDirectory)).map(({ state }) => state);
    expect(states).toEqual(['unknown']);
    expect(await locate(place)).toBe(place.home);
    const backup = path.join(place.root, 'backup');
    await cp(place.dataDirectory, backup, { recursive: true });
    await expect(locate(place, backup)).rejects.toThrow('is a copy');
  });

  test.each([
    ['itself', async ({ dataDirectory }: Place) => mkdir(dataDirectory, { mode: 0o700 })],
    ['by what is above it', async ({ root }: Place) => chmod(root, 0o700)],
  ])(
    'that was set by hand and is closed %s is refused with words, and nothing is made',
    async (_name, close) => {
      const place = await makePlace();
      await close(place);
      const start = startEmbeddedDatabase({ ...optionsAt(place), mayLieElsewhere: false });
      await expect(start).rejects.toThrow(/is closed to user \d+, which runs PostgreSQL .* DATABASE_URL$/);
      expect(await readdir(place.root)).not.toContain('system');
      expect(await findHomeOf(place)).toBeUndefined();
      await chmod(place.root, 0o711);
      await rm(place.dataDirectory, { recursive: true, force: true });
      const database = await startEmbeddedDatabase({ ...optionsAt(place), mayLieElsewhere: false });
      await database.stop();
      expect(await findHome(place)).toBe(path.join(place.dataDirectory, 'database'));
    },
  );

  test('a copy of one with its database inside that lost its owners is refused with words', async () => {
    const place = await makePlace();
    await (await startEmbeddedDatabase(optionsAt(place))).stop();
    const dataDirectory = path.join(place.root, 'backup');
    await cp(place.dataDirectory, dataDirectory, { recursive: true });
    await expect(startEmbeddedDatabase({ ...optionsAt(place), dataDirectory })).rejects.toThrow(
      /belongs to user 0, but PostgreSQL would run as user \d+; copy data directories with "cp -a"/,
    );
  });
});

test('a copy of a running database leaves the socket of the original alone (D1)', async () => {
  const place = await makePlace();
  const dataDirectory = path.join(place.root, 'long'.repeat(40));
  const first = await startEmbeddedDatabase({ ...optionsAt(place), dataDirectory });
  try {
    const other = path.join(place.root, 'other');
    await mkdir(path.join(other, 'database'), { recursive: true, mode: 0o711 });
    await chmod(other, 0o711);
    const recordOf = (data: string) => path.join(data, 'database', 'socket-directory');
    await writeFile(recordOf(other), await readFile(recordOf(dataDirectory)));
    await (await startEmbeddedDatabase({ ...optionsAt(place), dataDirectory: other })).stop();
    expect(await query(first.connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  } finally {
    await first.stop();
  }
});

test.each([
  ['a file', 'data', 'it is a file|a part of its path, is a file'],
  ['below a file', 'data/below', 'a part of its path, is a file'],
])('a data directory that is %s is refused with one sentence (D13)', async (_name, below, words) => {
  const place = await makePlace();
  await writeFile(path.join(place.root, 'data'), 'a file');
  const dataDirectory = path.join(place.root, below);
  const refused = startEmbeddedDatabase({ ...optionsAt(place), dataDirectory });
  await expect(refused).rejects.toThrow(
    new RegExp(`^the data directory ${dataDirectory} .*(${words})[^\\n]*$`),
  );
  await expect(refused).rejects.toMatchObject({ name: 'DataDirectoryUnusable' });
});

test('the account for root is titular where there is one, and never root (A-14)', () => {
  const nobody = 'nobody:x:99:98:n:/:/bin/false\n';
  expect(parseDatabaseAccount(`${nobody}titular:x:990:991:t:/:/bin/false\n`)).toEqual({ uid: 990, gid: 991 });
  expect(parseDatabaseAccount(`${nobody}titular:x:0:0:t:/:/bin/false\n`)).toEqual({ uid: 99, gid: 98 });
  expect(parseDatabaseAccount(nobody)).toEqual({ uid: 99, gid: 98 });
});
