import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { cloneDatabase } from '@titular/test-kit/database/clone-database.ts';
import { describe, expect, onTestFinished, test } from 'vitest';

const PROGRAM = fileURLToPath(import.meta.resolve('@titular/cli/main.ts'));

/** Mounting is for root, in a namespace of its own. */
const isRoot = process.getuid?.() === 0;

const READ_ONLY =
  'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && ! touch "$1/written" 2>/dev/null && exec "$2" "$3" serve';

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const REFUSED = 2;
const KEY = { TITULAR_MASTER_KEY: `${'A'.repeat(43)}=` };

/** A directory with a data directory in it where one is asked for. */
function makeDisk(...directories: string[]): string {
  const disk = mkdtempSync(join(tmpdir(), 'titular-read-only-'));
  chmodSync(disk, 0o711);
  for (const directory of directories) mkdirSync(join(disk, directory), { recursive: true, mode: 0o711 });
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }));
  return disk;
}

/** Starts the service on a disk that is mounted read-only; gives what it said, and its exit code. */
async function start(disk: string, env: Record<string, string>) {
  const data = join(disk, 'data');
  const words = ['--mount', 'sh', '-c', READ_ONLY, 'sh', disk, process.execPath, PROGRAM];
  const ended = promisify(execFile)('unshare', words, {
    env: { PATH, TITULAR_DATA_DIR: data, ...env },
    timeout: 60_000,
  });
  const { code, stderr } = await ended.then(
    () => ({ code: 0, stderr: '' }),
    (error: { code: number; stderr: string }) => error,
  );
  return { code, stderr, data };
}

const refusalOf = (data: string): RegExp =>
  new RegExp(
    `^titular cannot start: The data directory ${data} cannot be used: its file system is read-only \\(EROFS: .*\\); ` +
      'mount it so that it can be written, or name another directory with TITULAR_DATA_DIR\\.\n$',
  );

describe.runIf(isRoot)('a start whose data directory cannot be written', () => {
  test.each<[string, string[]]>([
    ['is not there yet', []],
    ['is there', ['data']],
    ['has a database', ['data/database/cluster']],
  ])('that %s, says so in one sentence with the directory and what to do', async (_what, directories) => {
    const { code, stderr, data } = await start(makeDisk(...directories), {});
    expect(stderr).toMatch(refusalOf(data));
    expect(code).toBe(REFUSED);
  });

  test('beside a database elsewhere says the same where a demo is to be kept there', async () => {
    const clone = await cloneDatabase();
    onTestFinished(clone.drop);
    const env = { DATABASE_URL: clone.connectionString, ...KEY };
    const { code, stderr, data } = await start(makeDisk('data'), env);
    expect(stderr).toMatch(refusalOf(data));
    expect(code).toBe(REFUSED);
  });

  test('of a worker names the file of the key that it cannot make, and what to do', async () => {
    const clone = await cloneDatabase();
    onTestFinished(clone.drop);
    const env = { DATABASE_URL: clone.connectionString, TITULAR_ROLE: 'worker' };
    const { code, stderr, data } = await start(makeDisk('data'), env);
    expect(stderr).toContain(
      `titular cannot start: The master key file ${join(data, 'master.key')} cannot be created (EROFS). Make its directory writable`,
    );
    expect(stderr).not.toMatch(/^ +at /m);
    expect(code).toBe(REFUSED);
  });
});
