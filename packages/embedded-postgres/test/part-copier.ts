import { copyPart } from '@titular/embedded-postgres/backup/copy-part.ts';
import { readPart } from '@titular/embedded-postgres/backup/manifest.ts';

/** Copies a part of the directory named on the command line, and prints what was against it. */
const [directory = '', name = '', target = ''] = process.argv.slice(2);
try {
  await copyPart(directory, await readPart(directory, name), target);
  console.log('copied');
} catch (error) {
  console.log((error as NodeJS.ErrnoException).code);
}
