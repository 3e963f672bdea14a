import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { eventually } from '@titular/test-kit/time/eventually.ts';
import { expect, onTestFinished, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Mounting over the checkout is for root, in a namespace of its own. */
const isRoot = process.getuid?.() === 0;

const READ_ONLY =
  'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && cd "$1" && ! touch written && exec "$2" "$3"';

test.runIf(isRoot).each([
  ['npm', 'start'],
  ['node_modules/.bin/titular', 'serve'],
])('%s %s runs on a checkout that cannot be written (S51)', async (program, word) => {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT });
  const directory = mkdtempSync(join(tmpdir(), 'titular-checkout-'));
  execFileSync('chmod', ['711', directory]);
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const port = await findFreePort();
  const child = spawn(
    'env',
    [
      ...[`PORT=${port}`, `HOME=${directory}`, `TITULAR_DATA_DIR=${join(directory, 'data')}`],
      ...['TITULAR_ENGINE_THREADS=1', 'unshare', '--mount', 'sh', '-c', READ_ONLY, 'sh', ROOT, program, word],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const pid = child.pid ?? expect.unreachable();
  const ended = once(child, 'close');
  onTestFinished(async () => {
    if (child.exitCode === null) process.kill(-pid, 'SIGKILL');
    await ended;
  });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said += part.toString();
  });
  await eventually(async () => {
    expect(child.exitCode, said).toBe(null);
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  });
  expect((await fetch(`http://127.0.0.1:${port}/docs`)).status).toBe(200);
  process.kill(-pid, 'SIGTERM');
  expect((await ended)[0]).toBe(0);
});
