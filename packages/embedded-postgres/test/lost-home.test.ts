import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNoDatabase } from '@titular/embedded-postgres/backup/restore-cluster.ts';
import { findHome, findLostHome, unlinkLostHome } from '@titular/embedded-postgres/home/locate-home.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
let directories: { dataDirectory: string; systemDirectory: string };
const id = randomBytes(16).toString('hex');

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'titular-lost-')));
  directories = { dataDirectory: join(root, 'data'), systemDirectory: join(root, 'system') };
  await mkdir(directories.dataDirectory);
  await writeFile(join(directories.dataDirectory, 'instance-id'), `${id}\n`);
});
afterEach(() => rm(root, { recursive: true }));

test('a data directory whose database is gone can be restored into, and a start on it is still refused (S47)', async () => {
  const { dataDirectory, systemDirectory } = directories;
  await expect(findHome(directories)).rejects.toThrow('is gone; restore it');
  expect(await findLostHome(directories)).toBe(join(systemDirectory, id));
  await requireNoDatabase(dataDirectory, systemDirectory);
  expect(await readdir(dataDirectory)).toEqual(['instance-id']);
  await unlinkLostHome(directories);
  expect(await readdir(dataDirectory)).toEqual([]);
  expect(await findLostHome(directories)).toBeUndefined();
});

test('a data directory whose database is there forgets nothing', async () => {
  await mkdir(join(directories.systemDirectory, id), { recursive: true });
  await unlinkLostHome(directories);
  expect(await readdir(directories.dataDirectory)).toEqual(['instance-id']);
});
