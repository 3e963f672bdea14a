import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { hasPython, runPython } from './run-python.ts';

const PROGRAM = fileURLToPath(new URL('events.py', import.meta.url));

describe.skipIf(!hasPython)('the event handler of the Python client', () => {
  test('takes no event for handled where a handler or a store is async or answers what is no verdict', async () => {
    const { code, stdout, stderr } = await runPython([PROGRAM]);
    expect([code, stderr]).toEqual([0, '']);
    const noVerdict = 'claim of the store must return new, repeated, busy or stale';
    expect(JSON.parse(stdout)).toEqual([
      [
        'the handler of transaction.changed must not be async: nothing awaits it here',
        'claim of the store must not be async: nothing awaits it here',
        'the handler of transaction.changed must not return a coroutine: nothing awaits it here',
        'handled',
        noVerdict,
        noVerdict,
      ],
      1,
    ]);
  });
});
