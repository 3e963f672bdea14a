import { execFileSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sdkDirectory } from '@titular/web-sdk/location';
import { expect, test } from 'vitest';

test('the published declarations name nothing outside the package', async () => {
  execFileSync('npm', ['run', '--silent', 'build-types', '--workspace', '@titular/web-sdk']);
  const directory = join(sdkDirectory, 'types');
  const files = await readdir(directory);
  expect(files).toEqual(expect.arrayContaining(['index.d.ts', 'preflight.d.ts']));
  for (const file of files) {
    const text = await readFile(join(directory, file), 'utf8');
    const named = [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target]) => target ?? '');
    expect(named.filter((target) => !files.includes(target.replace(/^\.\/(.+)\.js$/, '$1.d.ts')))).toEqual(
      [],
    );
  }
});
