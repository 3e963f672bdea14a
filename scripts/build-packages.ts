import { join, resolve } from 'node:path';
import { buildStale, findStale } from './build/build-stale.ts';
import { findProgram, PROGRAMS } from './build/find-program.ts';
import { isWhole } from './weight/development.ts';

/** Asks for the program of a start, on the standard output; whatever else is said goes to the other. */
const START = '--start';
const ALL = ['capture-page', 'docs-site', 'portal', 'web-sdk', 'client', 'cli'];

const ROOT = resolve(import.meta.dirname, '..');
const words = process.argv.slice(2);
const named = words.filter((word) => !word.startsWith('--'));
const names = named.length > 0 ? named : ALL;

/** Looks, builds where npm ran no scripts or the sources were changed beside the bundler, and names what is to be run. */
async function start(): Promise<void> {
  const stale = await findStale(names);
  if (stale.length > 0 && isWhole(ROOT)) {
    console.error(`Building ${stale.join(', ')}: not built from these sources yet.`);
    await buildStale(stale);
    return console.log(join(ROOT, PROGRAMS.built));
  }
  const { program, lines } = findProgram(stale);
  for (const line of lines) console.error(line);
  if (program === undefined) process.exitCode = 1;
  else console.log(join(ROOT, program));
}

if (words.includes(START)) await start();
else await buildStale(names);
