import { resolve } from 'node:path';
import { buildStale, findStale } from './build/build-stale.ts';
import { isWhole, RUN_COMMAND } from './weight/development.ts';

const CHECK = '--check';
const ALL = ['capture-page', 'docs-site', 'portal', 'web-sdk', 'client', 'cli'];

/** What a service can start without: where nothing can be built any more, it is served as it was built last. */
const NOT_NEEDED = ['docs-site'];

const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const names = named.length > 0 ? named : ALL;

const isStart = words.includes(CHECK);
const stale = isStart ? await findStale(names) : [];
const needed = stale.filter((name) => !NOT_NEEDED.includes(name));

// Where npm ran no scripts, or the sources were changed beside the bundler, a start builds what is missing; else it only looks.
if (!isStart) await buildStale(names);
else if (stale.length > 0 && isWhole(resolve(import.meta.dirname, '..'))) {
  console.error(`Building ${stale.join(', ')}: not built from these sources yet.`);
  await buildStale(stale);
} else if (needed.length > 0) {
  for (const name of needed) console.error(`packages/${name}/dist is not built from these sources.`);
  console.error(
    `The bundler is not here any more: run "${RUN_COMMAND}" first, where the checkout can be written.`,
  );
  process.exitCode = 1;
}
