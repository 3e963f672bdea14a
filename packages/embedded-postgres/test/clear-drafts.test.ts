import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearDraftsIn } from '@titular/embedded-postgres/backup/clear-drafts.ts';
import { listFiles, syncTree } from '@titular/embedded-postgres/backup/manifest.ts';
import { lockHome } from '@titular/embedded-postgres/home/home-lock.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-drafts-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** A directory with such files and directories in it, as a backup may lie there. */
async function make(name: string, ...parts: string[]): Promise<string> {
  const place = join(directory, name);
  await mkdir(place);
  for (const part of parts)
    if (part.endsWith('/')) await mkdir(join(place, part));
    else await writeFile(join(place, part), part === 'lock' ? '' : 'x');
  return place;
}

test('drafts that nobody works on go, whatever they are called and however far they came (R93)', async () => {
  await make('of-november.partial', 'lock', 'lock-holder', 'cluster/', 'passwords.json', 'master.key');
  await make('of-october.partial', 'lock');
  const said: string[] = [];
  await clearDraftsIn(directory, (text) => said.push(text));
  expect(await readdir(directory)).toEqual([]);
  expect(said).toHaveLength(2);
  expect(said[0]).toBe(
    `Removed ${join(directory, 'of-november.partial')}, which an interrupted backup left.`,
  );
});

test('a draft that somebody works on stays, also while all of it is brought to the disk and hashed (S47)', async () => {
  const draft = await make('working.partial', 'cluster/', 'passwords.json');
  const lock = lockHome(draft, draft);
  const said: string[] = [];
  await syncTree(draft);
  expect((await listFiles(draft)).files).toEqual(['passwords.json']);
  await clearDraftsIn(directory, (text) => said.push(text));
  expect([await readdir(directory), said]).toEqual([['working.partial'], []]);
  lock.release();
  await clearDraftsIn(directory, () => undefined);
  expect(await readdir(directory)).toEqual([]);
});

test('nothing goes that is no draft of a backup (S47)', async () => {
  await make('whole', 'lock', 'cluster/');
  await make('of-others.partial', 'lock', 'download');
  await make('without-a-lock.partial', 'cluster/');
  await writeFile(join(directory, 'file.partial'), 'x');
  await clearDraftsIn(directory, () => undefined);
  expect(await readdir(directory)).toHaveLength(4);
});
