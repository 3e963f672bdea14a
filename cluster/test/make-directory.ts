import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Makes an empty directory that is deleted once the test is over. */
export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'titular-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}
