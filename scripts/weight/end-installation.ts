import { resolve } from 'node:path';
import { isDevelopment } from './development.ts';
import { removeUnused } from './remove-unused.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const MEGABYTE = 2 ** 20;
const CLOSED = new Set(['EROFS', 'EACCES', 'EPERM']);

if (!isDevelopment(ROOT)) {
  try {
    const { files, bytes } = removeUnused(ROOT);
    console.log(
      `Removed ${files} files that nothing loads: ${Math.round(bytes / MEGABYTE)} MB (docs/decisions/0018).`,
    );
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined || !CLOSED.has(code)) throw error;
    console.error(`Files that nothing loads stay, because they cannot be removed (${message}).`);
  }
}
