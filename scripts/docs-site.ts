import { cp, mkdir, readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { docsDirectory } from '@titular/docs-site';
import { buildStale } from './build/build-stale.ts';

const HELP = `Builds the documentation site from the Markdown of this checkout.

  npm run docs                       builds packages/docs-site/dist, unless it is built from these sources
  npm run docs -- --out <directory>  also copies it there, for any host of static files

The pages refer to each other relatively, so the site works at any path. They carry their content security
policy, read without a script, and ask no other host. Files that end with .br and .gz are the same, compressed.
A running service has the site at /docs/ of the portal's address.

  --out <directory>  an empty or new directory
  --help             this text
`;

function readOptions(): { out: string | undefined; isHelp: boolean } {
  try {
    const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean' } } });
    return { out: values.out, isHelp: values.help === true };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`);
    process.exit(2);
  }
}

/** Copies the site into a directory that is empty: what lies there already could be somebody's. */
async function copyTo(out: string): Promise<void> {
  await mkdir(out, { recursive: true });
  if ((await readdir(out)).length > 0) {
    console.error(`${out} is not empty: name a new directory, or empty it.`);
    process.exit(1);
  }
  await cp(docsDirectory, out, { recursive: true, filter: (source) => !source.endsWith('.built-from') });
  console.log(`The site is in ${out}; begin with index.html.`);
}

const { out, isHelp } = readOptions();
if (isHelp) console.log(HELP.trimEnd());
else {
  await buildStale(['docs-site']);
  if (out === undefined) console.log(`The site is in ${docsDirectory}; begin with index.html.`);
  else await copyTo(resolve(out));
}
