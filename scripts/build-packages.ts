import { existsSync } from 'node:fs';
import { buildStale, findStale } from './build/build-stale.ts';

const CHECK = '--check';
const ALL = ['capture-page', 'portal', 'web-sdk', 'client'];

/** Leaves out what an installation without the tools of developers cannot build, and does not need. */
const POSSIBLE = '--where-possible';

/** The declarations of the client come from the compiler. */
const isPossible = (name: string): boolean =>
  name !== 'client' || existsSync(new URL('../node_modules/typescript', import.meta.url));

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const wanted = named.length > 0 ? named : ALL;
const names = words.includes(POSSIBLE) ? wanted.filter(isPossible) : wanted;

if (!words.includes(CHECK)) await buildStale(names);
else {
  const stale = await findStale(names);
  for (const name of stale) console.error(`packages/${name}/dist is not built from these sources.`);
  if (stale.length > 0) {
    console.error('A start builds nothing: run "npm run build" first, where the checkout can be written.');
    process.exitCode = 1;
  }
}
