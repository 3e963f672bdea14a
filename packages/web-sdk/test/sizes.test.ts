import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sdkDirectory } from '@titular/web-sdk/location';
import { describe, expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const read = (name: string): Promise<string> => readFile(join(sdkDirectory, name), 'utf8');

describe('what a shop loads', () => {
  test.each([
    ['titular.js', 15_000],
    ['titular.mjs', 15_000],
    ['preflight.js', 5_000],
    ['preflight.mjs', 5_000],
    ['compatible-assets.js', 15_000],
  ])('%s is smaller than %i bytes with gzip', async (name, budget) => {
    expect(gzipSync(await read(name), { level: 9 }).length).toBeLessThan(budget);
  });

  test.each(['titular.mjs', 'preflight.mjs'])('%s asks for nothing else', async (name) => {
    const text = await read(name);
    expect(text).not.toMatch(/\bimport\s*[({"'*]|\bfrom\s*["']/);
    expect(text).not.toMatch(/typebox|innerHTML|\beval\(|new Function/);
  });

  test('depends on no package', () => {
    expect(Object.keys(manifest)).not.toContain('dependencies');
    expect(Object.keys(manifest)).not.toContain('peerDependencies');
  });
});
