import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { findFreePort } from '@titular/test-kit/free-port.ts';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../src/load/heard.ts';

const SOURCE = resolve(import.meta.dirname, '../src');

/** A run whose one child waits, and which does as it is told by its input. */
const SCRIPT = `
  import { runTrial } from '${SOURCE}/run-trial.ts';
  import { explainEnd, openStop } from '${SOURCE}/stop.ts';
  const stop = openStop();
  const trial = {
    ...{ help: '', needs: [], usual: { rounds: 1, rate: 1 } },
    async run(stage) {
      console.log('child ' + stage.start('waits', '/bin/sleep', ['1000']).pid + '.');
      process.stdin.once('data', (word) => {
        if (String(word) === 'reject') void Promise.reject(new Error('nobody caught this'));
        else throw new Error('nobody caught this');
      });
      await new Promise((_, reject) => stage.signal.addEventListener('abort', () => reject(stage.signal.reason)));
    },
  };
  process.exitCode = await runTrial('any', trial, { rounds: 1, rate: 1, seed: 1 }, stop.signal, () => undefined)
    .then(() => 0, (error) => explainEnd(error, stop));
  process.stdin.destroy();
`;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test.each<[string, (child: ChildProcess) => unknown, number, string]>([
  ['Ctrl-C', (child) => child.kill('SIGINT'), 130, ''],
  ['the end of its terminal', (child) => child.kill('SIGHUP'), 130, ''],
  ['a rejection that nobody caught', (child) => child.stdin?.write('reject'), 1, 'nobody caught this'],
  ['an exception that nobody caught', (child) => child.stdin?.write('throw'), 1, 'nobody caught this'],
])('%s ends every child of a run before it ends itself (R66)', async (_what, end, code, said) => {
  const directory = mkdtempSync(`${tmpdir()}/titular-stop-`);
  const words = ['--input-type=module', '-e', SCRIPT];
  const child = spawn(process.execPath, words, { env: { PATH: '/usr/bin:/bin', TMPDIR: directory } });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  const ended = once(child, 'exit');
  const pidOf = (): number => Number(/child (\d+)\./.exec(text)?.[1] ?? 0);
  onTestFinished(() => {
    if (pidOf() > 0 && isAlive(pidOf())) process.kill(pidOf());
    rmSync(directory, { recursive: true, force: true });
  });
  await expect.poll(pidOf).toBeGreaterThan(0);
  end(child);
  expect([(await ended)[0], isAlive(pidOf())], text).toEqual([code, false]);
  expect(text).toContain(said);
});

test('a receiver goes on where a webhook ends in its middle, and counts one that is no JSON (R78)', async () => {
  const port = await findFreePort();
  const heard = await startReceiver(`http://127.0.0.1:${port}/`, 0);
  onTestFinished(heard.close);
  const faults: unknown[] = [];
  const note = (fault: unknown): void => void faults.push(fault);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  const cut = connect(port, '127.0.0.1');
  cut.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\n\r\n{"type"');
  await once(cut, 'connect');
  cut.resetAndDestroy();
  const post = (body: string) => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  expect((await post('{"type"')).status).toBe(204);
  await post(JSON.stringify({ type: 'transaction.finished', transactionId: 'one' }));
  await expect.poll(() => heard.firstMs('one')).toBeGreaterThan(0);
  expect([heard.unreadable(), faults]).toEqual([1, []]);
});
