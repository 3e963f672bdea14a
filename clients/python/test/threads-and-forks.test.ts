import { fileURLToPath } from 'node:url';
import { startScripted } from '@titular/test-kit/services/scripted-service.ts';
import { describe, expect, test } from 'vitest';
import { hasPython, runPython } from './run-python.ts';

const PROGRAM = fileURLToPath(new URL('threads_and_forks.py', import.meta.url));

const run = async (name: string, env: Record<string, string> = {}): Promise<unknown[]> => {
  const { code, stdout, stderr } = await runPython([PROGRAM, name], { env });
  expect([code, stderr]).toEqual([0, '']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};

describe.skipIf(!hasPython)('the Python client in threads', () => {
  test('handles events of one transaction one after the other, as they came', async () => {
    const [told = []] = (await run('order')) as string[][];
    expect(told.filter((one) => one !== 'handled')).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('handles an event once that comes twice at the same time', async () => {
    const [told = []] = (await run('twice')) as string[][];
    expect(told.toSorted()).toEqual(['a begins', 'a ends', 'handled', 'repeated']);
  });

  test('handles events of two transactions side by side', async () => {
    const [told = []] = (await run('apart')) as string[][];
    expect(told.indexOf('b ends')).toBeLessThan(told.indexOf('a ends'));
  });
});

describe.skipIf(!hasPython)('the Python client in a child process', () => {
  test('goes on though a thread of the parent was in the middle of a token, a lookup and an event', async () => {
    const service = await startScripted();
    const [told, status] = await run('fork', { TITULAR_URL: service.url.replace('127.0.0.1', 'localhost') });
    expect([told, status]).toEqual([[{ status: 'waiting' }, 'handled'], 0]);
  });
});
