import { chmod, mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../../..');

/** Makes a folder in which `npx` runs what is in node_modules, without looking anywhere else. */
export async function makeReaderFolder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'titular-guides-'));
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'));
  await writeFile(join(directory, 'package.json'), '{"type":"module"}');
  await mkdir(join(directory, 'bin'));
  await symlink(process.execPath, join(directory, 'bin/node'));
  const npx = join(directory, 'bin/npx');
  await writeFile(npx, `#!/bin/sh\nname=$1\nshift\nexec "${join(ROOT, 'node_modules/.bin')}/$name" "$@"\n`);
  await chmod(npx, 0o755);
  return directory;
}

/**
 * Words for bash. What earlier code of the page set is there again, as in a terminal that stays open; what the reader
 * puts in holds this once.
 */
export function inTerminal(
  directory: string,
  page: string,
  code: string,
  more: Readonly<Record<string, string>>,
): string[] {
  const state = join(directory, `${page}.terminal`);
  const passing = ['PATH', ...Object.keys(more)].join('|');
  return [
    '--norc',
    '-euc',
    `set -o pipefail; if [ -f ${state} ]; then . ${state}; fi; set -a\n${code}\nexport -p | grep -vE ' (${passing})=' > ${state}`,
  ];
}
