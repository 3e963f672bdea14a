import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TRIALS } from '../src/trials/trials.ts';

const MAIN = resolve(import.meta.dirname, '../src/main.ts');
const START_MS = 60_000;

/** Command lines of all processes that name the directory. */
async function listProcesses(directory: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(directory));
}

test.each([
  ['without a word', []],
  ['with --help', ['--help']],
  ['with -h after a trial', ['smoke', '-h']],
])('%s it lists the trials, each with a line of help', (_, words) => {
  const { status, stdout } = spawnSync(process.execPath, [MAIN, ...words], { encoding: 'utf8' });
  expect(status).toBe(0);
  for (const [name, { help }] of Object.entries(TRIALS))
    expect(stdout).toContain(`${name.padEnd(16)}${help}`);
});

test.each([
  ['a trial that is none', ['nothing'], 'npm run cluster -- TRIAL'],
  ['rounds that are no number', ['smoke', '--rounds', 'many'], 'whole numbers'],
  ['an option that it does not know', ['smoke', '--round', '2'], "Unknown option '--round'"],
])('it refuses %s', (_, words, said) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...words], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stdout + stderr).toContain(said);
  expect(stderr).not.toContain('    at ');
});

test('Ctrl-C ends every process and removes the directory', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'titular-trials-'));
  await chmod(directory, 0o711);
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const child = spawn(process.execPath, [MAIN, 'smoke'], {
    env: { PATH: '/usr/bin:/bin', TMPDIR: directory },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  await expect
    .poll(() => listProcesses(`${directory}/titular-cluster-`), { timeout: START_MS })
    .not.toEqual([]);
  child.kill('SIGINT');
  await ended;
  expect(await listProcesses(directory)).toEqual([]);
  expect((await readdir(directory)).filter((name) => name.startsWith('titular-cluster-'))).toEqual([]);
});
