import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePrivately } from '@titular/server/kernel/base/write-privately.ts';
import { afterAll, expect, test } from 'vitest';

const directory = mkdtempSync(join(tmpdir(), 'titular-private-'));
afterAll(() => rmSync(directory, { recursive: true }));

test('a secret whose file cannot be replaced leaves no copy beside it', async () => {
  const file = join(directory, 'master.key');
  // As with a file that is mounted by itself, what stands there takes no other in its place.
  await mkdir(file);
  await expect(writePrivately(file, 'a secret')).rejects.toThrow();
  expect(readdirSync(directory)).toEqual(['master.key']);
});
