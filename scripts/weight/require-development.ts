import { resolve } from 'node:path';
import { DEVELOPMENT_COMMAND, isDevelopment } from './development.ts';

if (!isDevelopment(resolve(import.meta.dirname, '../..'))) {
  console.error(
    `This needs what only developers install. Type "${DEVELOPMENT_COMMAND}", then the same command again.`,
  );
  process.exitCode = 1;
}
