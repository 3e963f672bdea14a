import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes a directory that ends with the test. */
export async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-client-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}
