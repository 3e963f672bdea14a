import { execFile } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bringFile } from '@titular/embedded-postgres/backup/copy-part.ts';
import { writeManifest } from '@titular/embedded-postgres/backup/manifest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const COPIER = fileURLToPath(new URL('./part-copier.ts', import.meta.url));
const BYTES = Buffer.alloc(8_192, 'x');
const run = promisify(execFile);

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'titular-part-'));
  await writeFile(join(directory, 'part'), BYTES);
});

afterAll(() => rm(directory, { recursive: true }));

/** Copies the part in a process whose files may be this large. */
async function copyWithin(limit: string): Promise<string> {
  const command = `ulimit -f ${limit} && exec "$0" "$@"`;
  const words = ['-c', command, process.execPath, COPIER, directory, 'part', join(directory, 'target')];
  return (await run('sh', words)).stdout.trim();
}

test('a part that the disk takes only in part is refused, and leaves no file (S47)', async () => {
  // The limit of a file's size stands for a full disk: the kernel writes what fits, and refuses the rest.
  expect(await copyWithin('1')).toBe('EFBIG');
  expect(await readdir(directory)).toEqual(['part']);
  expect(await copyWithin('unlimited')).toBe('copied');
  expect(await readFile(join(directory, 'target'))).toEqual(BYTES);
});

test('a key that is a symbolic link, as orchestrators mount secrets, is copied as a file for its owner alone (S47)', async () => {
  const [mounted, copied] = [join(directory, 'master.key'), join(directory, 'copied.key')];
  await chmod(join(directory, 'part'), 0o644);
  await symlink('part', mounted);
  await bringFile(mounted, copied);
  const stats = await lstat(copied);
  expect([stats.isFile(), stats.mode & 0o777]).toEqual([true, 0o600]);
  expect(await readFile(copied)).toEqual(BYTES);
});

test('a backup with a symbolic link is refused before it gets a manifest (S47)', async () => {
  const backup = join(directory, 'backup');
  await mkdir(backup);
  await symlink('../part', join(backup, 'linked'));
  const about = { createdAt: '', program: '', postgres: '', platform: '', hasMasterKey: false, facts: {} };
  await expect(writeManifest(backup, about)).rejects.toThrow('linked is no regular file');
  expect(await readdir(backup)).toEqual(['linked']);
});
