import { buildStale, findStale } from './build/build-stale.ts';

const CHECK = '--check';
const ALL = ['capture-page', 'web-sdk', 'client'];

const words = process.argv.slice(2);
const named = words.filter((word) => word !== CHECK);
const names = named.length > 0 ? named : ALL;

if (!words.includes(CHECK)) await buildStale(names);
else {
  const stale = await findStale(names);
  for (const name of stale) console.error(`packages/${name}/dist is not built from these sources.`);
  if (stale.length > 0) {
    console.error('A start builds nothing: run "npm run build" first, where the checkout can be written.');
    process.exitCode = 1;
  }
}
