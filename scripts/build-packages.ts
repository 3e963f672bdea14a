import { resolve } from 'node:path';
import { buildStale, findStale } from './build/build-stale.ts';
import { isWhole, RUN_COMMAND } from './weight/development.ts';

const CHECK = '--check';
const ALL = ['capture-page', 'portal', 'web-sdk', 'client'];

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const names = named.length > 0 ? named : ALL;

if (!words.includes(CHECK)) await buildStale(names);
else {
  const stale = await findStale(names);
  const command = isWhole(resolve(import.meta.dirname, '..')) ? 'npm run build' : RUN_COMMAND;
  for (const name of stale) console.error(`packages/${name}/dist is not built from these sources.`);
  if (stale.length > 0) {
    console.error(`A start builds nothing: run "${command}" first, where the checkout can be written.`);
    process.exitCode = 1;
  }
}
